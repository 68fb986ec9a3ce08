import { compareText } from "../../dsl/text/compare.js";
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

/** Everything of one scenario but its fixtures, which take a run of what is printed here. TypeScript only. */
export function emitScenarioFiles(input: ScenarioInput): EmittedFile[] {
  return [
    ...emitTypes(input),
    ...emitTools(input),
    emitTasks(input),
    ...emitSplits(input.ir, input.origin),
    emitChecker(input),
    emitScenario(input),
    emitEnvironment(input),
    emitHarness(input),
    emitIndex(input),
    emitScenarioIr(input.ir),
  ];
}

/** Everything of one world. TypeScript, but for data and validators, which are printed as JavaScript. */
export function emitWorldFiles(input: WorldInput): EmittedFile[] {
  return [...emitWorld(input), emitWorldIr(input.ir)];
}

/** A compilation to print. */
export interface ProjectInput {
  readonly worlds: readonly WorldInput[];
  readonly scenarios: readonly ScenarioInput[];
}

/** The modules of one scenario, ready to run: `.ts` with its `.js` and `.d.ts`, data, IR. */
export function emitScenarioModules(input: ScenarioInput): Promise<EmittedFile[]> {
  return transpileAll(emitScenarioFiles(input));
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
  const count = scenarios.length === 1 ? "1 scenario" : `${scenarios.length} scenarios`;
  const names = scenarios.map(({ name }) => name);
  const registry = await transpileAll([emitRegistry(names, { source: count, hash })]);
  const files = sortFiles([...modules, ...registry]);
  return sortFiles([...files, emitManifest(compiler, scenarios, sources, files)]);
}

function sortFiles(files: readonly EmittedFile[]): EmittedFile[] {
  return [...files].sort((left, right) => compareText(left.path, right.path));
}
