import { EOF, type IRecognitionException, type IToken } from "chevrotain";
import type { Extras } from "../diagnostics/define.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/did-you-mean.js";
import type { SourceFile } from "../text/source-file.js";
import type { Span } from "../tree/span.js";
import { tokenSpan } from "./build/context.js";
import { syntaxDiagnostics } from "./codes.js";
import type { ParseFailure } from "./recovering-parser.js";
import { blockOf, describeRule } from "./rule-notes.js";
import { endOf, isWord, layoutOf } from "./token-layout.js";
import * as T from "./tokens.js";

/** Number of rules on the stack from which a failure means that the text is nested too deeply. */
const deepStack = 250;
const shownLevels = 40;

/** Rules that fail only where a value is missing. */
const expressionRules: ReadonlySet<string> = new Set(["expression", "infixExpression", "operand", "primary"]);

/** Words a parser's failure for people. `end` is where the text that was parsed ends. */
export function explainFailure(error: IRecognitionException, source: SourceFile, end: number): Diagnostic {
  const failure: ParseFailure = JSON.parse(error.message);
  const cut = isCutShort(error, failure);
  const span = cut ? endOfPrevious(error, end) : placeOf(error, end);
  const place = { file: source.path, span };
  const found = cut ? "the end of the line" : describeToken(error.token);
  if (error.context.ruleStack.length >= deepStack) {
    return syntaxDiagnostics.report("RVR1031", place, { limit: shownLevels });
  }
  const block = blockOf(failure.rule, error.context.ruleStack, failure.expected);
  if (block !== undefined) {
    return syntaxDiagnostics.report(
      "RVR1021",
      place,
      {
        found: capitalise(found),
        place: block.name,
        holder: capitalise(block.name),
        items: block.items,
        sample: block.sample,
      },
      {
        ...suggestWord(error.token, block.words, place.file, span),
        ...plainNameHint(error.token, block.words),
        ...equalsHint(error, place.file),
        ...neighbourHint(error, place.file),
      },
    );
  }
  const rule = describeRule(failure.rule);
  if (failure.rule === "holeExpression" && failure.expected.length === 0) {
    const values = { expected: "the end of the hole", found, rule: rule.why, sample: rule.sample };
    return syntaxDiagnostics.report("RVR1020", place, values, equalsHint(error, place.file));
  }
  if (expressionRules.has(failure.rule) || failure.expected.length === 0) {
    const at = { file: source.path, span: gapBefore(error) ?? span };
    return syntaxDiagnostics.report("RVR1022", at, { found }, expressionRemedy(error));
  }
  return syntaxDiagnostics.report(
    "RVR1020",
    { file: source.path, span: gapBefore(error) ?? span },
    { expected: listExpected(failure.expected), found, rule: rule.why, sample: rule.sample },
    {
      ...suggestWord(error.token, plainWords(failure.expected), place.file, span),
      ...plainNameHint(error.token, plainWords(failure.expected)),
      ...equalsHint(error, place.file),
      ...missingMark(error, failure.expected, place.file),
      ...neighbourHint(error, place.file),
    },
  );
}

function placeOf(error: IRecognitionException, end: number): Span {
  if (error.token.tokenType !== EOF && !Number.isNaN(error.token.startOffset)) {
    const { startOffset } = error.token;
    // A bracket that was put in has no width.
    return { start: startOffset, end: Math.max(endOf(error.token), startOffset) };
  }
  return endOfPrevious(error, end);
}

function endOfPrevious(error: IRecognitionException, end: number): Span {
  const previous = previousOf(error);
  const offset = previous === undefined ? end : endOf(previous);
  return { start: offset, end: offset };
}

/** A name is missing at the end of a line: the next line is an item of its own, and no fault of it. */
function isCutShort(error: IRecognitionException, failure: ParseFailure): boolean {
  const [only, ...more] = failure.expected;
  return only === "Name" && more.length === 0 && layoutOf(error.token).itemStart;
}

