import type { Schema } from "../openapi/api-model.js";
import { type Direction, requiredOf } from "./direction.js";
import type { SchemaSource } from "./parts.js";
import { schemaAt } from "./schema-at.js";
import { typesOf } from "./types-of.js";

/** Deeper required paths are not looked for; it also ends a schema that requires itself. */
const MAX_DEPTH = 8;

/**
 * Paths that a value must have, each required in every object on its way, objects on the way included: a required
 * `a` with a required `b` gives `["a"]` and `["a", "b"]`. Lists are not entered, nor what may also be null or no
 * object at all.
 */
export function requiredPaths(
  model: SchemaSource,
  schema: Schema,
  direction: Direction = "request",
): readonly (readonly string[])[] {
  const out: (readonly string[])[] = [];
  const walk = (current: Schema, path: readonly string[]): void => {
    const types = typesOf(model, current);
    if (path.length >= MAX_DEPTH || !types.has("object") || (path.length > 0 && types.size > 1)) return;
    for (const name of requiredOf(model, current, direction)) {
      const inner = [...path, name];
      out.push(inner);
      const place = schemaAt(model, current, [name], direction);
      if (place.kind === "found") walk(place.schema, inner);
    }
  };
  walk(schema, []);
  return out;
}
