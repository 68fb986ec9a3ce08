import { keywords } from "../../dsl/syntax/tokens.js";
import type { Json } from "../../runtime/abi/json.js";
import { createRandom, type Random } from "../../runtime/random/random.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import { BUILTINS } from "../bind/builtins.js";
import type { ApiModel, Operation, Schema } from "../openapi/api-model.js";
import { sampleValue } from "../sample/sample-value.js";
import { enumAt } from "../schema/describe-schema.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";

/** One argument of the call that solves a task. */
export interface PlannedArgument {
  /** `path`, `query`, `header` or `body`, and the steps below it. */
  readonly steps: readonly [place: string, ...steps: string[]];
  /** Its path in the tool's view. */
  readonly view: readonly string[];
  /** In words, for prompts. */
  readonly label: string;
  /** What is sent, with a null where a variable stands. */
  readonly value: Json;
  readonly holes: readonly Hole[];
}

/** A place within the value of an argument that a variable fills; the empty path is the whole value. */
export interface Hole {
  readonly path: readonly string[];
  readonly variable: PlannedVariable;
  /** Where the variable is a record: which part of it. */
  readonly part?: RecordPart;
}

export interface RecordPart {
  /** In gold and in steps. */
  readonly expression: string;
  /** In prompts. */
  readonly shown: string;
  /** What the expression gives on each task. */
  readonly values: Split;
}

export interface PlannedVariable {
  readonly name: string;
  /** `text`, `integer`, or the name of a resource; the values are keys then. */
  readonly type: string;
  readonly values: Split;
}

/** Values for training and for evaluation; none stands in both. */
export interface Split {
  readonly train: readonly Json[];
  readonly heldout: readonly Json[];
}

export type Plan =
  | { readonly kind: "plan"; readonly arguments: readonly PlannedArgument[] }
  | { readonly kind: "none"; readonly reason: string };

/** Variables of a task at most: a prompt that names more is no request that anybody would make. */
const MOST_VARIABLES = 4;

/** Values of a variable in each split. */
const VALUES = 12;

/** The least number of values in a split with which there are enough different tasks. */
const LEAST_VALUES = 4;

/** Draws before a place counts as one with too few values. */
const DRAWS = 200;

/** Sets of optional arguments that are tried, and properties of one object among them. */
const MOST_SETS = 40;
const MOST_NESTED = 8;

/** Branches of anyOf and oneOf that are tried as the first one. */
const BRANCHES = 3;

/** Such properties that are sent without being required. */
const MOST_TOLD = 2;

/** Optional properties that say something, by the names that services give them; tried in this order. */
const TELLING = ["title", "name", "summary", "subject", "text", "description", "comment", "message", "value"];

/** Chooses what the call that solves a task sends: what the document requires, and something to tell tasks apart. */
export function planCall(model: ApiModel, operation: Operation, seed: string): Plan {
  const random = createRandom(`${seed}/${operation.id}`);
  const told = tellingTexts(model, operation);
  let reason = NO_TASKS;
  const sets = [told, new Set<string>(), ...tellingPaths(model, operation, told)];
  const branches = Array.from({ length: BRANCHES }, (_, branch) => branch);
  const tries = [true, false].flatMap((telling) =>
    branches.flatMap((branch) => sets.map((optional) => ({ telling, branch, optional }))),
  );
  for (const { telling, branch, optional } of tries) {
    const leaves = neededLeaves(model, operation, random, optional, branch);
    if (typeof leaves === "string") {
      if (optional.size === 0) reason = leaves;
      continue;
    }
    // A body that must be there must have something in it, whatever the document says of its parts.
    const inBody = leaves.filter(({ steps }) => steps[0] === "body");
    if (operation.body?.required === true && inBody.length === 0) continue;
    const made = withVariables(model, leaves, random);
    // A body that is the same for every task says little; it is sent where nothing else is found.
    if (telling && inBody.length > 0 && !made.some((leaf) => leaf.steps[0] === "body" && isVaried(leaf)))
      continue;
    if (made.some(isVaried)) return { kind: "plan", arguments: named(made) };
  }
  return { kind: "none", reason };
}

const NO_TASKS = "no argument of it takes enough different texts or numbers to make tasks of";

interface Leaf {
  readonly steps: readonly [place: string, ...steps: string[]];
  readonly schema: Schema;
  readonly value: Json;
}

interface Filled extends Leaf {
  readonly found: readonly Found[];
}

