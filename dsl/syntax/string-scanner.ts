import type { Span } from "../tree/span.js";

/** Raw pieces of a string literal, in offsets of the text that was scanned. */
export type StringPiece =
  | { readonly kind: "text"; readonly start: number; readonly end: number }
  /** Braces included. */
  | { readonly kind: "hole"; readonly start: number; readonly end: number };

export type StringProblem =
  /** `end` is where reading stopped, and where the closing quotes would go. */
  | { readonly kind: "unterminated"; readonly span: Span; readonly end: number }
  | { readonly kind: "unclosed-hole"; readonly span: Span }
  | { readonly kind: "stray-brace"; readonly span: Span };

export interface ScannedString {
  readonly start: number;
  /** Offset after the closing quote, or where reading stopped. */
  readonly end: number;
  readonly block: boolean;
  /** Range between the quotes. */
  readonly content: Span;
  readonly pieces: readonly StringPiece[];
  readonly problems: readonly StringProblem[];
}

const blockQuote = '"""';
/** Strings within holes of strings within holes: deeper ones are refused. */
const deepestString = 6;
/** Longest hole, in UTF-16 units. Bounds the cost of looking for a brace that is not there. */
const longestHole = 2000;

/**
 * Finds the end and the pieces of the string literal that starts at `start`.
 *
 * A `"` string ends on its line. A string whose holes cannot be closed is read again as plain text,
 * so that one forgotten brace does not swallow what follows.
 */
export function scanString(text: string, start: number): ScannedString {
  if (isForeignQuote(text[start])) return scanForeignString(text, start);
  const block = text.startsWith(blockQuote, start);
  const scanned = scanBody(text, start, block, 0);
  if (scanned.unclosed === undefined) return scanned.string;
  return scanWithoutHoles(text, start, block, scanned.unclosed);
}

type Scan = { readonly string: ScannedString; readonly unclosed: number | undefined };

function scanBody(text: string, start: number, block: boolean, depth: number): Scan {
  const open = block ? blockQuote.length : 1;
  const pieces: StringPiece[] = [];
  const problems: StringProblem[] = [];
  let unclosed: number | undefined;
  let textStart = start + open;
  let index = textStart;
  let closed = false;
  const flush = (): void => {
    if (index > textStart) pieces.push({ kind: "text", start: textStart, end: index });
  };
  while (index < text.length) {
    const character = text[index]!;
    if (block ? text.startsWith(blockQuote, index) : character === '"') {
      closed = true;
      break;
    }
    if (!block && isLineBreak(character)) break;
    if (character === "\\") {
      index += escapeLength(text, index);
    } else if (character === "{") {
      const end = depth < deepestString ? scanHole(text, index, block, depth) : undefined;
      if (end === undefined) {
        unclosed = index;
        break;
      }
      flush();
      pieces.push({ kind: "hole", start: index, end });
      index = end;
      textStart = end;
    } else {
      if (character === "}") problems.push({ kind: "stray-brace", span: { start: index, end: index + 1 } });
      index++;
    }
  }
  flush();
  if (!closed && unclosed === undefined) {
    // Braces of the text that the string ran into are no mistakes of their own.
    problems.length = 0;
    const span = { start, end: block ? start + open : index };
    problems.push({ kind: "unterminated", span, end: index });
  }
  const content = { start: start + open, end: index };
  const end = closed ? index + open : index;
  return { string: { start, end, block, content, pieces, problems }, unclosed };
}

/** Offset after the `}` that closes the hole at `start`, or undefined when there is none. */
function scanHole(text: string, start: number, block: boolean, depth: number): number | undefined {
  let open = 0;
  let index = start;
  const limit = Math.min(text.length, start + longestHole);
  while (index < limit) {
    const character = text[index]!;
    if (isLineBreak(character) && !block) return undefined;
    if (character === '"') {
      if (text.startsWith(blockQuote, index)) return undefined;
      const nested = scanBody(text, index, false, depth + 1);
      if (nested.unclosed !== undefined) return undefined;
      if (nested.string.problems.some((problem) => problem.kind === "unterminated")) return undefined;
      index = nested.string.end;
      continue;
    }
    if (character === "{") open++;
    if (character === "}") open--;
    index++;
    if (open === 0) return index;
  }
  return undefined;
}

function scanWithoutHoles(text: string, start: number, block: boolean, hole: number): ScannedString {
  const open = block ? blockQuote.length : 1;
  let index = start + open;
  let closed = false;
  while (index < text.length) {
    if (block ? text.startsWith(blockQuote, index) : text[index] === '"') {
      closed = true;
      break;
    }
    if (!block && isLineBreak(text[index]!)) break;
    index += text[index] === "\\" ? escapeLength(text, index) : 1;
  }
  const problems: StringProblem[] = [{ kind: "unclosed-hole", span: { start: hole, end: hole + 1 } }];
  return {
    start,
    end: closed ? index + open : index,
    block,
    content: { start: start + open, end: index },
    pieces: index > start + open ? [{ kind: "text", start: start + open, end: index }] : [],
    problems,
  };
}

/** Whether a character opens a string in single or curly quotes. */
export function isForeignQuote(character: string | undefined): boolean {
  return character !== undefined && /['\u201C\u201E\u00AB]/u.test(character);
}

/** A string between single or curly quotes: not of this language, but its extent is clear. */
function scanForeignString(text: string, start: number): ScannedString {
  const close = text[start] === "'" ? /'/u : /[\u201C\u201D\u00BB]/u;
  const end = start + 2 + text.slice(start + 1).search(close);
  const content = { start: start + 1, end: end - 1 };
  const pieces: StringPiece[] = content.end > content.start ? [{ kind: "text", ...content }] : [];
  return { start, end, block: false, content, pieces, problems: [] };
}

/** A backslash takes the next character with it, but never a line break. */
function escapeLength(text: string, index: number): number {
  const next = text[index + 1];
  return next === undefined || isLineBreak(next) ? 1 : 2;
}

function isLineBreak(character: string): boolean {
  return character === "\n" || character === "\r";
}
