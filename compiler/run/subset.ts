import type { Json } from "../../runtime/abi/json.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import { equal } from "../../runtime/value/compare.js";

/**
 * Where `actual` lacks something of `expected`: the dotted path of the first such place, or undefined when all of it
 * is there. Objects may have more keys than expected; arrays must have the same length; other values must be equal.
 */
export function firstLack(
  expected: Json,
  actual: Json | undefined,
  path: readonly string[] = [],
): string | undefined {
  const here = () => (path.length === 0 ? "the body" : path.join("."));
  if (isArray(expected)) {
    if (!isArray(actual ?? null) || !Array.isArray(actual) || actual.length !== expected.length)
      return here();
    return firstOf(expected.map((item, n) => firstLack(item, actual[n], [...path, String(n)])));
  }
  if (!isObject(expected)) return equal(expected, actual) ? undefined : here();
  if (!isObject(actual)) return here();
  return firstOf(
    Object.entries(expected).map(([key, value]) =>
      firstLack(value, Object.hasOwn(actual, key) ? actual[key] : undefined, [...path, key]),
    ),
  );
}

function firstOf(lacks: readonly (string | undefined)[]): string | undefined {
  return lacks.find((lack) => lack !== undefined);
}
