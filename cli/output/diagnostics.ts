import { counted, type Diagnostic, hasErrors, renderDiagnostic, type SourceFile } from "../../dsl/index.js";
import type { Output } from "./streams.js";

/** One screen of findings is read; a hundred are not. */
const SHOWN = 20;

/** Prints findings for people, errors first to be cut off last. */
export function printDiagnostics(
  output: Output,
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, SourceFile>,
  options: { readonly quiet?: boolean } = {},
): void {
  const shown = diagnostics.filter(
    (one) => one.severity !== "info" && (options.quiet !== true || one.severity === "error"),
  );
  const errorsFirst = hasErrors(shown)
    ? [...shown.filter((one) => one.severity === "error"), ...shown.filter((one) => one.severity !== "error")]
    : shown;
  for (const one of errorsFirst.slice(0, SHOWN)) {
    output.note(`${renderDiagnostic(one, sources, { color: output.color })}\n`);
  }
  if (errorsFirst.length > SHOWN)
    output.note(`... and ${errorsFirst.length - SHOWN} more; use --json for all.\n`);
}

export function countFindings(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((one) => one.severity === "error").length;
  const warnings = diagnostics.filter((one) => one.severity === "warning").length;
  return `${counted(errors, "error")}, ${counted(warnings, "warning")}`;
}

/** The JSON form: the diagnostic as it is, with line and column for readers that have no offsets. */
export function diagnosticsAsJson(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, SourceFile>,
): readonly object[] {
  return diagnostics.map((one) => {
    const source = sources.get(one.file);
    const { line, column } = source?.positionAt(one.span.start) ?? { line: 1, column: 1 };
    return { ...one, line, column };
  });
}
