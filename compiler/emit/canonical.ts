import { compareText } from "../../dsl/text/compare.js";
import type { Json } from "../../runtime/abi/json.js";
import { jsonText } from "./literal.js";

/** JSON text that depends on meaning alone: keys in code unit order, what is undefined left out, one fixed layout. */
export function canonicalText(value: object): string {
  return `${canonicalPart(value)}\n`;
}

/** The same for a part of a text, without the line break at the end. */
export function canonicalPart(value: object | string): string {
  return jsonText(sorted(JSON.parse(JSON.stringify(value))));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => compareText(left, right));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
