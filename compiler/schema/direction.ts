import type { Schema } from "../openapi/api-model.js";
import { ownProperty, requiredNames } from "../openapi/schema-children.js";
import { partsOf, type SchemaSource } from "./parts.js";

/** Requests never need a readOnly property, responses never a writeOnly one, whatever `required` says. */
export type Direction = "request" | "response";

/** Whether a property travels only in the other direction. */
export function isForeign(model: SchemaSource, property: Schema, direction: Direction): boolean {
  const flag = direction === "request" ? "readOnly" : "writeOnly";
  return partsOf(model, property).some((part) => part.certain && part.schema[flag] === true);
}

/**
 * Names that a value of a schema must have in a direction, in order of appearance, over references and allOf. A name
 * that every branch of an anyOf or oneOf requires is not found.
 */
export function requiredOf(model: SchemaSource, schema: Schema, direction: Direction): readonly string[] {
  const parts = partsOf(model, schema);
  const names = new Set<string>();
  for (const part of parts) if (part.certain) for (const name of requiredNames(part.schema)) names.add(name);
  return [...names].filter((name) => {
    const described = parts
      .map((part) => ownProperty(part.schema, name))
      .filter((found) => found !== undefined);
    return !described.some((property) => isForeign(model, property, direction));
  });
}
