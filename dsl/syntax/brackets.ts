import { createTokenInstance, type IToken, type TokenType } from "chevrotain";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceFile } from "../text/source-file.js";
import type { Span } from "../tree/span.js";
import { syntaxDiagnostics } from "./codes.js";
import { endOf, isWord, layoutOf, retype } from "./token-layout.js";
import * as T from "./tokens.js";

/*
 * Brackets are balanced before the parser runs. One forgotten brace would otherwise make the parser
 * read the rest of the file as part of the wrong block, and every message after it would be noise.
 * When a file does not balance, its indentation tells where the bracket was most likely forgotten.
 */

export interface Balanced {
  /** The tokens with missing brackets put in and stray ones taken out. */
  readonly tokens: IToken[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Brackets that one message names; a hostile file may lack thousands. */
const namedBrackets = 8;

type Repair =
  | { readonly kind: "close"; readonly before: number; readonly opener: IToken }
  | { readonly kind: "open"; readonly before: number; readonly closer: number }
  | { readonly kind: "drop"; readonly at: number }
  /** A closing bracket of the wrong kind. */
  | { readonly kind: "swap"; readonly at: number; readonly opener: IToken };

export function balanceBrackets(tokens: IToken[], source: SourceFile, end: number): Balanced {
  const plain = plan(tokens, false);
  if (plain.length === 0) return { tokens, diagnostics: [] };
  const indented = plan(tokens, true);
  const repairs = countMistakes(indented) <= countMistakes(plain) ? indented : plain;
  return { tokens: apply(tokens, repairs, end), diagnostics: explain(tokens, repairs, source, end) };
}

/** Brackets closed at one place are one mistake: a file that was cut short lacks several. */
function countMistakes(repairs: readonly Repair[]): number {
  return new Set(repairs.map((repair) => ("at" in repair ? `-${repair.at}` : `+${repair.before}`))).size;
}

function plan(tokens: readonly IToken[], useIndent: boolean): readonly Repair[] {
  const repairs: Repair[] = [];
  const stack: IToken[] = [];
  tokens.forEach((token, index) => {
    const layout = layoutOf(token);
    const closer = T.closingBrackets.has(token.tokenType);
    if (useIndent && layout.first) {
      while (isLeftBehind(stack.at(-1), token, closer))
        repairs.push({ kind: "close", before: index, opener: stack.pop()! });
    }
    if (T.bracketPairs.has(token.tokenType)) {
      stack.push(token);
    } else if (closer) {
      const match = findOpener(stack, token.tokenType);
      if (useIndent && layout.first && token.tokenType === T.RightBrace) {
        const opener = match === undefined ? undefined : stack[match];
        const header = headerWithoutBrace(tokens, index, opener);
        if (header !== undefined) {
          repairs.push({ kind: "open", before: header, closer: index });
          return;
        }
      }
      if (match === undefined) {
        const opener = stack.at(-1);
        if (opener !== undefined && isMixedUp(opener, token)) {
          stack.pop();
          repairs.push({ kind: "swap", at: index, opener });
        } else {
          repairs.push({ kind: "drop", at: index });
        }
        return;
      }
      for (const opener of stack.splice(match).slice(1).reverse()) {
        repairs.push({ kind: "close", before: index, opener });
      }
    }
  });
  for (const opener of stack.reverse()) repairs.push({ kind: "close", before: tokens.length, opener });
  return repairs.map((repair) =>
    repair.kind === "close" ? { ...repair, before: endOfContent(tokens, repair) } : repair,
  );
}

/** A parenthesis closed by a square bracket on its line, or the other way round. */
function isMixedUp(opener: IToken, closer: IToken): boolean {
  const round = (token: IToken): boolean =>
    token.tokenType !== T.LeftBrace && token.tokenType !== T.RightBrace;
  return round(opener) && round(closer) && layoutOf(opener).line === layoutOf(closer).line;
}

/**
 * Where what an open parenthesis or square bracket holds ends: before a word that directly follows a value, as in
 * `get_issue(key: parent.key before create_issue`, since two values never touch in there.
 */
function endOfContent(
  tokens: readonly IToken[],
  { opener, before }: Extract<Repair, { kind: "close" }>,
): number {
  if (opener.tokenType === T.LeftBrace) return before;
  let depth = 0;
  for (let index = tokens.indexOf(opener) + 1; index < before; index++) {
    const token = tokens[index]!;
    const previous = tokens[index - 1]!;
    if (depth === 0 && previous !== opener && endsValue(previous) && isPlainWord(token)) return index;
    if (T.bracketPairs.has(token.tokenType)) depth++;
    else if (T.closingBrackets.has(token.tokenType)) depth--;
  }
  return before;
}

function endsValue(token: IToken): boolean {
  const { tokenType } = token;
  if (tokenType === T.StringLiteral || tokenType === T.NumberLiteral) return true;
  return T.closingBrackets.has(tokenType) || isPlainWord(token);
}

function isPlainWord(token: IToken): boolean {
  return isWord(token) && (token.tokenType === T.Identifier || !T.reservedWords.has(token.image));
}

/** A line that does not stand deeper than the line of an open bracket shows that it was not closed. */
function isLeftBehind(opener: IToken | undefined, token: IToken, closer: boolean): boolean {
  if (opener === undefined) return false;
  const { indent, line } = layoutOf(opener);
  if (line >= layoutOf(token).line) return false;
  return closer ? layoutOf(token).indent < indent : layoutOf(token).indent <= indent;
}

function findOpener(stack: readonly IToken[], closer: TokenType): number | undefined {
  for (let index = stack.length - 1; index >= 0; index--) {
    if (T.bracketPairs.get(stack[index]!.tokenType) === closer) return index;
  }
  return undefined;
}

/**
 * The place after a header that lacks its `{`, as an index of the following token: the nearest
 * line above with the indentation of the closing brace, followed by deeper lines.
 */
function headerWithoutBrace(
  tokens: readonly IToken[],
  closer: number,
  opener: IToken | undefined,
): number | undefined {
  const { indent } = layoutOf(tokens[closer]!);
  if (opener !== undefined && layoutOf(opener).indent === indent) return undefined;
  let firstOfNextLine = closer;
  for (let index = closer - 1; index >= 0; index--) {
    const token = tokens[index]!;
    if (token === opener) return undefined;
    const layout = layoutOf(token);
    if (!layout.first) continue;
    if (layout.indent < indent) return undefined;
    if (layout.indent === indent) {
      const endsOpen = tokens[firstOfNextLine - 1]!;
      const isHeader = isWord(token) && firstOfNextLine < closer && !T.bracketPairs.has(endsOpen.tokenType);
      return isHeader ? firstOfNextLine : undefined;
    }
    firstOfNextLine = index;
  }
  return undefined;
}

function apply(tokens: readonly IToken[], repairs: readonly Repair[], end: number): IToken[] {
  const dropped = new Set<number>();
  const swapped = new Map<number, IToken>();
  const inserted = new Map<number, TokenType[]>();
  for (const repair of repairs) {
    if (repair.kind === "drop") {
      dropped.add(repair.at);
      continue;
    }
    if (repair.kind === "swap") {
      const token = { ...tokens[repair.at]! };
      retype(token, T.bracketPairs.get(repair.opener.tokenType)!);
      swapped.set(repair.at, token);
      continue;
    }
    const type = repair.kind === "open" ? T.LeftBrace : T.bracketPairs.get(repair.opener.tokenType)!;
    const types = inserted.get(repair.before) ?? [];
    types.push(type);
    inserted.set(repair.before, types);
  }
  const result: IToken[] = [];
  for (let index = 0; index <= tokens.length; index++) {
    const before = tokens[index - 1];
    for (const type of inserted.get(index) ?? []) result.push(invent(type, before, end));
    const token = swapped.get(index) ?? tokens[index];
    if (token !== undefined && !dropped.has(index)) result.push(token);
  }
  return result;
}

/** A bracket of no width right after the token before it. */
function invent(type: TokenType, before: IToken | undefined, end: number): IToken {
  const offset = before === undefined ? end : endOf(before);
  const token = createTokenInstance(type, "", offset, offset - 1, 0, 0, 0, 0);
  token.payload = { ...layoutOf(before ?? token), first: true, itemStart: false };
  return token;
}

function explain(
  tokens: readonly IToken[],
  repairs: readonly Repair[],
  source: SourceFile,
  end: number,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const closed = new Map<number, IToken[]>();
  for (const repair of repairs) {
    switch (repair.kind) {
      case "drop":
        diagnostics.push(explainStray(tokens[repair.at]!, source));
        break;
      case "swap":
        diagnostics.push(explainSwap(tokens[repair.at]!, repair.opener, source));
        break;
      case "open":
        diagnostics.push(explainOpen(tokens, repair.before, tokens[repair.closer]!, source));
        break;
      case "close": {
        const openers = closed.get(repair.before) ?? [];
        openers.push(repair.opener);
        closed.set(repair.before, openers);
        break;
      }
    }
  }
  for (const [before, openers] of closed) {
    diagnostics.push(explainUnclosed(tokens, before, openers, source, end));
  }
  return diagnostics;
}

function explainStray(token: IToken, source: SourceFile): Diagnostic {
  const span = { start: token.startOffset, end: endOf(token) };
  const opener = [...T.bracketPairs].find(([, closer]) => closer === token.tokenType)?.[0];
  return syntaxDiagnostics.report(
    "RVR1011",
    { file: source.path, span },
    { closer: token.image, opener: bracketText(opener) },
    { fixes: [{ title: `Remove \`${token.image}\``, edits: [{ file: source.path, span, text: "" }] }] },
  );
}

function explainSwap(token: IToken, opener: IToken, source: SourceFile): Diagnostic {
  const span = { start: token.startOffset, end: endOf(token) };
  const wanted = bracketText(T.bracketPairs.get(opener.tokenType));
  const missing = [...T.bracketPairs].find(([, closer]) => closer === token.tokenType)?.[0];
  return syntaxDiagnostics.report(
    "RVR1011",
    { file: source.path, span },
    { closer: token.image, opener: bracketText(missing) },
    {
      remedy: `Write \`${wanted}\`, which closes the \`${opener.image}\` before it.`,
      related: [
        {
          file: source.path,
          span: { start: opener.startOffset, end: endOf(opener) },
          message: `\`${wanted}\` closes this`,
        },
      ],
      fixes: [{ title: `Write \`${wanted}\``, edits: [{ file: source.path, span, text: wanted }] }],
    },
  );
}

function explainOpen(
  tokens: readonly IToken[],
  before: number,
  closer: IToken,
  source: SourceFile,
): Diagnostic {
  const offset = endOf(tokens[before - 1]!);
  const span = { start: offset, end: offset };
  return syntaxDiagnostics.report(
    "RVR1012",
    { file: source.path, span },
    {},
    {
      related: [
        {
          file: source.path,
          span: { start: closer.startOffset, end: endOf(closer) },
          message: "this closes a block that was never opened",
        },
      ],
      fixes: [{ title: "Add `{`", edits: [{ file: source.path, span, text: " {" }] }],
    },
  );
}

function explainUnclosed(
  tokens: readonly IToken[],
  before: number,
  openers: readonly IToken[],
  source: SourceFile,
  end: number,
): Diagnostic {
  const previous = tokens[before - 1];
  const offset = previous === undefined ? end : endOf(previous);
  const span: Span = { start: offset, end: offset };
  const named = openers.slice(0, namedBrackets);
  const closers = named.map((opener) => bracketText(T.bracketPairs.get(opener.tokenType)));
  const one = openers.length === 1;
  return syntaxDiagnostics.report(
    "RVR1010",
    { file: source.path, span },
    {
      closers: one ? `\`${closers[0]}\`` : `\`${closers.join(" ")}\``,
      openers: one ? `\`${openers[0]!.image}\` is` : `${openers.length} brackets are`,
      text: `\`${closers.join(" ")}\``,
    },
    {
      related: named.map((opener) => ({
        file: source.path,
        span: { start: opener.startOffset, end: endOf(opener) },
        message: "opened here",
      })),
      fixes: [
        {
          title: `Add \`${closers.join(" ")}\``,
          edits: [{ file: source.path, span, text: closingText(openers, source) }],
        },
      ],
    },
  );
}

/** Closing braces of blocks go on lines of their own, with the indentation of the block. */
function closingText(openers: readonly IToken[], source: SourceFile): string {
  return openers
    .map((opener) => {
      const closer = bracketText(T.bracketPairs.get(opener.tokenType));
      const { line, indent } = layoutOf(opener);
      if (opener.tokenType !== T.LeftBrace || !endsLine(source, line, endOf(opener))) return closer;
      return `\n${source.text.slice(source.lineStart(line), source.lineStart(line) + indent)}${closer}`;
    })
    .join("");
}

function endsLine(source: SourceFile, line: number, offset: number): boolean {
  return /^\s*(?:#.*)?$/.test(source.text.slice(offset, source.lineEnd(line)));
}

function bracketText(type: TokenType | undefined): string {
  return type === undefined ? "" : type.name.slice(1, -1);
}
