import type { Json, JsonObject } from "../abi/json.js";
import type { Steps, Value } from "../abi/value.js";
import { isObject, setPath } from "./access.js";
import { type Draft, put, putAll } from "./own.js";
import { text } from "./text.js";

/** All entries of a value, inside `object(...)`. */
export interface Spread {
  readonly kind: "spread";
  readonly value: Value;
}

/** `...value` in an object: its own entries, none unless it is an object. */
export function spread(value: Value): Spread {
  return { kind: "spread", value };
}

/** A key with its value, or a spread. */
export type ObjectPart = readonly [key: Value, value: Value] | Spread;

/**
 * Builds an object: `object(["key", 1], spread(rest), [computed, 2])`. A later entry replaces an earlier one of the
 * same key. Entries whose key or value is absent drop out, so `{a: absent}` is `{}`. Keys are always own
 * properties: `__proto__` is a name like any other.
 */
export function object(...parts: readonly ObjectPart[]): JsonObject {
  const made: Draft = {};
  for (const part of parts) {
    if ("kind" in part) {
      if (isObject(part.value)) putAll(made, part.value);
    } else if (part[0] !== undefined && part[1] !== undefined) {
      put(made, typeof part[0] === "string" ? part[0] : text(part[0]), part[1]);
    }
  }
  return made;
}

/** `[a, b]`: absent items drop out. */
export function array(...items: readonly Value[]): readonly Json[] {
  return items.filter((item) => item !== undefined);
}

/** An object from values at paths: `assemble([[["fields", "summary"], "x"]])`. Absent values drop out. */
export function assemble(lines: readonly (readonly [path: Steps, value: Value])[]): JsonObject {
  let result: Value = {};
  for (const [path, value] of lines) {
    if (value !== undefined) result = setPath(result, path, value);
  }
  return isObject(result) ? result : {};
}
