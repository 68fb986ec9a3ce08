import { createToken, Lexer, type TokenType } from "chevrotain";
import { scanString } from "./string-scanner.js";

/**
 * Token vocabulary.
 *
 * Keywords are contextual: each belongs to the category `Name`, so it may name things, and most of
 * them to `ValueName`, so they may also be read as variables. Words that carry meaning inside an
 * expression (`not`, `if`, `in`, ...) are not in `ValueName`.
 */
export const Name = createToken({ name: "Name", pattern: Lexer.NA });
export const ValueName = createToken({ name: "ValueName", pattern: Lexer.NA });
/** What another file can give: a word after `use`. */
export const Importable = createToken({ name: "Importable", pattern: Lexer.NA });
export const InfixOperator = createToken({ name: "InfixOperator", pattern: Lexer.NA });
export const Comparison = createToken({ name: "Comparison", pattern: Lexer.NA, categories: [InfixOperator] });

export const Identifier = createToken({
  name: "Identifier",
  pattern: /[A-Za-z_][A-Za-z0-9_]*/,
  categories: [Name, ValueName],
});

/** Digits with everything that looks glued to them; the builder refuses what is no number. */
export const NumberLiteral = createToken({
  name: "NumberLiteral",
  pattern: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[A-Za-z0-9_]*/,
});

export const StringLiteral = createToken({
  name: "StringLiteral",
  pattern: {
    exec: (text: string, offset: number): [string] | null =>
      text[offset] === '"' ? [text.slice(offset, scanString(text, offset).end)] : null,
  },
  line_breaks: true,
  start_chars_hint: ['"'],
});