export function describeToken(token: IToken): string {
  if (token.tokenType === EOF) return "the end";
  if (token.image === "") return `a missing \`${token.tokenType.name.slice(1, -1)}\``;
  if (token.tokenType === T.StringLiteral) return "a string";
  if (token.tokenType === T.NumberLiteral) return `the number ${token.image.slice(0, 20)}`;
  if (token.tokenType === T.Identifier) return `the name \`${token.image.slice(0, 40)}\``;
  return `\`${token.image}\``;
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function describeExpected(typeName: string): string {
  switch (typeName) {
    case "Name":
    case "ValueName":
    case "Identifier":
      return "a name";
    case "StringLiteral":
      return "a string";
    case "NumberLiteral":
      return "a number";
    case "Comparison":
      return "a comparison such as `==`";
    case "Importable":
      return "`world` or `fragment`";
    case "InfixOperator":
      return "an operator";
    default:
      return `\`${typeName.slice(1, -1)}\``;
  }
}

function listExpected(names: readonly string[]): string {
  const texts = [...new Set(names.map(describeExpected))];
  if (texts.length === 1) return texts[0]!;
  return `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}

/** Keywords among the expected token types. */
function plainWords(names: readonly string[]): readonly string[] {
  return names.map((name) => name.slice(1, -1)).filter((name) => T.keywords.has(name));
}

function suggestWord(token: IToken, words: readonly string[], file: string, span: Span): Extras {
  if (!isWord(token)) return {};
  const near = didYouMean(token.image, words);
  if (near === undefined) return {};
  return {
    remedy: `Did you mean \`${near}\`?`,
    fixes: [{ title: `Write \`${near}\``, edits: [{ file, span, text: near }] }],
  };
}

/** A keyword before `=`, `:` or `.` is a plain name, which is why it did not fit as a keyword. */
function plainNameHint(token: IToken, words: readonly string[]): Extras {
  if (token.tokenType !== T.Identifier || !words.includes(token.image)) return {};
  return {
    remedy: `Before \`=\`, \`:\` or \`.\` the word \`${token.image}\` is a plain name: remove the mark, or write \`==\` to compare.`,
  };
}

function equalsHint(error: IRecognitionException, file: string): Extras {
  if (error.token.tokenType !== T.Equal) return {};
  return {
    remedy: "`=` gives a value to a path; write `==` to compare.",
    fixes: [{ title: "Write `==`", edits: [{ file, span: tokenSpan(error.token), text: "==" }] }],
  };
}

/** One fixed word or mark is missing, or `=` and `:` were mixed up: there is exactly one thing to write. */
function missingMark(error: IRecognitionException, expected: readonly string[], file: string): Extras {
  const previous = previousOf(error);
  const mark = /^'(\w+|[=:])'$/.exec(expected.length === 1 ? expected[0]! : "")?.[1];
  if (mark === undefined || previous === undefined) return {};
  const replaces = (mark === "=" || mark === ":") && /^(?:[=:]|==)$/.test(error.token.image);
  if (replaces) {
    const edits = [{ file, span: tokenSpan(error.token), text: mark }];
    return { remedy: `Write \`${mark}\`.`, fixes: [{ title: `Write \`${mark}\``, edits }] };
  }
  const offset = endOf(previous);
  const text = mark === ":" ? mark : ` ${mark}`;
  const edits = [{ file, span: { start: offset, end: offset }, text }];
  return { fixes: [{ title: `Add \`${mark}\``, edits }] };
}

/** What stands right at the end of a name or a string, without a space, says more than what was expected there. */
function neighbourHint(error: IRecognitionException, file: string): Extras {
  const previous = previousOf(error);
  if (previous === undefined || endOf(previous) !== error.token.startOffset) return {};
  if (error.token.image === "-" && isWord(previous)) {
    const edits = [{ file, span: tokenSpan(error.token), text: "_" }];
    return {
      remedy: "Names are made of letters, digits and `_`.",
      fixes: [{ title: "Write `_` in its place", edits }],
    };
  }
  if (previous.tokenType === T.StringLiteral && /^[\w"]/u.test(error.token.image)) {
    return {
      remedy: "A string ends right before it: a closing quote may be missing earlier in the line.",
      fixes: [],
    };
  }
  return {};
}

function previousOf(error: IRecognitionException): IToken | undefined {
  const previous = "previousToken" in error ? (error.previousToken as IToken | undefined) : undefined;
  return previous === undefined || Number.isNaN(previous.startOffset) ? undefined : previous;
}

/** Where something is missing at the end of a line, the next line is no place to look at. */
function gapBefore(error: IRecognitionException): Span | undefined {
  const previous = previousOf(error);
  if (previous === undefined || !layoutOf(error.token).first) return undefined;
  return { start: endOf(previous), end: endOf(previous) };
}

function expressionRemedy(error: IRecognitionException): Extras {
  if (T.reservedWords.has(error.token.image)) {
    return {
      remedy: `Write the value; \`${error.token.image}\` has a meaning of its own here and cannot be a variable.`,
    };
  }
  return {};
}
