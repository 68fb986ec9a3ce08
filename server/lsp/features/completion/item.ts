import { describedFields } from "../../../../compiler/bind/references.js";
import type { ApiModel, Schema } from "../../../../compiler/openapi/api-model.js";
import { schemaInShort, schemaNotes } from "../../describe.js";

export type CompletionKind =
  | "keyword"
  | "field"
  | "operation"
  | "variable"
  | "function"
  | "type"
  | "tool"
  | "value"
  | "file"
  | "setting"
  | "name";

/** One offer. `insert` replaces the word before the cursor. */
export interface CompletionOffer {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly insert: string;
  /** A few words beside the label. */
  readonly detail?: string | undefined;
  /** Markdown. */
  readonly documentation?: string | undefined;
  /** Offers with a smaller number come first. */
  readonly rank?: number;
}

export function plainOffers(
  names: Iterable<string>,
  kind: CompletionKind,
  detail?: string,
): CompletionOffer[] {
  return [...new Set(names)]
    .filter((name) => name !== "")
    .map((name) => ({ label: name, kind, insert: name, detail }));
}

/** The fields of an object, required ones first. */
export function fieldOffers(model: ApiModel, schema: Schema): readonly CompletionOffer[] {
  return describedFields(model, schema).map((field) =>
    fieldOffer(field.name, model, field.schema, field.required),
  );
}

export function fieldOffer(
  name: string,
  model: ApiModel,
  schema: Schema,
  required: boolean,
): CompletionOffer {
  const notes = schemaNotes(model, schema);
  return {
    label: name,
    kind: "field",
    // What is no name of the language stands in quotes.
    insert: /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name),
    detail: `${schemaInShort(model, schema)}${required ? " (required)" : ""}`,
    documentation: notes.length === 0 ? undefined : notes.join("\n\n"),
    rank: required ? 0 : 1,
  };
}
