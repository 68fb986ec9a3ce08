import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { Value } from "../../runtime/abi/value.js";
import { isObject } from "../../runtime/value/access.js";
import { canonical } from "../../runtime/value/compare.js";
import { evaluate } from "../evaluate/expression.js";
import type { VariableIr } from "../ir/scenario.js";
import { bindVariable } from "./bind-row.js";
import type { SeedRecords } from "./environment.js";

export interface DrawOptions {
  readonly size: number;
  /** A whole number below `bound`, uniformly. */
  readonly nextInt: (bound: number) => number;
  /** Values of each variable, where the split or the resource gives them. Keys of records, texts, numbers. */
  readonly domains: ReadonlyMap<string, readonly Json[]>;
  /** Values that a variable must not take. */
  readonly excluded: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tasks of other splits, by `canonical(given)`. */
  readonly taken: ReadonlySet<string>;
}

/** Tries by chance for one task, before the space is searched in order. */
const TRIES = 64;

/** Values looked at in such a search. */
const SEARCH_VISITS = 100_000;

/**
 * Draws different tasks from the domains. A variable takes its values in turn, in an order shuffled once, so that
 * all of a domain is used before any value repeats; values that break a `where` are passed over.
 */
export function drawTasks(
  seeds: SeedRecords,
  variables: readonly VariableIr[],
  options: DrawOptions,
): readonly JsonObject[] {
  const wheels = new Map<string, Wheel>();
  for (const variable of variables) {
    if (variable.kind === "let") continue;
    const excluded = options.excluded.get(variable.name);
    const values = (options.domains.get(variable.name) ?? []).filter(
      (value) => !excluded?.has(canonical(value)),
    );
    wheels.set(variable.name, new Wheel(values, options.nextInt));
  }
  const tasks: JsonObject[] = [];
  const seen = new Set(options.taken);
  while (tasks.length < options.size) {
    let found: JsonObject | undefined;
    for (let attempt = 0; attempt < TRIES && found === undefined; attempt++) {
      // Wheels of sizes with a common factor meet again too soon: then they are turned against each other.
      if (attempt >= TRIES / 2) for (const wheel of wheels.values()) wheel.turn(options.nextInt);
      const given = drawOne(seeds, variables, wheels);
      if (given !== undefined && !seen.has(canonical(given))) found = given;
    }
    found ??= searchUnseen(seeds, variables, wheels, seen);
    if (found === undefined) return tasks;
    seen.add(canonical(found));
    tasks.push(found);
  }
  return tasks;
}

/**
 * The first combination, in the order of the wheels, that no task has yet. For the last tasks of a small space, which
 * chance finds too late or never; a large space is not gone through to its end.
 */
function searchUnseen(
  seeds: SeedRecords,
  variables: readonly VariableIr[],
  wheels: ReadonlyMap<string, Wheel>,
  seen: ReadonlySet<string>,
): JsonObject | undefined {
  let visits = 0;
  const search = (
    index: number,
    bound: ReadonlyMap<string, Value>,
    given: JsonObject,
  ): JsonObject | undefined => {
    const variable = variables[index];
    if (variable === undefined) return seen.has(canonical(given)) ? undefined : given;
    if (variable.kind === "let") {
      const value = evaluate(variable.value, seeds.environment(bound));
      return search(index + 1, new Map(bound).set(variable.name, value), given);
    }
    for (const candidate of wheels.get(variable.name)?.inOrder() ?? []) {
      visits += 1;
      if (visits > SEARCH_VISITS) return undefined;
      const inner = new Map(bound);
      if (bindVariable(seeds, variable, candidate, inner) !== undefined) continue;
      const found = search(index + 1, inner, {
        ...given,
        [variable.name]: keyOf(seeds, variable, candidate, inner),
      });
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(0, new Map(), {});
}

function keyOf(
  seeds: SeedRecords,
  variable: VariableIr,
  value: Json,
  bound: ReadonlyMap<string, Value>,
): Json {
  const record = bound.get(variable.name);
  return variable.kind === "record" && isObject(record) ? seeds.keyOf(variable.resource, record) : value;
}

function drawOne(
  seeds: SeedRecords,
  variables: readonly VariableIr[],
  wheels: ReadonlyMap<string, Wheel>,
): JsonObject | undefined {
  const bound = new Map<string, Value>();
  const given: [string, Json][] = [];
  for (const variable of variables) {
    if (variable.kind === "let") {
      bound.set(variable.name, evaluate(variable.value, seeds.environment(bound)));
      continue;
    }
    const value = wheels
      .get(variable.name)
      ?.take((candidate) => bindVariable(seeds, variable, candidate, bound) === undefined);
    if (value === undefined) return undefined;
    given.push([variable.name, keyOf(seeds, variable, value, bound)]);
  }
  return Object.fromEntries(given);
}

/** Values in a shuffled order, taken round and round. */
class Wheel {
  private readonly values: Json[];

  constructor(values: readonly Json[], nextInt: (bound: number) => number) {
    this.values = [...values];
    for (let i = this.values.length - 1; i > 0; i--) {
      const j = nextInt(i + 1);
      const a = this.values[i] as Json;
      this.values[i] = this.values[j] as Json;
      this.values[j] = a;
    }
  }

  inOrder(): readonly Json[] {
    return this.values;
  }

  /** Moves some values, by chance none, to the end of the row. */
  turn(nextInt: (bound: number) => number): void {
    if (this.values.length > 1) this.values.push(...this.values.splice(0, nextInt(this.values.length)));
  }

  /** The next value that fits moves to the end of the row. */
  take(fits: (value: Json) => boolean): Json | undefined {
    for (const [index, value] of this.values.entries()) {
      if (!fits(value)) continue;
      this.values.splice(index, 1);
      this.values.push(value);
      return value;
    }
    return undefined;
  }
}
