import { nameText, stringText, valueText } from "../../dsl/print/value.js";
import type { Json, JsonObject } from "../../runtime/abi/json.js";
import { createRandom } from "../../runtime/random/random.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import { equal } from "../../runtime/value/compare.js";
import type { Host } from "../host/host.js";
import type { ApiModel, Operation } from "../openapi/api-model.js";
import { createWorkspace, type Workspace } from "../pipeline/workspace.js";
import type { RuntimeModule } from "../run/load.js";
import { sampleValue } from "../sample/sample-value.js";
import { checkConstant } from "../schema/check-constant.js";
import { describedNames } from "../schema/schema-at.js";
import { answerOf } from "./answers.js";
import type { InferredResource } from "./inferred.js";
import { type SeedRecord, sampleSeeds } from "./sample-records.js";
import { bodyOf, operationsOf, type StoredResource, sentIdentifier, storeResources } from "./stored.js";
import { withParents } from "./with-parents.js";
import { isSameName } from "./words.js";
import { writeWorld } from "./write-world.js";

/** What became of a record that was created and then read. */
export interface CreateThenRead {
  readonly resource: string;
  /** `same`: everything that was sent and that an answer has a place for came back. */
  readonly outcome: "same" | "other" | "refused" | "no-value";
  /** What differs, or what was refused; empty where it came back. */
  readonly reason: string;
  /** Properties that were sent and that a read shows. */
  readonly compared: number;
}

export interface CreateThenReadOptions {
  readonly host: Host;
  /** Path of the document from the host's root. */
  readonly document: string;
  readonly model: ApiModel;
  /** All resources of the document; those above `wanted` are needed for their records. */
  readonly resources: readonly InferredResource[];
  readonly wanted: readonly InferredResource[];
  readonly runtime: RuntimeModule;
  readonly signal?: AbortSignal;
  readonly onResource?: (name: string) => void;
}

const FOLDER = ".rvrc-inferred";

/** Compiles the inferred world of every resource that is created and read, creates a record in it and reads it back. */
export async function createThenRead(options: CreateThenReadOptions): Promise<readonly CreateThenRead[]> {
  const { host, model, wanted } = options;
  const drafts = new Map<string, string>();
  const over: Host = { ...host, readText: async (path) => drafts.get(path) ?? host.readText(path) };
  const workspace = createWorkspace(over);
  const results: CreateThenRead[] = [];
  for (const resource of wanted) {
    options.signal?.throwIfAborted();
    const [write] = [...operationsOf(model, resource, "create"), ...operationsOf(model, resource, "upsert")];
    const [read] = operationsOf(model, resource, "read");
    if (write === undefined || read === undefined) continue;
    options.onResource?.(resource.name);
    results.push(await tryResource(options, workspace, drafts, { resource, write, read }));
  }
  return results;
}

interface Pair {
  readonly resource: InferredResource;
  readonly write: Operation;
  readonly read: Operation;
}

async function tryResource(
  { document, host, model, resources, runtime }: CreateThenReadOptions,
  workspace: Workspace,
  drafts: Map<string, string>,
  { resource, write, read }: Pair,
): Promise<CreateThenRead> {
  const result = (outcome: CreateThenRead["outcome"], reason: string, compared = 0): CreateThenRead => {
    return { resource: resource.name, outcome, reason, compared };
  };
  const stored = storeResources(model, withParents(resources, [resource]));
  const own = stored.get(resource.name);
  const body = own && bodyValue(model, own, write);
  if (own === undefined || (write.body !== undefined && body === undefined))
    return result("no-value", "no value is found that the schema of its body allows");
  const others = [...stored.values()].filter((one) => one !== own);
  const seeds = sampleSeeds(model, others, 2, "create-then-read");
  drafts.clear();
  const files = worldFiles(model, document, [...stored.values()], seeds, { resource, write, read });
  for (const [path, text] of files) drafts.set(host.resolve("", path), text);
  const compiled = await workspace.compile({
    paths: [`${FOLDER}/check.rvr`],
    out: "generated",
    runtime,
    emit: false,
    replay: false,
  });
  const error = compiled.diagnostics.find(({ severity }) => severity === "error");
  if (error !== undefined) return result("refused", `${error.code} ${error.message}`);
  const scenario = compiled.scenarios[0]?.compiled;
  const task = scenario && Object.values(scenario.splits)[0]?.[0];
  if (scenario === undefined || task === undefined) return result("refused", "it could not be linked");
  const episode = scenario.start(task);
  const above = parentKeys(model, own, write, seeds);
  const named = requiredArguments(model, write);
  const made = episode.call({
    tool: "write",
    arguments: {
      ...named,
      ...pathArguments(write, [...above, "made-1"]),
      ...(body === undefined ? {} : { body }),
    },
  });
  if (made.outcome !== "ok") return result("refused", `the create answers ${made.status} ${made.text}`);
  const id = keyIn(model, own, write, body ?? null, made.body);
  const shown = episode.call({
    tool: "read",
    arguments: { ...requiredArguments(model, read), ...pathArguments(read, [...above, id]) },
  });
  if (shown.outcome !== "ok") return result("refused", `the read answers ${shown.status} ${shown.text}`);
  return compared(model, own, write, body ?? null, shown.body, result);
}

