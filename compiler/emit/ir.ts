import type { ScenarioIr } from "../ir/scenario.js";
import type { WorldIr } from "../ir/world.js";
import { canonicalText } from "./canonical.js";
import type { EmittedFile } from "./file.js";
import { scenarioFolder } from "./scenario-input.js";
import { worldFolder } from "./world.js";

/** `ir.json` of a scenario: what the file means, without a trace of how it was written. */
export function emitScenarioIr(ir: ScenarioIr): EmittedFile {
  return { path: `${scenarioFolder(ir.name)}/ir.json`, text: canonicalText(ir) };
}

/** `ir.json` of a world. The seed records stand in `seeds.js`; here is how many there are. */
export function emitWorldIr(ir: WorldIr): EmittedFile {
  const resources = ir.resources.map(({ seed, ...resource }) => ({ ...resource, seeds: seed.length }));
  return { path: `${worldFolder(ir.name)}/ir.json`, text: canonicalText({ ...ir, resources }) };
}
