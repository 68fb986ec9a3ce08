import { BUILTINS } from "../compiler/bind/builtins.js";
import { InternalError } from "../dsl/index.js";
import { keywords, reservedWords } from "../dsl/syntax/tokens.js";

/*
 * The colours of an editor that asks no server: a TextMate grammar made from the keyword table of the language. It sees
 * one line at a time and no meaning, so it says less than the server; what it says agrees with the lexer.
 */

type Rule = Readonly<Record<string, unknown>>;

/** Reserved words by what they do in an expression; all others of them are operators. */
const CONSTANTS = ["null", "true", "false"];
const CONTROL = ["if", "then", "else", "for"];
/** Words that give a name to what they begin, with the scope of that name. */
const DECLARING: readonly (readonly [scope: string, words: readonly string[]])[] = [
  ["entity.name.namespace.rvr", ["api", "world", "scenario"]],
  ["entity.name.type.rvr", ["resource"]],
  ["entity.name.function.rvr", ["shape"]],
  ["entity.name.section.rvr", ["task", "reward", "split"]],
  ["variable.other.definition.rvr", ["let", "given"]],
];

const NAME = "[A-Za-z_][A-Za-z0-9_]*";
/** A word of the language is a plain name after a dot, and before a dot, `=` or `:`; `==` is no `=`. */
const NOT_A_NAME = "(?!\\s*(?:\\.(?!\\.)|=(?!=)|:))";
/** The dots of `...name` are no path. */
const NO_DOT_BEFORE = "(?<![A-Za-z0-9_])(?<![^.]\\.)";

/** The text of `editors/vscode/syntaxes/rvr.tmLanguage.json`. Same keywords, same bytes. */
export function textMateGrammar(): string {
  const repository: Record<string, Rule> = {
    comment: { name: "comment.line.number-sign.rvr", match: "#.*$" },
    block: text('"""', "string.quoted.triple.rvr", '"""'),
    // A text ends with its line, closed or not.
    string: text('"', "string.quoted.double.rvr", '"|$'),
    escape: { name: "constant.character.escape.rvr", match: "\\\\." },
    hole: {
      name: "meta.embedded.expression.rvr",
      begin: "\\{",
      end: "\\}|$",
      beginCaptures: { 0: { name: "punctuation.section.embedded.begin.rvr" } },
      endCaptures: { 0: { name: "punctuation.section.embedded.end.rvr" } },
      patterns: [{ include: "#expression" }],
    },
    number: {
      name: "constant.numeric.rvr",
      match: "(?<![A-Za-z0-9_.])\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?\\b",
    },
    constant: { name: "constant.language.rvr", match: words(known(CONSTANTS)) },
    control: { name: "keyword.control.rvr", match: words(known(CONTROL)) },
    operatorWord: { name: "keyword.operator.word.rvr", match: words(operatorWords()) },
    declaration: { patterns: DECLARING.map(([scope, list]) => declaring(scope, list)) },
    keyword: {
      name: "keyword.other.rvr",
      match: words([...keywords.keys()].filter((word) => !reservedWords.has(word))),
    },
    builtin: {
      name: "support.function.rvr",
      match: `${NO_DOT_BEFORE}(?:${alternatives([...BUILTINS.keys(), "serial"])})(?=\\()`,
    },
    tool: {
      match: `^\\s*(${NAME})\\s*(=)\\s*(${NAME})(\\.)(${NAME})\\s*(?=\\{|#|$)`,
      captures: {
        1: { name: "entity.name.function.rvr" },
        2: { name: "keyword.operator.rvr" },
        3: { name: "variable.other.rvr" },
        4: { name: "punctuation.accessor.rvr" },
        5: { name: "variable.other.member.rvr" },
      },
    },
    call: { name: "entity.name.function.rvr", match: `${NO_DOT_BEFORE}${NAME}(?=\\()` },
    member: {
      match: `(?<!\\.)(\\.)(${NAME})`,
      captures: { 1: { name: "punctuation.accessor.rvr" }, 2: { name: "variable.other.member.rvr" } },
    },
    typeName: { name: "entity.name.type.rvr", match: `${NO_DOT_BEFORE}[A-Z][A-Za-z0-9_]*\\b` },
    variable: { name: "variable.other.rvr", match: `\\b${NAME}\\b` },
    operator: { name: "keyword.operator.rvr", match: "==|!=|<=|>=|->|\\.\\.\\.?|[<>=+\\-]" },
    punctuation: { name: "punctuation.rvr", match: "[{}()\\[\\],:.]" },
  };
  const expression = [
    ...[
      "comment",
      "block",
      "string",
      "number",
      "constant",
      "control",
      "operatorWord",
      "declaration",
      "builtin",
    ],
    ...["keyword", "call", "member", "typeName", "variable", "operator", "punctuation"],
  ];
  const grammar = {
    $schema: "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
    name: "rvr",
    scopeName: "source.rvr",
    fileTypes: ["rvr"],
    patterns: [{ include: "#tool" }, { include: "#expression" }],
    repository: {
      ...repository,
      expression: { patterns: expression.map((name) => ({ include: `#${name}` })) },
    },
  };
  return `${JSON.stringify(grammar, null, 2)}\n`;
}

function text(begin: string, name: string, end: string): Rule {
  return {
    name,
    begin,
    end,
    beginCaptures: { 0: { name: "punctuation.definition.string.begin.rvr" } },
    endCaptures: { 0: { name: "punctuation.definition.string.end.rvr" } },
    patterns: [{ include: "#escape" }, { include: "#hole" }],
  };
}

/** A declaring word with the name behind it. */
function declaring(scope: string, list: readonly string[]): Rule {
  return {
    match: `${NO_DOT_BEFORE}(${alternatives(known(list))})\\b${NOT_A_NAME}(?:\\s+(${NAME}))?`,
    captures: { 1: { name: "storage.type.rvr" }, 2: { name: scope } },
  };
}

function operatorWords(): readonly string[] {
  return [...reservedWords].filter((word) => !CONSTANTS.includes(word) && !CONTROL.includes(word));
}

/** Words as whole words, where they are no plain names. */
function words(list: readonly string[]): string {
  return `${NO_DOT_BEFORE}(?:${alternatives(list)})\\b${NOT_A_NAME}`;
}

/** Longer words first, so that none hides behind its beginning. */
function alternatives(list: readonly string[]): string {
  return [...list].sort((left, right) => right.length - left.length || (left < right ? -1 : 1)).join("|");
}

/** The words as they are, after a look into the table: a word that left the language must leave here, too. */
function known(list: readonly string[]): readonly string[] {
  for (const word of list)
    if (!keywords.has(word)) throw new InternalError(`${word} is no word of the language`);
  return list;
}
