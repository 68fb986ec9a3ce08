import type { Json, JsonObject } from "../abi/json.js";
import { type Draft, put } from "../value/own.js";

/** Deepest nesting of arguments, the arguments object itself being 1. */
export const DEPTH_LIMIT = 32;
/** Values and keys in arguments, and their text in UTF-16 units. */
export const NODE_LIMIT = 20_000;
export const TEXT_LIMIT = 500_000;

/** What became of the arguments that a policy sent. */
export type Admission =
  | { readonly kind: "arguments"; readonly value: JsonObject }
  | { readonly kind: "unparsed" }
  | { readonly kind: "too-large"; readonly message: string };

/**
 * The arguments of a call as a JSON object of our own. Raw text that parses to an object counts as arguments, its
 * integers beyond 2^53 as texts of their digits; a call with neither has none. Never throws: values that are no JSON make the whole unparsed.
 */
export function admit(args: unknown, raw: string | undefined): Admission {
  if (args === undefined && raw !== undefined) return admitText(raw);
  return copy(args ?? {});
}

function admitText(raw: unknown): Admission {
  if (typeof raw !== "string") return { kind: "unparsed" };
  if (raw.length > TEXT_LIMIT) return tooLarge(`are longer than ${TEXT_LIMIT} characters`);
  try {
    return copy(JSON.parse(withLongIntegersAsText(raw)));
  } catch {
    return { kind: "unparsed" };
  }
}

/**
 * The text with integers that no number holds exactly in quotes: a rounded identifier would be another one. Texts in it
 * stay as they are, and what is no JSON does not become any.
 */
function withLongIntegersAsText(raw: string): string {
  if (!/\d{16}/u.test(raw)) return raw;
  const tokens = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gu;
  const parts: string[] = [];
  let written = 0;
  for (let found = tokens.exec(raw); found !== null; found = tokens.exec(raw)) {
    const [token] = found;
    if (token === '"') {
      const end = endOfString(raw, found.index);
      // A text without an end: no JSON, whatever follows.
      if (end === undefined) return raw;
      tokens.lastIndex = end;
    } else if (/^-?[1-9]\d{15,}$/u.test(token) && !Number.isSafeInteger(Number(token))) {
      const isKey = raw.slice(tokens.lastIndex).trimStart().startsWith(":");
      parts.push(raw.slice(written, found.index), isKey ? token : `"${token}"`);
      written = tokens.lastIndex;
    }
  }
  return parts.join("") + raw.slice(written);
}

/** Place behind a string of JSON that starts at a place. One pass, however many quotes and escapes there are. */
function endOfString(raw: string, start: number): number | undefined {
  for (let end = raw.indexOf('"', start + 1); end >= 0; end = raw.indexOf('"', end + 1)) {
    let escapes = 0;
    while (raw.charAt(end - 1 - escapes) === "\\") escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return undefined;
}

function tooLarge(what: string): Admission {
  return { kind: "too-large", message: `The arguments ${what}.` };
}

/** Ends the walk over arguments at the first thing that cannot be admitted. */
class Rejection extends Error {
  constructor(readonly admission: Admission) {
    super();
  }
}

function copy(args: unknown): Admission {
  const budget = { nodes: NODE_LIMIT, text: TEXT_LIMIT };
  const spend = (text: string): void => {
    budget.nodes--;
    budget.text -= text.length;
    if (budget.nodes < 0) throw new Rejection(tooLarge(`hold more than ${NODE_LIMIT} values`));
    if (budget.text < 0) throw new Rejection(tooLarge(`are longer than ${TEXT_LIMIT} characters`));
  };
  const visit = (value: unknown, depth: number): Json => {
    if (depth > DEPTH_LIMIT) throw new Rejection(tooLarge(`are nested more than ${DEPTH_LIMIT} deep`));
    spend(typeof value === "string" ? value : "");
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value !== "object") throw new Rejection({ kind: "unparsed" });
    if (Array.isArray(value)) return value.map((item) => visit(item, depth + 1));
    const own: Draft = {};
    for (const key of Object.keys(value)) {
      const inner: unknown = (value as { readonly [key: string]: unknown })[key];
      if (inner === undefined) continue;
      spend(key);
      put(own, key, visit(inner, depth + 1));
    }
    return own;
  };
  try {
    const value = visit(args, 1);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return { kind: "unparsed" };
    return { kind: "arguments", value: value as JsonObject };
  } catch (error) {
    if (error instanceof Rejection) return error.admission;
    throw error;
  }
}
