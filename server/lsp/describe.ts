import type { Definition } from "../../compiler/bind/references.js";
import type { StaticType } from "../../compiler/bind/static-type.js";
import type { ApiModel, Operation, Schema } from "../../compiler/openapi/api-model.js";
import { describeSchema, enumAt, listValues } from "../../compiler/schema/describe-schema.js";
import { partsOf } from "../../compiler/schema/parts.js";
import { printType } from "../../compiler/schema/print-type.js";

/** Longest description and longest type that a box beside the cursor shows. */
const MAX_TEXT = 800;
const MAX_LINES = 24;

/** A type in few words, for a list: `string`, `Issue`, `list of Issue`. */
export function typeInShort(type: StaticType): string {
  switch (type.kind) {
    case "any":
    case "poison":
      return "any value";
    case "record":
      return type.resource;
    case "records":
      return `list of ${type.resource}`;
    case "json":
      return type.types.join(" or ");
    case "schema":
      return schemaInShort(type.model, type.schema);
  }
}

export function schemaInShort(model: ApiModel, schema: Schema): string {
  const text = typeText(model, schema);
  return text.includes("\n") || text.length > 60 ? describeSchema(model, schema) : text;
}

/** The type under the names of the document: that it is sent or answered is no part of them here. */
function typeText(model: ApiModel, schema: Schema): string {
  return printType(model, schema, "request").replaceAll(/\b(\w+)Input\b/g, (whole: string, name: string) =>
    model.schemas.has(name) ? name : whole,
  );
}

/** A type as a block of TypeScript, cut where it is long. */
export function typeAsCode(type: StaticType, name: string): string {
  const text = type.kind === "schema" ? typeText(type.model, type.schema) : typeInShort(type);
  const lines = text.split("\n");
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), "  ..."] : lines;
  return fenced("ts", `${name}: ${shown.join("\n")}`);
}

export function fenced(language: string, text: string): string {
  // A fence must be longer than any in the text.
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** What the API document says of a schema: description, values, form. */
export function schemaNotes(model: ApiModel, schema: Schema): readonly string[] {
  const notes: string[] = [];
  const parts = partsOf(model, schema).filter((part) => part.certain);
  const text = parts.map((part) => part.schema["description"]).find((one) => typeof one === "string");
  if (typeof text === "string" && text.trim() !== "") notes.push(shorten(text.trim()));
  const values = enumAt(model, schema);
  if (values !== undefined) notes.push(`Allowed: ${listValues(values)}.`);
  const details = ["format", "pattern", "minLength", "maxLength", "minimum", "maximum"].flatMap((keyword) => {
    const found = parts.map((part) => part.schema[keyword]).find((one) => one !== undefined);
    return found === undefined ? [] : [`${keyword} \`${String(found).replaceAll("`", "'")}\``];
  });
  if (details.length > 0) notes.push(details.join(", "));
  return notes;
}

export function operationText(api: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    ({ name, in: location, required }) => `- \`${name}\` (${location}${required ? ", required" : ""})`,
  );
  const body = operation.body;
  if (body !== undefined)
    parameters.push(`- body: \`${body.contentType}\`${body.required ? ", required" : ""}`);
  return [
    fenced("http", `${operation.method} ${operation.path}`),
    `\`${api}.${operation.id}\`${operation.deprecated ? " (deprecated)" : ""}`,
    shorten(operation.summary),
    parameters.join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const WORDS: Readonly<Record<Definition["kind"], string>> = {
  api: "API",
  operation: "operation",
  schema: "schema",
  world: "world",
  resource: "resource",
  shape: "shape",
  scenario: "scenario",
  tool: "tool",
  system: "system text",
  task: "task",
  variable: "variable",
  wording: "wording",
  split: "split",
  reward: "reward",
  fragment: "fragment",
  local: "local name",
};

export function kindInWords(kind: Definition["kind"]): string {
  return WORDS[kind];
}

function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}...` : text;
}
