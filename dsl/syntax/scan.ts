import type { IToken } from "chevrotain";
import type { SourceFile } from "../text/source-file.js";
import type { Span } from "../tree/span.js";
import { tokenizeFile, tokenizeHole } from "./lexer.js";
import { scanString } from "./string-scanner.js";
import { endOf, isWord } from "./token-layout.js";
import * as T from "./tokens.js";

export type TokenKind =
  /** A word of the language that its neighbours do not make a plain name. */
  "keyword" | "name" | "string" | "number" | "operator" | "mark" | "comment";

/** A token as an editor needs it: free of the parser's own types. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly span: Span;
}

/**
 * All tokens of a text in source order, comments included. A string is given in pieces: its text, and the tokens of
 * the expressions in its braces. Never throws, whatever the text.
 */
export function scan(source: SourceFile): readonly Token[] {
  const { tokens, comments } = tokenizeFile(source);
  const found: Token[] = comments.map(({ text, span }) => ({ kind: "comment", text, span }));
  for (const token of tokens) found.push(...plain(token, source));
  return found.sort((left, right) => left.span.start - right.span.start);
}

function plain(token: IToken, source: SourceFile): readonly Token[] {
  if (token.tokenType === T.StringLiteral) return piecesOf(token, source);
  return [{ kind: kindOf(token), text: token.image, span: spanOf(token) }];
}

export function spanOf(token: IToken): Span {
  return { start: token.startOffset, end: endOf(token) };
}

export function kindOf(token: IToken): TokenKind {
  const { tokenType } = token;
  if (tokenType === T.StringLiteral) return "string";
  if (tokenType === T.NumberLiteral) return "number";
  if (tokenType === T.Identifier) return "name";
  if (isWord(token)) return "keyword";
  return (tokenType.CATEGORIES ?? []).length > 0 || tokenType === T.Equal ? "operator" : "mark";
}

function piecesOf(token: IToken, source: SourceFile): readonly Token[] {
  const whole = scanString(source.text, token.startOffset);
  const found: Token[] = [];
  let from = whole.start;
  const text = (end: number): void => {
    if (end > from)
      found.push({ kind: "string", text: source.text.slice(from, end), span: { start: from, end } });
  };
  for (const piece of whole.pieces) {
    if (piece.kind !== "hole") continue;
    text(piece.start);
    const mark = (start: number): Token => ({
      kind: "mark",
      text: source.text[start] ?? "",
      span: { start, end: start + 1 },
    });
    found.push(mark(piece.start));
    const inner = tokenizeHole(source, { start: piece.start + 1, end: piece.end - 1 });
    for (const part of inner.tokens) found.push(...plain(part, source));
    found.push(mark(piece.end - 1));
    from = piece.end;
  }
  text(whole.end);
  return found;
}
