import type { Schema } from "./api-model.js";
import { below, type DocumentSet, type Place } from "./document-set.js";
import { certainParts, ownProperty, propertyNames, requiredNames, schemaList } from "./schema-children.js";

type Schemas = { readonly schemas: ReadonlyMap<string, Schema> };

/** Keywords that say which types a value may have, or leave it to others. */
const TYPING = ["type", "enum", "const", "anyOf", "oneOf", "if"];

/** Reports what one schema object says that can hardly be meant; its children are looked at on their own. */
export function lintSchema(
  model: Schemas,
  schema: Schema,
  placeOf: (schema: Schema) => Place,
  documents: DocumentSet,
): void {
  const parts = certainParts(model, schema);
  for (const { part, name } of undescribed(model, schema))
    documents.report("RVR7025", below(placeOf(part), "required"), { name });
  for (const part of inlineParts(schema)) {
    const name = requiredNames(part).find((required) => isReadOnly(model, parts, required));
    if (name !== undefined) documents.report("RVR7033", below(placeOf(part), "required"), { name });
  }
  const format = parts.map((part) => part["format"]).find((found) => typeof found === "string");
  if (
    typeof format === "string" &&
    !parts.some((part) => TYPING.some((keyword) => part[keyword] !== undefined))
  )
    documents.report("RVR7034", below(placeOf(schema), "format"), { format });
  for (const part of parts) {
    if (part === schema || part["additionalProperties"] !== false || part["patternProperties"] !== undefined)
      continue;
    const stranger = parts
      .flatMap((other) => (other === part ? [] : propertyNames(other)))
      .find((name) => ownProperty(part, name) === undefined);
    if (stranger !== undefined) documents.report("RVR7029", placeOf(schema), { name: stranger });
  }
}

/** Names that a schema requires and surely describes nowhere, with the part that requires them. */
export function undescribed(
  model: Schemas,
  schema: Schema,
): readonly { readonly part: Schema; readonly name: string }[] {
  const parts = certainParts(model, schema);
  if (!isPlain(schema, parts)) return [];
  return inlineParts(schema).flatMap((part) =>
    requiredNames(part)
      .filter((name) => !parts.some((other) => ownProperty(other, name) !== undefined))
      .map((name) => ({ part, name })),
  );
}

function isReadOnly(model: Schemas, parts: readonly Schema[], name: string): boolean {
  return parts
    .flatMap((part) => certainParts(model, ownProperty(part, name) ?? {}))
    .some((part) => part["readOnly"] === true);
}

/**
 * Whether the names that an object may have are all in sight: it describes properties, and its alternatives, pattern
 * properties or typed additional properties cannot be where a name is described.
 */
function isPlain(schema: Schema, parts: readonly Schema[]): boolean {
  const describes = parts.some((part) => propertyNames(part).length > 0);
  const elsewhere = ["anyOf", "oneOf", "if", "patternProperties", "dependentSchemas"];
  return (
    describes &&
    !parts.some((part) => elsewhere.some((keyword) => part[keyword] !== undefined)) &&
    typeof schema["additionalProperties"] !== "object"
  );
}

/** A schema and what its allOf adds without a reference. */
function inlineParts(schema: Schema): readonly Schema[] {
  return [schema, ...schemaList(schema, "allOf").flatMap(inlineParts)];
}
