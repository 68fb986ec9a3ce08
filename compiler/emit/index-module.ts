import { environmentName } from "./environment.js";
import type { EmittedFile } from "./file.js";
import { header, moduleFile } from "./header.js";
import { type ScenarioInput, scenarioFolder } from "./scenario-input.js";

/** `index.ts`: what other code imports of a compiled scenario. */
export function emitIndex({ ir, origin }: ScenarioInput): EmittedFile {
  return moduleFile(
    `${scenarioFolder(ir.name)}/index.ts`,
    header(origin, `Scenario ${ir.name}: ${ir.title}`),
    [
      'export { rewards } from "./checker.js";',
      `export { ${environmentName(ir.name)} } from "./environment.js";`,
      'export { type Harness, harness, main } from "./harness.js";',
      'export { scenario } from "./scenario.js";',
      'export { splits } from "./splits.js";',
      'export { tools } from "./tools.js";',
      'export type * as types from "./types.js";',
    ].join("\n"),
  );
}
