import { nameText } from "../../dsl/print/value.js";
import type { Json } from "../../runtime/abi/json.js";
import { readAnswer, successOf } from "../infer/answers.js";
import type { RoleOf } from "../infer/inferred.js";
import type { SeedRecord } from "../infer/sample-records.js";
import { bodyOf, operationsOf, type StoredResource, sentIdentifier } from "../infer/stored.js";
import { isSameName } from "../infer/words.js";
import type { ApiModel, Operation, Parameter, Schema } from "../openapi/api-model.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";
import {
  identifier,
  type PlannedArgument,
  type PlannedVariable,
  type RecordPart,
  type Split,
} from "./plan.js";

/** A task about records of a resource: which record, what is sent, and what is read around it. */
export interface RecordPlan {
  readonly stored: StoredResource;
  readonly role: RoleOf["role"];
  /** The record, or the one that the new record lies below; undefined for a new record below none. */
  readonly record: PlannedVariable | undefined;
  /** The resource that `record` is one of. */
  readonly recordOf: StoredResource | undefined;
  readonly arguments: readonly PlannedArgument[];
  readonly read: Operation;
  /** What the read is called with before the write, and after it; undefined where it makes no sense. */
  readonly before: readonly ReadArgument[] | undefined;
  readonly after: readonly ReadArgument[] | undefined;
}

export interface ReadArgument {
  readonly parameter: Parameter;
  readonly expression: string;
  /** The value on the first task of a split. */
  readonly values: Split;
}

export interface RecordPlanOptions {
  readonly model: ApiModel;
  readonly operation: Operation;
  readonly stored: StoredResource;
  readonly role: RoleOf["role"];
  readonly arguments: readonly PlannedArgument[];
  readonly seeds: ReadonlyMap<string, readonly SeedRecord[]>;
  /** Name of the tool that writes. */
  readonly tool: string;
}

/** Records that a split must have at least. */
const LEAST_RECORDS = 4;

/**
 * Makes the call of a plan one about a record of an inferred world. Undefined where the world cannot say which record is
 * meant, or nothing reads one.
 */
export function planRecord(options: RecordPlanOptions): RecordPlan | undefined {
  const { model, operation, stored, role, seeds } = options;
  const read = lookOf(model, stored);
  if (read === undefined || !["create", "update", "replace", "upsert", "delete"].includes(role))
    return undefined;
  const makes = role === "create" || role === "upsert";
  const isOnly = stored.identifier === undefined && stored.parents.length === 0;
  const recordOf = makes ? stored.parents.at(-1)?.resource : isOnly ? undefined : stored;
  const record = recordOf && recordVariable(recordOf, seeds, options.arguments);
  if (recordOf !== undefined && record === undefined) return undefined;
  const values = pathParts(model, operation, options, recordOf, record, seeds);
  if (values === undefined) return undefined;
  const bound = options.arguments.map((argument): PlannedArgument => {
    const part =
      argument.steps[0] === "path"
        ? values.get(argument.steps[1] ?? "")
        : ownIdentifier(options, argument, recordOf, record);
    if (part === undefined || record === undefined) return argument;
    return { ...argument, value: null, holes: [{ path: [], variable: record, part }] };
  });
  const around = { stored, role, record, recordOf, arguments: bound, read };
  if (makes)
    return { ...around, before: undefined, after: readAfter(options, recordOf, record, bound, read, seeds) };
  const same = pathParts(model, read, options, recordOf, record, seeds);
  if (same === undefined) return undefined;
  const reads = readArguments(read, same);
  return { ...around, before: reads, after: role === "delete" ? undefined : reads };
}

/** What shows a record: the operation that reads one, else a list of them that asks for no more than what they lie below. */
function lookOf(model: ApiModel, { resource, parents }: StoredResource): Operation | undefined {
  const [read] = operationsOf(model, resource, "read");
  if (read !== undefined) return read;
  return operationsOf(model, resource, "list").find(
    (list) =>
      parametersOf(list).length === parents.length &&
      list.parameters.every((one) => !one.required || one.in === "path"),
  );
}

