import type { Extras, Place } from "../../dsl/diagnostics/define.js";
import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import { didYouMean } from "../../dsl/diagnostics/did-you-mean.js";
import type { Span } from "../../dsl/tree/span.js";
import { References } from "../bind/references.js";

/** Collects the findings of one source file, and what its names mean. */
export class Reporter {
  readonly diagnostics: Diagnostic[] = [];
  readonly references: References;

  constructor(readonly file: string) {
    this.references = new References(file);
  }

  at(span: Span): Place {
    return { file: this.file, span };
  }

  add(diagnostic: Diagnostic): void {
    // A world and one that extends it are bound apart, and may find the same thing.
    const known = this.diagnostics.some(
      (other) =>
        other.code === diagnostic.code &&
        other.span.start === diagnostic.span.start &&
        other.span.end === diagnostic.span.end &&
        other.message === diagnostic.message,
    );
    if (!known) this.diagnostics.push(diagnostic);
  }

  /** Remedy and fix for a misspelt name; nothing when no known name is near. */
  suggest(written: string, span: Span, known: readonly string[]): Extras {
    const suggestion = didYouMean(written, known);
    if (suggestion === undefined) return {};
    return {
      remedy: `Did you mean '${suggestion}'?`,
      fixes: [{ title: `Write ${suggestion}`, edits: [{ file: this.file, span, text: suggestion }] }],
    };
  }
}

/** Up to twelve names for a remedy, in a stable order. */
export function listNames(known: Iterable<string>): string {
  const sorted = [...known].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const shown = sorted.slice(0, 12).join(", ");
  if (sorted.length === 0) return "none is declared";
  return sorted.length > 12 ? `${shown}, and ${sorted.length - 12} more` : shown;
}