function worldFiles(
  model: ApiModel,
  document: string,
  stored: readonly StoredResource[],
  seeds: ReadonlyMap<string, readonly SeedRecord[]>,
  { write, read }: Pair,
): ReadonlyMap<string, string> {
  const seedOf = ({ name }: InferredResource) => (seeds.has(name) ? `seed-${name}.yaml` : undefined);
  const resources = stored.map(({ resource }) => resource);
  const world = writeWorld({ model, api: "api", name: "inferred", resources, seedOf, reasons: false });
  const take = (operation: Operation): string => {
    const parameters = operation.parameters.filter(({ required }) => required);
    const all = parameters.map(
      (parameter, index) => `${parameter.in}.${nameText(parameter.name)} as ${argumentName(index)}`,
    );
    return [...all, ...(operation.body === undefined ? [] : ["body as body"])].join(", ");
  };
  const tool = (name: string, operation: Operation) => {
    const taken = take(operation);
    return `${name} = api.${nameText(operation.id)}${taken === "" ? "" : ` { take ${taken} }`}`;
  };
  const lines = [
    `api api from ${stringText(`../${document}`)}`,
    ...world.lines,
    "scenario check {",
    "world inferred",
    "tools {",
    tool("write", write),
    tool("read", read),
    "}",
    'system "Check."',
    "task once {",
    "given n: integer",
    'prompt "Once {n}."',
    "gold write {",
    "}",
    "split train 1 seed 1 { n in [1] disjoint n }",
    "split heldout 1 seed 1 { n in [2] disjoint n }",
    "}",
    "reward sound { derive slots }",
    "}",
  ];
  const texts = new Map([[`${FOLDER}/check.rvr`, lines.join("\n")]]);
  for (const [name, records] of seeds) texts.set(`${FOLDER}/seed-${name}.yaml`, JSON.stringify(records));
  return texts;
}

function argumentName(index: number): string {
  return `p${index}`;
}

/** Samples for required parameters that stand in no path. */
function requiredArguments(model: ApiModel, operation: Operation): JsonObject {
  const random = createRandom(`${operation.id}/arguments`);
  const out: Record<string, Json> = {};
  for (const [index, parameter] of operation.parameters.filter(({ required }) => required).entries()) {
    if (parameter.in === "path") continue;
    const { name, schema } = parameter;
    const value = sampleValue({ model, direction: "request", random, name }, schema);
    if (value !== undefined) out[argumentName(index)] = value;
  }
  return out;
}

/** The values of a path's parameters, in the types that the document gives them. */
function pathArguments(operation: Operation, values: readonly Json[]): JsonObject {
  const order = [...operation.path.matchAll(/\{([^{}]+)\}/gu)].map((match) => match[1]);
  const out: Record<string, Json> = {};
  for (const [index, parameter] of operation.parameters.filter(({ required }) => required).entries()) {
    if (parameter.in !== "path") continue;
    const value = values[order.indexOf(parameter.name)];
    if (value === undefined) continue;
    const types = parameter.schema["type"];
    const isNumber = types === "integer" || types === "number";
    out[argumentName(index)] =
      isNumber && typeof value === "string" && /^\d+$/u.test(value)
        ? Number(value)
        : isNumber
          ? value
          : String(value);
  }
  return out;
}

/** What the path says of the parents: keys of seeds, or samples where no resource stands behind a parameter. */
function parentKeys(
  model: ApiModel,
  { parents }: StoredResource,
  { parameters }: Operation,
  seeds: ReadonlyMap<string, readonly SeedRecord[]>,
): readonly Json[] {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  return parents.map(({ resource }, index): Json => {
    const record = resource === undefined ? undefined : seeds.get(resource.resource.name)?.[0];
    const random = createRandom(`parent/${index}`);
    const schema = inPath[index]?.schema ?? {};
    const name = inPath[index]?.name ?? "";
    return (
      record?.[resource?.identifier ?? ""] ??
      sampleValue({ model, direction: "request", random, name }, schema) ??
      "parent-1"
    );
  });
}

