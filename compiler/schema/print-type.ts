import type { Json } from "../../runtime/abi/json.js";
import type { Schema } from "../openapi/api-model.js";
import { isSchema, propertyNames, schemaList } from "../openapi/schema-children.js";
import { referencedName } from "../openapi/schema-reference.js";
import { enumAt } from "./describe-schema.js";
import { type Direction, isForeign, requiredOf } from "./direction.js";
import { partsOf, type SchemaSource } from "./parts.js";
import { describedNames, schemaAt } from "./schema-at.js";
import { shortText } from "./short-text.js";
import { typeName } from "./type-names.js";
import { type JsonType, typesOf } from "./types-of.js";

/** A longer list of values is printed as its type. */
const MAX_LITERALS = 60;
/** Inline objects below this level are printed as unknown; named schemas start afresh. */
const MAX_DEPTH = 20;

/**
 * Type of a schema's values as TypeScript text, on as many lines as it takes, further lines indented by `indent`.
 * Named schemas are referred to by `typeName`. A property of the other direction is left out; one that is not
 * required is optional; objects and lists are readonly. Where the document says nothing the type is `unknown`.
 */
export function printType(model: SchemaSource, schema: Schema, direction: Direction, indent = ""): string {
  return print(model, schema, direction, indent, 0);
}

/** Body of an interface, braces included; undefined for a schema that is not printed as one plain object. */
export function printInterfaceBody(
  model: SchemaSource,
  schema: Schema,
  direction: Direction,
): string | undefined {
  const types = typesOf(model, schema);
  const parts = partsOf(model, schema);
  const plain = types.size === 1 && types.has("object") && parts.every((part) => part.certain);
  if (!plain || referencedName(schema) !== undefined || enumAt(model, schema) !== undefined) return undefined;
  return printObject(model, schema, direction, "", 0);
}

function print(
  model: SchemaSource,
  schema: Schema,
  direction: Direction,
  indent: string,
  depth: number,
): string {
  if (depth > MAX_DEPTH) return "unknown";
  const name = referencedName(schema);
  if (name !== undefined && model.schemas.has(name) && saysNothingElse(schema))
    return typeName(model, name, direction);
  const types = typesOf(model, schema);
  if (types.size === 0) return "never";
  const values = enumAt(model, schema);
  const literals = values === undefined ? undefined : printLiterals(values, types);
  if (literals !== undefined) return literals;
  const branches = partsOf(model, schema)
    .filter((part) => part.certain)
    .flatMap((part) => [...schemaList(part.schema, "anyOf"), ...schemaList(part.schema, "oneOf")]);
  const described = partsOf(model, schema).some(
    (part) => part.certain && propertyNames(part.schema).length > 0,
  );
  if (branches.length > 0 && !described) {
    return union(branches.map((branch) => print(model, branch, direction, indent, depth + 1)));
  }
  if (types.size === 7 && !described) return "unknown";
  const shown = types.size === 7 ? new Set<JsonType>(["object"]) : types;
  return union([...shown].map((type) => printPlain(model, schema, type, direction, indent, depth)));
}

function printPlain(
  model: SchemaSource,
  schema: Schema,
  type: JsonType,
  direction: Direction,
  indent: string,
  depth: number,
): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
    case "number":
      return type;
    case "integer":
      return "number";
    case "array": {
      const tuple = printTuple(model, schema, direction, indent, depth);
      if (tuple !== undefined) return tuple;
      const items = schemaAt(model, schema, ["0"], direction);
      if (items.kind !== "found") return "readonly unknown[]";
      const inner = print(model, items.schema, direction, indent, depth + 1);
      return /^[\w$.]+$/.test(inner) ? `readonly ${inner}[]` : `readonly (${inner})[]`;
    }
    case "object":
      return printObject(model, schema, direction, indent, depth);
  }
}