/** A variable without a name yet. */
interface Found {
  readonly path: readonly string[];
  readonly variable: Omit<PlannedVariable, "name">;
}

function isVaried({ found }: Filled): boolean {
  return found.length > 0;
}

function hasNamedParts(model: ApiModel, schema: Schema): boolean {
  return typesOf(model, schema).has("object") && describedNames(model, schema).length > 0;
}

/** Every argument that must be sent, and the optional ones in `wanted`; a text says why there is no such call. */
function neededLeaves(
  model: ApiModel,
  operation: Operation,
  random: Random,
  wanted: ReadonlySet<string>,
  firstBranch: number,
): readonly Leaf[] | string {
  const leaves: Leaf[] = [];
  for (const parameter of operation.parameters) {
    const optional = parameter.in === "query" && wanted.has(`query ${parameter.name}`);
    if (!parameter.required && !optional) continue;
    const value = sampleValue(
      { model, direction: "request", random, name: parameter.name },
      parameter.schema,
    );
    if (value === undefined) return `no value is found for its parameter ${parameter.name}`;
    leaves.push({ steps: [parameter.in, parameter.name], schema: parameter.schema, value });
  }
  const { body } = operation;
  const inBody = new Set([...wanted].filter((path) => path.startsWith("body ")).map((path) => path.slice(5)));
  if (body === undefined || (!body.required && inBody.size === 0)) return leaves;
  const value = sampleValue(
    { model, direction: "request", random, wanted: inBody, firstBranch },
    body.schema,
  );
  if (value === undefined) return "no value is found that the schema of its body allows";
  if (!isObject(value) || isArray(value) || !hasNamedParts(model, body.schema)) {
    return [...leaves, { steps: ["body"], schema: body.schema, value }];
  }
  for (const { path, value: inner } of leavesOf(model, body.schema, value, [])) {
    const place = schemaAt(model, body.schema, path);
    leaves.push({
      steps: ["body", ...path],
      schema: place.kind === "found" ? place.schema : {},
      value: inner,
    });
  }
  return leaves;
}

/** Optional texts of the body that a request is hardly made without. */
function tellingTexts(model: ApiModel, { body }: Operation): ReadonlySet<string> {
  if (body === undefined) return new Set();
  const texts = TELLING.filter((name) => {
    const place = schemaAt(model, body.schema, [name]);
    return place.kind === "found" && [...typesOf(model, place.schema)].join() === "string";
  });
  return new Set(texts.slice(0, MOST_TOLD).map((name) => `body ${name}`));
}

/** Sets of optional arguments to try, those that say most first: of the body, within its objects, of the query. */
function tellingPaths(
  model: ApiModel,
  operation: Operation,
  told: ReadonlySet<string>,
): readonly ReadonlySet<string>[] {
  const { body } = operation;
  const names = body === undefined ? [] : tellingNames(model, body.schema);
  const flat = names.map((name) => [`body ${name}`]);
  const nested = names.flatMap((name) => {
    const place = body && schemaAt(model, body.schema, [name]);
    const inner = place?.kind === "found" ? tellingNames(model, place.schema) : [];
    return inner.slice(0, MOST_NESTED).map((one) => [`body ${name}`, `body ${name}.${one}`]);
  });
  const query = operation.parameters
    .filter((parameter) => parameter.in === "query" && !parameter.required)
    .map((parameter) => [`query ${parameter.name}`]);
  return [...flat, ...nested, ...query].slice(0, MOST_SETS).map((paths) => new Set([...told, ...paths]));
}

/** Names of the properties of a schema, those first that say something. */
function tellingNames(model: ApiModel, schema: Schema): readonly string[] {
  const names = describedNames(model, schema);
  const first = TELLING.filter((name) => names.includes(name));
  return [...first, ...names.filter((name) => !first.includes(name))];
}

/** Objects are taken apart by the names that the schema describes; lists, maps and what is empty stay whole. */
function leavesOf(
  model: ApiModel,
  schema: Schema,
  value: Json,
  path: readonly string[],
): readonly { path: readonly string[]; value: Json }[] {
  const entries = isObject(value) && !isArray(value) ? Object.entries(value) : [];
  const place = schemaAt(model, schema, path);
  const described = place.kind === "found" ? describedNames(model, place.schema) : [];
  if (entries.length === 0 || !entries.every(([key]) => described.includes(key))) {
    return path.length === 0 ? [] : [{ path, value }];
  }
  return entries.flatMap(([key, inner]) => leavesOf(model, schema, inner, [...path, key]));
}

