import { assertNever } from "../abi/assert-never.js";
import type { Json } from "../abi/json.js";
import type { MatcherProgram } from "../abi/matcher.js";
import type { Value } from "../abi/value.js";
import { isArray, isObject } from "../value/access.js";
import { equal, matches } from "../value/compare.js";
import { plain } from "../value/rich-text.js";
import { ValueSet } from "../value/value-set.js";

/**
 * Whether `actual` is what was expected. Never coerces beyond what the matcher's kind says (see `MatcherProgram`);
 * an absent expectation is met by absence only, under every matcher.
 */
export function match(matcher: MatcherProgram, actual: Value, expected: Value): boolean {
  if (actual === undefined || expected === undefined) return actual === expected;
  switch (matcher.kind) {
    case "exact":
      return equal(actual, expected);
    case "id":
      return sameIdentifier(actual, expected);
    case "text":
      if (typeof actual !== "string" || typeof expected !== "string") return equal(actual, expected);
      return normalText(actual) === normalText(expected);
    case "richtext":
      return sameRichText(actual, expected);
    case "set":
      return isArray(actual) && isArray(expected) && covers(actual, expected) && covers(expected, actual);
    case "superset":
      return isArray(actual) && isArray(expected) && covers(actual, expected);
    case "number":
      if (typeof actual !== "number" || typeof expected !== "number") return false;
      return Math.abs(actual - expected) <= matcher.tolerance;
    case "pattern": {
      const pattern = compiled(matcher.pattern);
      return matches(actual, pattern) && matches(expected, pattern);
    }
    case "one_of":
      return isArray(expected) && expected.some((member) => equal(actual, member));
    default:
      return assertNever(matcher);
  }
}

/** Compiled patterns by source. Sources come from generated code only, so there are few. */
const patterns = new Map<string, RegExp>();

function compiled(source: string): RegExp {
  let pattern = patterns.get(source);
  if (pattern === undefined) {
    pattern = new RegExp(source, "u");
    patterns.set(source, pattern);
  }
  return pattern;
}

/** NFC, white space runs (no-break spaces among them) as one space, trimmed. Case and invisible letters count. */
export function normalText(value: string): string {
  return value.normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** Text form of an identifier; undefined for what cannot be one, a rounded 64-bit number among them. */
export function identifierText(value: Value): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : undefined;
}

function sameIdentifier(actual: Value, expected: Value): boolean {
  const left = identifierText(actual);
  return left !== undefined && left === identifierText(expected);
}

function sameRichText(actual: Value, expected: Value): boolean {
  const documents = [actual, expected].map((value) =>
    typeof value === "string" || isObject(value) ? plain(value) : undefined,
  );
  const [left, right] = documents;
  return typeof left === "string" && typeof right === "string" && normalText(left) === normalText(right);
}

function covers(whole: readonly Json[], part: readonly Json[]): boolean {
  const members = new ValueSet(whole);
  return part.every((item) => members.has(item));
}
