import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { ApiModel } from "../openapi/api-model.js";
import { emptyRecord } from "../openapi/node.js";
import { isForeign } from "../schema/direction.js";
import { inlineSchema, type Omission } from "../schema/inline-schema.js";
import { shortText } from "../schema/short-text.js";
import type { ToolView } from "./tool-view.js";

/** Longest description of a tool, in UTF-16 units; the shortest of the limits that services set. */
export const DESCRIPTION_LIMIT = 1024;

/** An omission with the argument in which it is. */
export interface ArgumentOmission {
  readonly argument: string;
  readonly omission: Omission;
}

/** The parameters of a tool as a schema without references, and what of the document it does not show. */
export function plainForm(
  model: ApiModel,
  view: ToolView,
): { readonly parameters: JsonObject; readonly omissions: readonly ArgumentOmission[] } {
  const omissions: ArgumentOmission[] = [];
  const properties = emptyRecord<Json>();
  const required: string[] = [];
  for (const { name, schema, required: needed, description } of view.arguments) {
    if (isForeign(model, schema, "request")) continue;
    const shown = inlineSchema(model, schema, "request", (omission) =>
      omissions.push({ argument: name, omission }),
    );
    const text = shortText(description);
    properties[name] =
      text === "" || shown["description"] !== undefined ? shown : { ...shown, description: text };
    if (needed) required.push(name);
  }
  return { parameters: { type: "object", properties, required, additionalProperties: false }, omissions };
}

/** A text cut at a word, with an ellipsis, when it is longer than a description may be. */
export function cutDescription(text: string, limit = DESCRIPTION_LIMIT): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const word = cut.lastIndexOf(" ");
  // Half of a surrogate pair is no character.
  return `${cut.slice(0, Math.max(word, limit / 2)).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}