/** A list whose first items have schemas of their own; undefined for any other. */
function printTuple(
  model: SchemaSource,
  schema: Schema,
  direction: Direction,
  indent: string,
  depth: number,
): string | undefined {
  const part = partsOf(model, schema).find(
    (one) => one.certain && schemaList(one.schema, "prefixItems").length > 0,
  )?.schema;
  if (part === undefined) return undefined;
  const { minItems, items } = part;
  const least = typeof minItems === "number" ? minItems : 0;
  const inner = (item: Schema) => print(model, item, direction, indent, depth + 1);
  const first = schemaList(part, "prefixItems").map((item, at) =>
    at < least ? inner(item) : `(${inner(item)})?`,
  );
  const rest = isSchema(items) ? `(${inner(items)})` : "unknown";
  return `readonly [${[...first, ...(items === false ? [] : [`...${rest}[]`])].join(", ")}]`;
}

function printObject(
  model: SchemaSource,
  schema: Schema,
  direction: Direction,
  indent: string,
  depth: number,
): string {
  const inner = `${indent}  `;
  const required = new Set(requiredOf(model, schema, direction));
  const lines: string[] = [];
  for (const name of describedNames(model, schema)) {
    const place = schemaAt(model, schema, [name], direction);
    if (place.kind !== "found" || isForeign(model, place.schema, direction)) continue;
    lines.push(...printComment(model, place.schema, inner));
    const type = print(model, place.schema, direction, inner, depth + 1);
    lines.push(`${inner}readonly ${printKey(name)}${required.has(name) ? "" : "?"}: ${type};`);
  }
  const rest = printRest(model, schema, direction, inner, depth, lines.length > 0);
  if (rest !== undefined) lines.push(`${inner}readonly [name: string]: ${rest};`);
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
}

/** Type of further properties, where the document expressly takes some. Beside named ones only `unknown` fits all. */
function printRest(
  model: SchemaSource,
  schema: Schema,
  direction: Direction,
  indent: string,
  depth: number,
  besideNamed: boolean,
): string | undefined {
  const rests = partsOf(model, schema).flatMap((part) =>
    part.certain ? [part.schema["additionalProperties"]] : [],
  );
  if (rests.some((rest) => rest === false)) return undefined;
  const typed = rests.find(isSchema);
  if (!besideNamed)
    return typed === undefined ? "unknown" : print(model, typed, direction, indent, depth + 1);
  return typed !== undefined || rests.includes(true) ? "unknown" : undefined;
}

function printLiterals(values: readonly Json[], types: ReadonlySet<JsonType>): string | undefined {
  const simple = values.every((value) => value === null || typeof value !== "object");
  if (!simple || values.length > MAX_LITERALS) return undefined;
  const shown = values.filter((value) => value !== null || types.has("null"));
  return union(shown.map((value) => printLiteral(value)));
}

/** A value as a literal: JSON is TypeScript but for two line ends that only newer versions take inside strings. */
function printLiteral(value: Json): string {
  return JSON.stringify(value)
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

/** A property name, quoted unless it is an identifier. */
export function printKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : printLiteral(name);
}

function printComment(model: SchemaSource, schema: Schema, indent: string): string[] {
  const text = partsOf(model, schema)
    .filter((part) => part.certain)
    .map((part) => part.schema["description"])
    .find((description) => typeof description === "string");
  return typeof text === "string" ? printDocumentation(text, indent) : [];
}

/** A documentation comment of one line; empty for a text that says nothing. */
export function printDocumentation(text: string, indent: string): string[] {
  const short = shortText(text)
    .replaceAll("*/", "*\u200b/")
    .replace(/[\u2028\u2029]/g, " ");
  return short === "" ? [] : [`${indent}/** ${short} */`];
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.includes("unknown") ? "unknown" : distinct.join(" | ");
}

function saysNothingElse(schema: Schema): boolean {
  const remarks = [
    "$ref",
    "description",
    "title",
    "deprecated",
    "readOnly",
    "writeOnly",
    "default",
    "examples",
  ];
  return Object.keys(schema).every((key) => remarks.includes(key));
}