/** What a body says of the record that is changed: it is the one in the path. */
function ownIdentifier(
  { model, operation, stored, role, seeds }: RecordPlanOptions,
  { steps }: PlannedArgument,
  recordOf: StoredResource | undefined,
  record: PlannedVariable | undefined,
): RecordPart | undefined {
  if (role === "create" || role === "upsert" || record === undefined || recordOf !== stored) return undefined;
  const sent = sentIdentifier(model, operation, stored.resource);
  const body = bodyOf(model, operation);
  if (sent === undefined || body === undefined || stored.identifier === undefined) return undefined;
  const path = [...(body.envelope === undefined ? [] : [body.envelope]), sent];
  if (steps[0] !== "body" || steps.slice(1).join("\n") !== path.join("\n")) return undefined;
  const place = schemaAt(model, body.schema, [sent]);
  const records = seeds.get(stored.resource.name) ?? [];
  return partOf(model, record, stored.identifier, place.kind === "found" ? place.schema : {}, records);
}

/** A variable that takes half of the seeded records in training, and the others in evaluation. */
function recordVariable(
  { resource, key }: StoredResource,
  seeds: ReadonlyMap<string, readonly SeedRecord[]>,
  all: readonly PlannedArgument[],
): PlannedVariable | undefined {
  const records = seeds.get(resource.name) ?? [];
  const taken = new Set(all.flatMap(({ holes }) => holes.map(({ variable }) => variable.name)));
  let name = identifier(resource.name);
  while (taken.has(name)) name = `${name}_`;
  const values = splitOf(records, (record) => record[key] ?? null);
  if (values.train.length < LEAST_RECORDS) return undefined;
  return { name, type: resource.name, values };
}

function splitOf(records: readonly SeedRecord[], read: (record: SeedRecord) => Json): Split {
  const half = Math.floor(records.length / 2);
  return { train: records.slice(0, half).map(read), heldout: records.slice(half, 2 * half).map(read) };
}

/** What each parameter in a path is: a part of the record, or of what it lies below. */
function pathParts(
  model: ApiModel,
  operation: Operation,
  { stored, role }: Pick<RecordPlanOptions, "stored" | "role">,
  recordOf: StoredResource | undefined,
  record: PlannedVariable | undefined,
  seeds: ReadonlyMap<string, readonly SeedRecord[]>,
): ReadonlyMap<string, RecordPart> | undefined {
  const parts = new Map<string, RecordPart>();
  const makes = role === "create" || role === "upsert";
  for (const [index, name] of parametersOf(operation).entries()) {
    const isOwn = index === stored.parents.length;
    if (makes && isOwn) continue;
    const field = fieldFor(stored, recordOf, makes, index, isOwn);
    if (field === undefined || record === undefined || recordOf === undefined) {
      // What nothing stands behind is a value like any other when a record is made.
      if (makes && recordOf === undefined) continue;
      return undefined;
    }
    const schema = operation.parameters.find((one) => one.in === "path" && one.name === name)?.schema;
    const records = seeds.get(recordOf.resource.name) ?? [];
    parts.set(name, partOf(model, record, field, schema ?? {}, records));
  }
  return parts;
}

/** The property of the task's record that a parameter of the path means. */
function fieldFor(
  stored: StoredResource,
  recordOf: StoredResource | undefined,
  makes: boolean,
  index: number,
  isOwn: boolean,
): string | undefined {
  if (recordOf === undefined) return undefined;
  if (!makes) return isOwn ? stored.identifier : parentIdentifier(stored, index);
  const last = stored.parents.length - 1;
  if (index === last) return recordOf.composite ? undefined : recordOf.identifier;
  return recordOf.parents.length === last ? parentIdentifier(recordOf, index) : undefined;
}

/** Where a record keeps what its path says of a parent; undefined where it keeps a key that no path takes. */
function parentIdentifier({ parents }: StoredResource, index: number): string | undefined {
  const parent = parents[index];
  return parent?.resource?.composite === true ? undefined : parent?.field;
}

