import type { Span } from "../tree/span.js";

/** A place for people: line and column start at 1, the column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * One source text with its name and the start of every line.
 *
 * Offsets are UTF-16 units from 0. A line ends after `\n`, `\r\n` or a lone `\r`.
 */
export class SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lineStarts: readonly number[];

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.lineStarts = findLineStarts(text);
  }

  get lineCount(): number {
    return this.lineStarts.length;
  }

  /** Place of an offset. Offsets outside the text are moved to its nearest end. */
  positionAt(offset: number): Position {
    const inside = clamp(offset, 0, this.text.length);
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lineStarts[middle]! <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: inside - this.lineStarts[low]! + 1 };
  }

  /** Offset of a place. Lines and columns outside the text are moved to its nearest end. */
  offsetAt(position: Position): number {
    const line = clamp(position.line, 1, this.lineStarts.length);
    const start = this.lineStarts[line - 1]!;
    return clamp(start + position.column - 1, start, this.lineEnd(line));
  }

  /** Offset of the first character of a line (1-based). */
  lineStart(line: number): number {
    return this.lineStarts[clamp(line, 1, this.lineStarts.length) - 1]!;
  }

  /** Offset after the last character of a line (1-based), its line break not counted. */
  lineEnd(line: number): number {
    const next = this.lineStarts[clamp(line, 1, this.lineStarts.length)];
    if (next === undefined) return this.text.length;
    const start = this.lineStart(line);
    let end = next;
    while (end > start && isLineBreak(this.text.charCodeAt(end - 1))) end--;
    return end;
  }

  /** Text of a line (1-based) without its line break. */
  lineText(line: number): string {
    return this.text.slice(this.lineStart(line), this.lineEnd(line));
  }

  textOf(span: Span): string {
    return this.text.slice(span.start, span.end);
  }
}

function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 13 && text.charCodeAt(index + 1) === 10) continue;
    if (isLineBreak(code)) starts.push(index + 1);
  }
  return starts;
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
