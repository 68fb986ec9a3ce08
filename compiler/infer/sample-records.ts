import type { Json } from "../../runtime/abi/json.js";
import { createRandom } from "../../runtime/random/random.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import type { ApiModel, Schema } from "../openapi/api-model.js";
import { sampleValue } from "../sample/sample-value.js";
import { checkConstant } from "../schema/check-constant.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";
import { operationsOf, type StoredResource } from "./stored.js";
import { wordsIn } from "./words.js";

/** A record as a seed holds it. */
export type SeedRecord = Readonly<Record<string, Json>>;

/** Optional properties that a record is hardly without; what changes set is added to them. */
const TELLING = ["title", "name", "summary", "subject", "text", "description", "status", "state"];

/** Optional properties of a record that are filled, at most. */
const MOST_FILLED = 8;

/**
 * Records for the seeds of a world, parents before children, each below one of its parents' records. Resources without a
 * value for some record get none.
 */
export function sampleSeeds(
  model: ApiModel,
  resources: readonly StoredResource[],
  count: number,
  seed: string,
): ReadonlyMap<string, readonly SeedRecord[]> {
  const seeds = new Map<string, readonly SeedRecord[]>();
  const sample = (stored: StoredResource): readonly SeedRecord[] => {
    const { name } = stored.resource;
    const known = seeds.get(name);
    if (known !== undefined) return known;
    seeds.set(name, []);
    const parents = stored.parents.map(({ resource }) => (resource === undefined ? [] : sample(resource)));
    const made = recordsOf(model, stored, parents, count, `${seed}/${name}`);
    seeds.set(name, made);
    return made;
  };
  for (const stored of resources) sample(stored);
  return seeds;
}

function recordsOf(
  model: ApiModel,
  stored: StoredResource,
  parents: readonly (readonly SeedRecord[])[],
  count: number,
  seed: string,
): readonly SeedRecord[] {
  const { resource, key, identifier } = stored;
  const random = createRandom(seed);
  const records: SeedRecord[] = [];
  const taken = new Set<string>();
  const most = stored.identifier === undefined && stored.parents.length === 0 ? 1 : count;
  for (let index = 0; index < most; index += 1) {
    const above = stored.parents.map((parent, at): Json => {
      const list = parents[at] ?? [];
      const record = list[index % Math.max(list.length, 1)];
      return record?.[parent.resource?.key ?? ""] ?? parentSample(model, resource, parent.parameter, random);
    });
    const record: Record<string, Json> = Object.create(null) as Record<string, Json>;
    for (const [name, value] of Object.entries(sampleRecord(model, stored, random))) record[name] = value;
    for (const [at, parent] of stored.parents.entries()) record[parent.field] = above[at] ?? null;
    for (const name of [identifier, ...resource.aliases.map(({ value }) => value)]) {
      if (name === undefined) continue;
      const own = ownKey(model, stored, name, index, random, taken);
      if (own === undefined) return records;
      record[name] = own;
    }
    if (stored.composite) {
      const parts = [...above, ...(identifier === undefined ? [] : [record[identifier] ?? ""])];
      record[key] = parts.length === 0 ? "only" : parts.join("/");
    }
    records.push(record);
  }
  return records;
}

function sampleRecord(
  model: ApiModel,
  stored: StoredResource,
  random: ReturnType<typeof createRandom>,
): Readonly<Record<string, Json>> {
  const schema = stored.resource.record?.value.schema;
  if (schema === undefined) return {};
  for (const wanted of [wantedNames(model, stored, schema), new Set<string>()]) {
    const value = sampleValue({ model, direction: "response", random, wanted }, schema);
    if (isObject(value) && !isArray(value)) return value;
  }
  return {};
}

/** What a record is told apart by, and what operations change. */
function wantedNames(model: ApiModel, stored: StoredResource, record: Schema): ReadonlySet<string> {
  const { resource, fields } = stored;
  const changed = (["update", "replace", "upsert", "create"] as const).flatMap((role) =>
    operationsOf(model, resource, role).flatMap((operation) =>
      operation.body === undefined ? [] : describedNames(model, operation.body.schema),
    ),
  );
  const scalar = (name: string): boolean => {
    const place = schemaAt(model, record, [name], "response");
    if (place.kind !== "found") return false;
    return ![...typesOf(model, place.schema)].some((type) => type === "object" || type === "array");
  };
  const names = [...TELLING, ...changed].filter((name) => fields.includes(name) && scalar(name));
  return new Set([...new Set(names)].slice(0, MOST_FILLED));
}

/** A value for what identifies a record: numbers for ids, else what the schema allows; undefined where that is nothing new. */
function ownKey(
  model: ApiModel,
  { resource }: StoredResource,
  name: string,
  index: number,
  random: ReturnType<typeof createRandom>,
  taken: Set<string>,
): Json | undefined {
  const record = resource.record?.value.schema;
  const place = record && schemaAt(model, record, [name], "response");
  const schema = place?.kind === "found" ? place.schema : {};
  const inPath = pathSchema(model, resource, name);
  const number = 10_001 + index;
  const plain = typesOf(model, schema).has("string") ? String(number) : number;
  const isNumbered = /^(?:id|gid|uid|number|no)$/u.test(wordsIn(name).at(-1) ?? "");
  const fits = (value: string | number): boolean =>
    !taken.has(`${name} ${String(value)}`) &&
    checkConstant(model, schema, value, "response").ok &&
    (inPath === undefined || fitsPath(model, inPath, value));
  for (let draw = 0; draw < 60; draw += 1) {
    const value =
      isNumbered && draw === 0
        ? plain
        : inPath !== undefined && draw % 2 === 1
          ? sampleValue({ model, direction: "request", random, name }, inPath)
          : sampleValue({ model, direction: "response", random, name }, schema);
    if (value === undefined || (typeof value !== "string" && typeof value !== "number")) break;
    if (value === "" || String(value).includes("/") || !fits(value)) continue;
    taken.add(`${name} ${String(value)}`);
    return value;
  }
  return undefined;
}

/** What the path of a record takes for it. */
function pathSchema(
  model: ApiModel,
  { roles, identifier }: StoredResource["resource"],
  name: string,
): Schema | undefined {
  if (identifier?.value.field !== undefined && identifier.value.field !== name) return undefined;
  for (const { value } of roles) {
    const operation = model.operations.get(value.operation);
    const parameter = operation?.parameters.find(
      (one) => one.in === "path" && one.name === identifier?.value.parameter,
    );
    if (parameter !== undefined) return parameter.schema;
  }
  return undefined;
}

/** What the path takes for a parent that no resource stands behind. */
function parentSample(
  model: ApiModel,
  { roles }: StoredResource["resource"],
  name: string,
  random: ReturnType<typeof createRandom>,
): Json {
  for (const { value } of roles) {
    const operation = model.operations.get(value.operation);
    const parameter = operation?.parameters.find((one) => one.in === "path" && one.name === name);
    const sample = parameter && sampleValue({ model, direction: "request", random, name }, parameter.schema);
    if (sample !== undefined) return sample;
  }
  return "parent-1";
}

/** An identifier travels as text in a path, and may be a number in a record. */
function fitsPath(model: ApiModel, schema: Schema, value: string | number): boolean {
  const asNumber = Number(value);
  return (
    checkConstant(model, schema, value, "request").ok ||
    checkConstant(model, schema, String(value), "request").ok ||
    (Number.isSafeInteger(asNumber) && checkConstant(model, schema, asNumber, "request").ok)
  );
}
