import { compareText } from "../../dsl/text/compare.js";
import { counted } from "../../dsl/text/counted.js";
import { emitChecker } from "./checker.js";
import { emitEnvironment } from "./environment.js";
import type { EmittedFile } from "./file.js";
import { emitHarness } from "./harness.js";
import { emitIndex } from "./index-module.js";
import { emitScenarioIr, emitWorldIr } from "./ir.js";
import { emitManifest, type ListedScenario, type SourceText, sourcesHash } from "./manifest.js";
import { emitRegistry } from "./registry.js";
import { emitScenario } from "./scenario.js";
import type { ScenarioInput } from "./scenario-input.js";
import { emitSplits } from "./splits.js";
import { emitTasks } from "./tasks.js";
import { emitTools } from "./tools.js";
import { transpileAll } from "./transpile.js";
import { emitTypes } from "./types.js";
import { emitWorld, type WorldInput } from "./world.js";

/** What is printed of one scenario but its IR, and its fixtures, which take a run: TypeScript and data, part by part. */
const SCENARIO_PARTS: readonly ((input: ScenarioInput) => readonly EmittedFile[])[] = [
  emitTypes,
  emitTools,
  (input) => [emitTasks(input)],
  ({ ir, origin }) => emitSplits(ir, origin),
  (input) => [emitChecker(input)],
  (input) => [emitScenario(input)],
  (input) => [emitEnvironment(input)],
  (input) => [emitHarness(input)],
  (input) => [emitIndex(input)],
];

/** Everything of one world. TypeScript, but for data and validators, which are printed as JavaScript. */
export function emitWorldFiles(input: WorldInput): EmittedFile[] {
  return [...emitWorld(input), emitWorldIr(input.ir)];
}

/** A compilation to print. */
export interface ProjectInput {
  readonly worlds: readonly WorldInput[];
  readonly scenarios: readonly ScenarioInput[];
}

/** One part of a scenario's modules. */
export type ScenarioPart = (input: ScenarioInput) => Promise<readonly EmittedFile[]>;

/** The modules of one scenario, ready to run, in parts: `.ts` with its `.js` and `.d.ts`, and data. */
export const scenarioParts: readonly ScenarioPart[] = SCENARIO_PARTS.map(
  (emit) => async (input) => transpileAll(emit(input)),
);

/** All of them, and the IR. */
export async function emitScenarioModules(input: ScenarioInput): Promise<EmittedFile[]> {
  const modules: EmittedFile[] = [];
  for (const part of scenarioParts) modules.push(...(await part(input)));
  modules.push(emitScenarioIr(input.ir));
  return modules;
}

/** The same for a world. */
export function emitWorldModules(input: WorldInput): Promise<EmittedFile[]> {
  return transpileAll(emitWorldFiles(input));
}

/** All modules of a compilation, in order of path. */
export async function emitModules({ worlds, scenarios }: ProjectInput): Promise<EmittedFile[]> {
  const modules: EmittedFile[] = [];
  for (const world of worlds) modules.push(...(await emitWorldModules(world)));
  for (const scenario of scenarios) modules.push(...(await emitScenarioModules(scenario)));
  return sortFiles(modules);
}

/**
 * The registry and the manifest over all files of the folder of generated code, the modules and fixtures of every
 * scenario included. `compiler` is the compiler's version.
 */
export async function completeProject(
  modules: readonly EmittedFile[],
  scenarios: readonly ListedScenario[],
  sources: readonly SourceText[],
  compiler: string,
): Promise<EmittedFile[]> {
  const hash = sourcesHash(sources);
  const count = counted(scenarios.length, "scenario");
  const names = scenarios.map(({ name }) => name);
  const registry = await transpileAll([emitRegistry(names, { source: count, hash })]);
  const files = sortFiles([...modules, ...registry]);
  return sortFiles([...files, emitManifest(compiler, scenarios, sources, files)]);
}

function sortFiles(files: readonly EmittedFile[]): EmittedFile[] {
  return [...files].sort((left, right) => compareText(left.path, right.path));
}
