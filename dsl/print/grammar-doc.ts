import type { GrammarPart, GrammarShape } from "../syntax/grammar-shape.js";
import { assertNever } from "../text/internal-error.js";

/** Widest line of a rule before its alternatives go on lines of their own. */
const WIDTH = 100;

const HEAD = [
  "/* The syntax of .rvr files, printed from the grammar that the parser reads with. Notation: EBNF of the W3C.",
  "   White space and comments (# to the end of the line) may stand between any two tokens.",
  "   A word of the language is a plain name after a dot, and before a dot, `=` or `:`.",
  "   Commas between the elements of a list are needed, though the rules show them as optional: the parser reads on",
  "   without one, and says so. */",
];

/** Classes of tokens that are patterns, and the rules of a text. */
const LEXICAL: readonly (readonly [name: string, definition: string])[] = [
  ["Identifier", "[A-Za-z_] [A-Za-z0-9_]*"],
  ["NumberLiteral", '[0-9]+ ("." [0-9]+)? ([eE] [+-]? [0-9]+)?'],
  [
    "StringLiteral",
    `'"' (Character | Escape | Hole)* '"' | '"""' (Character | '"' | LineBreak | Escape | Hole)* '"""'`,
  ],
  ["Character", String.raw`[^"\{}#xA#xD]`],
  ["LineBreak", "#xA | #xD #xA | #xD"],
  ["Escape", String.raw`"\" ([nt"\{}] | "u" [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F])`],
  ["Hole", '"{" expression "}"'],
];

/** The grammar as text in EBNF: for the reference of the language, and for tools that draw or convert grammars. */
export function grammarText(shape: GrammarShape): string {
  const rules = shape.rules
    .filter(({ name }) => name !== "holeExpression")
    .map(({ name, definition }) => rule(name, definition));
  const classes = Object.entries(shape.classes).map(([name, members]) => classText(name, members, shape));
  const lexical = LEXICAL.map(([name, definition]) => `${name} ::= ${definition}`);
  return `${[...HEAD, "", ...rules, "", ...classes, ...lexical].join("\n")}\n`;
}

function rule(name: string, definition: GrammarPart): string {
  const line = `${name} ::= ${print(definition)}`;
  if (line.length <= WIDTH || definition.kind !== "choice") return line;
  return `${name} ::=\n    ${definition.parts.map(print).join("\n  | ")}`;
}

/** `Name` and the like: a long list of words is told by what is left out. */
function classText(name: string, members: readonly string[], { keywords, reserved }: GrammarShape): string {
  const words = members.filter((member) => keywords.includes(member));
  if (words.length < 20)
    return `${name} ::= ${members.map((member) => quoted(member, keywords)).join(" | ")}`;
  const without = words.length === keywords.length ? "" : ` but: ${reserved.join(" ")}`;
  return `${name} ::= Identifier /* and every word of the language${without} */`;
}

function quoted(text: string, keywords: readonly string[]): string {
  return keywords.includes(text) || !/^\w+$/.test(text) ? `"${text}"` : text;
}

function print(part: GrammarPart): string {
  switch (part.kind) {
    case "rule":
    case "token":
      return part.name;
    case "literal":
      return `"${part.text}"`;
    case "sequence":
      return part.parts.map(inSequence).join(" ");
    case "choice":
      return part.parts.map(print).join(" | ");
    case "option":
      return `${repeated(part.part)}?`;
    case "many":
      return `${repeated(part.part)}*`;
    case "some":
      return `${repeated(part.part)}+`;
    default:
      return assertNever(part);
  }
}

function inSequence(part: GrammarPart): string {
  return part.kind === "choice" ? `(${print(part)})` : print(part);
}

function repeated(part: GrammarPart): string {
  return part.kind === "choice" || part.kind === "sequence" ? `(${print(part)})` : print(part);
}
