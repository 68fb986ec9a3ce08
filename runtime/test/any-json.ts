import fc from "fast-check";
import type { Json, JsonObject } from "../abi/json.js";
import type { Value } from "../abi/value.js";

/** Names that plain objects inherit or treat specially; as keys of JSON they are names like any other. */
export const HOSTILE_NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "length", "0"];

const name = fc.oneof(fc.constantFrom(...HOSTILE_NAMES, "a", "b", ""), fc.string({ maxLength: 4 }));

const { json } = fc.letrec<{ json: Json; object: JsonObject }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, -0, 1, "", "1", "a", 1e308, 2 ** 60),
    fc.string({ maxLength: 6, unit: "binary" }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("json"), { maxLength: 4 }),
    tie("object"),
  ),
  object: fc
    .array(fc.tuple(name, tie("json")), { maxLength: 4 })
    .map((entries): JsonObject => Object.fromEntries(entries)),
}));

/** Any JSON value, hostile keys among them. */
export const anyJson: fc.Arbitrary<Json> = json;

/** Any JSON value, or absent. */
export const anyValue: fc.Arbitrary<Value> = fc.option(json, { nil: undefined, freq: 9 });

export const anyPath: fc.Arbitrary<readonly string[]> = fc.array(name, { maxLength: 4 });

/** An object whose key `__proto__` is its own, as `JSON.parse` makes it. */
export function fromText(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}

/** The same value with the keys of every object in reverse order. */
export function reversedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => reversedKeys(item));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as JsonObject).reverse();
  return Object.fromEntries(entries.map(([key, inner]) => [key, reversedKeys(inner)]));
}
