import type { Definition } from "../../../compiler/bind/references.js";
import type { BoundProgram } from "../../../compiler/pipeline/bind-program.js";
import { compareText } from "../../../dsl/index.js";
import { sameDefinition, useAt } from "../lookup.js";
import type { Snapshot } from "../snapshot.js";
import type { PlaceInFile } from "./definition.js";

/** Every place that means what the name at the cursor means. `whole` knows all files that may name it. */
export function references(
  snapshot: Snapshot,
  offset: number,
  whole: readonly BoundProgram[],
  withDeclaration: boolean,
): readonly PlaceInFile[] {
  const use = useAt(snapshot.program, snapshot.file, offset);
  return use === undefined ? [] : placesOf(use.definition, [...whole, snapshot.program], withDeclaration);
}

/** Uses of a definition in some programs, each place once, in order. */
export function placesOf(
  definition: Definition,
  programs: readonly BoundProgram[],
  withDeclaration: boolean,
): readonly PlaceInFile[] {
  const found = new Map<string, PlaceInFile>();
  for (const program of programs) {
    for (const [file, { uses }] of program.references) {
      for (const { span, definition: meant } of uses) {
        if (!sameDefinition(meant, definition)) continue;
        const declares = file === definition.file && span.start === definition.span.start;
        if (withDeclaration || !declares) found.set(`${file} ${span.start}`, { file, span });
      }
    }
  }
  return [...found.values()].sort(
    (left, right) => compareText(left.file, right.file) || left.span.start - right.span.start,
  );
}