function partOf(
  model: ApiModel,
  record: PlannedVariable,
  field: string,
  schema: Schema,
  records: readonly SeedRecord[],
): RecordPart {
  const shown = `${record.name}.${nameText(field)}`;
  const types = typesOf(model, schema);
  const isText = typeof records[0]?.[field] === "string";
  const asNumber = isText && !types.has("string") && (types.has("integer") || types.has("number"));
  const asText = !isText && types.has("string") && !types.has("integer");
  const convert = (value: Json): Json => (asNumber ? Number(value) : asText ? String(value) : value);
  const expression = asNumber ? `number(${shown})` : asText ? `text(${shown})` : shown;
  return { shown, expression, values: splitOf(records, (one) => convert(one[field] ?? null)) };
}

function readArguments(
  read: Operation,
  parts: ReadonlyMap<string, RecordPart>,
): readonly ReadArgument[] | undefined {
  const out: ReadArgument[] = [];
  for (const parameter of read.parameters) {
    if (!parameter.required) continue;
    const part = parameter.in === "path" ? parts.get(parameter.name) : undefined;
    if (part === undefined) return undefined;
    out.push({ parameter, expression: part.expression, values: part.values });
  }
  return out;
}

/** What the read of a new record is called with: its parents, and what the create says identifies it. */
function readAfter(
  options: RecordPlanOptions,
  recordOf: StoredResource | undefined,
  record: PlannedVariable | undefined,
  bound: readonly PlannedArgument[],
  read: Operation,
  seeds: ReadonlyMap<string, readonly SeedRecord[]>,
): readonly ReadArgument[] | undefined {
  const { model, stored } = options;
  const parts = new Map(pathParts(model, read, options, recordOf, record, seeds) ?? []);
  const own = parametersOf(read)[stored.parents.length];
  const part = own === undefined ? undefined : newRecordPart(options, bound, seeds);
  if (own !== undefined && part === undefined) return undefined;
  if (own !== undefined && part !== undefined) parts.set(own, part);
  return readArguments(read, parts);
}

/** What identifies a new record: what is sent in the path, or what the answer says. */
function newRecordPart(
  { model, operation, stored, tool }: RecordPlanOptions,
  bound: readonly PlannedArgument[],
  seeds: ReadonlyMap<string, readonly SeedRecord[]>,
): RecordPart | undefined {
  const inPath = parametersOf(operation)[stored.parents.length];
  if (inPath !== undefined) {
    const argument = bound.find(({ steps }) => steps[0] === "path" && steps[1] === inPath);
    const [hole] = argument?.holes ?? [];
    if (hole === undefined || hole.path.length > 0) return undefined;
    return { shown: hole.variable.name, expression: hole.variable.name, values: hole.variable.values };
  }
  if (stored.composite || stored.identifier === undefined) return undefined;
  const answer = readAnswer(model, successOf(operation)?.schema, []);
  if (answer.kind !== "record") return undefined;
  const wanted = [stored.identifier, stored.resource.identifier?.value.parameter ?? ""];
  const name = describedNames(model, answer.schema).find((one) =>
    wanted.some((other) => isSameName(one, other)),
  );
  if (name === undefined) return undefined;
  const path = [tool, ...(answer.envelope === undefined ? [] : [answer.envelope]), name]
    .map(nameText)
    .join(".");
  const next = nextKey(seeds.get(stored.resource.name) ?? [], stored);
  return { shown: path, expression: path, values: { train: [next], heldout: [next] } };
}

/** The key that the world gives to the next record. */
function nextKey(records: readonly SeedRecord[], { key, keyIsText }: StoredResource): Json {
  const numbers = records.map((record) => Number(record[key])).filter(Number.isSafeInteger);
  const next = Math.max(0, ...numbers) + 1;
  return keyIsText ? String(next) : next;
}

function parametersOf({ path }: Operation): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/gu)].map((match) => match[1] ?? "");
}
