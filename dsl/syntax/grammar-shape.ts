import type { ISerializedGast } from "chevrotain";
import { grammar } from "./grammar.js";
import { keywords, reservedWords, vocabulary } from "./tokens.js";

/** A piece of a rule, free of the parser's own types. */
export type GrammarPart =
  | { readonly kind: "rule"; readonly name: string }
  /** A word or mark of the language. */
  | { readonly kind: "literal"; readonly text: string }
  /** A class of tokens such as `Name`. */
  | { readonly kind: "token"; readonly name: string }
  | { readonly kind: "sequence"; readonly parts: readonly GrammarPart[] }
  | { readonly kind: "choice"; readonly parts: readonly GrammarPart[] }
  | { readonly kind: "option" | "many" | "some"; readonly part: GrammarPart };

export interface GrammarRule {
  readonly name: string;
  readonly definition: GrammarPart;
}

/** The grammar as data, the rule of a file first. */
export interface GrammarShape {
  readonly rules: readonly GrammarRule[];
  readonly keywords: readonly string[];
  /** Words that cannot be variables. */
  readonly reserved: readonly string[];
  /** Words and marks of each class of tokens; the classes that are patterns are not among them. */
  readonly classes: Readonly<Record<string, readonly string[]>>;
}

/** The grammar that the parser reads with, as plain data: for the documentation and for tools of other editors. */
export function grammarShape(): GrammarShape {
  const rules = grammar()
    .getSerializedGastProductions()
    .map((rule): GrammarRule => ({ name: nameOf(rule), definition: sequence(rule.definition ?? []) }));
  const first = rules.filter(({ name }) => name === "file");
  return {
    rules: [...first, ...rules.filter(({ name }) => name !== "file")],
    keywords: [...keywords.keys()],
    reserved: [...reservedWords],
    classes: tokenClasses(),
  };
}

function tokenClasses(): Readonly<Record<string, readonly string[]>> {
  const classes: Record<string, string[]> = {};
  for (const token of vocabulary) {
    const text = literalOf(token.name);
    for (const category of token.CATEGORIES ?? []) {
      const members = classes[category.name] ?? [];
      members.push(text ?? token.name);
      classes[category.name] = members;
    }
  }
  for (const members of Object.values(classes)) members.sort((left, right) => (left < right ? -1 : 1));
  return classes;
}

/** Words and marks have their text in quotes as their name. */
function literalOf(name: string): string | undefined {
  return name.startsWith("'") ? name.slice(1, -1) : undefined;
}

function partOf(piece: ISerializedGast): GrammarPart {
  switch (piece.type) {
    case "NonTerminal":
      return { kind: "rule", name: nameOf(piece) };
    case "Terminal": {
      const name = nameOf(piece);
      const text = literalOf(name);
      return text === undefined ? { kind: "token", name } : { kind: "literal", text };
    }
    case "Alternation": {
      const parts = (piece.definition ?? []).map(partOf);
      const [only] = parts;
      return parts.length === 1 && only !== undefined ? only : { kind: "choice", parts };
    }
    case "Option":
      return { kind: "option", part: sequence(piece.definition ?? []) };
    case "Repetition":
      return { kind: "many", part: sequence(piece.definition ?? []) };
    case "RepetitionMandatory":
      return { kind: "some", part: sequence(piece.definition ?? []) };
    default:
      return sequence(piece.definition ?? []);
  }
}

function sequence(pieces: readonly ISerializedGast[]): GrammarPart {
  const parts = pieces.map(partOf);
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: "sequence", parts };
}

function nameOf(piece: ISerializedGast): string {
  return "name" in piece ? String(piece.name) : "";
}
