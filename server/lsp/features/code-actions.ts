import type { BoundProgram } from "../../../compiler/pipeline/bind-program.js";
import type { Diagnostic, Span, TextEdit } from "../../../dsl/index.js";

export interface CodeAction {
  readonly title: string;
  readonly kind: "quickfix" | "source.fixAll";
  readonly edits: readonly TextEdit[];
  readonly diagnostic: Diagnostic | undefined;
  /** The first fix of a finding; further ones are alternatives. */
  readonly preferred: boolean;
}

/** Fixes of the findings that touch a span, and all certain fixes of the file at once. */
export function codeActions(
  program: BoundProgram,
  file: string,
  within: Span,
  diagnostics: readonly Diagnostic[] = program.diagnostics,
): readonly CodeAction[] {
  const here = diagnostics.filter((one) => one.file === file);
  const fixes = here
    .filter(({ span }) => span.start <= within.end && within.start <= span.end)
    .flatMap((diagnostic) =>
      diagnostic.fixes.map(
        ({ title, edits }, index): CodeAction => ({
          title,
          kind: "quickfix",
          edits,
          diagnostic,
          preferred: index === 0,
        }),
      ),
    );
  const all = withoutOverlaps(
    here.flatMap(({ fixes: [first] }) => (first === undefined ? [] : [first.edits])),
  );
  if (all.length === 0) return fixes;
  const title = "Fix everything that rvrc can fix";
  return [...fixes, { title, kind: "source.fixAll", edits: all, diagnostic: undefined, preferred: false }];
}

/** Fixes whole or not at all: one that touches the text of an earlier one is left for the next time. */
function withoutOverlaps(fixes: readonly (readonly TextEdit[])[]): readonly TextEdit[] {
  const taken: TextEdit[] = [];
  for (const edits of fixes) {
    const clash = edits.some((edit) =>
      taken.some(
        (other) =>
          other.file === edit.file && edit.span.start <= other.span.end && other.span.start <= edit.span.end,
      ),
    );
    if (!clash) taken.push(...edits);
  }
  return taken;
}
