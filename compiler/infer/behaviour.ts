import { nameText, stringText, valueText } from "../../dsl/print/value.js";
import { createRandom } from "../../runtime/random/random.js";
import type { ApiModel, Operation, Schema } from "../openapi/api-model.js";
import { sampleValue } from "../sample/sample-value.js";
import { enumAt } from "../schema/describe-schema.js";
import { isForeign, requiredOf } from "../schema/direction.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";
import { answerOf, nameOfSchema, readAnswer, statusOf, successOf } from "./answers.js";
import type { RoleOf } from "./inferred.js";
import {
  bodyOf,
  isPlainName,
  isSent,
  type StoredParent,
  type StoredResource,
  sentIdentifier,
} from "./stored.js";
import { isSameName } from "./words.js";

/** The statements of an `on` block for an operation that has a role; undefined for one that is not understood. */
export function behaviourText(
  model: ApiModel,
  stored: StoredResource,
  operation: Operation,
  role: RoleOf["role"],
): readonly string[] | undefined {
  switch (role) {
    case "read":
      return [...lookUp(stored, operation), respond(model, stored, operation)];
    case "list":
      return listText(model, stored, operation);
    case "create":
      return createText(model, stored, operation);
    case "update":
    case "replace":
      return stored.resource.kind === "singleton"
        ? upsertText(model, stored, operation)
        : [
            ...lookUp(stored, operation),
            ...sameIdentifier(model, stored, operation),
            ...changeText(model, stored, operation, role),
            respond(model, stored, operation),
          ];
    case "upsert":
      return upsertText(model, stored, operation);
    case "delete":
      return [
        ...lookUp(stored, operation),
        `delete ${stored.resource.name}(record${member(stored.key)})`,
        respond(model, stored, operation),
      ];
    case "action":
      return undefined;
  }
}

/** `.name`, in quotes where the name is no plain one. */
function member(name: string): string {
  return `.${nameText(name)}`;
}

function pathOf(parameter: string): string {
  return `path${member(parameter)}`;
}

/** A name for the local that holds a parent's record. */
function localOf(index: number): string {
  return `parent${index === 0 ? "" : index + 1}`;
}

/** What a record keeps of a parent: the key of its record, or the text in the path. */
function parentKey({ resource, parameter }: StoredParent, index: number): string {
  return resource === undefined ? pathOf(parameter) : `${localOf(index)}${member(resource.key)}`;
}

/** Looks the parents in the path up, and refuses where one is missing. */
function parentLines(stored: StoredResource, operation: Operation): readonly string[] {
  const names = parametersOf(operation);
  return stored.parents.flatMap((parent, index) => {
    const { resource } = parent;
    if (resource === undefined) return [];
    const parameter = names[index] ?? parent.parameter;
    return [
      `let ${localOf(index)} = ${resource.resource.name}(${keyOf(resource, parameter, index)})`,
      `require ${localOf(index)} is present else 404 ${missing(resource, parameter)}`,
    ];
  });
}

/** The key of a record whose path has `depth` parents before it. */
function keyOf(stored: StoredResource, parameter: string | undefined, depth: number): string {
  if (!stored.composite) return parameter === undefined ? stringText("") : pathOf(parameter);
  const parents = stored.parents.slice(0, depth).map((parent, index) => `{${parentKey(parent, index)}}`);
  const own = parameter === undefined ? [] : [`{${pathOf(parameter)}}`];
  const parts = [...parents, ...own];
  return parts.length === 0 ? stringText("only") : `"${parts.join("/")}"`;
}

/** Parameters of the operation's own path, which may call them otherwise than the path of a record does. */
function parametersOf({ path }: Operation): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/gu)].map((match) => match[1] ?? "");
}

function missing({ resource }: StoredResource, parameter: string | undefined): string {
  const which = parameter === undefined ? "" : ` {${pathOf(parameter)}}`;
  return `{ message: "There is no ${resource.name}${which}" }`;
}

