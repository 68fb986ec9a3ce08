import type { Definition } from "../../../compiler/bind/references.js";
import type { BoundProgram } from "../../../compiler/pipeline/bind-program.js";
import type { Span, TextEdit } from "../../../dsl/index.js";
import { keywords } from "../../../dsl/syntax/tokens.js";
import { BUILT_INS } from "../built-ins.js";
import { kindInWords } from "../describe.js";
import { isOfDocument, sameDefinition, useAt } from "../lookup.js";
import type { Snapshot } from "../snapshot.js";
import { placesOf } from "./references.js";

export type Rename =
  | { readonly kind: "edits"; readonly edits: readonly TextEdit[] }
  | { readonly kind: "refused"; readonly reason: string };

/** The name that a rename would change, or why there is none. */
export function renameTarget(
  snapshot: Snapshot,
  offset: number,
):
  | { readonly kind: "name"; readonly span: Span; readonly name: string }
  | Extract<Rename, { kind: "refused" }> {
  const use = useAt(snapshot.program, snapshot.file, offset);
  if (use === undefined)
    return { kind: "refused", reason: "There is no name here that this project declares." };
  const { definition } = use;
  if (isOfDocument(definition)) {
    return {
      kind: "refused",
      reason: `The API document declares the ${kindInWords(definition.kind)} ${definition.name}; rename it there.`,
    };
  }
  return { kind: "name", span: use.span, name: definition.name };
}

/** Changes a name wherever it means the same thing, in all files of the project. */
export function rename(
  snapshot: Snapshot,
  offset: number,
  name: string,
  whole: readonly BoundProgram[],
): Rename {
  const target = renameTarget(snapshot, offset);
  if (target.kind === "refused") return target;
  const definition = useAt(snapshot.program, snapshot.file, offset)!.definition;
  const programs = [...whole, snapshot.program];
  const fault = faultOf(name, definition, programs);
  if (fault !== undefined) return { kind: "refused", reason: fault };
  const places = placesOf(definition, programs, true);
  return { kind: "edits", edits: places.map(({ file, span }) => ({ file, span, text: name })) };
}

function faultOf(
  name: string,
  definition: Definition,
  programs: readonly BoundProgram[],
): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    return `'${name}' is no name: letters, digits and underscores, and no digit first.`;
  if (keywords.has(name)) return `'${name}' is a word of the language; choose another name.`;
  const callable = definition.kind === "resource" || definition.kind === "shape";
  if (callable && (BUILT_INS.has(name) || name === "text" || name === "integer"))
    return `'${name}' is a built-in of the language; choose another name.`;
  const group = GROUPS.find((kinds) => kinds.includes(definition.kind)) ?? [definition.kind];
  for (const program of programs) {
    for (const { uses } of program.references.values()) {
      const taken = uses.find(
        ({ definition: other }) =>
          other.name === name &&
          group.includes(other.kind) &&
          other.file === definition.file &&
          !sameDefinition(other, definition) &&
          sharesScope(program, other, definition),
      );
      if (taken !== undefined)
        return `There is a ${kindInWords(taken.definition.kind)} called '${name}' already.`;
    }
  }
  return undefined;
}

/** Kinds that share their names. */
const GROUPS: readonly (readonly Definition["kind"][])[] = [
  ["variable", "local", "tool"],
  ["resource", "shape"],
];

/** Names within scenarios and worlds clash only within the same one. */
function sharesScope(program: BoundProgram, left: Definition, right: Definition): boolean {
  const tree = program.tree(left.file);
  if (tree === undefined || ["world", "scenario", "api", "fragment"].includes(left.kind)) return true;
  const holds = (span: Span, { span: inner }: Definition) =>
    span.start <= inner.start && inner.end <= span.end;
  return [...tree.worlds, ...tree.scenarios].some(({ span }) => holds(span, left) && holds(span, right));
}
