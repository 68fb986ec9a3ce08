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

/** Tasks that look alike to a reward. */
export interface Shape {
  readonly first: AuditTask;
  readonly members: readonly AuditTask[];
}

/**
 * The tasks by shape: gold that has the same types in the same places, and lists of the same length. The automaton
 * of a reward is the same for tasks of one shape, as far as their values play the same parts.
 */
export function shapesOf(compiled: CompiledScenario, tasks: readonly AuditTask[]): readonly Shape[] {
  const groups = new Map<string, AuditTask[]>();
  for (const task of tasks) {
    const gold = compiled.gold(task.task);
    const shape = JSON.stringify(gold.map((call) => [call.tool, shapeOf(call.arguments ?? {})]));
    groups.set(shape, [...(groups.get(shape) ?? []), task]);
  }
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : [{ first, members }];
  });
}

function shapeOf(value: Json): Json {
  if (isArray(value)) return value.map(shapeOf);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
  return value === null ? "null" : typeof value;
}
