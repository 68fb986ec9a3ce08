import type { Json } from "../../runtime/abi/json.js";
import type { Schema } from "../openapi/api-model.js";
import { partsOf, type SchemaSource } from "./parts.js";
import { type JsonType, typesOf } from "./types-of.js";

/** Values of an enum that a message lists; the rest is counted. */
const MAX_LISTED = 8;

const WORDS: Readonly<Record<JsonType, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

/** "an integer", "a list" ...: a type in words. */
export function typeInWords(type: JsonType): string {
  return type === "boolean" ? "a boolean" : WORDS[type];
}

/** What a schema accepts, in words that fit behind "expects": `a string of digits`, `one of "a", "b"`. */
export function describeSchema(model: SchemaSource, schema: Schema): string {
  const values = enumAt(model, schema);
  if (values !== undefined) return listValues(values);
  const types = typesOf(model, schema);
  if (types.size === 0) return "no value at all";
  if (types.size === 7) return "any value";
  const shown = [...types].filter((type) => !(type === "integer" && types.has("number")));
  const words = shown.map((type) => (type === "string" ? `a string${textForm(model, schema)}` : WORDS[type]));
  return words.join(" or ");
}

/** The values that a schema allows, when an enum or const of it limits them; of several the shortest list. */
export function enumAt(model: SchemaSource, schema: Schema): readonly Json[] | undefined {
  let found: readonly Json[] | undefined;
  for (const { schema: part, certain } of partsOf(model, schema)) {
    if (!certain) continue;
    const values = part["const"] !== undefined ? [part["const"]] : part["enum"];
    if (Array.isArray(values) && (found === undefined || values.length < found.length)) found = values;
  }
  return found;
}

export function listValues(values: readonly Json[]): string {
  const listed = values.slice(0, MAX_LISTED).map((value) => JSON.stringify(value));
  const more = values.length > MAX_LISTED ? ` and ${values.length - MAX_LISTED} more` : "";
  return values.length === 1 ? `${listed[0]}` : `one of ${listed.join(", ")}${more}`;
}

function textForm(model: SchemaSource, schema: Schema): string {
  for (const { schema: part } of partsOf(model, schema)) {
    const pattern = part["pattern"];
    if (typeof pattern === "string") return patternInWords(pattern);
    const format = part["format"];
    if (typeof format === "string" && part["type"] !== undefined) return ` in the format ${format}`;
  }
  return "";
}

/** " of digits" and the like; the pattern itself where no word says it. */
export function patternInWords(pattern: string): string {
  if (/^\^(\\d|\[0-9\])(\+|\*|\{1,\})\$$/.test(pattern)) return " of digits";
  if (/^\^(\\d|\[0-9\])\{\d+(,\d*)?\}\$$/.test(pattern)) return " of digits";
  if (/^\^(\\S|\[\^\\s\])\+?\*?\$$/.test(pattern)) return " without white space";
  return ` that matches ${pattern}`;
}
