import { assertNever } from "../../dsl/text/internal-error.js";
import type { ExpressionIr, ObjectEntryIr } from "../ir/expression.js";

/** The expressions directly inside one. */
export function children(expression: ExpressionIr): readonly ExpressionIr[] {
  switch (expression.kind) {
    case "literal":
    case "local":
    case "variable":
    case "request":
    case "response":
    case "now":
    case "records":
    case "serial":
    case "next-key":
      return [];
    case "template":
      return expression.parts.filter((part) => typeof part !== "string");
    case "lookup":
      return [expression.key];
    case "builtin":
    case "shape":
      return expression.arguments;
    case "get":
      return [expression.object];
    case "index":
      return [expression.object, expression.index];
    case "not":
    case "is":
    case "matches":
      return [expression.operand];
    case "binary":
      return [expression.left, expression.right];
    case "if":
      return [expression.condition, expression.yes, expression.no];
    case "array":
      return expression.items;
    case "comprehension":
      return [expression.item, expression.list, ...present(expression.condition)];
    case "quantifier":
      return [expression.list, ...present(expression.condition)];
    case "object":
      return expression.entries.flatMap(entryParts);
    default:
      return assertNever(expression);
  }
}

/** True when the expression or one inside it satisfies the test. */
export function anyPart(expression: ExpressionIr, test: (part: ExpressionIr) => boolean): boolean {
  return test(expression) || children(expression).some((child) => anyPart(child, test));
}

function present(expression: ExpressionIr | undefined): readonly ExpressionIr[] {
  return expression === undefined ? [] : [expression];
}

function entryParts(entry: ObjectEntryIr): readonly ExpressionIr[] {
  return entry.kind === "computed-entry" ? [entry.key, entry.value] : [entry.value];
}
