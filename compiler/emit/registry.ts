import { compareText } from "../../dsl/text/compare.js";
import { docComment } from "./comment.js";
import type { EmittedFile, Origin } from "./file.js";
import { header, moduleFile } from "./header.js";
import { block, stringLiteral } from "./literal.js";
import { scenarioFolder } from "./scenario-input.js";

/** `registry.ts`: every compiled scenario by name, loaded when it is asked for. */
export function emitRegistry(scenarios: readonly string[], origin: Origin): EmittedFile {
  const entries = [...scenarios]
    .sort(compareText)
    .map((name) => `[${stringLiteral(name)}, () => import("./${scenarioFolder(name)}/index.js")]`);
  return moduleFile(
    "registry.ts",
    header(origin, "The compiled scenarios by name."),
    'import type { CompiledScenario, TrainBlock } from "rvrc/runtime";',
    [
      docComment("What the entry module of a scenario offers to a trainer and the command line."),
      "export interface ScenarioModule {",
      "  readonly scenario: CompiledScenario;",
      "  readonly harness: { readonly scenario: CompiledScenario; readonly defaults: TrainBlock };",
      "}",
      "",
      "type Load = () => Promise<ScenarioModule>;",
    ].join("\n"),
    block("const entries: readonly (readonly [name: string, load: Load])[] = [", entries, "];"),
    "export const registry: ReadonlyMap<string, Load> = new Map(entries);",
  );
}
