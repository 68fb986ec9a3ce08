import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { Location, Parameter, ParameterStyle } from "./api-model.js";
import { emptyRecord } from "./node.js";

/** What a value of a parameter is, as far as its style asks. */
export type Shape = "primitive" | "array" | "object";

/** Styles that OpenAPI knows in each location; the first is the one that is meant where none is written. */
export const STYLES: Readonly<Record<Location, readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
};

/** What stands between values that have no names of their own; a comma in every other style. */
const SEPARATORS: ReadonlyMap<ParameterStyle, string> = new Map([
  ["spaceDelimited", "%20"],
  ["pipeDelimited", "|"],
]);

/**
 * Whether OpenAPI says how a value of a shape is written in a style. `deepObject` is taken to explode, which is the
 * only form of it that there is; styles with a separator of their own have none when every value has a name.
 */
export function isDefined(style: ParameterStyle, explode: boolean, shape: Shape): boolean {
  switch (style) {
    case "json":
    case "simple":
    case "label":
    case "matrix":
    case "form":
      return true;
    case "spaceDelimited":
    case "pipeDelimited":
      return shape !== "primitive" && !explode;
    case "deepObject":
      return shape === "object";
  }
}

export function shapeOf(value: Json): Shape {
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "object" : "primitive";
}

type Written = Pick<Parameter, "name" | "style" | "explode">;

/**
 * A value as it stands in a request: the part of a path (`;id=3`), one or more parts of a query (`id=3&id=4`) or the text
 * of a header. Undefined where the style does not say how, and for lists or objects inside lists or objects, which
 * only `json` can write. Null is written as no text.
 */
export function writeParameter(parameter: Written, value: Json): string | undefined {
  const { style, explode } = parameter;
  const name = encoded(parameter.name);
  if (style === "json") return named(name, encoded(JSON.stringify(value)));
  const shape = shapeOf(value);
  if (!isDefined(style, explode, shape) || !isFlat(value)) return undefined;
  if (shape === "primitive") return whole(style, name, textOf(value, style));
  const pairs = Object.entries(value as JsonObject).map(([key, inner]) => [
    textOf(key, style),
    textOf(inner, style),
  ]);
  // A space inside a value would look like the end of it.
  if (style === "spaceDelimited" && pairs.flat().some((text) => text.includes("%20"))) return undefined;
  if (style === "deepObject") return pairs.map(([key, text]) => `${name}[${key}]=${text}`).join("&");
  const isList = shape === "array";
  if (!explode) {
    const texts = isList ? pairs.map(([, text]) => text ?? "") : pairs.flat();
    return whole(style, name, texts.join(separatorOf(style)));
  }
  const items = pairs.map(([key = "", text = ""]) => (isList ? text : named(key, text)));
  switch (style) {
    case "simple":
      return items.join(",");
    case "label":
      return `.${items.join(".")}`;
    case "matrix":
      return items.map((item) => `;${isList ? named(name, item) : item}`).join("");
    default:
      return items.map((item) => (isList ? named(name, item) : item)).join("&");
  }
}

/**
 * The texts that a written value holds: a text, a list of texts or an object of texts, as the shape says. What JSON text
 * holds is read as such. Undefined for what `writeParameter` cannot have written. An empty list and an empty object
 * look like an empty text and are read as a list of one and an object of none.
 */
export function readParameter(parameter: Written, shape: Shape, written: string): Json | undefined {
  const { style, explode } = parameter;
  const name = encoded(parameter.name);
  if (style === "json") return jsonOf(decoded(afterName(written, name) ?? ""));
  if (!isDefined(style, explode, shape)) return undefined;
  const isSpread = explode && shape !== "primitive";
  const items =
    isSpread || style === "deepObject" ? spread(style, written) : joined(style, name, shape, written);
  if (items === undefined) return undefined;
  if (shape === "primitive") return decoded(items.join(","));
  if (shape === "array") {
    const texts = isSpread && hasNames(style) ? items.map((item) => afterName(item, name)) : items;
    return texts.some((text) => text === undefined) ? undefined : texts.map((text) => decoded(text ?? ""));
  }
  return objectOf(style, isSpread || style === "deepObject", name, items);
}

/** The separate parts of a value whose parts have names or a mark of their own. */
function spread(style: ParameterStyle, written: string): readonly string[] | undefined {
  switch (style) {
    case "simple":
      return written.split(",");
    case "label":
      return written.startsWith(".") ? written.slice(1).split(".") : undefined;
    case "matrix":
      return written.startsWith(";") ? written.slice(1).split(";") : undefined;
    default:
      return written.split("&");
  }
}

function joined(
  style: ParameterStyle,
  name: string,
  shape: Shape,
  written: string,
): readonly string[] | undefined {
  const text = unwrapped(style, name, written);
  if (text === undefined || shape === "primitive") return text === undefined ? undefined : [text];
  return text.split(separatorOf(style));
}

function separatorOf(style: ParameterStyle): string {
  return SEPARATORS.get(style) ?? ",";
}

function objectOf(
  style: ParameterStyle,
  spreadOut: boolean,
  name: string,
  items: readonly string[],
): Json | undefined {
  const out = emptyRecord<Json>();
  if (items.length === 1 && items[0] === "") return out;
  if (!spreadOut) {
    for (let at = 0; at + 1 < items.length; at += 2)
      out[decoded(items[at] ?? "")] = decoded(items[at + 1] ?? "");
    return items.length % 2 === 0 ? out : undefined;
  }
  for (const item of items) {
    const equals = item.indexOf("=");
    if (equals < 0) return undefined;
    const key = item.slice(0, equals);
    const inner = style === "deepObject" ? between(key, `${name}[`, "]") : key;
    if (inner === undefined) return undefined;
    out[decoded(inner)] = decoded(item.slice(equals + 1));
  }
  return out;
}

function whole(style: ParameterStyle, name: string, text: string): string {
  switch (style) {
    case "simple":
      return text;
    case "label":
      return `.${text}`;
    case "matrix":
      return text === "" ? `;${name}` : `;${name}=${text}`;
    default:
      return named(name, text);
  }
}

function unwrapped(style: ParameterStyle, name: string, written: string): string | undefined {
  switch (style) {
    case "simple":
      return written;
    case "label":
      return between(written, ".", "");
    case "matrix":
      return written === `;${name}` ? "" : between(written, `;${name}=`, "");
    default:
      return afterName(written, name);
  }
}

function hasNames(style: ParameterStyle): boolean {
  return style !== "simple" && style !== "label";
}

function named(name: string, text: string): string {
  return `${name}=${text}`;
}

function afterName(written: string, name: string): string | undefined {
  return between(written, `${name}=`, "");
}

function between(text: string, start: string, end: string): string | undefined {
  return text.startsWith(start) && text.endsWith(end)
    ? text.slice(start.length, text.length - end.length)
    : undefined;
}

function isFlat(value: Json): boolean {
  if (shapeOf(value) === "primitive") return true;
  return Object.values(value as JsonObject).every((inner) => shapeOf(inner) === "primitive");
}

/** The text of a plain value; what separates values in a style is escaped in them. */
function textOf(value: Json, style: ParameterStyle): string {
  const text = value === null ? "" : encoded(String(value));
  return style === "label" ? text.replaceAll(".", "%2E") : text;
}

/** Half of a pair of surrogates has no bytes; it is written as the character that stands for what is unknown. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
