import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { Schema } from "../openapi/api-model.js";
import { emptyRecord } from "../openapi/node.js";
import { type Direction, isForeign, requiredOf } from "./direction.js";
import { inlineSchema } from "./inline-schema.js";
import type { SchemaSource } from "./parts.js";
import { schemaAt } from "./schema-at.js";
import { shortText } from "./short-text.js";
import { typesOf } from "./types-of.js";

/**
 * The part of a schema that a tool shows: what lies at the given paths and the objects on the way, in the order of
 * the paths, without references. The empty path takes the whole schema.
 *
 * Objects are closed (`additionalProperties: false`). A path that was taken counts as required unless its value may
 * be null, and so do the objects above it: who takes a path means it to be filled. In a schema that is shown whole,
 * `required` is the document's. Paths that the schema does not have are shown as accepting any value.
 */
export function projectSchema(
  model: SchemaSource,
  schema: Schema,
  paths: readonly (readonly string[])[],
  direction: Direction = "request",
): JsonObject {
  if (paths.length === 0 || paths.some((path) => path.length === 0))
    return inlineSchema(model, schema, direction);
  const groups = new Map<string, (readonly string[])[]>();
  for (const [first = "", ...rest] of paths) {
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [rest]);
    else group.push(rest);
  }
  const properties = emptyRecord<Json>();
  const required: string[] = [];
  const demanded = new Set(requiredOf(model, schema, direction));
  for (const [name, rests] of groups) {
    const place = schemaAt(model, schema, [name], direction);
    const inner = place.kind === "found" ? place.schema : {};
    const shown = projectSchema(model, inner, rests, direction);
    properties[name] = shown;
    const leaf = rests.some((rest) => rest.length === 0);
    const nullable = leaf && typesOf(model, inner).has("null") && Object.keys(inner).length > 0;
    const emptyObject = !leaf && Array.isArray(shown["required"]) && shown["required"].length === 0;
    if (demanded.has(name) || !(nullable || emptyObject)) required.push(name);
  }
  const description = typeof schema["description"] === "string" ? shortText(schema["description"]) : "";
  return {
    type: "object",
    ...(description === "" ? {} : { description }),
    properties,
    required,
    additionalProperties: false,
  };
}

/**
 * An object schema of whole arguments in the form that chat models are given: `{type, properties, required,
 * additionalProperties: false}`.
 */
export function parametersSchema(
  model: SchemaSource,
  parameters: readonly {
    readonly name: string;
    readonly schema: Schema;
    readonly required: boolean;
    readonly description?: string;
  }[],
  direction: Direction = "request",
): JsonObject {
  const properties = emptyRecord<Json>();
  const required: string[] = [];
  for (const { name, schema, required: needed, description = "" } of parameters) {
    if (isForeign(model, schema, direction)) continue;
    const shown = inlineSchema(model, schema, direction);
    const text = shortText(description);
    properties[name] =
      text === "" || shown["description"] !== undefined ? shown : { ...shown, description: text };
    if (needed) required.push(name);
  }
  return { type: "object", properties, required, additionalProperties: false };
}
