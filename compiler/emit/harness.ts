import { docComment } from "./comment.js";
import type { EmittedFile } from "./file.js";
import { header, moduleFile } from "./header.js";
import { trainBlock } from "./scenario.js";
import { type ScenarioInput, scenarioFolder } from "./scenario-input.js";

/**
 * `harness.ts`: the entry to training. It knows the scenario and the settings of its `train` block; the trainer is
 * handed in, so that generated code depends on the runtime alone.
 */
export function emitHarness({ ir, origin }: ScenarioInput): EmittedFile {
  return moduleFile(
    `${scenarioFolder(ir.name)}/harness.ts`,
    header(origin, `GRPO harness of scenario ${ir.name}.`),
    ['import type * as rt from "rvrc/runtime";', 'import { scenario } from "./scenario.js";'].join("\n"),
    [
      docComment("What is trained on, and the settings that hold where the command line names no other."),
      "export interface Harness {",
      "  readonly scenario: rt.CompiledScenario;",
      "  readonly defaults: rt.TrainBlock;",
      "}",
    ].join("\n"),
    `export const harness: Harness = {\n  scenario,\n  defaults: ${trainBlock(ir.train).replaceAll("\n", "\n  ")},\n};`,
    [
      docComment("Runs a trainer on this scenario with its settings."),
      "export async function main<Result = void>(",
      "  train: (scenario: rt.CompiledScenario, defaults: rt.TrainBlock) => Promise<Result>,",
      "): Promise<Result> {",
      "  return train(harness.scenario, harness.defaults);",
      "}",
    ].join("\n"),
  );
}
