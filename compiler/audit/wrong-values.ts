import type { Json } from "../../runtime/abi/json.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import { equal } from "../../runtime/value/compare.js";

/**
 * A value of the same type that is not right; from the candidates when one of them is wrong. What is right beside the
 * value itself is said by the last parameter.
 */
export function anotherValue(
  value: Json,
  candidates: readonly (Json | undefined)[],
  isRight: (candidate: Json) => boolean = () => false,
): Json {
  if (isArray(value)) return anotherList(value, candidates);
  const found = candidates.find((candidate) => {
    if (candidate === undefined || kindOf(candidate) !== kindOf(value)) return false;
    return !equal(candidate, value) && !isRight(candidate);
  });
  if (found !== undefined) return found;
  if (typeof value === "string") {
    const texts = [`${value} (other)`, `other ${value}`, "?", " "];
    return texts.find((text) => !isRight(text)) ?? `${value} (other)`;
  }
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  return isObject(value) ? { ...value, other: true } : "other";
}

/** A list of which nothing is right. */
function anotherList(value: readonly Json[], candidates: readonly (Json | undefined)[]): Json {
  for (const candidate of candidates) {
    const wrong = isArray(candidate)
      ? candidate.filter((item) => !value.some((own) => equal(own, item)))
      : [];
    if (wrong.length > 0) return wrong;
  }
  return value.length === 0 ? ["other"] : [];
}

/** A value of another type: the text of a number, the number that a text of digits stands for, a list for an object. */
export function anotherType(value: Json): Json {
  if (typeof value === "string") return /^\d{1,15}$/u.test(value) ? Number(value) : 7;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return isArray(value) ? "text" : isObject(value) ? [] : "text";
}

function kindOf(value: Json): string {
  return value === null ? "null" : isArray(value) ? "array" : typeof value;
}
