import type { SourceFile } from "../text/source-file.js";
import type { Fix, TextEdit } from "./diagnostic.js";

export interface AppliedFixes {
  /** New text by path, only for files that changed. */
  readonly files: ReadonlyMap<string, string>;
  readonly applied: readonly Fix[];
  /** Fixes that touch text which an earlier fix changed, or a place that does not exist. */
  readonly skipped: readonly Fix[];
}

/**
 * Makes the edits of the given fixes, each fix wholly or not at all.
 *
 * Fixes are taken in the given order; one that overlaps an earlier one is skipped, and so is an
 * insertion at a place where an earlier fix inserted something else. The same edit asked for twice
 * is made once.
 */
export function applyFixes(fixes: readonly Fix[], sources: ReadonlyMap<string, SourceFile>): AppliedFixes {
  const accepted: TextEdit[] = [];
  const applied: Fix[] = [];
  const skipped: Fix[] = [];
  for (const fix of fixes) {
    const fresh = fix.edits.filter((edit) => !accepted.some((other) => isSameEdit(edit, other)));
    if (isApplicable(fix, fresh, accepted, sources)) {
      accepted.push(...fresh);
      applied.push(fix);
    } else {
      skipped.push(fix);
    }
  }
  const files = new Map<string, string>();
  for (const path of new Set(accepted.map((edit) => edit.file))) {
    const source = sources.get(path)!;
    const text = applyEdits(
      source.text,
      accepted.filter((edit) => edit.file === path),
    );
    if (text !== source.text) files.set(path, text);
  }
  return { files, applied, skipped };
}

function isApplicable(
  fix: Fix,
  fresh: readonly TextEdit[],
  accepted: readonly TextEdit[],
  sources: ReadonlyMap<string, SourceFile>,
): boolean {
  const inside = fix.edits.every((edit) => {
    const source = sources.get(edit.file);
    const { start, end } = edit.span;
    return source !== undefined && 0 <= start && start <= end && end <= source.text.length;
  });
  if (!inside) return false;
  return fresh.every(
    (edit, index) =>
      !accepted.some((other) => overlaps(edit, other)) &&
      !fresh.some((other, otherIndex) => otherIndex < index && overlaps(edit, other)),
  );
}

function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort(
    (left, right) => left.span.start - right.span.start || left.span.end - right.span.end,
  );
  let result = "";
  let position = 0;
  for (const edit of ordered) {
    result += text.slice(position, edit.span.start) + edit.text;
    position = edit.span.end;
  }
  return result + text.slice(position);
}

function isSameEdit(left: TextEdit, right: TextEdit): boolean {
  return (
    left.file === right.file &&
    left.span.start === right.span.start &&
    left.span.end === right.span.end &&
    left.text === right.text
  );
}

function overlaps(left: TextEdit, right: TextEdit): boolean {
  if (left.file !== right.file) return false;
  const samePlace = left.span.start === right.span.start && left.span.end === right.span.end;
  return samePlace || (left.span.start < right.span.end && right.span.start < left.span.end);
}
