import type { Json } from "../../runtime/abi/json.js";

/** An object of a document as read: nothing about its values is known. Keys are looked up as own properties only. */
export type Node = { readonly [key: string]: unknown };

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own property of a value that may be anything. */
export function member(value: unknown, key: string): unknown {
  return isNode(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An empty object without prototype, to be filled with keys that a user chose. */
export function emptyRecord<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/**
 * Copy as plain JSON data without prototypes; what JSON cannot say becomes null. A key `__proto__` is dropped: printed
 * into code it would mean something else.
 */
export function copyJson(value: unknown, depth = 0): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (depth > 200) return null;
  if (Array.isArray(value)) return value.map((item) => copyJson(item, depth + 1));
  if (!isNode(value)) return null;
  const out = emptyRecord<Json>();
  for (const key of Object.keys(value)) if (key !== "__proto__") out[key] = copyJson(value[key], depth + 1);
  return out;
}
