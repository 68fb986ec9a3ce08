import type { Json, JsonObject } from "../abi/json.js";
import type { Task } from "../abi/scenario.js";
import { UsageError } from "../abi/usage-error.js";
import type { Value, Variables } from "../abi/value.js";
import type { ScenarioProgram, VariableProgram } from "../program/scenario.js";
import { getPath } from "../value/access.js";
import { canonical, equal } from "../value/compare.js";
import type { WorldBase } from "../world/base.js";

type GivenProgram = Exclude<VariableProgram, { kind: "let" }>;

/** Names that a person may mean, near or not: the list is short. */
const list = (names: readonly string[]) => names.join(", ");

/**
 * Binds the variables of a task from keys, texts and numbers.
 *
 * @throws UsageError naming the variable that does not resolve.
 */
export function bindVariables(program: ScenarioProgram, base: WorldBase, given: JsonObject): Variables {
  const world = base.fork();
  const bound: { [name: string]: Value } = Object.create(null);
  for (const variable of program.variables) {
    if (variable.kind === "let") {
      bound[variable.name] = variable.value(world, bound);
      continue;
    }
    const value = Object.hasOwn(given, variable.name) ? given[variable.name] : undefined;
    bound[variable.name] = resolveValue(variable, value, (resource, key) => world.find(resource, key));
    if (variable.where !== undefined && !variable.where(world, bound)) {
      throw new UsageError(
        `${variable.name} cannot be ${JSON.stringify(value)}: it does not satisfy the task's condition.`,
        "Give a value that fits the other variables and the `where` of the scenario file.",
      );
    }
  }
  return bound;
}

function resolveValue(
  variable: GivenProgram,
  value: Value,
  find: (resource: string, key: Value) => JsonObject | undefined,
): Value {
  const shown = JSON.stringify(value ?? null);
  switch (variable.kind) {
    case "record": {
      const record = find(variable.resource, value);
      if (record !== undefined) return record;
      throw new UsageError(
        `${variable.name} cannot be ${shown}: the world has no such ${variable.resource}.`,
        `Give the key of a ${variable.resource} that the seeds hold.`,
      );
    }
    case "text":
      if (typeof value === "string") return value;
      throw new UsageError(`${variable.name} cannot be ${shown}: a text is needed.`, "Give a JSON string.");
    case "integer":
      if (Number.isSafeInteger(value)) return value;
      throw new UsageError(
        `${variable.name} cannot be ${shown}: a whole number is needed.`,
        "Give a number.",
      );
  }
}

/** Variables that a task gives, in order of binding. */
export function givenVariables(program: ScenarioProgram): readonly GivenProgram[] {
  return program.variables.filter((variable) => variable.kind !== "let");
}

/**
 * Completes what a caller gives. All variables: as they are. Some of them: the first listed task that agrees with
 * every given value supplies the rest.
 *
 * @throws UsageError for a name that the task lacks, and when no listed task agrees.
 */
export function completeGiven(
  program: ScenarioProgram,
  base: WorldBase,
  tasks: readonly Task[],
  given: { readonly [name: string]: Json },
): { readonly task: Task | undefined; readonly given: JsonObject } {
  const variables = givenVariables(program);
  const names = variables.map((variable) => variable.name);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    throw new UsageError(`The task has no variable '${name}'.`, `Its variables are ${list(names)}.`);
  }
  const normal = normalise(variables, base, given);
  const agrees = (task: Task) => Object.keys(normal).every((name) => equal(task.given[name], normal[name]));
  const task = tasks.find(agrees);
  if (task !== undefined) return { task, given: task.given };
  const missing = names.filter((name) => !Object.hasOwn(given, name));
  if (missing.length === 0) return { task: undefined, given: normal };
  throw new UsageError(
    `No listed task agrees with ${canonical(given)}, and ${list(missing)} ${missing.length === 1 ? "is" : "are"} not given.`,
    `Give ${list(missing)} too, or name a task by its id.`,
  );
}

/**
 * The given values as listed tasks have them, aliases as primary keys.
 *
 * @throws UsageError for a value that does not resolve, before anything is looked for that agrees with it.
 */
function normalise(
  variables: readonly GivenProgram[],
  base: WorldBase,
  given: { readonly [name: string]: Json },
): JsonObject {
  const world = base.fork();
  const entries = variables.flatMap((variable): [string, Json][] => {
    if (!Object.hasOwn(given, variable.name)) return [];
    const value = given[variable.name] ?? null;
    const resolved = resolveValue(variable, value, (resource, key) => world.find(resource, key));
    if (variable.kind !== "record") return [[variable.name, value]];
    const key = base.resources.get(variable.resource)?.program.key ?? [];
    return [[variable.name, getPath(resolved, key) ?? value]];
  });
  return Object.fromEntries(entries);
}
