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

/** Tries for one task before the split is said to be exhausted. */
const TRIES = 64;

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
      const given = drawOne(seeds, variables, wheels);
      if (given === undefined || seen.has(canonical(given))) continue;
      seen.add(canonical(given));
      found = given;
    }
    if (found === undefined) return tasks;
    tasks.push(found);
  }
  return tasks;
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
    const record = bound.get(variable.name);
    const key =
      variable.kind === "record" && isObject(record) ? seeds.keyOf(variable.resource, record) : value;
    given.push([variable.name, key]);
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
