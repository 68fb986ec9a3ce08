import type { ApiModel, Operation, Response, Schema } from "../openapi/api-model.js";
import { isSchema } from "../openapi/schema-children.js";
import { referencedName } from "../openapi/schema-reference.js";
import { partsOf } from "../schema/parts.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";
import { typeName, wordsIn } from "./words.js";

/** What a successful answer holds. */
export type Answer =
  | { readonly kind: "nothing" }
  /** One record, within `envelope` where there is one. */
  | { readonly kind: "record"; readonly schema: Schema; readonly envelope: string | undefined }
  /** Records in a list at `path`. */
  | { readonly kind: "list"; readonly items: Schema; readonly path: readonly string[] }
  | { readonly kind: "other"; readonly schema: Schema };

/** Properties that hold the whole answer and nothing of their own. */
const ENVELOPES: ReadonlySet<string> = new Set(["data", "result", "response", "payload", "content"]);

/** Names under which services put lists. */
const LISTS: ReadonlySet<string> = new Set([
  "results",
  "values",
  "items",
  "data",
  "entries",
  "records",
  "elements",
  "content",
]);

/** Words of properties that say where in a list of pages an answer stands. */
const PAGES: ReadonlySet<string> = new Set([
  "cursor",
  "next",
  "previous",
  "offset",
  "total",
  "page",
  "pages",
  "limit",
  "max",
  "start",
  "last",
  "links",
  "more",
  "size",
  "paging",
]);

export function successOf(operation: Operation): Response | undefined {
  return operation.responses.find(({ status }) => /^2(?:\d\d|XX)$/u.test(status));
}

/** The status of a successful answer, 204 or 200 where the document says only `2XX` or nothing. */
export function statusOf(operation: Operation): number {
  const success = successOf(operation);
  if (success !== undefined && /^\d+$/u.test(success.status)) return Number(success.status);
  return success?.schema === undefined ? 204 : 200;
}

/** Reads what an operation answers with; `names` are words for the list, such as the last word of its path. */
export function answerOf(model: ApiModel, operation: Operation, names: readonly string[] = []): Answer {
  const ofOperation = answers.get(operation) ?? new Map<string, Answer>();
  answers.set(operation, ofOperation);
  const key = names.join("/");
  const answer = ofOperation.get(key) ?? readAnswer(model, successOf(operation)?.schema, names);
  ofOperation.set(key, answer);
  return answer;
}

/** By operation and words: every resource asks for the answers of all operations. An operation belongs to one model. */
const answers = new WeakMap<Operation, Map<string, Answer>>();

export function readAnswer(model: ApiModel, schema: Schema | undefined, names: readonly string[]): Answer {
  if (schema === undefined) return { kind: "nothing" };
  const types = typesOf(model, schema);
  if (types.has("array") && !types.has("object")) return listAt(model, schema, []);
  if (!types.has("object")) return { kind: "other", schema };
  const described = describedNames(model, schema);
  if (described.length === 0) return { kind: "other", schema };
  const wrapped = unwrapped(model, schema);
  if (wrapped !== undefined) {
    const inner = typesOf(model, wrapped.schema);
    if (inner.has("array") && !inner.has("object")) return listAt(model, wrapped.schema, [wrapped.name]);
    if (inner.has("object") && describedNames(model, wrapped.schema).length > 0)
      return { kind: "record", schema: wrapped.schema, envelope: wrapped.name };
  }
  const list = listWithin(model, schema, described, names);
  return list ?? { kind: "record", schema, envelope: undefined };
}

/** The value of a body or an answer that has one property, and that an envelope. */
export function unwrapped(
  model: ApiModel,
  schema: Schema,
): { readonly name: string; readonly schema: Schema } | undefined {
  const [name, ...others] = describedNames(model, schema);
  if (name === undefined || others.length > 0 || !ENVELOPES.has(name)) return undefined;
  const place = schemaAt(model, schema, [name], "response");
  return place.kind === "found" ? { name, schema: place.schema } : undefined;
}

function listAt(model: ApiModel, schema: Schema, path: readonly string[]): Answer {
  const items = itemsOf(model, schema);
  return items === undefined ? { kind: "other", schema } : { kind: "list", items, path };
}

function itemsOf(model: ApiModel, schema: Schema): Schema | undefined {
  for (const part of partsOf(model, schema)) {
    const items = part.schema["items"];
    if (isSchema(items)) return items;
  }
  return undefined;
}

/** An object that is there for one list of objects: it has a name for lists, or what else it has speaks of pages. */
function listWithin(
  model: ApiModel,
  schema: Schema,
  described: readonly string[],
  names: readonly string[],
): Answer | undefined {
  const lists = described.flatMap((name) => {
    const place = schemaAt(model, schema, [name], "response");
    if (place.kind !== "found") return [];
    const types = typesOf(model, place.schema);
    const items = types.has("array") && !types.has("object") ? itemsOf(model, place.schema) : undefined;
    return items !== undefined && typesOf(model, items).has("object") ? [{ name, items }] : [];
  });
  const [list, second] = lists;
  if (list === undefined) return undefined;
  const others = described.filter((name) => !lists.some((one) => one.name === name));
  const pages = others.filter((name) => wordsIn(name).some((word) => PAGES.has(word)));
  // A page of several lists is no record, and none of its lists is the one that is meant.
  if (second !== undefined)
    return others.length > 1 && pages.length === others.length ? { kind: "other", schema } : undefined;
  const isOwn = names.some((name) => singularName(name) === singularName(list.name));
  const rest = others.length - pages.length;
  const named = LISTS.has(list.name) || isOwn;
  if (!(others.length === 0 || (pages.length > 0 && rest <= pages.length + 2) || (named && rest <= 3)))
    return undefined;
  return { kind: "list", items: list.items, path: [list.name] };
}

/** Without case, separators, and the plural of its last word. */
function singularName(name: string): string {
  return typeName(name).toLowerCase();
}

/** The name under which a schema, or the first part that it is put together from, stands in the document. */
export function nameOfSchema(model: ApiModel, schema: Schema): string | undefined {
  return namesOfSchema(model, schema)[0];
}

/** The names of a schema and of the parts that it is put together from. */
export function namesOfSchema(model: ApiModel, schema: Schema): readonly string[] {
  return partsOf(model, schema).flatMap((part) => (part.certain ? (referencedName(part.schema) ?? []) : []));
}
