import { matches } from "../../runtime/value/compare.js";
import type { PatternCheck } from "../bind/gold.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { types } from "../diagnostics/types.js";
import { evaluate } from "../evaluate/expression.js";
import type { ScenarioIr, VariableIr } from "../ir/scenario.js";
import { taskVariables } from "./bind-row.js";
import type { SeedRecords } from "./environment.js";

/** Reports the first task in which a value does not match the pattern that it is compared by. */
export function checkPatterns(
  reporter: Reporter,
  seeds: SeedRecords,
  variables: readonly VariableIr[],
  splits: ScenarioIr["splits"],
  checks: readonly PatternCheck[],
): void {
  const tasks = checks.length === 0 ? [] : splits.flatMap((split) => split.tasks);
  const bound = tasks.map((task) => ({
    id: task.id,
    environment: seeds.environment(taskVariables(seeds, variables, task.given)),
  }));
  for (const { path, pattern, value, span } of checks) {
    const expression = new RegExp(pattern, "u");
    for (const { id, environment } of bound) {
      const found = evaluate(value, environment);
      // What is no text contradicts the type of the matcher, or is not sent at all.
      if (typeof found !== "string" || matches(found, expression)) continue;
      const values = { value: `${JSON.stringify(found ?? null)} (task ${id})`, path, pattern };
      reporter.add(types.report("RVR3010", reporter.at(span), values));
      break;
    }
  }
}
