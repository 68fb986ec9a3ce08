import type { Json, JsonObject } from "../abi/json.js";
import type { Value } from "../abi/value.js";
import { get, isArray, isObject, list } from "./access.js";
import { plainMarkup } from "./markup.js";

const DEPTH_LIMIT = 64;
/** Longest text that is read or produced, in UTF-16 units; the rest is cut off. */
const LENGTH_LIMIT = 200_000;

/**
 * Plain text of a document: an ADF node (`{type: "doc", ...}`), storage-format XHTML, or a body wrapper
 * `{representation, value}` around either. Blocks end with a line break. Absent unless given one of these.
 */
export function plain(value: Value): Value {
  return plainAt(value, 0);
}

function plainAt(value: Value, depth: number): Value {
  if (typeof value === "string") return plainText(value);
  if (!isObject(value) || depth > 2) return undefined;
  if (typeof get(value, "type") === "string") return plainNode(value);
  const inner = get(value, "value");
  if (typeof inner === "string" && get(value, "representation") === "atlas_doc_format") {
    return plainAt(parsed(inner), depth + 1);
  }
  return inner === undefined ? undefined : plainAt(inner, depth + 1);
}

/** Texts of worlds are read again with every search; only short ones are kept, and not many. */
const texts = new Map<string, string>();
const KEPT = 2_000;
const KEPT_LENGTH = 2_000;

function plainText(source: string): string {
  if (source.length > KEPT_LENGTH) return plainMarkup(source.slice(0, LENGTH_LIMIT)).trim();
  const known = texts.get(source);
  if (known !== undefined) return known;
  const made = plainMarkup(source).trim();
  if (texts.size >= KEPT) texts.clear();
  texts.set(source, made);
  return made;
}

function parsed(source: string): Value {
  if (source.length > LENGTH_LIMIT) return undefined;
  try {
    return JSON.parse(source) as Json;
  } catch {
    return undefined;
  }
}

/** Nodes that stand within a line, with the attribute that holds their text. */
const INLINE: ReadonlyMap<string, string> = new Map([
  ["mention", "text"],
  ["emoji", "text"],
  ["status", "text"],
  ["date", "timestamp"],
  ["inlineCard", "url"],
]);

function plainNode(root: JsonObject): string {
  const pieces: string[] = [];
  let length = 0;
  const put = (piece: Value): void => {
    if (typeof piece !== "string" || length > LENGTH_LIMIT) return;
    pieces.push(piece);
    length += piece.length;
  };
  const visit = (node: Value, depth: number): void => {
    if (depth > DEPTH_LIMIT || length > LENGTH_LIMIT || !isObject(node)) return;
    const type = get(node, "type");
    const attribute = typeof type === "string" ? INLINE.get(type) : undefined;
    const content = get(node, "content");
    if (type === "text") put(get(node, "text"));
    else if (type === "hardBreak") put("\n");
    else if (attribute !== undefined) put(get(node, "attrs", attribute));
    else if (isArray(content)) {
      for (const child of content) visit(child, depth + 1);
      put("\n");
    }
  };
  visit(root, 0);
  return pieces
    .join("")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

/** The smallest ADF document with this text, one paragraph a line. Absent text gives a document without content. */
export function adf(value: Value): JsonObject {
  const lines =
    typeof value === "string" ? value.split("\n") : list(value).filter((x) => typeof x === "string");
  const content = lines.map((line): Json => {
    return line === ""
      ? { type: "paragraph" }
      : { type: "paragraph", content: [{ type: "text", text: line }] };
  });
  return { type: "doc", version: 1, content: value === "" ? [] : content };
}
