import type { SourceFile } from "../../../dsl/index.js";
import { scan } from "../../../dsl/syntax/scan.js";

/** Lines (from 1) that can be folded under the first of them. */
export interface Fold {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: "region" | "comment";
}

/** Brackets over several lines, long strings, and comments on lines that follow each other. */
export function folds(source: SourceFile): readonly Fold[] {
  const found: Fold[] = [];
  const open: number[] = [];
  const lineOf = (offset: number) => source.positionAt(offset).line;
  const add = (startLine: number, endLine: number, kind: Fold["kind"] = "region") => {
    if (endLine > startLine) found.push({ startLine, endLine, kind });
  };
  let comment: { first: number; last: number } | undefined;
  for (const { kind, text, span } of scan(source)) {
    if (kind === "comment") {
      const line = lineOf(span.start);
      const alone = source.text.slice(source.lineStart(line), span.start).trim() === "";
      if (alone && comment !== undefined && line === comment.last + 1) comment.last = line;
      else {
        if (comment !== undefined) add(comment.first, comment.last, "comment");
        comment = alone ? { first: line, last: line } : undefined;
      }
    } else if (kind === "string") add(lineOf(span.start), lineOf(span.end));
    else if (kind === "mark" && "([{".includes(text)) open.push(lineOf(span.start));
    // The line of the closing bracket stays in sight.
    else if (kind === "mark" && ")]}".includes(text))
      add(open.pop() ?? Number.MAX_SAFE_INTEGER, lineOf(span.start) - 1);
  }
  if (comment !== undefined) add(comment.first, comment.last, "comment");
  return found.sort((left, right) => left.startLine - right.startLine);
}
