import type { Json } from "../abi/json.js";
import type { Value } from "../abi/value.js";
import { list } from "./access.js";

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** What a hole in a string shows: strings as they are, nothing for absent, else compact JSON. */
export function text(value: Value): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : JSON.stringify(value);
}

/** A number as it is, or the number that a string writes in JSON's way; else absent. */
export function number(value: Value): Value {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.length > 64 || !NUMBER.test(value)) return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

/** Lower case without regard to a locale; absent unless given a string. */
export function lower(value: Value): Value {
  return typeof value === "string" ? value.toLowerCase() : undefined;
}

/** The items' texts with `separator` between them. */
export function join(items: Value, separator: Value): string {
  return list(items).map(text).join(text(separator));
}

/** The pieces of a string between separators; an empty separator does not split. Absent has no pieces. */
export function split(value: Value, separator: Value): readonly Json[] {
  if (typeof value !== "string") return [];
  return typeof separator === "string" && separator !== "" ? value.split(separator) : [value];
}

/** Sum of two numbers; absent for anything else and where the sum is not finite. */
export function add(left: Value, right: Value): Value {
  return finite(left, right, 1);
}

/** Difference of two numbers; absent for anything else and where it is not finite. */
export function subtract(left: Value, right: Value): Value {
  return finite(left, right, -1);
}

function finite(left: Value, right: Value, sign: 1 | -1): Value {
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  const sum = left + sign * right;
  return Number.isFinite(sum) ? sum : undefined;
}
