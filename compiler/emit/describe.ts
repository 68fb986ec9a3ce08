import { assertNever } from "../../dsl/text/internal-error.js";
import type { ExpressionIr, ObjectEntryIr } from "../ir/expression.js";
import type { EventIr } from "../ir/reward.js";
import type { MatcherIr, StepsIr } from "../ir/world.js";
import { isPlainName } from "./names.js";

/** An expression in the words of the language, for comments: short to read, not meant to be parsed again. */
export function describe(expression: ExpressionIr): string {
  switch (expression.kind) {
    case "literal":
      return JSON.stringify(expression.value);
    case "template":
      return `"${expression.parts.map((part) => (typeof part === "string" ? part : `{${describe(part)}}`)).join("")}"`;
    case "local":
    case "variable":
      return expression.name;
    case "request":
      return expression.part;
    case "response":
      return expression.tool;
    case "now":
      return "now";
    case "records":
      return expression.resource;
    case "lookup":
      return `${expression.resource}(${describe(expression.key)})`;
    case "serial":
      return `serial(${expression.resource})`;
    case "next-key":
      return `next_key(${expression.resource})`;
    case "builtin":
    case "shape":
      return `${expression.name}(${expression.arguments.map(describe).join(", ")})`;
    case "get":
      return `${tight(expression.object)}.${segment(expression.key)}`;
    case "index":
      return `${tight(expression.object)}[${describe(expression.index)}]`;
    case "not":
      return `not ${tight(expression.operand)}`;
    case "binary":
      return `${tight(expression.left)} ${expression.operator} ${tight(expression.right)}`;
    case "is":
      return `${tight(expression.operand)} is ${expression.negated ? "not " : ""}${expression.test}`;
    case "matches":
      return `${tight(expression.operand)} matches ${JSON.stringify(expression.pattern)}`;
    case "if":
      return `if ${describe(expression.condition)} then ${describe(expression.yes)} else ${describe(expression.no)}`;
    case "array":
      return `[${expression.items.map(describe).join(", ")}]`;
    case "comprehension": {
      const test = expression.condition === undefined ? "" : ` if ${describe(expression.condition)}`;
      return `[${describe(expression.item)} for ${expression.local} in ${describe(expression.list)}${test}]`;
    }
    case "quantifier": {
      const test = expression.condition === undefined ? "" : `: ${describe(expression.condition)}`;
      return `${expression.quantifier}(${expression.local} in ${describe(expression.list)}${test})`;
    }
    case "object":
      return expression.entries.length === 0
        ? "{}"
        : `{ ${expression.entries.map(describeEntry).join(", ")} }`;
    default:
      return assertNever(expression);
  }
}

/** A path as it is written in a file. */
export function describePath(path: StepsIr): string {
  return path.map(segment).join(".");
}

/** `as text` and the like; nothing for exact equality, the rule. */
export function describeMatcher(matcher: MatcherIr): string {
  switch (matcher.kind) {
    case "exact":
      return "";
    case "number":
      return ` as number(${matcher.tolerance})`;
    case "pattern":
      return ` as pattern(${JSON.stringify(matcher.pattern)})`;
    case "one_of":
      return ` as one_of(${describe(matcher.values)})`;
    case "id":
      return " as an identifier";
    default:
      return ` as ${matcher.kind}`;
  }
}

export function describeEvent(event: EventIr): string {
  switch (event.kind) {
    case "unknown":
      return "unknown tool";
    case "call":
      return event.over === 0 ? "call" : `call over ${event.over}`;
    default:
      return `${event.kind} ${event.tool}`;
  }
}

function describeEntry(entry: ObjectEntryIr): string {
  switch (entry.kind) {
    case "entry":
      return `${segment(entry.key)}: ${describe(entry.value)}`;
    case "computed-entry":
      return `[${describe(entry.key)}]: ${describe(entry.value)}`;
    case "spread":
      return `...${tight(entry.value)}`;
    default:
      return assertNever(entry);
  }
}

function segment(name: string): string {
  return isPlainName(name) ? name : JSON.stringify(name);
}

function tight(expression: ExpressionIr): string {
  const open = ["not", "binary", "is", "matches", "if"].includes(expression.kind);
  return open ? `(${describe(expression)})` : describe(expression);
}
