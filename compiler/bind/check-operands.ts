import { didYouMean } from "../../dsl/diagnostics/did-you-mean.js";
import type { Expression } from "../../dsl/tree/expression.js";
import type { Json } from "../../runtime/abi/json.js";
import { types } from "../diagnostics/types.js";
import { enumAt, listValues, typeInWords } from "../schema/describe-schema.js";
import type { JsonType } from "../schema/types-of.js";
import { schemaPlace } from "./api-place.js";
import { literalValue } from "./constant.js";
import type { ExpressionContext } from "./context.js";
import { jsonTypes } from "./json-types.js";
import type { StaticType } from "./static-type.js";

/** A part of an expression with its type. */
export interface Operand {
  readonly expression: Expression;
  readonly type: StaticType;
}

/** Warns of comparisons and sums that come out the same on every task. What is not known for certain is left alone. */
export function checkOperands(
  context: ExpressionContext,
  operator: Extract<Expression, { kind: "binary" }>["operator"],
  left: Operand,
  right: Operand,
): void {
  switch (operator) {
    case "==":
    case "!=":
      if (checkListed(context, left, [right]) || checkListed(context, right, [left])) return;
      checkSameType(context, left, right);
      return;
    case "in":
      if (right.expression.kind === "array") {
        checkListed(
          context,
          left,
          right.expression.items.map((expression) => ({ expression, type: { kind: "any" } })),
        );
      }
      return;
    case "+":
    case "-":
      for (const operand of [left, right]) {
        checkUse(context, operand, ["number", "integer"], `an operand of \`${operator}\``, "a number there");
      }
      return;
    case "and":
    case "or":
      for (const operand of [left, right]) checkCondition(context, operand);
      return;
    default:
      return;
  }
}

/** Warns of a condition that cannot be true, since its value is never `true`. */
export function checkCondition(context: ExpressionContext, condition: Operand): void {
  checkUse(
    context,
    condition,
    ["boolean"],
    "a condition",
    "a comparison, such as `x == ...` or `x is present`",
  );
}

function checkUse(
  { reporter }: ExpressionContext,
  { expression, type }: Operand,
  wanted: readonly JsonType[],
  use: string,
  instead: string,
): void {
  const known = certainTypes(type);
  if (known === undefined || known.some((one) => wanted.includes(one))) return;
  const values = { found: capitalised(inWords(known)), use, instead };
  reporter.add(types.report("RVR3013", reporter.at(expression.span), values));
}

/** Constants beside an enum. True where one was reported. */
function checkListed(
  { reporter }: ExpressionContext,
  { type }: Operand,
  others: readonly Operand[],
): boolean {
  if (type.kind !== "schema" || type.of === undefined) return false;
  const listed = enumAt(type.model, type.schema);
  if (listed === undefined) return false;
  let reported = false;
  for (const { expression } of others) {
    const value = literalValue(expression);
    if (value === undefined || value === null || listed.includes(value)) continue;
    reported = true;
    const near = typeof value === "string" ? didYouMean(value, listed.filter(isText)) : undefined;
    const edits = [{ file: reporter.file, span: expression.span, text: JSON.stringify(near) }];
    const help =
      near === undefined
        ? {}
        : {
            remedy: `Did you mean ${JSON.stringify(near)}?`,
            fixes: [{ title: `Write ${JSON.stringify(near)}`, edits }],
          };
    const related = schemaPlace(type.model, type.schema, "enum", "the values that there are");
    const values = { value: JSON.stringify(value), known: listValues(listed) };
    reporter.add(types.report("RVR3011", reporter.at(expression.span), values, { ...help, related }));
  }
  return reported;
}

function checkSameType({ reporter }: ExpressionContext, left: Operand, right: Operand): void {
  const [ones, others] = [certainTypes(left.type), certainTypes(right.type)];
  if (ones === undefined || others === undefined) return;
  // Null stands for what is not there, whatever the schema says.
  if ([...ones, ...others].includes("null")) return;
  const wide = (found: readonly JsonType[]) => found.map((one) => (one === "integer" ? "number" : one));
  if (wide(ones).some((one) => wide(others).includes(one))) return;
  const values = { left: capitalised(inWords(ones)), right: inWords(others) };
  const span = { start: left.expression.span.start, end: right.expression.span.end };
  reporter.add(types.report("RVR3012", reporter.at(span), values));
}

/** Types that a value can have; undefined where a request or nothing at all says so. */
function certainTypes(type: StaticType): readonly JsonType[] | undefined {
  return type.kind === "schema" && type.of === undefined ? undefined : jsonTypes(type);
}

function inWords(found: readonly JsonType[]): string {
  return found.map(typeInWords).join(" or ");
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function isText(value: Json): value is string {
  return typeof value === "string";
}
