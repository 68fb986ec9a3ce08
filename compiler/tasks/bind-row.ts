import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { Value } from "../../runtime/abi/value.js";
import { get, isObject } from "../../runtime/value/access.js";
import { truthy } from "../../runtime/value/compare.js";
import { evaluate } from "../evaluate/expression.js";
import type { VariableIr } from "../ir/scenario.js";
import type { SeedRecords } from "./environment.js";

export type RowResult =
  | { readonly kind: "bound"; readonly given: JsonObject }
  | { readonly kind: "fault"; readonly variable: string; readonly reason: string };

/** Binds all variables of a task from one row of values, in order, and checks every `where`. */
export function bindRow(seeds: SeedRecords, variables: readonly VariableIr[], row: Json): RowResult {
  const bound = new Map<string, Value>();
  const given: [string, Json][] = [];
  const names = new Set(variables.flatMap((variable) => (variable.kind === "let" ? [] : [variable.name])));
  if (!isObject(row))
    return { kind: "fault", variable: [...names].join(", "), reason: "the row is not an object" };
  for (const name of Object.keys(row)) {
    if (!names.has(name)) return { kind: "fault", variable: name, reason: "the task has no such variable" };
  }
  for (const variable of variables) {
    if (variable.kind === "let") {
      bound.set(variable.name, evaluate(variable.value, seeds.environment(bound)));
      continue;
    }
    const value = get(row, variable.name);
    const fault = bindVariable(seeds, variable, value, bound);
    if (fault !== undefined) return { kind: "fault", variable: variable.name, reason: fault };
    const record = bound.get(variable.name);
    const key =
      variable.kind === "record" && isObject(record) ? seeds.keyOf(variable.resource, record) : value;
    given.push([variable.name, key ?? null]);
  }
  return { kind: "bound", given: Object.fromEntries(given) };
}

/** The variables of a task that was made, by name. */
export function taskVariables(
  seeds: SeedRecords,
  variables: readonly VariableIr[],
  given: JsonObject,
): ReadonlyMap<string, Value> {
  const bound = new Map<string, Value>();
  for (const variable of variables) {
    if (variable.kind === "let") {
      bound.set(variable.name, evaluate(variable.value, seeds.environment(bound)));
    } else {
      bindVariable(seeds, variable, get(given, variable.name), bound);
    }
  }
  return bound;
}

/** Puts the value of one variable into `bound`; answers with what is wrong with it. */
export function bindVariable(
  seeds: SeedRecords,
  variable: Exclude<VariableIr, { kind: "let" }>,
  value: Value,
  bound: Map<string, Value>,
): string | undefined {
  if (value === undefined) return "it has no value";
  switch (variable.kind) {
    case "record": {
      const record = seeds.find(variable.resource, value);
      if (record === undefined) return `the world has no ${variable.resource} ${JSON.stringify(value)}`;
      bound.set(variable.name, record);
      break;
    }
    case "text":
      if (typeof value !== "string") return "a text is needed";
      bound.set(variable.name, value);
      break;
    case "integer":
      if (!Number.isSafeInteger(value)) return "a whole number is needed";
      bound.set(variable.name, value);
      break;
  }
  if (variable.where === undefined || truthy(evaluate(variable.where, seeds.environment(bound))))
    return undefined;
  return `${JSON.stringify(value)} does not satisfy its \`where\``;
}
