import type { ScenarioIr } from "../ir/scenario.js";
import type { WorldIr } from "../ir/world.js";
import type { ApiModel } from "../openapi/api-model.js";
import type { Origin } from "./file.js";

/** A scenario to print, with what its names lead to. */
export interface ScenarioInput {
  readonly ir: ScenarioIr;
  readonly origin: Origin;
  /** Every world in `ir.worlds`, by name. */
  readonly worlds: ReadonlyMap<string, WorldIr>;
  /** Every API that the tools and worlds name. */
  readonly apis: ReadonlyMap<string, ApiModel>;
}

/** Names that stand beside the scenarios' folders. */
const TAKEN = new Set(["worlds", "registry", "manifest"]);

/** Folder of a scenario, from the folder of generated code. */
export function scenarioFolder(name: string): string {
  return TAKEN.has(name) ? `${name}_` : name;
}
