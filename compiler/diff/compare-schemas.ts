import type { ApiModel, Schema } from "../openapi/api-model.js";
import { certainParts, propertyNames, schemaList } from "../openapi/schema-children.js";
import { referencedName, referencedSchema } from "../openapi/schema-reference.js";
import { type Direction, requiredOf } from "../schema/direction.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";
import { compareLimits } from "./compare-limits.js";
import { compareListed, compareTypes } from "./compare-values.js";
import { type SchemaChange, type Side, severityOf } from "./schema-change.js";
import { Unchanged } from "./unchanged.js";

/** Changes that are told of one schema at most: a schema that is another one altogether is not listed leaf by leaf. */
const MOST_CHANGES = 200;

/** A name that no schema describes: what stands there tells whether an object takes names of the caller's own. */
const STRANGER = "\u0000";

/**
 * What differs between two schemas, property by property. In a request, what is asked for in addition and what is no
 * longer taken breaks calls; in a response, what is no longer given breaks readers. Schemas that lead back to themselves
 * are gone into once; a schema in several places is told of in each.
 */
export function compareSchemas(
  before: Side,
  after: Side,
  direction: Direction,
  known: Comparisons = newComparisons(before.model, after.model),
): readonly SchemaChange[] {
  return compare(before, after, { direction, known, path: [] }).changes;
}

/** What is known of two documents: what says the same in both, and what pairs of schemas came to. */
export interface Comparisons {
  readonly unchanged: Unchanged;
  readonly pairs: ReadonlyMap<Direction, Map<Schema, Map<Schema, readonly SchemaChange[]>>>;
}

export function newComparisons(before: ApiModel, after: ApiModel): Comparisons {
  const pairs = new Map([
    ["request" as const, new Map()],
    ["response" as const, new Map()],
  ]);
  return { unchanged: new Unchanged(before, after), pairs };
}

interface State {
  readonly direction: Direction;
  readonly known: Comparisons;
  /** Pairs that are being compared, outermost first. */
  readonly path: readonly (readonly [Schema, Schema])[];
}

interface Compared {
  readonly changes: readonly SchemaChange[];
  /** The outermost pair that was met again within: what was left out there is told there. */
  readonly open: number;
}

function compare(before: Side, after: Side, state: State): Compared {
  if (state.known.unchanged.holds(before, after)) return { changes: [], open: Number.POSITIVE_INFINITY };
  const pair = [targetOf(before), targetOf(after)] as const;
  const met = state.path.findIndex(([left, right]) => left === pair[0] && right === pair[1]);
  if (met >= 0) return { changes: [], open: met };
  const ofLeft = state.known.pairs.get(state.direction)?.get(pair[0]);
  const kept = ofLeft?.get(pair[1]);
  if (kept !== undefined) return { changes: kept, open: Number.POSITIVE_INFINITY };
  const depth = state.path.length;
  const made = compareAnew(before, after, { ...state, path: [...state.path, pair] });
  const changes = made.changes.slice(0, MOST_CHANGES);
  // What was cut short by a pair further out is whole only there.
  if (made.open >= depth) {
    const list = ofLeft ?? new Map<Schema, readonly SchemaChange[]>();
    state.known.pairs.get(state.direction)?.set(pair[0], list.set(pair[1], changes));
    return { changes, open: Number.POSITIVE_INFINITY };
  }
  return { changes, open: made.open };
}

function compareAnew(before: Side, after: Side, state: State): Compared {
  const { direction } = state;
  const types = compareTypes(before, after, direction, []);
  const own = [
    ...types,
    ...compareListed(before, after, direction, []),
    ...compareLimits(before, after, direction, []),
    ...compareOpenness(before, after, direction),
  ];
  // Where the type is another one, nothing below it can be compared.
  if (types.some(({ severity }) => severity === "breaking"))
    return { changes: types, open: Number.POSITIVE_INFINITY };
  const parts = [
    compareProperties(before, after, state),
    compareItems(before, after, state),
    compareBranches(before, after, state),
  ];
  const changes = distinct([...own, ...parts.flatMap((part) => part.changes)]);
  return { changes, open: Math.min(...parts.map((part) => part.open)) };
}

function compareProperties(before: Side, after: Side, state: State): Compared {
  const { direction } = state;
  // What alternatives describe is compared alternative by alternative.
  const inBranches = branchesOf(before).size > 0 && branchesOf(after).size > 0;
  const [old, now] = [before, after].map((side) => namesOf(side, inBranches)) as [string[], string[]];
  const wasRequired = new Set(requiredOf(before.model, before.schema, direction));
  const isRequired = new Set(requiredOf(after.model, after.schema, direction));
  const changes: SchemaChange[] = [];
  let open = Number.POSITIVE_INFINITY;
  const say = (severity: SchemaChange["severity"], name: string, message: string, side: Side) =>
    changes.push({ severity, path: [name], message, side });
  for (const name of old) {
    if (!now.includes(name)) {
      say("breaking", name, "is no longer described", before);
      continue;
    }
    if (direction === "request" && !wasRequired.has(name) && isRequired.has(name))
      say("breaking", name, "is required now", after);
    if (direction === "request" && wasRequired.has(name) && !isRequired.has(name))
      say("compatible", name, "may be left out now", after);
    if (direction === "response" && wasRequired.has(name) && !isRequired.has(name))
      say("possible", name, "may be missing now", after);
    const inner = within(before, after, name, state);
    changes.push(...inner.changes);
    open = Math.min(open, inner.open);
  }
  for (const name of now) {
    if (old.includes(name)) continue;
    const needed = direction === "request" && isRequired.has(name);
    say(needed ? "breaking" : "compatible", name, needed ? "is new, and required" : "is new", after);
  }
  return { changes, open };
}

