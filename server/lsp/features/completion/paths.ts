import { isRequired } from "../../../../compiler/bind/argument-line.js";
import type { BoundTool } from "../../../../compiler/bind/tool.js";
import type { ApiModel, Schema } from "../../../../compiler/openapi/api-model.js";
import { schemaAt } from "../../../../compiler/schema/schema-at.js";
import { typesOf } from "../../../../compiler/schema/types-of.js";
import type { Token } from "../../../../dsl/syntax/scan.js";
import { toolOf, type View } from "../../view.js";
import { type CompletionOffer, fieldOffer, fieldOffers } from "./item.js";

/** Steps of the path that ends at the cursor; the word that is being written is not among them. */
export function stepsBefore(item: readonly Token[]): readonly string[] {
  const steps: string[] = [];
  for (let at = item.length - 1; item[at]?.text === "." && at > 0; at -= 2) {
    const { text, kind } = item[at - 1]!;
    steps.unshift(kind === "string" ? text.slice(1, -1) : text);
  }
  return steps;
}

/** What may follow in a path: fields of arguments, of an operation's request or answer, or of a record. */
export function pathOffers(
  view: View,
  rules: readonly string[],
  blocks: readonly (readonly Token[])[],
  item: readonly Token[],
): readonly CompletionOffer[] {
  const steps = stepsBefore(item);
  if (rules.includes("takeEntry") || rules.includes("toolItem")) {
    return item[0]?.text === "show" ? answerOffers(view, steps) : requestOffers(view, steps);
  }
  if (rules.includes("resourceItem")) return recordOffers(view, nameAfter(blocks.at(-1), "resource"), steps);
  if (rules.includes("updateEffect") || blocks.at(-1)?.[0]?.text === "update") return [];
  const called = calledTool(view, item) ?? view.tool;
  return called === undefined ? [] : argumentOffers(called, [...slotPrefix(blocks), ...steps]);
}

function nameAfter(head: readonly Token[] | undefined, word: string): string {
  return head?.[0]?.text === word ? (head[1]?.text ?? "") : "";
}

/** A block `slot body { ... }` continues the path of its head. */
function slotPrefix(blocks: readonly (readonly Token[])[]): readonly string[] {
  const head = blocks.at(-1) ?? [];
  if (head[0]?.text !== "slot") return [];
  return head.slice(1).flatMap((token) => (token.text === "." ? [] : [token.text]));
}

/** The tool of a call whose parentheses are open, or of a `recall`. */
export function calledTool(view: View, item: readonly Token[]): BoundTool | undefined {
  let depth = 0;
  for (let at = item.length - 1; at > 0; at--) {
    const { text } = item[at]!;
    if (")]}".includes(text)) depth++;
    if ("([{".includes(text) && depth-- === 0) {
      // Only the parentheses themselves take arguments; deeper brackets hold values.
      return text === "(" ? toolOf(view.scenario, item[at - 1]?.text ?? "") : undefined;
    }
  }
  const named = item.findLast((token) => toolOf(view.scenario, token.text) !== undefined);
  return item[0]?.text === "recall" && named !== undefined ? toolOf(view.scenario, named.text) : undefined;
}

/** Schema at the steps of an argument's path. */
export function argumentSchema(tool: BoundTool, steps: readonly string[]): Schema | undefined {
  const [first = "", ...rest] = steps;
  const schema = tool.argumentSchemas.get(first);
  if (schema === undefined) return undefined;
  const place = schemaAt(tool.model, schema, rest);
  return place.kind === "found" ? place.schema : undefined;
}

function argumentOffers(tool: BoundTool, steps: readonly string[]): readonly CompletionOffer[] {
  if (steps.length > 0) {
    const schema = argumentSchema(tool, steps);
    return schema === undefined ? [] : fieldOffers(tool.model, schema);
  }
  return [...tool.argumentSchemas].map(([name, schema]) =>
    fieldOffer(name, tool.model, schema, isRequired(tool, name)),
  );
}

const LOCATIONS: readonly string[] = ["path", "query", "header", "body"];

function requestOffers({ operation: found }: View, steps: readonly string[]): readonly CompletionOffer[] {
  if (found === undefined) return [];
  const { model, operation } = found;
  const [first = "", ...rest] = steps;
  const parameters = operation.parameters.filter(
    (parameter) => steps.length === 0 || (parameter.in === first && rest.length === 0),
  );
  const offers = parameters.map(({ name, schema, required }) => fieldOffer(name, model, schema, required));
  if (operation.body === undefined || (LOCATIONS.includes(first) && first !== "body")) return offers;
  const named = fieldsAt(model, operation.body.schema, steps);
  // `body` may be the location, or a field of that name.
  const written = first === "body" ? fieldsAt(model, operation.body.schema, rest) : [];
  return [...offers, ...(named.length > 0 ? named : written)];
}

function fieldsAt(model: ApiModel, schema: Schema, steps: readonly string[]): readonly CompletionOffer[] {
  const place = schemaAt(model, schema, steps);
  return place.kind === "found" ? fieldOffers(model, place.schema) : [];
}

function answerOffers({ operation: found }: View, steps: readonly string[]): readonly CompletionOffer[] {
  const success = found?.operation.responses.find((response) => /^2/u.test(response.status));
  if (found === undefined || success?.schema === undefined) return [];
  const { model } = found;
  let schema = itemsOf(model, success.schema);
  for (const step of steps) {
    const place = schemaAt(model, schema, [step], "response");
    if (place.kind !== "found") return [];
    schema = itemsOf(model, place.schema);
  }
  return fieldOffers(model, schema);
}

/** Paths of answers lead through lists without an index. */
function itemsOf(model: ApiModel, schema: Schema): Schema {
  const types = typesOf(model, schema);
  if (!types.has("array") || types.has("object")) return schema;
  const items = schemaAt(model, schema, ["0"]);
  return items.kind === "found" ? items.schema : schema;
}

function recordOffers(view: View, resource: string, steps: readonly string[]): readonly CompletionOffer[] {
  const info = view.world?.resources.get(resource);
  if (info?.model === undefined || info.schema === undefined) return [];
  return fieldsAt(info.model, info.schema, steps);
}