export const Space = createToken({ name: "Space", pattern: /\s+/, group: Lexer.SKIPPED, line_breaks: true });
export const CommentToken = createToken({ name: "CommentToken", pattern: /#[^\r\n]*/, group: "comments" });
/** Habits from other languages: repaired before parsing, and reported. */
export const Foreign = createToken({
  name: "Foreign",
  pattern:
    /'[^'\r\n]*'|[\u201C\u201E\u00AB][^\u201C\u201D\u00BB\r\n]*[\u201C\u201D\u00BB]|&&|\|\||!|\/\/[^\r\n]*/,
  start_chars_hint: ["'", "\u201C", "\u201E", "\u00AB", "&", "|", "!", "/"],
});

const keywordTokens = new Map<string, TokenType>();

function keyword(word: string, ...categories: TokenType[]): TokenType {
  const token = createToken({ name: `'${word}'`, pattern: word, longer_alt: Identifier, categories });
  keywordTokens.set(word, token);
  return token;
}

/** A word that means something inside an expression, and so is no variable there. */
const reserved = (word: string, ...more: TokenType[]): TokenType => keyword(word, Name, ...more);
const contextual = (word: string): TokenType => keyword(word, Name, ValueName);

export const Null = reserved("null");
export const True = reserved("true");
export const False = reserved("false");
export const Not = reserved("not");
export const If = reserved("if");
export const Then = reserved("then");
export const Else = reserved("else");
export const For = reserved("for");
export const And = reserved("and", InfixOperator);
export const Or = reserved("or", InfixOperator);
export const In = reserved("in", InfixOperator);
export const Is = reserved("is");
export const Matches = reserved("matches");
export const As = reserved("as");

export const All = contextual("all");
export const Any = contextual("any");
export const First = contextual("first");

export const Api = contextual("api");
export const Fragment = keyword("fragment", Name, ValueName, Importable);
export const Overlay = contextual("overlay");
export const Use = contextual("use");
export const From = contextual("from");
export const World = keyword("world", Name, ValueName, Importable);
export const Scenario = contextual("scenario");
export const Extends = contextual("extends");
export const Resource = contextual("resource");
export const Key = contextual("key");
export const Alias = contextual("alias");
export const Seed = contextual("seed");
export const Computed = contextual("computed");
export const Match = contextual("match");
export const Flow = contextual("flow");
export const Move = contextual("move");
export const To = contextual("to");
export const Shape = contextual("shape");
export const Invalid = contextual("invalid");
export const On = contextual("on");
export const Let = contextual("let");
export const Require = contextual("require");
export const Validate = contextual("validate");
export const Create = contextual("create");
export const Update = contextual("update");
export const Delete = contextual("delete");
export const Each = contextual("each");
export const When = contextual("when");
export const Respond = contextual("respond");

export const Tools = contextual("tools");
export const Take = contextual("take");
export const Fix = contextual("fix");
export const Show = contextual("show");
export const System = contextual("system");
export const Task = contextual("task");
export const Given = contextual("given");
export const Where = contextual("where");
export const Prompt = contextual("prompt");
export const Gold = contextual("gold");
export const Answer = contextual("answer");
export const Ask = contextual("ask");
export const Decline = contextual("decline");
export const Report = contextual("report");
export const Split = contextual("split");
export const Disjoint = contextual("disjoint");
export const Wording = contextual("wording");
export const Weight = contextual("weight");
export const Unchecked = contextual("unchecked");
export const Allow = contextual("allow");

export const Reward = contextual("reward");
export const Additive = contextual("additive");
export const Derive = contextual("derive");
export const Slots = contextual("slots");
export const Slot = contextual("slot");
export const Recall = contextual("recall");
export const Of = contextual("of");
export const Step = contextual("step");
export const Before = contextual("before");
export const After = contextual("after");
export const Immediately = contextual("immediately");
export const Exactly = contextual("exactly");
export const Bonus = contextual("bonus");
export const Penalty = contextual("penalty");
export const Once = contextual("once");
export const Called = contextual("called");
export const Accepted = contextual("accepted");
export const Refused = contextual("refused");
export const Missing = contextual("missing");
export const Duplicate = contextual("duplicate");
export const UnknownWord = contextual("unknown");
export const Tool = contextual("tool");
export const Call = contextual("call");
export const Over = contextual("over");
export const Budget = contextual("budget");
export const Clamp = contextual("clamp");
export const Procedure = contextual("procedure");
export const Excess = contextual("excess");
export const Partial = contextual("partial");

export const Train = contextual("train");
export const Test = contextual("test");
export const Expect = contextual("expect");
export const Success = contextual("success");
export const Failure = contextual("failure");
export const Term = contextual("term");
export const Raw = contextual("raw");
export const Final = contextual("final");

function mark(name: string, ...categories: TokenType[]): TokenType {
  return createToken({ name: `'${name}'`, pattern: name, categories });
}

export const Ellipsis = mark("...");
export const DotDot = mark("..");
export const Dot = mark(".");
export const Comma = mark(",");
export const Arrow = mark("->");
export const EqualEqual = mark("==", Comparison);
export const NotEqual = mark("!=", Comparison);
export const LessEqual = mark("<=", Comparison);
export const GreaterEqual = mark(">=", Comparison);
export const Less = mark("<", Comparison);
export const Greater = mark(">", Comparison);
export const Equal = mark("=");
export const Colon = mark(":");
export const Plus = mark("+", InfixOperator);
export const Minus = mark("-", InfixOperator);
export const LeftBrace = mark("{");
export const RightBrace = mark("}");
export const LeftBracket = mark("[");
export const RightBracket = mark("]");
export const LeftParen = mark("(");
export const RightParen = mark(")");

/** Keyword tokens by word. */
export const keywords: ReadonlyMap<string, TokenType> = keywordTokens;

/** Words that cannot be read as variables. */
export const reservedWords: ReadonlySet<string> = new Set(
  [...keywordTokens]
    .filter(([, token]) => !(token.CATEGORIES ?? []).includes(ValueName))
    .map(([word]) => word),
);

/** Closing bracket by opening bracket. */
export const bracketPairs: ReadonlyMap<TokenType, TokenType> = new Map([
  [LeftBrace, RightBrace],
  [LeftBracket, RightBracket],
  [LeftParen, RightParen],
]);

export const closingBrackets: ReadonlySet<TokenType> = new Set(bracketPairs.values());

/** All token types in the order in which the lexer tries them. */
export const vocabulary: TokenType[] = [
  Space,
  CommentToken,
  StringLiteral,
  NumberLiteral,
  // Longer words first: `on` would otherwise take `once` and hand it to Identifier.
  ...[...keywordTokens.values()].sort((left, right) => right.name.length - left.name.length),
  Identifier,
  Ellipsis,
  DotDot,
  Dot,
  Comma,
  Arrow,
  EqualEqual,
  NotEqual,
  LessEqual,
  GreaterEqual,
  Less,
  Greater,
  Equal,
  Colon,
  Plus,
  Minus,
  LeftBrace,
  RightBrace,
  LeftBracket,
  RightBracket,
  LeftParen,
  RightParen,
  Foreign,
  Comparison,
  InfixOperator,
  Importable,
  ValueName,
  Name,
];
