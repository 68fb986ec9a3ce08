import type { Json, JsonObject } from "../abi/json.js";
import type { Value } from "../abi/value.js";
import { getPath, isArray, isObject, list } from "./access.js";
import { canonical, compare } from "./compare.js";
import { type Draft, put } from "./own.js";
import { ValueSet } from "./value-set.js";

/** Items of a list, entries of an object, UTF-16 units of a string; 0 for anything else. */
export function count(value: Value): number {
  if (isArray(value) || typeof value === "string") return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

/** Own keys of an object in their order. */
export function keys(value: Value): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

/** The first of each run of equal items, wherever they stand. */
export function unique(items: Value): readonly Json[] {
  const seen = new ValueSet();
  return list(items).filter((item) => seen.add(item));
}

/** Items of the first list, then those of the second, each value once. */
export function union(left: Value, right: Value): readonly Json[] {
  return unique([...list(left), ...list(right)]);
}

/** Items of the first list that the second lacks. */
export function except(left: Value, right: Value): readonly Json[] {
  const unwanted = new ValueSet(list(right));
  return list(left).filter((item) => !unwanted.has(item));
}

/** The object with only the named keys, in the order of the names. */
export function pick(value: Value, names: Value): JsonObject {
  if (!isObject(value)) return {};
  const picked: Draft = {};
  for (const name of list(names)) {
    if (typeof name === "string" && Object.hasOwn(value, name)) put(picked, name, value[name] as Json);
  }
  return picked;
}

/** At most `size` items from the place `from`, counted from 0. Absent bounds mean the start and all the rest. */
export function slice(items: Value, from: Value, size: Value): readonly Json[] {
  const start = bound(from, 0);
  return list(items).slice(start, start + bound(size, Number.MAX_SAFE_INTEGER));
}

function bound(value: Value, otherwise: number): number {
  return typeof value === "number" ? Math.max(0, Math.floor(value)) : otherwise;
}

/** Sorted by the value at a dotted path (absent or empty path: by the item itself); equal items keep their order. */
export function sort(items: Value, path?: Value): readonly Json[] {
  const steps = typeof path === "string" && path !== "" ? path.split(".") : [];
  return [...list(items)].sort((left, right) => order(getPath(left, steps), getPath(right, steps)));
}

/** A total order: numbers, strings, other values by canonical text, absent last. */
export function order(left: Value, right: Value): number {
  const byRank = rank(left) - rank(right);
  if (byRank !== 0) return byRank;
  return compare(left, right) ?? compare(canonical(left), canonical(right)) ?? 0;
}

function rank(value: Value): number {
  if (typeof value === "number") return 0;
  if (typeof value === "string") return 1;
  return value === undefined ? 3 : 2;
}

/** `[item(x) for x in items if condition(x)]`; absent results drop out. */
export function collect(
  items: Value,
  item: (member: Json) => Value,
  condition?: (member: Json) => boolean,
): readonly Json[] {
  const results: Json[] = [];
  for (const member of list(items)) {
    if (condition !== undefined && !condition(member)) continue;
    const result = item(member);
    if (result !== undefined) results.push(result);
  }
  return results;
}

/** True when the condition holds for every item; true for no items. */
export function all(items: Value, condition: (member: Json) => boolean): boolean {
  return list(items).every(condition);
}

/** True when the condition holds for some item. */
export function any(items: Value, condition: (member: Json) => boolean): boolean {
  return list(items).some(condition);
}

/** The first item for which the condition holds; absent when there is none. */
export function first(items: Value, condition?: (member: Json) => boolean): Value {
  return condition === undefined ? list(items)[0] : list(items).find(condition);
}