/** `let record = ...`, and 404 where there is none below its parents. */
function lookUp(stored: StoredResource, operation: Operation): readonly string[] {
  const { resource, parents } = stored;
  const names = parametersOf(operation);
  const parameter = resource.kind === "singleton" ? undefined : names[parents.length];
  const below = stored.composite
    ? []
    : parents.map(
        (parent, index) =>
          ` and text(record${member(parent.field)}) == text(${parentKey({ ...parent, parameter: names[index] ?? parent.parameter }, index)})`,
      );
  return [
    ...parentLines(stored, operation),
    `let record = ${resource.name}(${keyOf(renamed(stored, names), parameter, parents.length)})`,
    `require record is present${below.join("")} else 404 ${missing(stored, parameter)}`,
  ];
}

/** The resource with the names that the path of an operation has for its parents. */
function renamed(stored: StoredResource, names: readonly string[]): StoredResource {
  const parents = stored.parents.map((parent, index) => ({
    ...parent,
    parameter: names[index] ?? parent.parameter,
  }));
  return { ...stored, parents };
}

function createText(model: ApiModel, stored: StoredResource, operation: Operation): readonly string[] {
  const { resource, key } = stored;
  const names = parametersOf(operation);
  const own = renamed(stored, names);
  const { identifier } = stored;
  const sent = sentIdentifier(model, operation, resource);
  const body = bodyExpression(model, operation);
  const required =
    sent !== undefined && requiredOf(model, bodyOf(model, operation)?.schema ?? {}, "request").includes(sent);
  const next = stored.keyIsText ? `text(next_key(${resource.name}))` : `next_key(${resource.name})`;
  const given = sent === undefined ? "" : `${body}${member(sent)}`;
  const value =
    sent === undefined ? next : required ? given : `if ${given} is present then ${given} else ${next}`;
  const lines = [...parentLines(own, operation)];
  if (identifier !== undefined && stored.composite) {
    lines.push(`let name = ${value}`);
    lines.push(`let key = ${compositeKey(own, "name")}`);
  } else lines.push(`let key = ${value}`);
  if (sent !== undefined)
    lines.push(
      `require ${resource.name}(key) is absent else 409 { message: "There already is ${resource.name} {key}" }`,
    );
  const entries = [
    ...filledEntries(model, stored, operation),
    ...(operation.body === undefined ? [] : [sentEntry(model, stored, operation)]),
    ...aliasEntries(model, stored, operation),
    ...own.parents.map((parent, index) => `${nameText(parent.field)}: ${parentKey(parent, index)}`),
    ...(stored.composite && identifier !== undefined ? [`${nameText(identifier)}: name`] : []),
    `${nameText(key)}: key`,
  ];
  return [
    ...lines,
    `create ${resource.name} { ${entries.join(", ")} } as record`,
    respond(model, stored, operation),
  ];
}

function compositeKey({ parents }: StoredResource, own: string | undefined): string {
  const parts = parents.map((parent, index) => `{${parentKey(parent, index)}}`);
  const all = own === undefined ? parts : [...parts, `{${own}}`];
  return all.length === 0 ? stringText("only") : `"${all.join("/")}"`;
}

/** Makes the record where there is none, and changes it where there is one. */
function upsertText(model: ApiModel, stored: StoredResource, operation: Operation): readonly string[] {
  const { resource, key, identifier } = stored;
  const names = parametersOf(operation);
  const own = renamed(stored, names);
  const parameter = resource.kind === "singleton" ? undefined : names[own.parents.length];
  const sent = operation.body === undefined ? [] : [sentEntry(model, stored, operation)];
  const entries = [
    ...filledEntries(model, stored, operation),
    ...sent,
    ...own.parents.map((parent, index) => `${nameText(parent.field)}: ${parentKey(parent, index)}`),
    ...(identifier === undefined || parameter === undefined
      ? []
      : [`${nameText(identifier)}: ${pathOf(parameter)}`]),
    ...(stored.composite ? [`${nameText(key)}: key`] : []),
  ];
  const status = statusOf(operation);
  const body = answerText(model, stored, operation, `${resource.name}(key)`);
  return [
    ...parentLines(own, operation),
    `let key = ${keyOf(own, parameter, own.parents.length)}`,
    `let before = ${resource.name}(key)`,
    "when before is absent {",
    `create ${resource.name} { ${entries.join(", ")} }`,
    "}",
    "when before is present {",
    ...changeText(model, stored, operation, "upsert", "before"),
    "}",
    `respond ${status}${body}`,
  ];
}

