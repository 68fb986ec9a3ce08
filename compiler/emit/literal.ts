import type { Json, JsonObject } from "../../runtime/abi/json.js";
import { isPlainName } from "./names.js";

/** Longest line that a value or a list is kept on, in UTF-16 units, indentation not counted. */
const WIDTH = 100;

/**
 * A string as source text. Besides what JSON escapes: the two line separators that only JSON allows raw, and `</`,
 * so that a printed file can stand in an HTML page.
 */
export function stringLiteral(text: string): string {
  const json = JSON.stringify(text);
  if (!/[\u2028\u2029]|<\//u.test(json)) return json;
  return json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029").replaceAll("</", "<\\/");
}

/** A JSON value as JavaScript source. `__proto__` becomes a computed key, which makes an own property. */
export function codeLiteral(value: Json): string {
  return print(value, codeKey);
}

/** A JSON value as JSON text, one entry a line where it does not fit one; keys in their own order. */
export function jsonText(value: Json): string {
  return print(value, (key) => stringLiteral(key));
}

/** An object of values that are JSON text already, as `jsonText` would print it. */
export function jsonObjectOf(entries: readonly (readonly [key: string, text: string])[]): string {
  const items = entries.map(([key, text]) => `${stringLiteral(key)}: ${deeper(text)}`);
  return join("{", items, "}", " ", 0);
}

/** A list of values that are JSON text already, as `jsonText` would print it. */
export function jsonListOf(items: readonly string[]): string {
  return join("[", items.map(deeper), "]", "", 0);
}

/** Printed strings hold no line break, so none is changed. */
function deeper(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

/** A JSON value on one line of JavaScript source. */
export function codeLine(value: Json): string {
  if (isList(value)) return `[${value.map(codeLine).join(", ")}]`;
  if (!isRecord(value)) return scalar(value);
  const entries = Object.entries(value).map(([key, inner]) => `${codeKey(key)}: ${codeLine(inner)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** A key of an object literal. */
export function codeKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return isPlainName(key) ? key : stringLiteral(key);
}

/** Comma separated items between brackets: on one line where that fits, else one a line. */
export function bracketed(open: string, items: readonly string[], close: string, pad = ""): string {
  if (items.length === 0) return open + close;
  const line = `${open}${pad}${items.join(", ")}${pad}${close}`;
  const ownBreak = items.some((item) => item.includes("\n"));
  if (line.length <= WIDTH && !ownBreak) return line;
  // A single item keeps its bracket on the line: `f({` rather than `f(` and `{` below.
  const only = items.length === 1 && pad === "" ? items[0] : undefined;
  if (only !== undefined && ownBreak && /^[[{]/.test(only)) return `${open}${only}${close}`;
  return `${open}\n${items.map((item) => `${indent(item)},`).join("\n")}\n${close}`;
}

/** As `bracketed`, always with one item a line. */
export function block(open: string, items: readonly string[], close: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent(item)},\n`).join("")}${close}`;
}

/** A function expression: on one line where that fits, else the body below its parameters. */
export function arrow(head: string, body: string): string {
  // A body that begins with a brace would read as a block.
  const safe = body.startsWith("{") ? `(${body})` : body;
  const line = `${head} ${safe}`;
  const first = line.indexOf("\n");
  const short =
    first < 0
      ? line.length <= WIDTH
      : /[([{]$/.test(line.slice(0, first)) && /^[\])}]+$/.test(line.slice(line.lastIndexOf("\n") + 1));
  return short ? line : `${head}\n${indent(safe)}`;
}

/** Each line moved two columns to the right. Printed strings hold no line break, so none is changed. */
export function indent(text: string, depth = 1): string {
  const margin = "  ".repeat(depth);
  const rest = text.replace(/\n(?!\n|$)/gu, `\n${margin}`);
  return text === "" || text.startsWith("\n") ? rest : margin + rest;
}

/** `depth` is the indentation of the line that the value begins on. */
function print(value: Json, key: (name: string) => string, depth = 0): string {
  if (isList(value)) {
    const items = value.map((item) => print(item, key, depth + 1));
    return join("[", items, "]", "", depth);
  }
  if (!isRecord(value)) return scalar(value);
  const entries = Object.entries(value).map(
    ([name, inner]) => `${key(name)}: ${print(inner, key, depth + 1)}`,
  );
  return join("{", entries, "}", " ", depth);
}

/** As `bracketed`, without the trailing comma that JSON does not allow; the items are indented as they stand. */
function join(open: string, items: readonly string[], close: string, pad: string, depth: number): string {
  if (items.length === 0) return open + close;
  const length = items.reduce((sum, item) => sum + item.length, 2 + 2 * pad.length + 2 * (items.length - 1));
  if (length <= WIDTH && !items.some((item) => item.includes("\n")))
    return `${open}${pad}${items.join(", ")}${pad}${close}`;
  const margin = "  ".repeat(depth);
  return `${open}\n${margin}  ${items.join(`,\n${margin}  `)}\n${margin}${close}`;
}

function scalar(value: string | number | boolean | null): string {
  return typeof value === "string" ? stringLiteral(value) : JSON.stringify(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isRecord(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
