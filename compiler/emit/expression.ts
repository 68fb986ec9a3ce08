import { assertNever } from "../../dsl/text/internal-error.js";
import type { ExpressionIr, ObjectEntryIr } from "../ir/expression.js";
import { indexedRecords } from "./indexed-records.js";
import { bracketed, codeLiteral, indent, arrow as printArrow, stringLiteral } from "./literal.js";
import { identifier } from "./names.js";
import type { FunctionScope } from "./scope.js";

/** Longest line of operands before each gets its own. */
const WIDTH = 90;

/**
 * TypeScript text of an expression, of the static type `rt.Value` or narrower. May stand wherever an argument may;
 * `operand` is for places where an operator is near.
 */
export function value(expression: ExpressionIr, scope: FunctionScope): string {
  switch (expression.kind) {
    case "literal":
      return codeLiteral(expression.value);
    case "template":
      return template(expression.parts, scope);
    case "local":
      return scope.use(identifier(expression.name));
    case "variable":
      return `${scope.offer("variables")}[${stringLiteral(expression.name)}]`;
    case "request":
      return `${scope.offer("request")}.${expression.part}`;
    case "response":
      return `${scope.offer("responses")}(${stringLiteral(expression.tool)})`;
    case "now":
      return `${scope.offer("world")}.now`;
    case "records":
      return `${scope.offer("world")}.all(${stringLiteral(expression.resource)})`;
    case "lookup":
      return call(`${scope.offer("world")}.find`, [
        stringLiteral(expression.resource),
        value(expression.key, scope),
      ]);
    case "serial":
      return `${scope.offer("world")}.serial(${stringLiteral(expression.resource)})`;
    case "next-key":
      return `${scope.offer("world")}.nextKey(${stringLiteral(expression.resource)})`;
    case "builtin":
      return call(`rt.${expression.name}`, all(expression.arguments, scope));
    case "shape": {
      const { callee, needsWorld } = scope.shape(expression.name);
      const own = all(expression.arguments, scope);
      return call(callee, needsWorld ? [scope.offer("world"), ...own] : own);
    }
    case "get":
    case "index":
      return access(expression, scope);
    case "if":
      return choice(expression, scope);
    case "array":
      return call("rt.array", all(expression.items, scope));
    case "comprehension":
      return call("rt.collect", [
        members(expression, scope),
        arrow(expression.local, scope, () => value(expression.item, scope)),
        ...predicate(expression.local, expression.condition, scope),
      ]);
    case "object":
      return call(
        "rt.object",
        expression.entries.map((entry) => part(entry, scope)),
      );
    case "quantifier":
      if (expression.quantifier === "first") return quantified(expression, scope);
      return condition(expression, scope);
    case "binary":
      if (expression.operator === "+") return arithmetic("rt.add", expression, scope);
      if (expression.operator === "-") return arithmetic("rt.subtract", expression, scope);
      return condition(expression, scope);
    case "not":
    case "is":
    case "matches":
      return condition(expression, scope);
    default:
      return assertNever(expression);
  }
}

/** TypeScript text of an expression as a condition, of the static type boolean: only `true` holds. */
export function condition(expression: ExpressionIr, scope: FunctionScope): string {
  switch (expression.kind) {
    case "literal":
      return String(expression.value === true);
    case "not":
      return `!${tightCondition(expression.operand, scope)}`;
    case "is":
      return `${expression.negated ? "!" : ""}${call("rt.is", [
        value(expression.operand, scope),
        stringLiteral(expression.test),
      ])}`;
    case "matches":
      return call("rt.matches", [value(expression.operand, scope), scope.module.pattern(expression.pattern)]);
    case "quantifier":
      return expression.quantifier === "first" ? truthy(expression, scope) : quantified(expression, scope);
    case "binary":
      return comparison(expression, scope) ?? truthy(expression, scope);
    default:
      return truthy(expression, scope);
  }
}

/** As `value`, parenthesised where an operator next to it would take it apart. */
export function operand(expression: ExpressionIr, scope: FunctionScope): string {
  const text = value(expression, scope);
  const open = expression.kind === "if" || expression.kind === "template" || isChain(expression);
  return open ? parenthesised(text) : text;
}

/** Text in parentheses; of several lines, on lines of its own, unless it opens and closes a bracket itself. */
export function parenthesised(text: string): string {
  const hugs = !text.includes("\n") || /^[^\n]*[([{]\n(?:[ \t][^\n]*\n)*[\])}]+$/u.test(text);
  return hugs ? `(${text})` : `(\n${indent(text)}\n)`;
}

function tightCondition(expression: ExpressionIr, scope: FunctionScope): string {
  const text = condition(expression, scope);
  return isChain(expression) ? parenthesised(text) : text;
}

function isChain(expression: ExpressionIr): boolean {
  return expression.kind === "binary" && (expression.operator === "and" || expression.operator === "or");
}

type Binary = Extract<ExpressionIr, { kind: "binary" }>;
type Quantifier = Extract<ExpressionIr, { kind: "quantifier" }>;

function truthy(expression: ExpressionIr, scope: FunctionScope): string {
  return call("rt.truthy", [value(expression, scope)]);
}

