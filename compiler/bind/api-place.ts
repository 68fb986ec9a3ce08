import type { RelatedPlace } from "../../dsl/diagnostics/diagnostic.js";
import type { ApiModel, Schema } from "../openapi/api-model.js";
import { partsOf } from "../schema/parts.js";

/**
 * The line of the API document that a value contradicts: the keyword in the schema or in what it refers to, else the
 * schema itself. Empty for a model that comes from no document.
 */
export function schemaPlace(
  model: ApiModel,
  schema: Schema,
  keyword: string,
  message: string,
): readonly RelatedPlace[] {
  const { places } = model;
  if (places === undefined) return [];
  const parts = partsOf(model, schema).map((part) => part.schema);
  const owner = parts.find((part) => Object.hasOwn(part, keyword) && places.schema(part) !== undefined);
  const place =
    owner === undefined
      ? parts.map((part) => places.schema(part)).find((found) => found !== undefined)
      : places.schema(owner, keyword);
  return place === undefined ? [] : [{ ...place, message }];
}

/** The line of the API document where an operation begins. */
export function operationPlace(model: ApiModel, id: string, message: string): readonly RelatedPlace[] {
  const place = model.places?.operation(id);
  return place === undefined ? [] : [{ ...place, message }];
}
