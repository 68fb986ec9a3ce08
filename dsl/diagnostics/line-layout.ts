import { displayWidth } from "../text/display-width.js";

/** Tab stops of a code frame, in columns. */
const tabStop = 4;

/** One source line as a terminal shows it. */
export interface LineLayout {
  /** The line with tabs made into spaces and control characters made visible. */
  readonly text: string;
  /** Display column (from 0) at which each UTF-16 unit starts; one more for the end of the line. */
  readonly columns: readonly number[];
}

/** Lays out a line without its line break. */
export function layOutLine(line: string): LineLayout {
  const columns: number[] = [];
  let text = "";
  let column = 0;
  for (const character of line) {
    for (let unit = 0; unit < character.length; unit++) columns.push(column);
    const shown = show(character, column);
    text += shown.text;
    column += shown.width;
  }
  columns.push(column);
  return { text, columns };
}

/** Cuts display columns [from, to) out of a laid out line; a wide character on the edge becomes a space. */
export function sliceColumns(text: string, from: number, to: number): string {
  let result = "";
  let column = 0;
  for (const character of text) {
    const width = displayWidth(character.codePointAt(0)!);
    const start = column;
    column += width;
    if (start >= to) break;
    if (start >= from && column <= to) result += character;
    else if (column > from && start < to && width > 0) result += " ";
  }
  return result;
}

function show(character: string, column: number): { readonly text: string; readonly width: number } {
  if (character === "\t") {
    const width = tabStop - (column % tabStop);
    return { text: " ".repeat(width), width };
  }
  const codePoint = character.codePointAt(0)!;
  // Control characters and lone surrogates must not reach a terminal: they could move its cursor.
  const unsafe =
    codePoint < 0x20 ||
    (codePoint >= 0x7f && codePoint < 0xa0) ||
    (codePoint >= 0xd800 && codePoint <= 0xdfff);
  const direction =
    (codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069);
  if (unsafe || direction) return { text: "\ufffd", width: 1 };
  return { text: character, width: displayWidth(codePoint) };
}