function namesOf({ model, schema }: Side, certain: boolean): readonly string[] {
  if (!certain) return describedNames(model, schema);
  return [...new Set(certainParts(model, schema).flatMap(propertyNames))];
}

function compareItems(before: Side, after: Side, state: State): Compared {
  if (!typesOf(before.model, before.schema).has("array"))
    return { changes: [], open: Number.POSITIVE_INFINITY };
  return within(before, after, "0", state);
}

/** What stands at a step of both, with the step before each change. */
function within(before: Side, after: Side, step: string, state: State): Compared {
  const [left, right] = [sideAt(before, step), sideAt(after, step)];
  if (left === undefined || right === undefined) return { changes: [], open: Number.POSITIVE_INFINITY };
  const { changes, open } = compare(left, right, state);
  return { changes: changes.map((one) => ({ ...one, path: [step, ...one.path] })), open };
}

/** Alternatives, each beside the one of the same name, or else in the same place. */
function compareBranches(before: Side, after: Side, state: State): Compared {
  const [old, now] = [branchesOf(before), branchesOf(after)];
  const changes: SchemaChange[] = [];
  let open = Number.POSITIVE_INFINITY;
  if (old.size > 0 && now.size > 0) {
    for (const [name, left] of old) {
      const right = now.get(name);
      if (right === undefined) {
        const severity = severityOf("narrower", state.direction);
        changes.push({ severity, path: [], message: `no longer takes the form of ${name}`, side: after });
        continue;
      }
      const inner = compare(left, right, state);
      open = Math.min(open, inner.open);
      changes.push(...inner.changes);
    }
    for (const name of now.keys()) {
      if (old.has(name)) continue;
      const severity = severityOf("wider", state.direction);
      changes.push({ severity, path: [], message: `may have the form of ${name}, too`, side: after });
    }
  }
  return { changes, open };
}

function branchesOf({ model, schema }: Side): ReadonlyMap<string, Side> {
  const branches = new Map<string, Side>();
  for (const part of certainParts(model, schema)) {
    for (const keyword of ["oneOf", "anyOf"]) {
      for (const [index, branch] of schemaList(part, keyword).entries()) {
        branches.set(referencedName(branch) ?? `branch ${index + 1}`, { model, schema: branch });
      }
    }
  }
  return branches;
}

/** Whether names that are not described are taken. */
function compareOpenness(before: Side, after: Side, direction: Direction): readonly SchemaChange[] {
  if (!typesOf(before.model, before.schema).has("object")) return [];
  const [was, is] = [before, after].map(
    ({ model, schema }) => schemaAt(model, schema, [STRANGER], direction).kind !== "unknown",
  );
  if (was === is) return [];
  const message = is ? "takes further names now" : "takes no other names now";
  return [{ severity: severityOf(is ? "wider" : "narrower", direction), path: [], message, side: after }];
}

const joined = new WeakMap<ApiModel, Map<string, Schema>>();

/**
 * What a reference means; any other schema is itself. A property that several parts describe is put together anew each
 * time it is asked for, so those are known by what they say.
 */
function targetOf({ model, schema }: Side): Schema {
  const target = referencedSchema(model, schema) ?? schema;
  const [keyword, ...others] = Object.keys(target);
  if (others.length > 0 || (keyword !== "allOf" && keyword !== "anyOf")) return target;
  const ofModel = joined.get(model) ?? new Map<string, Schema>();
  joined.set(model, ofModel);
  const text = JSON.stringify(target);
  const known = ofModel.get(text) ?? target;
  ofModel.set(text, known);
  return known;
}

function sideAt({ model, schema }: Side, step: string): Side | undefined {
  const place = schemaAt(model, schema, [step]);
  return place.kind === "found" ? { model, schema: place.schema } : undefined;
}

/** A change that is seen in an alternative and in all of them together is one. */
function distinct(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  const seen = new Map<string, SchemaChange>();
  for (const change of changes) {
    const key = JSON.stringify([change.path, change.message]);
    const known = seen.get(key);
    if (known === undefined || rank(change) > rank(known)) seen.set(key, change);
  }
  return [...seen.values()];
}

function rank({ severity }: SchemaChange): number {
  return severity === "breaking" ? 2 : severity === "possible" ? 1 : 0;
}
