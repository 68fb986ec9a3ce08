import type { Json } from "../../runtime/abi/json.js";
import { below, type DocumentSet, type Place } from "./document-set.js";
import { member, type Node } from "./node.js";

const TYPES = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

/** Writes type, enum, const and the bounds of numbers into `out`, in the form of 2020-12. */
export function convertTypeKeywords(
  node: Node,
  place: Place,
  dialect: "3.0" | "3.1",
  documents: DocumentSet,
  out: Record<string, Json>,
): void {
  const ignored = (keyword: string, reason: string) =>
    documents.report("RVR7027", below(place, keyword), { keyword, reason });
  const nullable = dialect === "3.0" && member(node, "nullable") === true;
  if (dialect === "3.1" && member(node, "nullable") !== undefined)
    ignored("nullable", "OpenAPI 3.1 writes null among the types");

  const types = typeList(member(node, "type"), (name) => ignored("type", `"${name}" is no type of JSON`));
  if (nullable && types.length > 0 && !types.includes("null")) types.push("null");
  const [first] = types;
  if (first !== undefined) out["type"] = types.length === 1 ? first : types;

  const values = member(node, "enum");
  if (Array.isArray(values) && values.length > 0) {
    const list = distinct(values.map((value, index) => documents.data(value, below(place, "enum", index))));
    // Many documents forget to list null among the values of a nullable enum.
    if (nullable && !list.includes(null)) {
      list.push(null);
      documents.report("RVR7032", below(place, "enum"));
    }
    out["enum"] = list;
    widen(list, out);
  } else if (values !== undefined) {
    ignored("enum", "it must be a list that is not empty");
  }
  const constant = member(node, "const");
  if (constant !== undefined) {
    out["const"] = documents.data(constant, below(place, "const"));
    widen([out["const"]], out);
  }

  for (const key of ["minimum", "maximum", "multipleOf"] as const) {
    const bound = member(node, key);
    if (bound === undefined) continue;
    if (typeof bound !== "number" || (key === "multipleOf" && bound <= 0))
      ignored(key, "it must be a number");
    else out[key] = bound;
  }
  exclusive(node, "exclusiveMinimum", "minimum", out, ignored);
  exclusive(node, "exclusiveMaximum", "maximum", out, ignored);
}

/** Among values that are texts of long integers, a type of numbers takes texts as well. */
function widen(values: readonly Json[], out: Record<string, Json>): void {
  const type = out["type"];
  const types: readonly Json[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const numeric = types.includes("integer") || types.includes("number");
  const digits = values.some((value) => typeof value === "string" && /^-?\d{16,}$/u.test(value));
  if (numeric && digits && !types.includes("string")) out["type"] = [...types, "string"];
}

function typeList(value: unknown, onUnknown: (name: string) => void): string[] {
  const listed: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const out: string[] = [];
  for (const name of listed) {
    if (typeof name !== "string" || !TYPES.has(name)) onUnknown(String(name));
    else if (!out.includes(name)) out.push(name);
  }
  return out;
}

/** In 3.0 a flag on the inclusive bound, in 3.1 a bound of its own; both are met in documents of either version. */
function exclusive(
  node: Node,
  key: "exclusiveMinimum" | "exclusiveMaximum",
  inclusive: "minimum" | "maximum",
  out: Record<string, Json>,
  ignored: (keyword: string, reason: string) => void,
): void {
  const value = member(node, key);
  const bound = out[inclusive];
  if (typeof value === "number") out[key] = value;
  else if (value === true && typeof bound === "number") {
    out[key] = bound;
    delete out[inclusive];
  } else if (value !== undefined && typeof value !== "boolean") ignored(key, "it must be a number");
}

function distinct(values: readonly Json[]): Json[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    return seen.has(text) ? false : seen.add(text);
  });
}
