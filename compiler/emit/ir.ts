import { compareText } from "../../dsl/text/compare.js";
import type { ScenarioIr } from "../ir/scenario.js";
import type { WorldIr } from "../ir/world.js";
import { canonicalPart, canonicalText } from "./canonical.js";
import type { EmittedFile } from "./file.js";
import { jsonObjectOf } from "./literal.js";
import { scenarioFolder } from "./scenario-input.js";
import { worldFolder } from "./world.js";

/**
 * `ir.json` of a scenario: what the file means, without a trace of how it was written.
 *
 * @param textOf a part of the IR as printed text, for whoever remembers it.
 */
export function emitScenarioIr(
  ir: ScenarioIr,
  textOf: (key: keyof ScenarioIr) => string = (key) => irPart(ir, key),
): EmittedFile {
  const keys = Object.keys(ir) as (keyof ScenarioIr)[];
  const written = keys.filter((key) => ir[key] !== undefined).sort(compareText);
  const text = jsonObjectOf(written.map((key) => [key, textOf(key)]));
  return { path: `${scenarioFolder(ir.name)}/ir.json`, text: `${text}\n` };
}

/** One part of a scenario's IR as it stands in `ir.json`, apart from its indentation. */
export function irPart(ir: ScenarioIr, key: keyof ScenarioIr): string {
  return canonicalPart(ir[key] ?? {});
}

/** `ir.json` of a world. The seed records stand in `seeds.js`; here is how many there are. */
export function emitWorldIr(ir: WorldIr): EmittedFile {
  const resources = ir.resources.map(({ seed, ...resource }) => ({ ...resource, seeds: seed.length }));
  return { path: `${worldFolder(ir.name)}/ir.json`, text: canonicalText({ ...ir, resources }) };
}
