import type { Json, JsonObject } from "../abi/json.js";
import type { Steps, Value } from "../abi/value.js";

const INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a JSON array; keeps the element type that `Array.isArray` loses on read-only arrays. */
export function isArray(value: Value): value is readonly Json[] {
  return Array.isArray(value);
}

function step(value: Value, key: Value): Value {
  if (typeof value !== "object" || value === null) return undefined;
  if (isArray(value)) {
    if (typeof key === "number") return Number.isInteger(key) && key >= 0 ? value[key] : undefined;
    return typeof key === "string" && INDEX.test(key) ? value[Number(key)] : undefined;
  }
  const name = typeof key === "number" ? String(key) : key;
  return typeof name === "string" ? own(value as JsonObject, name) : undefined;
}

/**
 * An own property. All that a JSON object inherits is functions, which JSON has none of, and `__proto__`: looking at
 * what was found is much cheaper than asking whose it is.
 */
function own(value: JsonObject, name: string): Value {
  if (name === "__proto__") return Object.hasOwn(value, name) ? value[name] : undefined;
  const found: unknown = value[name];
  return typeof found === "function" ? undefined : (found as Value);
}

/**
 * Reads along `keys`: own properties of objects, items of arrays by number or by the number's text.
 * Absent as soon as a step does not exist; inherited names such as `constructor` and `length` never do.
 */
export function get(value: Value, ...keys: readonly Value[]): Value {
  let found = value;
  for (const key of keys) {
    if (found === undefined) return undefined;
    found = step(found, key);
  }
  return found;
}

/** As `get`, for a path that is already an array. */
export function getPath(value: Value, path: Steps): Value {
  let found = value;
  for (const key of path) {
    if (found === undefined) return undefined;
    found = step(found, key);
  }
  return found;
}

/** The items of an array; anything else, absent included, has none. */
export function list(value: Value): readonly Json[] {
  return isArray(value) ? value : [];
}

/** All values at a path that runs through arrays item by item, arrays at its end included. */
export function gather(value: Value, path: Steps): readonly Json[] {
  let found: readonly Json[] = spreadOut(value);
  for (const key of path) found = found.flatMap((part) => spreadOut(step(part, key)));
  return found;
}

function spreadOut(value: Value): readonly Json[] {
  if (value === undefined) return [];
  return isArray(value) ? value.flatMap(spreadOut) : [value];
}

/**
 * A copy of `value` with `path` set, sharing what did not change. What is not an object on the way is replaced by
 * one; an existing array item is replaced in place. Setting absent removes what is there, and makes nothing where
 * nothing is. The empty path replaces all.
 */
export function setPath(value: Value, path: Steps, replacement: Value): Value {
  if (replacement === undefined && getPath(value, path) === undefined) return value;
  return setFrom(value, path, 0, replacement);
}

function setFrom(value: Value, path: Steps, at: number, replacement: Value): Value {
  const key = path[at];
  if (key === undefined) return replacement;
  if (isArray(value) && INDEX.test(key) && Number(key) < value.length) {
    const inner = setFrom(value[Number(key)], path, at + 1, replacement);
    const copy = [...value];
    if (inner === undefined) copy.splice(Number(key), 1);
    else copy[Number(key)] = inner;
    return copy;
  }
  const source: JsonObject = isObject(value) ? value : {};
  const inner = setFrom(step(source, key), path, at + 1, replacement);
  return inner === undefined ? without(source, key) : { ...source, [key]: inner };
}

function without(source: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(([name]) => name !== key));
}
