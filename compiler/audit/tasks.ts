import type { Json } from "../../runtime/abi/json.js";
import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { Value } from "../../runtime/abi/value.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import { evaluate } from "../evaluate/expression.js";
import type { ScenarioIr } from "../ir/scenario.js";
import type { WorldIr } from "../ir/world.js";
import { bindVariable } from "../tasks/bind-row.js";
import { SeedRecords } from "../tasks/environment.js";
import type { AuditTask } from "./letter.js";

/** Every task of a scenario with its variables bound. */
export function auditTasks(ir: ScenarioIr, world: WorldIr, compiled: CompiledScenario): readonly AuditTask[] {
  const seeds = new SeedRecords(world);
  return Object.values(compiled.splits)
    .flat()
    .map((task): AuditTask => {
      const bound = new Map<string, Value>();
      for (const variable of ir.variables) {
        if (variable.kind === "let")
          bound.set(variable.name, evaluate(variable.value, seeds.environment(bound)));
        else bindVariable(seeds, variable, task.given[variable.name], bound);
      }
      return { task, environment: seeds.environment(bound) };
    });
}

/**
 * One task of each shape: gold that has the same types in the same places, and lists of the same length. The automaton
 * of a reward is the same for tasks of one shape, as far as their values play the same parts.
 */
export function shapes(compiled: CompiledScenario, tasks: readonly AuditTask[]): readonly AuditTask[] {
  const first = new Map<string, AuditTask>();
  for (const task of tasks) {
    const gold = compiled.gold(task.task);
    const shape = JSON.stringify(gold.map((call) => [call.tool, shapeOf(call.arguments ?? {})]));
    if (!first.has(shape)) first.set(shape, task);
  }
  return [...first.values()];
}

function shapeOf(value: Json): Json {
  if (isArray(value)) return value.map(shapeOf);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
  return value === null ? "null" : typeof value;
}
