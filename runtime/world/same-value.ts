import type { Value } from "../abi/value.js";
import { match } from "../matching/match.js";
import { isArray, isObject } from "../value/access.js";
import { equal } from "../value/compare.js";
import type { PathNode } from "./path-tree.js";

/**
 * Equality of two records under the rules of their resource: computed paths do not count, a path with a matcher is
 * compared by it, everything else is compared exactly. `expected` is the side that matchers take as given.
 */
export function sameValue(expected: Value, actual: Value, rules: PathNode | undefined): boolean {
  if (rules === undefined) return equal(expected, actual);
  if (rules.computed) return true;
  // Two nulls are the same whatever the matcher is for: an empty description is no rich text, but it is equal.
  if (rules.matcher !== undefined) return equal(expected, actual) || match(rules.matcher, actual, expected);
  if (rules.children.size === 0) return equal(expected, actual);
  if (isArray(expected)) {
    if (!isArray(actual) || expected.length !== actual.length) return false;
    return expected.every((item, i) => sameValue(item, actual[i], rules));
  }
  if (!isObject(expected) || !isObject(actual)) return equal(expected, actual);
  for (const key of Object.keys(expected)) {
    const inner = rules.children.get(key);
    if (!sameValue(expected[key], Object.hasOwn(actual, key) ? actual[key] : undefined, inner)) return false;
  }
  for (const key of Object.keys(actual)) {
    if (Object.hasOwn(expected, key)) continue;
    if (!sameValue(undefined, actual[key], rules.children.get(key))) return false;
  }
  return true;
}
