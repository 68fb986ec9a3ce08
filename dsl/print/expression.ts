import {
  comparisonLevel,
  ifLevel,
  levelOf,
  notLevel,
  postfixLevel,
  primaryLevel,
} from "../syntax/precedence.js";
import { reservedWords } from "../syntax/tokens.js";
import { assertNever } from "../text/internal-error.js";
import type { Expression, ObjectEntry, Path, PathSegment, TemplateString } from "../tree/expression.js";
import type { Matcher } from "../tree/world.js";
import { renderString } from "./string.js";

/** White space before the line; undefined where the text must stay on one line, as in a hole. */
export type Indent = string | undefined;

/** Width, in characters, up to which lists and objects stay on one line. */
const lineWidth = 100;

/**
 * Source text of an expression in canonical form: one space around operators, parentheses only
 * where precedence needs them.
 *
 * Poison prints as `null`, so that the text still parses; check for findings before printing.
 */
export function printExpression(expression: Expression, indent: Indent = ""): string {
  return print(expression, ifLevel, indent);
}

/** Text of an expression on one line, however long. */
export function printInline(expression: Expression): string {
  return print(expression, ifLevel, undefined);
}

/** Text of an expression where the grammar asks for a primary one, such as a weight. */
export function printPrimary(expression: Expression, indent: Indent = ""): string {
  return print(expression, primaryLevel, indent);
}

/** Text of an expression where the grammar asks for one with parts at most, such as a record to update. */
export function printPostfix(expression: Expression, indent: Indent = ""): string {
  return print(expression, postfixLevel, indent);
}

/** Text of a string; see `renderString`. Holes stay on their line. */
export function printString(string: TemplateString, blockIndent: string | undefined): string {
  return renderString(string, blockIndent, (expression) => print(expression, ifLevel, undefined));
}

export function printPath(path: Path): string {
  const [first, ...rest] = path.segments;
  return `${first?.text ?? ""}${rest.map((segment) => `.${printSegment(segment)}`).join("")}`;
}

export function printSegment(segment: Pick<PathSegment, "text">): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(segment.text) ? segment.text : quote(segment.text);
}

export function printMatcher(matcher: Matcher): string {
  const argument = matcher.argument === undefined ? "" : `(${printExpression(matcher.argument)})`;
  return `as ${matcher.name}${argument}`;
}

function quote(text: string): string {
  const span = { start: 0, end: 0 };
  return printString({ kind: "string", parts: [{ kind: "text", text, span }], span }, undefined);
}

function print(expression: Expression, level: number, indent: Indent): string {
  const text = printBare(expression, indent);
  return levelOfExpression(expression) < level ? `(${text})` : text;
}

function levelOfExpression(expression: Expression): number {
  switch (expression.kind) {
    case "if":
      return ifLevel;
    case "binary":
      return levelOf(expression.operator);
    case "not":
      return notLevel;
    case "is":
    case "matches":
      return comparisonLevel;
    case "member":
    case "index":
      return postfixLevel;
    default:
      return primaryLevel;
  }
}

function printBare(expression: Expression, indent: Indent): string {
  switch (expression.kind) {
    case "null":
    case "poison":
      return "null";
    case "boolean":
      return String(expression.value);
    case "number":
      return expression.text;
    case "string":
      return printString(expression, undefined);
    case "reference":
      return expression.name.text;
    case "member":
      return `${printObjectOf(expression.object, indent)}.${printSegment(expression.segment)}`;
    case "index":
      return `${printObjectOf(expression.object, indent)}[${print(expression.index, ifLevel, indent)}]`;
    case "call":
      return printList(
        `${expression.callee.text}(`,
        ")",
        expression.arguments.map(printItem(indent)),
        indent,
      );
    case "not":
      return `not ${print(expression.operand, notLevel, indent)}`;
    case "binary":
      return printBinary(expression, indent);
    case "is": {
      const test = expression.negated ? `is not ${expression.test}` : `is ${expression.test}`;
      return `${print(expression.operand, comparisonLevel + 1, indent)} ${test}`;
    }
    case "matches": {
      const operand = print(expression.operand, comparisonLevel + 1, indent);
      return `${operand} matches ${printString(expression.pattern, undefined)}`;
    }
    case "if": {
      const condition = print(expression.condition, ifLevel, indent);
      const positive = print(expression.then, ifLevel, indent);
      return `if ${condition} then ${positive} else ${print(expression.else, ifLevel, indent)}`;
    }
    case "array":
      return printList("[", "]", expression.items.map(printItem(indent)), indent);
    case "comprehension": {
      const filter =
        expression.condition === undefined ? "" : ` if ${print(expression.condition, ifLevel, indent)}`;
      const item = print(expression.item, ifLevel, indent);
      return `[${item} for ${expression.name.text} in ${print(expression.list, ifLevel, indent)}${filter}]`;
    }
    case "quantifier": {
      const { quantifier, name, list, condition } = expression;
      const test = condition === undefined ? "" : `: ${print(condition, ifLevel, indent)}`;
      return `${quantifier}(${name.text} in ${print(list, ifLevel, indent)}${test})`;
    }
    case "object":
      return printObject(expression.entries, indent);
    default:
      return assertNever(expression);
  }
}

function printItem(indent: Indent): (expression: Expression) => string {
  return (expression) => print(expression, ifLevel, deeper(indent));
}

/**
 * A number takes no parts as it stands, and a literal word before `.` would become a plain name. A variable that is named
 * like a keyword is one only there, so it gets no parentheses.
 */
function printObjectOf(object: Expression, indent: Indent): string {
  const text = print(object, postfixLevel, indent);
  const bare = object.kind === "number" || (object.kind !== "reference" && reservedWords.has(text));
  return bare ? `(${text})` : text;
}

function printBinary(expression: Extract<Expression, { kind: "binary" }>, indent: Indent): string {
  const level = levelOf(expression.operator);
  // Comparisons do not chain; the other operators group to the left.
  const left = print(expression.left, level === comparisonLevel ? level + 1 : level, indent);
  const right = print(expression.right, level + 1, indent);
  return `${left} ${expression.operator} ${right}`;
}

/** The text `{ ... }` of an object. */
export function printObject(entries: readonly ObjectEntry[], indent: Indent): string {
  if (entries.length === 0) return "{}";
  const texts = entries.map((entry) => printEntry(entry, deeper(indent)));
  return printList("{ ", " }", texts, indent);
}

function printEntry(entry: ObjectEntry, indent: Indent): string {
  const value = print(entry.value, ifLevel, indent);
  switch (entry.kind) {
    case "entry":
      return `${printSegment(entry.key)}: ${value}`;
    case "computed-entry":
      return `[${print(entry.key, ifLevel, indent)}]: ${value}`;
    case "spread":
      return `...${value}`;
    default:
      return assertNever(entry);
  }
}

function printList(open: string, close: string, items: readonly string[], indent: Indent): string {
  const line = `${open}${items.join(", ")}${close}`;
  if (indent === undefined || items.length === 0) return line;
  if (indent.length + line.length <= lineWidth && !line.includes("\n")) return line;
  const inner = deeper(indent);
  return `${open.trimEnd()}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${close.trimStart()}`;
}

function deeper(indent: Indent): Indent {
  return indent === undefined ? undefined : `${indent}  `;
}
