import type { Expression, ObjectEntry } from "../tree/expression.js";
import { printInline } from "./expression.js";

/** JSON, as far as the language can write it down. */
export type PlainValue =
  | null
  | boolean
  | number
  | string
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

const NOWHERE = { start: 0, end: 0 };

/** A value as it is written in a scenario. */
export function valueText(value: PlainValue): string {
  return printInline(expressionOf(value));
}

/** A text as it is written in a scenario, quotes included; braces in it open no hole. */
export function stringText(text: string): string {
  return valueText(text);
}

/** A name as it is written where a property stands: in quotes where it is no word. */
export function nameText(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/u.test(name) ? name : stringText(name);
}

function expressionOf(value: PlainValue): Expression {
  if (value === null) return { kind: "null", span: NOWHERE };
  if (typeof value === "boolean") return { kind: "boolean", value, span: NOWHERE };
  if (typeof value === "number") return { kind: "number", value, text: String(value), span: NOWHERE };
  if (typeof value === "string") {
    return { kind: "string", parts: [{ kind: "text", text: value, span: NOWHERE }], span: NOWHERE };
  }
  if (isList(value)) return { kind: "array", items: value.map(expressionOf), span: NOWHERE };
  return {
    kind: "object",
    entries: Object.entries(value).map(
      ([key, inner]): ObjectEntry => ({
        kind: "entry",
        key: { text: key, span: NOWHERE },
        value: expressionOf(inner),
        span: NOWHERE,
      }),
    ),
    span: NOWHERE,
  };
}

function isList(value: PlainValue): value is readonly PlainValue[] {
  return Array.isArray(value);
}
