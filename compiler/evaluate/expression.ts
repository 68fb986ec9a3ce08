import { assertNever } from "../../dsl/text/internal-error.js";
import type { JsonObject } from "../../runtime/abi/json.js";
import type { Value } from "../../runtime/abi/value.js";
import { get } from "../../runtime/value/access.js";
import { array, type ObjectPart, object, spread } from "../../runtime/value/build.js";
import {
  all,
  any,
  collect,
  count,
  except,
  first,
  keys,
  pick,
  slice,
  sort,
  union,
  unique,
} from "../../runtime/value/collection.js";
import { contains, equal, is, less, lessOrEqual, matches, truthy } from "../../runtime/value/compare.js";
import { query } from "../../runtime/value/query.js";
import { adf, plain } from "../../runtime/value/rich-text.js";
import { add, join, lower, number, split, subtract, text } from "../../runtime/value/text.js";
import type { BuiltinName, ExpressionIr } from "../ir/expression.js";

/** What an expression can see when the compiler evaluates it: seeds and task variables, no running call. */
export interface Environment {
  readonly variables: ReadonlyMap<string, Value>;
  records(resource: string): readonly JsonObject[];
  find(resource: string, key: Value): JsonObject | undefined;
  /** Body of the first accepted call of a tool, where a trace is being judged. */
  response?(tool: string): Value;
}

type Locals = ReadonlyMap<string, Value>;

/**
 * Evaluates an expression while compiling, to draw tasks from their domains. It uses the operators of the runtime,
 * so it means what the emitted code means; a test holds the two against each other.
 */
export function evaluate(
  expression: ExpressionIr,
  environment: Environment,
  locals: Locals = new Map(),
): Value {
  const inner = (part: ExpressionIr, within = locals): Value => evaluate(part, environment, within);
  const withLocal = (name: string, value: Value): Locals => new Map(locals).set(name, value);
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "template":
      return expression.parts.map((part) => (typeof part === "string" ? part : text(inner(part)))).join("");
    case "local":
      return locals.get(expression.name);
    case "variable":
      return environment.variables.get(expression.name);
    // No call is running, so there is no request, no answer, no clock and no shape to answer with.
    case "request":
    case "now":
    case "serial":
    case "next-key":
    case "shape":
      return undefined;
    case "response":
      return environment.response?.(expression.tool);
    case "records":
      return environment.records(expression.resource);
    case "lookup":
      return environment.find(expression.resource, inner(expression.key));
    case "builtin":
      return builtin(
        expression.name,
        expression.arguments.map((argument) => inner(argument)),
      );
    case "get":
      return get(inner(expression.object), expression.key);
    case "index":
      return get(inner(expression.object), inner(expression.index));
    case "not":
      return !truthy(inner(expression.operand));
    case "binary":
      return binary(expression, inner);
    case "is":
      return is(inner(expression.operand), expression.test) !== expression.negated;
    case "matches":
      return matches(inner(expression.operand), new RegExp(expression.pattern, "u"));
    case "if":
      return truthy(inner(expression.condition)) ? inner(expression.yes) : inner(expression.no);
    case "array":
      return array(...expression.items.map((item) => inner(item)));
    case "comprehension": {
      const { condition, item, local } = expression;
      return collect(
        inner(expression.list),
        (member) => inner(item, withLocal(local, member)),
        condition && ((member) => truthy(inner(condition, withLocal(local, member)))),
      );
    }
    case "quantifier": {
      const { condition, local, quantifier } = expression;
      const items = inner(expression.list);
      const holds = (member: Value) =>
        condition === undefined || truthy(inner(condition, withLocal(local, member)));
      return quantifier === "all"
        ? all(items, holds)
        : quantifier === "any"
          ? any(items, holds)
          : first(items, holds);
    }
    case "object":
      return object(
        ...expression.entries.map((entry): ObjectPart => {
          switch (entry.kind) {
            case "entry":
              return [entry.key, inner(entry.value)];
            case "computed-entry":
              return [inner(entry.key), inner(entry.value)];
            case "spread":
              return spread(inner(entry.value));
            default:
              return assertNever(entry);
          }
        }),
      );
  }
}

function binary(
  expression: Extract<ExpressionIr, { kind: "binary" }>,
  inner: (part: ExpressionIr) => Value,
): Value {
  const { left, right } = expression;
  switch (expression.operator) {
    case "or":
      return truthy(inner(left)) || truthy(inner(right));
    case "and":
      return truthy(inner(left)) && truthy(inner(right));
    case "==":
      return equal(inner(left), inner(right));
    case "!=":
      return !equal(inner(left), inner(right));
    case "<":
      return less(inner(left), inner(right));
    case "<=":
      return lessOrEqual(inner(left), inner(right));
    case ">":
      return less(inner(right), inner(left));
    case ">=":
      return lessOrEqual(inner(right), inner(left));
    case "in":
      return contains(inner(right), inner(left));
    case "+":
      return add(inner(left), inner(right));
    case "-":
      return subtract(inner(left), inner(right));
  }
}

function builtin(name: BuiltinName, args: readonly Value[]): Value {
  const [a, b, c] = args;
  switch (name) {
    case "count":
      return count(a);
    case "union":
      return union(a, b);
    case "except":
      return except(a, b);
    case "unique":
      return unique(a);
    case "pick":
      return pick(a, b);
    case "text":
      return text(a);
    case "number":
      return number(a);
    case "lower":
      return lower(a);
    case "join":
      return join(a, b);
    case "split":
      return split(a, b);
    case "plain":
      return plain(a);
    case "adf":
      return adf(a);
    case "slice":
      return slice(a, b, c);
    case "sort":
      return sort(a, b);
    case "keys":
      return keys(a);
    case "query":
      return query(a, b, c);
  }
}
