import type { BoundProgram } from "../../compiler/pipeline/bind-program.js";
import type { SourceFile } from "../../dsl/index.js";

/** What the features of an editor read: one file as it stands, and what the compiler knows of it. */
export interface Snapshot {
  readonly file: string;
  /** The text in the editor. */
  readonly source: SourceFile;
  /** Bound from this text, unless it is asked for while the text is being typed. */
  readonly program: BoundProgram;
  /** The last program in which every scenario of the file could be bound; knows what the line at hand hides. */
  readonly good: BoundProgram | undefined;
}

/** Both programs, the newer one first. */
export function programsOf({ program, good }: Snapshot): readonly BoundProgram[] {
  return good === undefined || good === program ? [program] : [program, good];
}