function withVariables(model: ApiModel, leaves: readonly Leaf[], random: Random): readonly Filled[] {
  let left = MOST_VARIABLES;
  return leaves.map((leaf): Filled => {
    const found: Found[] = [];
    for (const { path, value } of scalarsOf(leaf.value, [])) {
      if (left === 0) break;
      const place = schemaAt(model, leaf.schema, path);
      const name = path.findLast((step) => !/^\d+$/u.test(step)) ?? leaf.steps.at(-1) ?? "";
      // A map takes any value under any name.
      const any = place.kind === "open" && place.declared ? {} : undefined;
      const schema = place.kind === "found" ? place.schema : any;
      const variable = schema && variableOf(model, schema, value, name, random);
      if (variable === undefined) continue;
      found.push({ path, variable });
      left -= 1;
    }
    return { ...leaf, found };
  });
}

/** Every value within a value that holds no others, with its place. */
function scalarsOf(
  value: Json,
  path: readonly string[],
): readonly { path: readonly string[]; value: Json }[] {
  if (isArray(value)) return value.flatMap((item, index) => scalarsOf(item, [...path, String(index)]));
  if (isObject(value))
    return Object.entries(value).flatMap(([key, inner]) => scalarsOf(inner, [...path, key]));
  return [{ path, value }];
}

/** Different values for a text or a whole number; undefined for anything else, or where there are too few. */
function variableOf(
  model: ApiModel,
  schema: Schema,
  value: Json,
  name: string,
  random: Random,
): Found["variable"] | undefined {
  const type = typeof value === "string" ? "text" : Number.isSafeInteger(value) ? "integer" : undefined;
  if (type === undefined || enumAt(model, schema) !== undefined) return undefined;
  const values = new Set<string | number>();
  for (let draw = 0; draw < DRAWS && values.size < 2 * VALUES; draw += 1) {
    const firstBranch = draw % BRANCHES;
    const one = sampleValue({ model, direction: "request", random, name, firstBranch }, schema);
    if (typeof one === typeof value && one !== "") values.add(one as string | number);
  }
  const half = Math.floor(values.size / 2);
  if (half < LEAST_VALUES) return undefined;
  const list = [...values];
  return { type, values: { train: list.slice(0, half), heldout: list.slice(half, 2 * half) } };
}

/** Gives every variable a name of its own, and every argument its place in the tool's view. */
function named(leaves: readonly Filled[]): readonly PlannedArgument[] {
  const taken = new Set<string>();
  const tops = new Map<string, string>();
  return leaves.map(({ steps, value, found }): PlannedArgument => {
    const [place, ...path] = steps;
    const top = path[0] ?? "";
    const owner = tops.get(top);
    // Two places may use one name: the later one is called by its place, too.
    const free = owner === undefined || owner === place;
    const plain = free && /^[A-Za-z_]\w*$/u.test(top);
    const view = plain
      ? path
      : [freeTop(identifier(`${free && top !== "" ? "" : place} ${path.join(" ")}`), tops)];
    if (plain) tops.set(top, place);
    const holes = found.map((one): Hole => {
      const own = one.path.findLast((step) => !/^\d+$/u.test(step)) ?? path.at(-1) ?? "content";
      return { path: one.path, variable: { name: freeName(identifier(own), taken), ...one.variable } };
    });
    return { steps, view, label: wordsOf(path.join(" ")) || "content", value, holes };
  });
}

function freeTop(name: string, tops: Map<string, string>): string {
  let free = name;
  for (let number = 2; tops.has(free); number += 1) free = `${name}_${number}`;
  tops.set(free, "as");
  return free;
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  taken.add(free);
  return free;
}

/** `issueIdOrKey` as `issue id or key`. */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** A name of the language made of another one, in small letters with underscores; never one of its words. */
export function identifier(name: string): string {
  const plain = wordsOf(name)
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/gu, "_")
    .replace(/^_+|_+$/gu, "");
  const safe = /^[a-z]/u.test(plain) ? plain : `x_${plain}`;
  return RESERVED.has(safe) ? `the_${safe}` : safe;
}

/** Words and functions of the language. */
const RESERVED: ReadonlySet<string> = new Set([...keywords.keys(), ...BUILTINS.keys(), "now", "call"]);