function all(expressions: readonly ExpressionIr[], scope: FunctionScope): string[] {
  return expressions.map((expression) => value(expression, scope));
}

function call(callee: string, args: readonly string[]): string {
  return bracketed(`${callee}(`, args, ")");
}

function comparison(expression: Binary, scope: FunctionScope): string | undefined {
  const { left, right } = expression;
  const pair = (callee: string, first: ExpressionIr, second: ExpressionIr) =>
    call(callee, [value(first, scope), value(second, scope)]);
  switch (expression.operator) {
    case "and":
      return chain("and", "&&", expression, scope);
    case "or":
      return chain("or", "||", expression, scope);
    case "==":
      return pair("rt.equal", left, right);
    case "!=":
      return `!${pair("rt.equal", left, right)}`;
    case "<":
      return pair("rt.less", left, right);
    case "<=":
      return pair("rt.lessOrEqual", left, right);
    case ">":
      return pair("rt.less", right, left);
    case ">=":
      return pair("rt.lessOrEqual", right, left);
    case "in":
      return pair("rt.contains", right, left);
    case "+":
    case "-":
      return undefined;
    default:
      return assertNever(expression.operator);
  }
}

/** `a and b and c`, however it was nested on the left, as one row of operands. */
function chain(operator: "and" | "or", sign: string, expression: Binary, scope: FunctionScope): string {
  const operands: ExpressionIr[] = [expression.right];
  let left = expression.left;
  while (left.kind === "binary" && left.operator === operator) {
    operands.unshift(left.right);
    left = left.left;
  }
  operands.unshift(left);
  return row(
    operands.map((inner) => tightCondition(inner, scope)),
    sign,
  );
}

/** Operands with a sign between them: on one line where that fits, else one a line. */
function row(operands: readonly string[], sign: string): string {
  const line = operands.join(` ${sign} `);
  return line.length <= WIDTH && !line.includes("\n") ? line : operands.join(` ${sign}\n`);
}

function arithmetic(callee: string, { left, right }: Binary, scope: FunctionScope): string {
  return call(callee, [value(left, scope), value(right, scope)]);
}

/** A run of `.a.b[c]` as one call. */
function access(expression: ExpressionIr, scope: FunctionScope): string {
  const keys: string[] = [];
  let object = expression;
  for (;;) {
    if (object.kind === "get") keys.unshift(stringLiteral(object.key));
    else if (object.kind === "index") keys.unshift(value(object.index, scope));
    else break;
    object = object.object;
  }
  return call("rt.get", [value(object, scope), ...keys]);
}

function template(parts: readonly (string | ExpressionIr)[], scope: FunctionScope): string {
  if (parts.length === 0) return '""';
  return row(
    parts.map((item) =>
      typeof item === "string" ? stringLiteral(item) : call("rt.text", [value(item, scope)]),
    ),
    "+",
  );
}

function choice(expression: Extract<ExpressionIr, { kind: "if" }>, scope: FunctionScope): string {
  const test = tightCondition(expression.condition, scope);
  const yes = operand(expression.yes, scope);
  const no = operand(expression.no, scope);
  const line = `${test} ? ${yes} : ${no}`;
  if (line.length <= WIDTH && !line.includes("\n")) return line;
  return `${test}\n${indent(`? ${yes}\n: ${no}`)}`;
}

function quantified(expression: Quantifier, scope: FunctionScope): string {
  const list = expression.quantifier === "all" ? value(expression.list, scope) : members(expression, scope);
  const tests = predicate(expression.local, expression.condition, scope);
  // Without a condition every member satisfies it.
  if (tests.length === 0 && expression.quantifier !== "first") tests.push("() => true");
  return call(`rt.${expression.quantifier}`, [list, ...tests]);
}

/** The list that is gone through: of all records, those that the condition can hold for. */
function members(
  { list, local, condition: test }: Pick<Quantifier, "list" | "local" | "condition">,
  scope: FunctionScope,
): string {
  const indexed = indexedRecords(list, local, test);
  if (indexed === undefined) return value(list, scope);
  return call(`${scope.offer("world")}.where`, [
    stringLiteral(indexed.resource),
    codeLiteral(indexed.paths),
    bracketed("[", all(indexed.values, scope), "]"),
  ]);
}

function predicate(local: string, test: ExpressionIr | undefined, scope: FunctionScope): string[] {
  return test === undefined ? [] : [arrow(local, scope, () => condition(test, scope))];
}

function arrow(local: string, scope: FunctionScope, print: () => string): string {
  const name = identifier(local);
  const { text, used } = scope.within(name, print);
  return printArrow(`(${used ? name : ""}) =>`, text);
}

function part(entry: ObjectEntryIr, scope: FunctionScope): string {
  switch (entry.kind) {
    case "entry":
      return bracketed("[", [stringLiteral(entry.key), value(entry.value, scope)], "]");
    case "computed-entry":
      return bracketed("[", [value(entry.key, scope), value(entry.value, scope)], "]");
    case "spread":
      return call("rt.spread", [value(entry.value, scope)]);
    default:
      return assertNever(entry);
  }
}