/** What a body says of a record, as an expression. */
function bodyExpression(model: ApiModel, operation: Operation): string {
  const envelope = bodyOf(model, operation)?.envelope;
  return envelope === undefined ? "body" : `body${member(envelope)}`;
}

/** The body as parts of a record: its properties, or the whole where the record has one place for any value. */
function sentEntry(model: ApiModel, stored: StoredResource, operation: Operation): string {
  return isValue(model, stored, operation) ? "value: body" : `...${bodyExpression(model, operation)}`;
}

/** Whether the body is the `value` of a record, and not a record: it describes no names. */
function isValue(model: ApiModel, stored: StoredResource, operation: Operation): boolean {
  const schema = bodyOf(model, operation)?.schema ?? {};
  return describedNames(model, schema).length === 0 && stored.fields.includes("value");
}

/** Samples of what an answer must have and no request brings. */
function filledEntries(model: ApiModel, stored: StoredResource, operation: Operation): readonly string[] {
  const record = stored.resource.record?.value.schema;
  if (record === undefined) return [];
  const schema = bodyOf(model, operation)?.schema;
  const sent = schema === undefined ? [] : requiredOf(model, schema, "request");
  const known = new Set([
    ...sent,
    stored.key,
    stored.identifier,
    ...stored.parents.map(({ field }) => field),
  ]);
  const random = createRandom(`${operation.id}/filled`);
  return requiredOf(model, record, "response").flatMap((name) => {
    if (known.has(name) || (name === "value" && isValue(model, stored, operation))) return [];
    const place = schemaAt(model, record, [name], "response");
    const sample =
      place.kind === "found"
        ? sampleValue({ model, direction: "response", random, name }, place.schema)
        : undefined;
    return sample === undefined ? [] : [`${nameText(name)}: ${valueText(sample)}`];
  });
}

/** A value for each further name of a record that the request has no place for. */
function aliasEntries(
  model: ApiModel,
  { resource, key }: StoredResource,
  operation: Operation,
): readonly string[] {
  return resource.aliases.flatMap(({ value }) =>
    value === key || !isPlainName(value) || isSent(model, operation, value)
      ? []
      : [`${nameText(value)}: "${resource.name.toUpperCase()}-{next_key(${resource.name})}"`],
  );
}

/** One line that changes what the body describes: all of it, or what is sent, objects by their parts. */
function changeText(
  model: ApiModel,
  stored: StoredResource,
  operation: Operation,
  role: "update" | "replace" | "upsert",
  record = "record",
): readonly string[] {
  const body = bodyExpression(model, operation);
  if (operation.body !== undefined && isValue(model, stored, operation))
    return [`update ${record} { value: body }`];
  const schema = bodyOf(model, operation)?.schema ?? {};
  const kept = new Set([stored.key, stored.identifier, ...stored.parents.map(({ field }) => field)]);
  const entries = describedNames(model, schema).flatMap((name) => {
    const at = schemaAt(model, schema, [name]);
    if (kept.has(name) || at.kind !== "found" || isForeign(model, at.schema, "request")) return [];
    if (!mayHold(model, stored, name) || !isPlainName(name)) return [];
    const sent = `${body}${member(name)}`;
    const old = `${record}${member(name)}`;
    if (role === "replace") return [`${nameText(name)}: ${sent}`];
    const isObject = [...typesOf(model, at.schema)].join() === "object";
    const value =
      isObject && role === "update"
        ? `if ${sent} is object and ${old} is object then { ...${old}, ...${sent} } else if ${sent} is present then ${sent} else ${old}`
        : `if ${sent} is present then ${sent} else ${old}`;
    return [`${nameText(name)}: ${value}`];
  });
  return entries.length === 0 ? [] : [`update ${record} { ${entries.join(", ")} }`];
}

/** A body that says which record it is about must mean the one in the path. */
function sameIdentifier(
  model: ApiModel,
  { resource, identifier }: StoredResource,
  operation: Operation,
): readonly string[] {
  const sent = sentIdentifier(model, operation, resource);
  if (sent === undefined || identifier === undefined) return [];
  const given = `${bodyExpression(model, operation)}${member(sent)}`;
  return [
    `require ${given} is absent or text(${given}) == text(record${member(identifier)}) else 400 { message: "The body is about another ${resource.name}" }`,
  ];
}

