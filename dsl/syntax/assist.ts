import type { IToken } from "chevrotain";
import type { SourceFile } from "../text/source-file.js";
import type { Span } from "../tree/span.js";
import { balanceBrackets } from "./brackets.js";
import { type Expected, expectedIn, fitsRule } from "./expected.js";
import { tokenizeFile, tokenizeHole } from "./lexer.js";
import { kindOf, spanOf, type Token } from "./scan.js";
import { endOf, isWord, layoutOf } from "./token-layout.js";
import * as T from "./tokens.js";

/** What stands at a place of a text that may be half written. */
export interface Assist {
  /** The word before the cursor, which a completion replaces; empty between words. */
  readonly word: Span;
  /** Text of a string before the cursor, when the cursor is in one and not in an expression of it. */
  readonly string: { readonly content: Span; readonly before: string } | undefined;
  /** Heads of the blocks around the cursor, outermost first: `gold create_issue` without its brace. */
  readonly blocks: readonly (readonly Token[])[];
  /** Tokens of the item that is being written, from its start to the word. */
  readonly item: readonly Token[];
  /** The word is the first of its line: most likely a new item is meant. */
  readonly lineStart: boolean;
  readonly expected: readonly Expected[];
}

/** Items of a block that are looked at for the start of the one being written. */
const FURTHEST_ITEM = 40;

/**
 * Says where a cursor is and what may be written there, from the tokens before it and the grammar alone: it needs no
 * tree, so it works while a line is half written. Never throws.
 */
export function assistAt(source: SourceFile, offset: number): Assist {
  const lexed = tokenizeFile(source);
  const { tokens } = balanceBrackets(lexed.tokens, source, source.text.length);
  const word = wordBefore(source.text, offset);
  const comment = lexed.comments.some(({ span }) => span.start < offset && offset <= span.end);
  const within = tokens.find(
    (token) => token.tokenType === T.StringLiteral && token.startOffset < offset && offset < endOf(token) + 1,
  );
  const string = within === undefined ? undefined : stringAt(source.text, within, offset);
  const cut = string === undefined ? word.start : (within?.startOffset ?? word.start);
  const before = tokensBefore(tokens, cut, source);
  if (string?.hole !== undefined) return inHole(source, string.hole, word, before);
  const openers = openersOf(before);
  const heads = headsOf(before, openers);
  const lineStart = source.text.slice(source.lineStart(source.positionAt(cut).line), cut).trim() === "";
  const found = comment ? undefined : itemBefore(before, heads);
  return {
    word: string === undefined ? word : { start: string.content.start, end: offset },
    string: string && { content: string.content, before: source.text.slice(string.content.start, offset) },
    blocks: heads.map((head) => plainTokens(before.slice(head.from, head.brace))),
    item: plainTokens(found?.item ?? []),
    lineStart,
    expected: found?.expected ?? [],
  };
}

function inHole(source: SourceFile, hole: number, word: Span, before: readonly IToken[]): Assist {
  const { tokens } = tokenizeHole(source, { start: hole, end: word.start });
  const heads = headsOf(before, openersOf(before));
  return {
    word,
    string: undefined,
    blocks: heads.map((head) => plainTokens(before.slice(head.from, head.brace))),
    item: plainTokens(tokens),
    lineStart: false,
    expected: expectedIn("holeExpression", tokens),
  };
}

function plainTokens(tokens: readonly IToken[]): readonly Token[] {
  return tokens.map((token) => ({ kind: kindOf(token), text: token.image, span: spanOf(token) }));
}

function wordBefore(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && /[A-Za-z0-9_]/.test(text[start - 1]!)) start--;
  return { start, end: offset };
}

/** Where the text of the string begins, or the innermost expression of it that holds the cursor. */
function stringAt(
  text: string,
  token: IToken,
  offset: number,
): { readonly content: Span; readonly hole: number | undefined } | undefined {
  const block = text.startsWith('"""', token.startOffset);
  const quotes = block ? 3 : 1;
  const start = token.startOffset + quotes;
  const closed = token.image.length >= 2 * quotes && token.image.endsWith(block ? '"""' : '"');
  const end = endOf(token) - (closed ? quotes : 0);
  if (offset < start || offset > end) return undefined;
  let hole: number | undefined;
  let quoted = false;
  for (let index = start; index < offset; index++) {
    const character = text[index];
    if (character === "\\") index++;
    else if (hole === undefined && character === "{") hole = index + 1;
    else if (hole !== undefined && character === '"') quoted = !quoted;
    else if (hole !== undefined && !quoted && character === "}") hole = undefined;
  }
  return { content: { start, end }, hole };
}

