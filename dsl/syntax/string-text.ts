import type { Span } from "../tree/span.js";
import { isForeignQuote, type ScannedString, type StringPiece } from "./string-scanner.js";

/** A piece of a string with its text decoded, or the range of a hole. */
export type DecodedPiece =
  | { readonly kind: "text"; readonly text: string; readonly span: Span }
  | { readonly kind: "hole"; readonly span: Span };

export interface DecodedString {
  readonly pieces: readonly DecodedPiece[];
  readonly badEscapes: readonly Span[];
}

/** Decodes escapes and, in block strings, drops the outer line breaks and the common indentation. */
export function decodeString(text: string, scanned: ScannedString): DecodedString {
  const foreign = isForeignQuote(text[scanned.start]);
  const layout = scanned.block ? blockLayout(text, scanned) : undefined;
  const badEscapes: Span[] = [];
  const pieces: DecodedPiece[] = [];
  for (const piece of scanned.pieces) {
    const span = { start: piece.start, end: piece.end };
    if (piece.kind === "hole") {
      pieces.push({ kind: "hole", span });
      continue;
    }
    const value = foreign ? text.slice(piece.start, piece.end) : decodeText(text, piece, layout, badEscapes);
    if (value !== "") pieces.push({ kind: "text", text: value, span });
  }
  return { pieces, badEscapes };
}

interface BlockLayout {
  /** Range that counts, outer line breaks left out. */
  readonly from: number;
  readonly to: number;
  /** Indentation that every line with text shares. */
  readonly indent: string;
  /** Whether the text starts on a line of its own; the line of the opening quotes keeps its spaces. */
  readonly ownLine: boolean;
}

function blockLayout(text: string, scanned: ScannedString): BlockLayout {
  const { start, end } = scanned.content;
  const content = text.slice(start, end);
  const head = /^[ \t]*(?:\r\n|\n|\r)/.exec(content);
  const from = start + (head?.[0].length ?? 0);
  const tail = /(?:\r\n|\n|\r)[ \t]*$/.exec(text.slice(from, end));
  // When there is one line break only, it is the first one and also the last one.
  const to =
    tail === null
      ? head !== null && /^[ \t]*$/.test(text.slice(from, end))
        ? from
        : end
      : from + tail.index;
  let indent: string | undefined;
  for (const run of lineIndents(text, scanned.pieces, from, to, head !== null)) {
    indent = indent === undefined ? run : commonPrefix(indent, run);
  }
  return { from, to, indent: indent ?? "", ownLine: head !== null };
}

/** White space at the start of each line that has text or a hole. */
function* lineIndents(
  text: string,
  pieces: readonly StringPiece[],
  from: number,
  to: number,
  firstLineCounts: boolean,
): Generator<string> {
  const lineBreak = /\r\n|\n|\r/g;
  const indentAt = (offset: number): string | undefined => {
    let index = offset;
    while (index < to && (text[index] === " " || text[index] === "\t")) index++;
    const blank = index >= to || text[index] === "\n" || text[index] === "\r";
    return blank ? undefined : text.slice(offset, index);
  };
  if (firstLineCounts) {
    const run = indentAt(from);
    if (run !== undefined) yield run;
  }
  for (const piece of pieces) {
    if (piece.kind === "hole") continue;
    lineBreak.lastIndex = Math.max(piece.start, from);
    for (let match = lineBreak.exec(text); match !== null; match = lineBreak.exec(text)) {
      if (match.index >= Math.min(piece.end, to)) break;
      const run = indentAt(match.index + match[0].length);
      if (run !== undefined) yield run;
    }
  }
}

function decodeText(
  text: string,
  piece: StringPiece,
  layout: BlockLayout | undefined,
  badEscapes: Span[],
): string {
  const end = layout === undefined ? piece.end : Math.min(piece.end, layout.to);
  let index = layout === undefined ? piece.start : Math.max(piece.start, layout.from);
  let result = "";
  if (layout?.ownLine && index === layout.from) index = skipIndent(text, index, end, layout.indent);
  while (index < end) {
    const character = text[index]!;
    if (character === "\\") {
      const decoded = decodeEscape(text, index, end);
      if (decoded.text === undefined) badEscapes.push({ start: index, end: index + decoded.length });
      result += decoded.text ?? "";
      index += decoded.length;
    } else if (character === "\n" || character === "\r") {
      index += character === "\r" && text[index + 1] === "\n" ? 2 : 1;
      result += "\n";
      if (layout !== undefined) index = skipIndent(text, index, end, layout.indent);
    } else {
      result += character;
      index++;
    }
  }
  return result;
}

/** A line of white space only counts as empty. */
function skipIndent(text: string, offset: number, end: number, indent: string): number {
  let index = offset;
  while (index < end && (text[index] === " " || text[index] === "\t")) index++;
  const blank = text[index] === "\n" || text[index] === "\r";
  if (blank && index < end) return index;
  return text.startsWith(indent, offset) ? Math.min(offset + indent.length, end) : offset;
}

const escapes = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ['"', '"'],
  ["\\", "\\"],
  ["{", "{"],
  ["}", "}"],
]);

function decodeEscape(
  text: string,
  offset: number,
  end: number,
): { readonly text: string | undefined; readonly length: number } {
  const letter = text[offset + 1];
  if (letter === undefined || offset + 1 >= end) return { text: undefined, length: 1 };
  if (letter === "u") {
    const digits = /^[0-9a-fA-F]{4}/.exec(text.slice(offset + 2, Math.min(offset + 6, end)));
    if (digits === null) return { text: undefined, length: 2 };
    return { text: String.fromCharCode(Number.parseInt(digits[0], 16)), length: 6 };
  }
  const known = escapes.get(letter);
  return { text: known, length: 2 };
}

function commonPrefix(left: string, right: string): string {
  let index = 0;
  while (index < left.length && left[index] === right[index]) index++;
  return left.slice(0, index);
}