/** A body with everything that a record shows, as far as the schema has values for it. */
function bodyValue(model: ApiModel, stored: StoredResource, write: Operation): Json | undefined {
  if (write.body === undefined) return undefined;
  const body = bodyOf(model, write);
  const names = body === undefined ? [] : describedNames(model, body.schema);
  const shared = names.filter((name) => stored.fields.includes(name));
  const path = (name: string) => (body?.envelope === undefined ? name : `${body.envelope}.${name}`);
  const random = createRandom(`${write.id}/body`);
  const outer = body?.envelope === undefined ? [] : [body.envelope];
  for (let count = shared.length; count >= 0; count = Math.floor(count / 2)) {
    const wanted = new Set([...outer, ...shared.slice(0, count).map(path)]);
    const value = sampleValue({ model, direction: "request", random, wanted }, write.body.schema);
    if (value !== undefined) return withReadableKey(model, stored, write, value);
    if (count === 0) break;
  }
  return undefined;
}

/** The body with an identifier that the path of a read takes, too: limits may stand there alone. */
function withReadableKey(model: ApiModel, stored: StoredResource, write: Operation, value: Json): Json {
  const sent = sentIdentifier(model, write, stored.resource);
  const [read] = operationsOf(model, stored.resource, "read");
  const name = stored.resource.identifier?.value.parameter;
  const parameter = read?.parameters.find((one) => one.in === "path" && one.name === name);
  const envelope = bodyOf(model, write)?.envelope;
  if (sent === undefined || parameter === undefined || envelope !== undefined) return value;
  if (!isObject(value) || isArray(value) || value[sent] === undefined) return value;
  const random = createRandom(`${write.id}/key`);
  const key = sampleValue({ model, direction: "request", random, name: parameter.name }, parameter.schema);
  const made = { ...value, [sent]: key ?? value[sent] };
  return checkConstant(model, write.body?.schema ?? {}, made, "request").ok ? made : value;
}

/** What identifies the new record: what was sent, or what the answer says; the first key where neither does. */
function keyIn(model: ApiModel, stored: StoredResource, write: Operation, body: Json, answer: Json): Json {
  const sent = sentIdentifier(model, write, stored.resource);
  const envelope = bodyOf(model, write)?.envelope;
  const inner = envelope !== undefined && isObject(body) && !isArray(body) ? body[envelope] : body;
  const given = sent !== undefined && isObject(inner) && !isArray(inner) ? inner[sent] : undefined;
  if (given !== undefined) return given;
  const parameter = stored.resource.identifier?.value.parameter ?? "";
  const names = [stored.identifier, parameter, stored.key].filter((name) => name !== undefined);
  const find = (value: Json): Json | undefined => {
    if (isArray(value)) return value[0] === undefined ? undefined : find(value[0]);
    if (!isObject(value)) return undefined;
    for (const name of names)
      for (const [key, inner] of Object.entries(value))
        if (isSameName(key, name) && (typeof inner === "string" || typeof inner === "number")) return inner;
    for (const inner of Object.values(value)) {
      const found =
        isObject(inner) && !isArray(inner) && Object.keys(value).length === 1 ? find(inner) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  if (typeof answer === "number" || (typeof answer === "string" && answer !== "")) return answer;
  return find(answer) ?? (write.method === "PUT" ? "made-1" : "1");
}

function compared(
  model: ApiModel,
  stored: StoredResource,
  write: Operation,
  body: Json,
  answer: Json,
  result: (outcome: CreateThenRead["outcome"], reason: string, compared?: number) => CreateThenRead,
): CreateThenRead {
  const envelope = bodyOf(model, write)?.envelope;
  const sent = envelope === undefined || !isObject(body) || isArray(body) ? body : (body[envelope] ?? null);
  const [read] = operationsOf(model, stored.resource, "read");
  const around = read && answerOf(model, read);
  const inner =
    around?.kind === "record" && around.envelope !== undefined && isObject(answer) && !isArray(answer)
      ? (answer[around.envelope] ?? null)
      : answer;
  if (!isObject(inner) || isArray(inner)) return result("other", `the read answers ${valueText(inner)}`);
  if (
    !isObject(sent) ||
    isArray(sent) ||
    describedNames(model, bodyOf(model, write)?.schema ?? {}).length === 0
  )
    return equal(inner["value"], sent)
      ? result("same", "", 1)
      : result("other", "its value is another one", 1);
  const shared = Object.keys(sent).filter((name) => stored.fields.includes(name));
  const other = shared.filter((name) => !equal(inner[name], sent[name]));
  return other.length === 0
    ? result("same", "", shared.length)
    : result("other", `${other.join(", ")} did not come back`, shared.length);
}
