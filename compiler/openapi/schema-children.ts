import type { Json } from "../../runtime/abi/json.js";
import type { Schema } from "./api-model.js";
import { emptyRecord } from "./node.js";
import { referencedSchema } from "./schema-reference.js";

const SINGLE_IN_PLACE = ["not", "if", "then", "else"] as const;
const LIST_IN_PLACE = ["allOf", "anyOf", "oneOf"] as const;
const SINGLE_INSIDE = [
  "additionalProperties",
  "items",
  "contains",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
] as const;
const MAPS_INSIDE = ["properties", "patternProperties"] as const;

/** More parts than any honest schema is made of. */
export const MAX_PARTS = 300;

export interface SchemaChild {
  readonly keyword: string;
  readonly schema: Schema;
  /** True when the child judges the same value as its parent, false when it judges a part of it. */
  readonly inPlace: boolean;
}

export function isSchema(value: Json | undefined): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A schema's member that is a list of schemas; empty when it is missing. */
export function schemaList(schema: Schema, keyword: string): readonly Schema[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.filter(isSchema) : [];
}

/** A schema's own entry of `properties`. */
export function ownProperty(schema: Schema, name: string): Schema | undefined {
  const properties = schema["properties"];
  if (!isSchema(properties) || !Object.hasOwn(properties, name)) return undefined;
  const found = properties[name];
  return isSchema(found) ? found : undefined;
}

export function propertyNames(schema: Schema): readonly string[] {
  const properties = schema["properties"];
  return isSchema(properties) ? Object.keys(properties) : [];
}

/**
 * A schema, what it refers to, and what its allOf adds, all the way: every value of the schema is judged by each of
 * them. Each once, an owner before what it leads to. Of an absurdly long chain only the first part is taken.
 */
export function certainParts(
  model: { readonly schemas: ReadonlyMap<string, Schema> },
  schema: Schema,
): readonly Schema[] {
  const out = new Set<Schema>();
  const open = [schema];
  for (let next = open.pop(); next !== undefined && out.size < MAX_PARTS; next = open.pop()) {
    if (out.has(next)) continue;
    out.add(next);
    const target = referencedSchema(model, next);
    const inner = target === undefined ? schemaList(next, "allOf") : [target, ...schemaList(next, "allOf")];
    open.push(...[...inner].reverse());
  }
  return [...out];
}

/** Names under `required` of this schema object alone. */
export function requiredNames(schema: Schema): readonly string[] {
  const required = schema["required"];
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** The schemas directly below a schema, references not followed. The one enumeration that walks rely on. */
export function schemaChildren(schema: Schema): readonly SchemaChild[] {
  const out: SchemaChild[] = [];
  mapSchemaChildren(schema, (child, keyword, inPlace) => {
    out.push({ keyword, schema: child, inPlace });
    return child;
  });
  return out;
}

/** The schema with each child replaced; the same object when no child changed. */
export function mapSchemaChildren(
  schema: Schema,
  change: (child: Schema, keyword: string, inPlace: boolean) => Schema,
): Schema {
  const updates = new Map<string, Json>();
  const map = (keyword: string, inPlace: boolean): void => {
    const children = schema[keyword];
    if (!isSchema(children)) return;
    const changed = emptyRecord<Json>();
    let same = true;
    for (const name of Object.keys(children)) {
      const child = children[name];
      const next = isSchema(child) ? change(child, keyword, inPlace) : child;
      changed[name] = next ?? null;
      same &&= next === child;
    }
    if (!same) updates.set(keyword, changed);
  };
  const list = (keyword: string, inPlace: boolean): void => {
    const children = schema[keyword];
    if (!Array.isArray(children)) return;
    const changed = children.map((child: Json) =>
      isSchema(child) ? change(child, keyword, inPlace) : child,
    );
    if (changed.some((child, index) => child !== children[index])) updates.set(keyword, changed);
  };
  const single = (keyword: string, inPlace: boolean): void => {
    const child = schema[keyword];
    if (!isSchema(child)) return;
    const changed = change(child, keyword, inPlace);
    if (changed !== child) updates.set(keyword, changed);
  };
  for (const keyword of LIST_IN_PLACE) list(keyword, true);
  for (const keyword of SINGLE_IN_PLACE) single(keyword, true);
  map("dependentSchemas", true);
  for (const keyword of MAPS_INSIDE) map(keyword, false);
  list("prefixItems", false);
  for (const keyword of SINGLE_INSIDE) single(keyword, false);
  return updates.size === 0 ? schema : withMembers(schema, updates);
}

/** Copy of a schema without prototype with members replaced, or removed where the new value is undefined. */
export function withMembers(schema: Schema, members: ReadonlyMap<string, Json | undefined>): Schema {
  const out = emptyRecord<Json>();
  for (const key of Object.keys(schema)) {
    const value = members.has(key) ? members.get(key) : schema[key];
    if (value !== undefined) out[key] = value;
  }
  for (const [key, value] of members) if (value !== undefined) out[key] = value;
  return out;
}