/** Whether the schema of a record lets it have a property. */
function mayHold(model: ApiModel, { resource }: StoredResource, name: string): boolean {
  const record = resource.record?.value.schema;
  return record === undefined || schemaAt(model, record, [name], "response").kind !== "unknown";
}

function respond(model: ApiModel, stored: StoredResource, operation: Operation): string {
  const record = operation.method === "GET" || operation.method === "DELETE" || operation.method === "POST";
  const value = record ? "record" : `${stored.resource.name}(record${member(stored.key)})`;
  return `respond ${statusOf(operation)}${answerText(model, stored, operation, value)}`;
}

/** The body of an answer about one record, after a space; "" where the document describes none. */
function answerText(model: ApiModel, stored: StoredResource, operation: Operation, record: string): string {
  const schema = successOf(operation)?.schema;
  if (schema === undefined) return "";
  const answer = readAnswer(model, schema, []);
  if (answer.kind === "record") {
    const shown = recordText(model, stored, answer.schema, record, operation);
    return answer.envelope === undefined ? ` ${shown}` : ` { ${nameText(answer.envelope)}: ${shown} }`;
  }
  const key = `${record}${member(stored.key)}`;
  const types = typesOf(model, schema);
  if (answer.kind === "list" && answer.path.length === 0)
    return ` [${recordText(model, stored, answer.items, record, operation)}]`;
  if (answer.kind === "other" && operation.method === "POST") {
    if (types.size < 3 && types.has("integer")) return ` number(${key})`;
    if (types.size === 1 && types.has("string")) return ` text(${key})`;
  }
  if (types.size === 7) return "";
  const random = createRandom(`${operation.id}/answer`);
  const sample = sampleValue({ model, direction: "response", random }, schema);
  return sample === undefined ? "" : ` ${valueText(sample)}`;
}

/** A record as a schema shows it: all of it where the schema is the record's own, the parts that it names otherwise. */
function recordText(
  model: ApiModel,
  stored: StoredResource,
  schema: Schema,
  record: string,
  operation: Operation,
): string {
  const own = stored.resource.record?.value;
  const names = describedNames(model, schema);
  const isOwn = own !== undefined && own.name !== undefined && nameOfSchema(model, schema) === own.name;
  if (isOwn || own?.schema === schema) return stored.hides ? `${shownName(stored)}(${record})` : record;
  const required = new Set(requiredOf(model, schema, "response"));
  const random = createRandom(`${operation.id}/parts`);
  const entries = names.flatMap((name) => {
    const from = partFor(stored, name);
    if (from !== undefined) return [`${nameText(name)}: ${record}${member(from)}`];
    if (!required.has(name)) return [];
    const place = schemaAt(model, schema, [name], "response");
    const sample =
      place.kind === "found"
        ? sampleValue({ model, direction: "response", random, name }, place.schema)
        : undefined;
    return sample === undefined ? [] : [`${nameText(name)}: ${valueText(sample)}`];
  });
  return `{ ${entries.join(", ")} }`;
}

/** The property of a record that a name in an answer means. */
function partFor(stored: StoredResource, name: string): string | undefined {
  if (stored.fields.includes(name)) return name;
  const parameter = stored.resource.identifier?.value.parameter ?? "";
  const names = [parameter, `${stored.resource.name} ${stored.identifier ?? ""}`];
  return names.some((one) => one !== "" && isSameName(one, name)) ? stored.identifier : undefined;
}

/** Name of the shape that leaves out what answers do not show. */
export function shownName({ resource }: StoredResource): string {
  return `shown_${resource.name}`;
}

