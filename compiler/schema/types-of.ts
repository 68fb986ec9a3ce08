import type { Json } from "../../runtime/abi/json.js";
import type { Schema } from "../openapi/api-model.js";
import { isSchema, MAX_PARTS, schemaList } from "../openapi/schema-children.js";
import { referencedSchema } from "../openapi/schema-reference.js";
import type { SchemaSource } from "./parts.js";

export type JsonType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

const ALL: readonly JsonType[] = ["string", "integer", "number", "boolean", "array", "object", "null"];

/**
 * JSON types that a schema lets through, judged by type, enum, const and combinations. A schema that says nothing has
 * all seven. `number` stands for numbers with a fraction and brings `integer` with it; `integer` alone means whole
 * numbers only.
 */
export function typesOf(model: SchemaSource, schema: Schema): ReadonlySet<JsonType> {
  return allowed(model, schema, { open: new Set(), done: new Map() });
}

interface Walk {
  /** Schemas on the way to this one. */
  readonly open: Set<Schema>;
  /** Types of schemas that were looked at: many ways may lead to one. */
  readonly done: Map<Schema, ReadonlySet<JsonType>>;
}

function allowed(model: SchemaSource, schema: Schema, walk: Walk): ReadonlySet<JsonType> {
  const known = walk.done.get(schema);
  if (known !== undefined) return known;
  // A circle adds no condition that its start does not have; an absurd depth is taken for one.
  if (walk.open.has(schema) || walk.open.size > MAX_PARTS) return new Set(ALL);
  walk.open.add(schema);
  const types = ownTypes(model, schema, walk);
  walk.open.delete(schema);
  walk.done.set(schema, types);
  return types;
}

function ownTypes(model: SchemaSource, schema: Schema, walk: Walk): ReadonlySet<JsonType> {
  // The boolean schema false, in the one form that is left of it.
  const refused = schema["not"];
  if (isSchema(refused) && Object.keys(refused).length === 0) return new Set();
  let types: readonly JsonType[] = ALL;
  const keep = (other: ReadonlySet<string>): void => {
    types = types.filter((type) => other.has(type));
  };
  const listed = schema["type"];
  if (listed !== undefined) {
    const names = new Set(Array.isArray(listed) ? listed.map(String) : [String(listed)]);
    if (names.has("number")) names.add("integer");
    keep(names);
  }
  const values = schema["const"] !== undefined ? [schema["const"]] : schema["enum"];
  if (Array.isArray(values)) keep(new Set(values.map(typeOfValue)));
  const target = referencedSchema(model, schema);
  if (target !== undefined) keep(allowed(model, target, walk));
  for (const part of schemaList(schema, "allOf")) keep(allowed(model, part, walk));
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = schemaList(schema, keyword);
    if (branches.length === 0) continue;
    keep(new Set(branches.flatMap((branch) => [...allowed(model, branch, walk)])));
  }
  return new Set(types);
}

/** Type of a value; `integer` for a whole number. */
export function typeOfValue(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    default:
      return "object";
  }
}
