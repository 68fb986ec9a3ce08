import { canonicalText } from "./canonical.js";
import type { EmittedFile } from "./file.js";
import { scenarioFolder } from "./scenario-input.js";

/** `fixtures.json`: episodes with their outcomes, from running the compiled scenario; see `run/fixtures.ts`. */
export function emitFixtures(scenario: string, fixtures: readonly object[]): EmittedFile {
  return { path: `${scenarioFolder(scenario)}/fixtures.json`, text: canonicalText(fixtures) };
}
