import { type IProduction, type IToken, type TokenType, tokenMatcher } from "chevrotain";
import { grammar } from "./grammar.js";
import * as T from "./tokens.js";

/** Something that may come next. */
export interface Expected {
  readonly kind: "keyword" | "name" | "value" | "string" | "number" | "operator" | "mark";
  /** The word or mark itself; empty for a name, a text or a number. */
  readonly text: string;
  /** Rules of the grammar that are being read, outermost first. */
  readonly rules: readonly string[];
  /** Which of the tokens of this type in the last rule, from 1. */
  readonly occurrence: number;
}

/** What the grammar allows after some tokens, read from a rule; empty when the tokens do not fit. */
export function expectedIn(rule: string, tokens: readonly IToken[]): readonly Expected[] {
  return grammar()
    .computeContentAssist(rule, [...tokens])
    .map(({ nextTokenType, nextTokenOccurrence, ruleStack }) => ({
      ...describe(nextTokenType),
      rules: ruleStack,
      occurrence: nextTokenOccurrence,
    }));
}

function describe(type: TokenType): Pick<Expected, "kind" | "text"> {
  if (type === T.Name) return { kind: "name", text: "" };
  if (type === T.ValueName) return { kind: "value", text: "" };
  if (type === T.StringLiteral) return { kind: "string", text: "" };
  if (type === T.NumberLiteral) return { kind: "number", text: "" };
  if (type === T.InfixOperator || type === T.Comparison) return { kind: "operator", text: "" };
  const text = type.name.slice(1, -1);
  return { kind: T.keywords.has(text) ? "keyword" : "mark", text };
}

/** Rules whose own text ends with a brace that opens a block, with the tokens that they can begin with. */
let cached: ReadonlyMap<string, readonly TokenType[]> | undefined;

/** Rules that read expressions: their braces hold objects. */
const NO_BLOCKS = new Set(["object", "primary", "file"]);

function blockRules(): ReadonlyMap<string, readonly TokenType[]> {
  if (cached !== undefined) return cached;
  const found = new Map<string, readonly TokenType[]>();
  for (const [name, rule] of Object.entries(grammar().getGAstProductions())) {
    if (NO_BLOCKS.has(name) || !hasOwnBrace(rule.definition)) continue;
    const first = grammar()
      .computeContentAssist(rule.name, [])
      .map((path) => path.nextTokenType);
    found.set(name, first);
  }
  cached = found;
  return cached;
}

/** Whether a rule itself has a brace, and not only the rules that it calls. */
function hasOwnBrace(productions: readonly IProduction[]): boolean {
  return productions.some((production) => {
    if ("terminalType" in production) return production.terminalType === T.LeftBrace;
    const called = "nonTerminalName" in production;
    return !called && "definition" in production && hasOwnBrace(production.definition as IProduction[]);
  });
}

/** The rule that reads some tokens as the head of a block; the last of them is its brace. */
export function fitsRule(tokens: readonly IToken[]): string | undefined {
  const [first] = tokens;
  if (first === undefined) return undefined;
  for (const [rule, starts] of blockRules()) {
    if (!starts.some((type) => tokenMatcher(first, type))) continue;
    const next = expectedIn(rule, tokens);
    // Only where the brace is the rule's own are the tokens its head, and not a value with braces.
    if (next.some(({ rules, text }) => text === "}" && rules.length === 1)) return rule;
  }
  return undefined;
}
