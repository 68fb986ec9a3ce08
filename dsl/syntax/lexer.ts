import { type IToken, Lexer } from "chevrotain";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceFile } from "../text/source-file.js";
import type { Comment } from "../tree/file.js";
import type { Span } from "../tree/span.js";
import { syntaxDiagnostics } from "./codes.js";
import { attachLayout, endOf, resolveContextualWords, retype } from "./token-layout.js";
import * as T from "./tokens.js";

export interface Tokens {
  /** Source order, comments left out, offsets absolute in the file. */
  readonly tokens: IToken[];
  readonly comments: readonly Comment[];
  readonly diagnostics: readonly Diagnostic[];
}

let cached: Lexer | undefined;

/** Built at the first use: building it costs more than reading a short file. */
function lexer(): Lexer {
  cached ??= new Lexer(T.vocabulary, { positionTracking: "onlyOffset", skipValidations: true });
  return cached;
}

/** Reads the tokens of a file. Never throws; what the language does not know is reported and dropped. */
export function tokenizeFile(source: SourceFile): Tokens {
  return tokenize(source, { start: 0, end: source.text.length }, false);
}

/** Reads the tokens between the braces of a hole. */
export function tokenizeHole(source: SourceFile, span: Span): Tokens {
  return tokenize(source, span, true);
}

function tokenize(source: SourceFile, span: Span, inHole: boolean): Tokens {
  const result = lexer().tokenize(source.text.slice(span.start, span.end));
  const comments: Comment[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const token of result.groups["comments"] ?? []) {
    token.startOffset += span.start;
    const place = { start: token.startOffset, end: endOf(token) };
    if (inHole) diagnostics.push(unknownText(source, place, "A comment"));
    else comments.push({ text: token.image, span: place });
  }
  const tokens: IToken[] = [];
  for (const token of result.tokens) {
    token.startOffset += span.start;
    token.endOffset = endOf(token) - 1;
    if (token.tokenType === T.Foreign) diagnostics.push(repairForeign(token, source));
    if (token.tokenType !== T.Foreign) tokens.push(token);
  }
  for (const error of result.errors) {
    const start = error.offset + span.start;
    const place = { start, end: start + error.length };
    diagnostics.push(unknownText(source, place, describeCharacters(source.textOf(place))));
  }
  attachLayout(tokens, source);
  resolveContextualWords(tokens, inHole);
  return { tokens, comments, diagnostics };
}

/** Habits of other languages: turned into what was meant where that is plain, with a fix. */
function repairForeign(token: IToken, source: SourceFile): Diagnostic {
  const span = { start: token.startOffset, end: endOf(token) };
  const edit = (text: string) => [{ file: source.path, span, text }];
  const report = (remedy: string, title: string, text: string): Diagnostic =>
    syntaxDiagnostics.report(
      "RVR1001",
      { file: source.path, span },
      { character: describeCharacters(token.image) },
      { remedy, fixes: [{ title, edits: edit(text) }] },
    );
  switch (token.image[0]) {
    case "'": {
      retype(token, T.StringLiteral);
      const inner = token.image.slice(1, -1).replaceAll('"', '\\"');
      return report("Strings stand in double quotes.", "Use double quotes", `"${inner}"`);
    }
    case "&":
      retype(token, T.And);
      return report("Both conditions: write `and`.", "Write `and`", "and");
    case "|":
      retype(token, T.Or);
      return report("Either condition: write `or`.", "Write `or`", "or");
    case "!":
      retype(token, T.Not);
      return report("Negation is written `not`.", "Write `not`", "not ");
    default:
      return report("A comment starts with `#`.", "Write a `#` comment", `#${token.image.slice(2)}`);
  }
}

function unknownText(source: SourceFile, span: Span, character: string): Diagnostic {
  const text = source.textOf(span);
  const separator = text === ";";
  return syntaxDiagnostics.report(
    "RVR1001",
    { file: source.path, span },
    { character },
    separator
      ? {
          remedy: "Items need no mark at their end: remove it.",
          fixes: [{ title: "Remove `;`", edits: [{ file: source.path, span, text: "" }] }],
        }
      : {},
  );
}

function describeCharacters(text: string): string {
  const shown = [...text].slice(0, 12).join("");
  const [first] = [...shown];
  const code = first?.codePointAt(0) ?? 0;
  if (/^[\p{C}\p{Z}]/u.test(shown))
    return `The character U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return `\`${shown}${shown.length < text.length ? "..." : ""}\``;
}
