import type { Fix } from "../../dsl/diagnostics/diagnostic.js";
import { didYouMean } from "../../dsl/diagnostics/did-you-mean.js";
import type { Expression } from "../../dsl/tree/expression.js";
import type { Json } from "../../runtime/abi/json.js";
import type { ApiModel, Schema } from "../openapi/api-model.js";
import { checkConstant } from "../schema/check-constant.js";
import { enumAt } from "../schema/describe-schema.js";

/** What to write in place of a constant that the schema refuses, where one thing suggests itself. */
export function constantFix(
  file: string,
  model: ApiModel,
  schema: Schema,
  expression: Expression,
  value: Json,
): readonly Fix[] {
  const text = candidates(model, schema, value).find((one) => checkConstant(model, schema, one).ok);
  if (text === undefined) return [];
  const written = JSON.stringify(text).replaceAll(/[{}]/gu, "\\$&");
  return [{ title: `Write ${written}`, edits: [{ file, span: expression.span, text: written }] }];
}

/** The same value as another type, or the nearest of the allowed texts. */
function candidates(model: ApiModel, schema: Schema, value: Json): readonly Json[] {
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (typeof value !== "string") return [];
  const allowed = (enumAt(model, schema) ?? []).filter((one) => typeof one === "string");
  const near = didYouMean(value, allowed);
  const plain = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/u.test(value) ? [Number(value)] : [];
  const truth = value === "true" || value === "false" ? [value === "true"] : [];
  return [...(near === undefined ? [] : [near]), ...plain, ...truth];
}
