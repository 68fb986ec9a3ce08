import { compareText } from "../text/compare.js";
import type { Span } from "../tree/span.js";

export type Severity = "error" | "warning" | "info";

/** A further place that helps to understand a diagnostic, in the same file or in another one. */
export interface RelatedPlace {
  readonly file: string;
  readonly span: Span;
  readonly message: string;
}

/** Replace the text of `span` by `text`. An empty span inserts. */
export interface TextEdit {
  readonly file: string;
  readonly span: Span;
  readonly text: string;
}

/** A change that removes the cause. All its edits are made, or none. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/**
 * One finding: plain data, so that it can be written as JSON as it stands.
 *
 * `message` says what is wrong, `why` gives the reason, `remedy` says what to do. `span` is a
 * half-open range of UTF-16 offsets in `file`; the file is named as its source file was.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly why: string;
  readonly remedy: string;
  readonly file: string;
  readonly span: Span;
  readonly related: readonly RelatedPlace[];
  readonly fixes: readonly Fix[];
}

/** Source order: file, start, end, code, message. Exact repetitions are dropped. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const sorted = [...diagnostics].sort(compareDiagnostics);
  return sorted.filter((diagnostic, index) => {
    const before = sorted[index - 1];
    return before === undefined || compareDiagnostics(before, diagnostic) !== 0;
  });
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

function compareDiagnostics(left: Diagnostic, right: Diagnostic): number {
  return (
    compareText(left.file, right.file) ||
    left.span.start - right.span.start ||
    left.span.end - right.span.end ||
    compareText(left.code, right.code) ||
    compareText(left.message, right.message)
  );
}
