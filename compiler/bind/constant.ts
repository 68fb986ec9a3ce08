import type { Expression } from "../../dsl/tree/expression.js";
import type { Json } from "../../runtime/abi/json.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { types } from "../diagnostics/types.js";
import { plainText } from "./plain-text.js";

/** Value of an expression that is a literal throughout; undefined otherwise. Says nothing. */
export function literalValue(expression: Expression): Json | undefined {
  switch (expression.kind) {
    case "null":
      return null;
    case "boolean":
    case "number":
      return expression.value;
    case "string":
      return plainText(expression);
    case "array": {
      const items: Json[] = [];
      for (const item of expression.items) {
        const value = literalValue(item);
        if (value === undefined) return undefined;
        items.push(value);
      }
      return items;
    }
    case "object": {
      const entries = new Map<string, Json>();
      for (const entry of expression.entries) {
        if (entry.kind !== "entry") return undefined;
        const value = literalValue(entry.value);
        if (value === undefined) return undefined;
        entries.set(entry.key.text, value);
      }
      // fromEntries defines own properties, so a key such as __proto__ stays data.
      return Object.fromEntries(entries);
    }
    default:
      return undefined;
  }
}

/** The part of a literal at a path of its value; the nearest part around it where the path leads no further. */
export function literalPart(expression: Expression, path: readonly string[]): Expression {
  const [step, ...rest] = path;
  if (step === undefined) return expression;
  const inner =
    expression.kind === "array"
      ? expression.items[Number(step)]
      : expression.kind === "object"
        ? expression.entries.find((entry) => entry.kind === "entry" && entry.key.text === step)?.value
        : undefined;
  return inner === undefined ? expression : literalPart(inner, rest);
}

/** A literal of any type, or a report that one is needed. */
export function constant(reporter: Reporter, expression: Expression, what: string): Json | undefined {
  const value = literalValue(expression);
  if (value === undefined && expression.kind !== "poison") {
    reporter.add(types.report("RVR3003", reporter.at(expression.span), { what }));
  }
  return value;
}

export interface NumberRange {
  readonly least?: number;
  readonly most?: number;
  readonly integer?: boolean;
}

/** A literal number within a range, or a report. `what` is lower case: "the budget". */
export function constantNumber(
  reporter: Reporter,
  expression: Expression,
  what: string,
  range: NumberRange = {},
): number | undefined {
  const value = constant(reporter, expression, what);
  if (value === undefined) return undefined;
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY, integer = false } = range;
  if (
    typeof value === "number" &&
    value >= least &&
    value <= most &&
    (!integer || Number.isSafeInteger(value))
  ) {
    return value;
  }
  const kind = integer ? "a whole number" : "a number";
  const bounds =
    range.least !== undefined && range.most !== undefined
      ? ` from ${least} to ${most}`
      : range.least !== undefined
        ? ` of at least ${least}`
        : range.most !== undefined
          ? ` of at most ${most}`
          : "";
  const subject = what.charAt(0).toUpperCase() + what.slice(1);
  const values = { what: subject, wanted: `${kind}${bounds}`, found: JSON.stringify(value) };
  reporter.add(types.report("RVR3008", reporter.at(expression.span), values));
  return undefined;
}
