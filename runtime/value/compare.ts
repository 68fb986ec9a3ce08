import { assertNever } from "../abi/assert-never.js";
import type { Value } from "../abi/value.js";
import { isArray, isObject } from "./access.js";

/** Longest text that a pattern is tried on, in UTF-16 units; longer text does not match. */
const MATCH_LIMIT = 10_000;

/** The words after `is`. */
export type TestWord =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "array"
  | "object"
  | "null"
  | "present"
  | "absent"
  | "empty";

/** What a condition means: only `true` holds. */
export function truthy(value: Value): boolean {
  return value === true;
}

/** Deep equality of JSON values. Typed ("1" is not 1), blind to the order of keys; absent equals absent only. */
export function equal(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (isArray(left)) {
    if (!isArray(right) || left.length !== right.length) return false;
    for (let i = 0; i < left.length; i++) if (!equal(left[i], right[i])) return false;
    return true;
  }
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(right, key) || !equal(left[key], right[key])) return false;
  }
  return true;
}

/** JSON text with keys in code-unit order: equal values have equal text. Absent gives the empty text. */
export function canonical(value: Value): string {
  if (value === undefined) return "";
  if (isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${parts.join(",")}}`;
}

/** Negative, zero or positive for two numbers or two strings (by code unit); undefined for any other pair. */
export function compare(left: Value, right: Value): number | undefined {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (typeof left !== "string" || typeof right !== "string") return undefined;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** `<`; false where the two cannot be compared. */
export function less(left: Value, right: Value): boolean {
  const order = compare(left, right);
  return order !== undefined && order < 0;
}

/** `<=`; false where the two cannot be compared. */
export function lessOrEqual(left: Value, right: Value): boolean {
  const order = compare(left, right);
  return order !== undefined && order <= 0;
}

/** `item in container`: member of a list, part of a string, key of an object. */
export function contains(container: Value, item: Value): boolean {
  if (item === undefined) return false;
  if (isArray(container)) return container.some((member) => equal(member, item));
  if (typeof item !== "string") return false;
  if (typeof container === "string") return container.includes(item);
  return isObject(container) && Object.hasOwn(container, item);
}

/**
 * `value is word`. `present` is anything but absent, null included. `empty` holds for absent, null, the empty
 * string, the empty list and the empty object.
 */
export function is(value: Value, word: TestWord): boolean {
  switch (word) {
    case "string":
    case "number":
    case "boolean":
      return typeof value === word;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return isArray(value);
    case "object":
      return isObject(value);
    case "null":
      return value === null;
    case "present":
      return value !== undefined;
    case "absent":
      return value === undefined;
    case "empty":
      return isEmpty(value);
    default:
      return assertNever(word);
  }
}

function isEmpty(value: Value): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** True when `value` is a string of at most 10,000 units in which the pattern occurs. */
export function matches(value: Value, pattern: RegExp): boolean {
  if (typeof value !== "string" || value.length > MATCH_LIMIT) return false;
  pattern.lastIndex = 0;
  return pattern.test(value);
}