/** The balanced tokens before a place. A brace that balancing put in is left out while the cursor stands deeper. */
function tokensBefore(tokens: readonly IToken[], cut: number, source: SourceFile): readonly IToken[] {
  const next = tokens.findIndex((token) => token.image !== "" && token.startOffset >= cut);
  const before = tokens.slice(0, next < 0 ? tokens.length : next);
  const column = source.positionAt(cut).column - 1;
  const line = source.positionAt(cut).line;
  const invented: IToken[] = [];
  while (before.at(-1)?.image === "") invented.unshift(before.pop()!);
  const openers = openersOf(before);
  for (const closer of invented) {
    const opener = before[openers.pop() ?? -1];
    if (opener !== undefined && (layoutOf(opener).line === line || layoutOf(opener).indent < column)) break;
    before.push(closer);
  }
  return before;
}

/** Indices of the brackets that are open at the end. */
function openersOf(tokens: readonly IToken[]): number[] {
  const openers: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (T.bracketPairs.has(token.tokenType)) openers.push(index);
    else if (T.closingBrackets.has(token.tokenType)) openers.pop();
  }
  return openers;
}

interface Head {
  /** First token of the block's head. */
  readonly from: number;
  readonly brace: number;
  /** Rule of the grammar that reads the block. */
  readonly rule: string;
}

/** The blocks that are open, outermost first. Braces of objects are no blocks. */
function headsOf(tokens: readonly IToken[], openers: readonly number[]): readonly Head[] {
  const heads: Head[] = [];
  let start = 0;
  for (const brace of openers) {
    if (tokens[brace]?.tokenType !== T.LeftBrace) continue;
    const head = headOf(tokens, start, brace);
    if (head !== undefined) heads.push(head);
    start = brace + 1;
  }
  return heads;
}

/**
 * The nearest place before a brace from which the grammar reads the head of a block. Starts of lines are tried first:
 * in `reward x in world y {` the head is not `world y`.
 */
function headOf(tokens: readonly IToken[], start: number, brace: number): Head | undefined {
  const candidates: number[] = [];
  let depth = 0;
  for (let from = brace - 1; from >= start && brace - from <= FURTHEST_ITEM; from--) {
    const token = tokens[from]!;
    if (T.closingBrackets.has(token.tokenType)) depth++;
    else if (T.bracketPairs.has(token.tokenType)) depth--;
    if (depth === 0 && !T.bracketPairs.has(token.tokenType)) candidates.push(from);
  }
  const starts = (from: number) => from === start || layoutOf(tokens[from]!).first;
  const ordered = [...candidates.filter(starts), ...candidates.filter((from) => !starts(from))];
  for (const from of ordered) {
    const rule = fitsRule(tokens.slice(from, brace + 1));
    if (rule !== undefined) return { from, brace, rule };
  }
  return undefined;
}

/** The item that is being written: the nearest start before the cursor from which the grammar can go on. */
function itemBefore(
  tokens: readonly IToken[],
  heads: readonly Head[],
): { readonly item: readonly IToken[]; readonly expected: readonly Expected[] } {
  const head = heads.at(-1);
  const inside = head === undefined ? 0 : head.brace + 1;
  const lead = head === undefined ? [] : tokens.slice(head.from, inside);
  const rule = head?.rule ?? "file";
  const candidates: number[] = [];
  let depth = 0;
  for (let from = tokens.length - 1; from >= inside && tokens.length - from <= FURTHEST_ITEM * 4; from--) {
    const token = tokens[from]!;
    if (T.closingBrackets.has(token.tokenType)) depth++;
    else if (T.bracketPairs.has(token.tokenType)) depth = Math.max(depth - 1, 0);
    if (depth === 0 && mayStartItem(token)) candidates.push(from);
  }
  // A word within a line mostly goes on with it, so that starts of lines are tried first.
  const starts = (from: number) => from === inside || layoutOf(tokens[from]!).first;
  for (const from of [...candidates.filter(starts), ...candidates.filter((one) => !starts(one))]) {
    const item = tokens.slice(from);
    const expected = expectedIn(rule, [...lead, ...item]);
    if (expected.length > 0) return { item, expected };
  }
  return { item: [], expected: expectedIn(rule, lead) };
}

/** An item begins with a word, or is the description of a tool. */
function mayStartItem(token: IToken): boolean {
  return isWord(token) || token.tokenType === T.StringLiteral;
}
