import type { SourceFile } from "../text/source-file.js";
import type { Span } from "../tree/span.js";
import { layOutLine, sliceColumns } from "./line-layout.js";
import type { Painter } from "./painter.js";

/** One marked range of a frame. */
export interface FrameMark {
  readonly span: Span;
  /** Text behind the underline; empty for none. */
  readonly label: string;
  readonly primary: boolean;
}

/** Columns of source text shown at most; longer lines are clipped around their marks. */
const frameWidth = 96;
/** A mark over more lines than this shows its first and its last line only. */
const longestRun = 4;

interface LineMark {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly primary: boolean;
}

/**
 * Source lines of one file with underlines: `^` for the primary mark, `-` for the others.
 *
 * Returns lines without their line breaks. `gutter` is the width of the line numbers.
 */
export function renderFrame(
  source: SourceFile,
  marks: readonly FrameMark[],
  gutter: number,
  paint: Painter,
): readonly string[] {
  const byLine = collectLines(source, marks);
  const lines: string[] = [];
  let previous: number | undefined;
  for (const [line, lineMarks] of [...byLine].sort(([left], [right]) => left - right)) {
    if (previous !== undefined && line > previous + 1) lines.push(paint.dim(`${" ".repeat(gutter)} ...`));
    lines.push(...renderLine(source.lineText(line), line, lineMarks, gutter, paint));
    previous = line;
  }
  return lines;
}

/** Number of the last line that the marks touch: what the gutter must have room for. */
export function lastLine(source: SourceFile, marks: readonly FrameMark[]): number {
  return Math.max(1, ...marks.map((mark) => source.positionAt(mark.span.end).line));
}

function collectLines(
  source: SourceFile,
  marks: readonly FrameMark[],
): ReadonlyMap<number, readonly LineMark[]> {
  const byLine = new Map<number, LineMark[]>();
  for (const mark of marks) {
    const first = source.positionAt(mark.span.start).line;
    // The line break at the end of a range does not make the next line part of it.
    const last = source.positionAt(Math.max(mark.span.start, mark.span.end - 1)).line;
    for (let line = first; line <= last; line++) {
      if (last - first >= longestRun && line > first + 1 && line < last) continue;
      const lineStart = source.lineStart(line);
      const lineLength = source.lineEnd(line) - lineStart;
      const text = source.lineText(line);
      const indent = text.length - text.trimStart().length;
      const start = line === first ? Math.min(mark.span.start - lineStart, lineLength) : indent;
      const end = line === last ? Math.min(mark.span.end - lineStart, lineLength) : lineLength;
      const list = byLine.get(line) ?? [];
      list.push({
        start,
        end: Math.max(start, end),
        label: line === last ? mark.label : "",
        primary: mark.primary,
      });
      byLine.set(line, list);
    }
  }
  return byLine;
}

/** Units on either side of a mark that are laid out; a document may be one line of megabytes. */
const longLine = 1000;

interface Excerpt {
  readonly text: string;
  readonly marks: readonly LineMark[];
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

/** The part of a long line that can show: what lies around its primary mark. */
function excerptOf(text: string, marks: readonly LineMark[]): Excerpt {
  const anchor = marks.find((mark) => mark.primary) ?? marks[0]!;
  const from = wholeUnit(text, Math.max(0, anchor.start - longLine));
  const to = wholeUnit(text, Math.min(text.length, anchor.start + 2 * longLine));
  const inside = (at: number): number => Math.min(Math.max(at, from), to) - from;
  return {
    text: text.slice(from, to),
    marks: marks.flatMap((mark) =>
      mark.end < from || mark.start > to
        ? []
        : [{ ...mark, start: inside(mark.start), end: inside(mark.end) }],
    ),
    cutBefore: from > 0,
    cutAfter: to < text.length,
  };
}

/** The next place that lies within no surrogate pair. */
function wholeUnit(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

function renderLine(
  whole: string,
  line: number,
  wholeMarks: readonly LineMark[],
  gutter: number,
  paint: Painter,
): readonly string[] {
  const { text, marks, cutBefore, cutAfter } = excerptOf(whole, wholeMarks);
  const layout = layOutLine(text);
  const total = layout.columns[text.length]!;
  const placed = marks.map((mark) => {
    const start = layout.columns[mark.start]!;
    return { ...mark, start, end: Math.max(start + 1, layout.columns[mark.end]!) };
  });
  const anchor = placed.find((mark) => mark.primary) ?? placed[0]!;
  const window = chooseWindow(anchor.start, anchor.end, total);
  const head = window.from > 0 || cutBefore ? "\u2026" : "";
  const tail = window.to < total || cutAfter ? "\u2026" : "";
  const shift = window.from - head.length;
  const bar = `${" ".repeat(gutter)} ${paint.dim("|")}`;
  const body = head + sliceColumns(layout.text, window.from, window.to) + tail;
  const rows = [`${paint.dim(`${String(line).padStart(gutter)} |`)} ${body}`.trimEnd()];
  for (const mark of placed.sort(
    (left, right) => left.start - right.start || Number(right.primary) - Number(left.primary),
  )) {
    const start = Math.max(mark.start, window.from);
    const end = Math.min(mark.end, window.to + 1);
    if (end <= start) continue;
    const underline = (mark.primary ? "^" : "-").repeat(end - start);
    const label = mark.label === "" ? "" : ` ${mark.label}`;
    const painted = mark.primary ? paint.strong(underline + label) : paint.accent(underline + label);
    rows.push(`${bar} ${" ".repeat(start - shift)}${painted}`);
  }
  return rows;
}

function chooseWindow(
  start: number,
  end: number,
  total: number,
): { readonly from: number; readonly to: number } {
  if (total <= frameWidth) return { from: 0, to: total };
  const middle = end - start >= frameWidth ? start + frameWidth / 2 - 8 : (start + end) / 2;
  const from = Math.min(Math.max(0, Math.round(middle - frameWidth / 2)), total - frameWidth);
  // A mark that stands at the end of the line is kept in view by the clamp above.
  return { from, to: from + frameWidth };
}
