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
  const tokens = tokenize(source, { start: 0, end: source.text.length }, false);
  return { ...tokens, diagnostics: [...tokens.diagnostics, ...unseen(source, tokens.diagnostics)] };
}

/** Control characters but for white space, and the marks that turn the direction of writing. */
const UNSEEN = /[^\P{Cc}\t\n\f\r]|[\u202A-\u202E\u2066-\u2069]/gu;

/** Enough to be found in one file. */
const MOST_UNSEEN = 20;

/** Characters that nobody sees in an editor, inside strings and comments; elsewhere they have no meaning anyway. */
function unseen(source: SourceFile, known: readonly Diagnostic[]): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { index, 0: character } of source.text.matchAll(UNSEEN)) {
    if (known.some(({ span }) => span.start <= index && index < span.end)) continue;
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const span = { start: index, end: index + 1 };
    const fixes = [{ title: "Remove it", edits: [{ file: source.path, span, text: "" }] }];
    const values = { code, escape: `\\u${code.toLowerCase()}` };
    found.push(syntaxDiagnostics.report("RVR1034", { file: source.path, span }, values, { fixes }));
    if (found.length === MOST_UNSEEN) break;
  }
  return found;
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
    case "'":
    case "\u201C":
    case "\u201E":
    case "\u00AB": {
      retype(token, T.StringLiteral);
      const inner = token.image.slice(1, -1).replaceAll('"', '\\"');
      return report("Strings stand in straight double quotes.", "Use double quotes", `"${inner}"`);
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
  if (/^[\p{L}\p{N}]/u.test(text)) {
    const extras = { remedy: "Names are made of the letters a to z and A to Z, digits and `_`." };
    return syntaxDiagnostics.report("RVR1001", { file: source.path, span }, { character }, extras);
  }
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
