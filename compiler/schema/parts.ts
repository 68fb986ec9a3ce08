import type { ApiModel, Schema } from "../openapi/api-model.js";
import { certainParts, isSchema, schemaList } from "../openapi/schema-children.js";

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
  const certain = new Set(certainParts(model, schema));
  const uncertain = new Set<Schema>();
  const open = [...certain].flatMap(alternatives);
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const part of certainParts(model, next)) {
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

/** Schemas below anyOf, oneOf, then, else and dependentSchemas: each judges some of the values only. */
export function alternatives(schema: Schema): readonly Schema[] {
  const out = [...schemaList(schema, "anyOf"), ...schemaList(schema, "oneOf")];
  for (const keyword of ["then", "else"]) {
    const branch = schema[keyword];
    if (isSchema(branch)) out.push(branch);
  }
  const dependent = schema["dependentSchemas"];
  if (isSchema(dependent)) out.push(...Object.values(dependent).filter(isSchema));
  return out;
}
