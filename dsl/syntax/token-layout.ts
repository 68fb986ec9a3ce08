import type { IToken, TokenType } from "chevrotain";
import type { SourceFile } from "../text/source-file.js";
import * as T from "./tokens.js";

/** Where a token stands on the page. Carried as the token's payload. */
export interface TokenLayout {
  /** 1-based. */
  readonly line: number;
  /** First token of its line. */
  readonly first: boolean;
  /** UTF-16 units before the first token of the line on which this token starts. */
  readonly indent: number;
  /** The token begins an item such as `path = value` or `prompt "..."`, and so no expression. */
  itemStart: boolean;
}

const nowhere: TokenLayout = { line: 0, first: false, indent: 0, itemStart: false };

export function layoutOf(token: IToken): TokenLayout {
  const payload: unknown = token.payload;
  return isLayout(payload) ? payload : nowhere;
}

function isLayout(payload: unknown): payload is TokenLayout {
  return typeof payload === "object" && payload !== null && "itemStart" in payload;
}

/** Offset after a token. */
export function endOf(token: IToken): number {
  return token.startOffset + token.image.length;
}

/** Is the token one of the text, not one that recovery invented, and not the end of input? */
export function isReal(token: IToken): boolean {
  return token.isInsertedInRecovery !== true && !Number.isNaN(token.startOffset);
}

/** Notes the place of every token. Tokens must be in source order. */
export function attachLayout(tokens: readonly IToken[], source: SourceFile): void {
  let line = 1;
  let lastEndLine = 0;
  let indent = 0;
  for (const token of tokens) {
    line = advance(source, line, token.startOffset);
    const first = line !== lastEndLine;
    if (first) indent = token.startOffset - source.lineStart(line);
    const layout: TokenLayout = { line, first, indent, itemStart: false };
    token.payload = layout;
    lastEndLine = token.tokenType === T.StringLiteral ? advance(source, line, endOf(token)) : line;
    line = lastEndLine;
  }
}

function advance(source: SourceFile, line: number, offset: number): number {
  let current = line;
  while (current < source.lineCount && source.lineStart(current + 1) <= offset) current++;
  return current;
}

const literalWords: ReadonlySet<TokenType> = new Set([T.Null, T.True, T.False]);

/**
 * Makes a keyword a plain name where its neighbours leave no doubt, and marks the starts of items.
 *
 * A keyword is a name after `.`, and before `.`, `=` or `:`. Literal words before `:` stay literals
 * unless a key can stand there, since `all(x in null: ...)` reads a literal.
 */
export function resolveContextualWords(tokens: readonly IToken[], inHole: boolean): void {
  const brackets: TokenType[] = inHole ? [T.LeftParen] : [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (T.bracketPairs.has(token.tokenType)) brackets.push(token.tokenType);
    else if (T.closingBrackets.has(token.tokenType)) brackets.pop();
    if (!isWord(token)) continue;
    const before = tokens[index - 1]?.tokenType;
    const after = tokens[index + 1]?.tokenType;
    const inBraces = brackets.at(-1) === T.LeftBrace || brackets.length === 0;
    if (token.tokenType !== T.Identifier && isPlainName(token.tokenType, before, after)) rename(token);
    layoutOf(token).itemStart = layoutOf(token).first && inBraces && startsItem(tokens, index);
  }
}

function isPlainName(type: TokenType, before: TokenType | undefined, after: TokenType | undefined): boolean {
  if (before === T.Dot) return true;
  if (after === T.Dot || after === T.Equal) return true;
  if (after !== T.Colon) return false;
  return !literalWords.has(type) || before === T.LeftBrace || before === T.Comma;
}

function startsItem(tokens: readonly IToken[], index: number): boolean {
  const token = tokens[index]!;
  const next = tokens[index + 1];
  if (next === undefined) return false;
  if (token.tokenType !== T.Identifier && isStatementOperand(next) && !isExpressionWord(token)) {
    return !layoutOf(next).first;
  }
  let after = index + 1;
  while (tokens[after]?.tokenType === T.Dot && tokens[after + 1] !== undefined) after += 2;
  const mark = tokens[after]?.tokenType;
  return mark === T.Equal || (mark === T.Colon && after === index + 1);
}

/** What may follow the keyword of an item, and never a variable. */
function isStatementOperand(token: IToken): boolean {
  if (token.tokenType === T.StringLiteral || token.tokenType === T.NumberLiteral) return true;
  return isWord(token) && !isExpressionWord(token);
}

function isExpressionWord(token: IToken): boolean {
  return T.reservedWords.has(token.image) && token.tokenType !== T.Identifier;
}

export function isWord(token: IToken): boolean {
  return token.tokenType === T.Identifier || T.keywords.get(token.image) === token.tokenType;
}

function rename(token: IToken): void {
  retype(token, T.Identifier);
}

/** Gives a token another type; Chevrotain compares the index, so both must change together. */
export function retype(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx!;
}