function listText(
  model: ApiModel,
  stored: StoredResource,
  operation: Operation,
): readonly string[] | undefined {
  const shape = stored.resource.lists.find((list) => list.operation === operation.id);
  if (shape === undefined) return undefined;
  const words = operation.path.split("/").filter((part) => part !== "" && !part.includes("{"));
  const answer = answerOf(model, operation, words.slice(-1));
  if (answer.kind !== "list") return undefined;
  const names = parametersOf(operation);
  const own = renamed(stored, names);
  const isBelow = shape.below.length === 0 && names.length >= own.parents.length && own.parents.length > 0;
  const tests = [
    ...(isBelow
      ? own.parents.map(
          (parent, index) => `text(item${member(parent.field)}) == text(${parentKey(parent, index)})`,
        )
      : []),
    ...shape.below.map(({ parameter, field }) => `text(item${member(field)}) == text(${pathOf(parameter)})`),
    ...filters(model, stored, operation),
  ];
  const condition = tests.length === 0 ? "" : ` if ${tests.join(" and ")}`;
  const all = `[item for item in ${stored.resource.name}${condition}]`;
  const shown = recordText(model, stored, answer.items, "item", operation);
  const { paging } = shape;
  const lines = [...(isBelow ? parentLines(own, operation) : []), `let all = ${all}`];
  let list = `[${shown} for item in all]`;
  if (paging !== undefined && paging.value.kind !== "page") {
    const position = `query${member(paging.value.position)}`;
    const limit = paging.value.limit === undefined ? undefined : `query${member(paging.value.limit)}`;
    lines.push(`let from = if ${position} is present then number(${position}) else 0`);
    lines.push(
      limit === undefined
        ? "let size = 50"
        : `let size = if ${limit} is present then number(${limit}) else 50`,
    );
    list = `[${shown} for item in slice(all, from, size)]`;
  }
  const around = answer.path.reduceRight(
    (inner, name) =>
      `{ ${nameText(name)}: ${inner}${answer.path.at(-1) === name ? pageEntries(model, operation, paging !== undefined && paging.value.kind !== "page") : ""} }`,
    list,
  );
  return [...lines, `respond ${statusOf(operation)} ${around}`];
}

/** What an answer says of its place among the pages, by the names that services have for it. */
function pageEntries(model: ApiModel, operation: Operation, paged: boolean): string {
  const schema = successOf(operation)?.schema;
  if (schema === undefined) return "";
  const from = paged ? "from" : "0";
  const size = paged ? "size" : "count(all)";
  const values: ReadonlyMap<string, string> = new Map([
    ["total", "count(all)"],
    ["totalsize", "count(all)"],
    ["startat", from],
    ["start", from],
    ["offset", from],
    ["maxresults", size],
    ["limit", size],
    ["islast", paged ? "from + size >= count(all)" : "true"],
    ["hasmore", paged ? "from + size < count(all)" : "false"],
    ...(paged
      ? ([["nextpagetoken", "if from + size < count(all) then text(from + size) else null"]] as const)
      : []),
  ]);
  const entries = describedNames(model, schema).flatMap((name) => {
    const value = values.get(name.replace(/[^A-Za-z]/gu, "").toLowerCase());
    return value === undefined ? [] : [`, ${nameText(name)}: ${value}`];
  });
  return entries.join("");
}

const SCALARS: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);

/** Query parameters that are called like a property narrow a list. */
function filters(model: ApiModel, stored: StoredResource, operation: Operation): readonly string[] {
  const record = stored.resource.record?.value.schema;
  if (record === undefined) return [];
  const paging = stored.resource.lists.find((list) => list.operation === operation.id)?.paging?.value;
  return operation.parameters.flatMap((parameter) => {
    if (parameter.in !== "query") return [];
    if (parameter.name === paging?.position || parameter.name === paging?.limit) return [];
    const field = stored.fields.find((name) => isSameName(name, parameter.name));
    const place = field === undefined ? undefined : schemaAt(model, record, [field], "response");
    if (field === undefined || place?.kind !== "found") return [];
    const types = [...typesOf(model, place.schema)].filter((type) => type !== "null");
    if (!types.every((type) => SCALARS.has(type))) return [];
    const asked = `query${member(parameter.name)}`;
    const own = `item${member(field)}`;
    const isList =
      typesOf(model, parameter.schema).has("array") && enumAt(model, parameter.schema) === undefined;
    return [
      isList
        ? `(${asked} is absent or text(${own}) in [text(one) for one in ${asked}])`
        : `(${asked} is absent or text(${own}) == text(${asked}))`,
    ];
  });
}
