import type { ApiModel, Schema } from "../openapi/api-model.js";
import { isSchema, schemaList } from "../openapi/schema-children.js";
import { referencedSchema } from "../openapi/schema-reference.js";

/** What schema questions need of a model. */
export type SchemaSource = Pick<ApiModel, "schemas">;

/** One schema object that judges the same value as the schema it was found in. */
export interface Part {
  readonly schema: Schema;
  /** False below anyOf, oneOf, then, else and dependentSchemas: it judges some of the values only. */
  readonly certain: boolean;
}

/**
 * A schema taken apart: itself, what it refers to, its allOf, and as uncertain parts its alternatives. Each schema
 * object appears once, the certain way first, so circles end. `not` and `if` describe no value and are left out.
 */
export function partsOf(model: SchemaSource, schema: Schema): readonly Part[] {
  const certain = new Set<Schema>();
  collect(model, schema, certain);
  const uncertain = new Set<Schema>();
  const open = [...certain].flatMap(alternatives);
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const found = new Set<Schema>();
    collect(model, next, found);
    for (const part of found) {
      if (certain.has(part) || uncertain.has(part)) continue;
      uncertain.add(part);
      open.push(...alternatives(part));
    }
  }
  return [
    ...[...certain].map((part) => ({ schema: part, certain: true })),
    ...[...uncertain].map((part) => ({ schema: part, certain: false })),
  ];
}

function collect(model: SchemaSource, schema: Schema, out: Set<Schema>): void {
  if (out.has(schema)) return;
  out.add(schema);
  const target = referencedSchema(model, schema);
  if (target !== undefined) collect(model, target, out);
  for (const part of schemaList(schema, "allOf")) collect(model, part, out);
}

function alternatives(schema: Schema): readonly Schema[] {
  const out = [...schemaList(schema, "anyOf"), ...schemaList(schema, "oneOf")];
  for (const keyword of ["then", "else"]) {
    const branch = schema[keyword];
    if (isSchema(branch)) out.push(branch);
  }
  const dependent = schema["dependentSchemas"];
  if (isSchema(dependent)) out.push(...Object.values(dependent).filter(isSchema));
  return out;
}
