import { type Diagnostic, hasErrors, sortDiagnostics } from "../../dsl/diagnostics/diagnostic.js";
import { compareText } from "../../dsl/text/compare.js";
import type { SourceFile } from "../../dsl/text/source-file.js";
import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { BoundScenario } from "../bind/scenario.js";
import type { EmittedFile, Origin } from "../emit/file.js";
import { emitFixtures } from "../emit/fixtures.js";
import { type SourceText, sourcesHash } from "../emit/manifest.js";
import { completeProject, emitModules, type ProjectInput } from "../emit/project.js";
import type { ValidatorModule, WorldInput } from "../emit/world.js";
import type { Host } from "../host/host.js";
import type { ScenarioIr } from "../ir/scenario.js";
import { buildFixtures } from "../run/fixtures.js";
import { Linker, type RuntimeModule, scenarioOf } from "../run/load.js";
import { buildValidators } from "../schema/build-validators.js";
import { type BoundProgram, bindProgram } from "./bind-program.js";
import { findScenarioFiles } from "./find-files.js";
import { keptScenarios } from "./kept.js";
import { replayScenario, type TestResult } from "./replay.js";
import { COMPILER_VERSION } from "./version.js";

export interface CompileOptions {
  readonly host: Host;
  /** Scenario files and folders, from the host's root. */
  readonly paths: readonly string[];
  /** Folder of generated code, from the host's root. */
  readonly out: string;
  /** What `import * as rt from "rvrc/runtime"` gives: compiled scenarios are run with it. */
  readonly runtime: RuntimeModule;
  /** Print the files, too; without it scenarios are only checked and run. */
  readonly emit: boolean;
  /** Replay gold and run the declared tests. */
  readonly replay: boolean;
  readonly onProgress?: (event: { readonly stage: string; readonly name: string }) => void;
}

export interface ScenarioSummary {
  readonly name: string;
  readonly file: string;
  /** Derived slots by the source that asked for them. */
  readonly slots: readonly { readonly source: string; readonly count: number }[];
  readonly tasks: readonly { readonly split: string; readonly count: number }[];
  readonly tests: number;
  readonly rewards: readonly string[];
  /** Undefined when errors kept the scenario from being compiled. */
  readonly compiled: CompiledScenario | undefined;
  readonly ir: ScenarioIr;
}

export interface CompileResult {
  /** In source order. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, SourceFile>;
  /** Paths that are neither a scenario file nor a folder with one. */
  readonly missing: readonly string[];
  readonly scenarios: readonly ScenarioSummary[];
  /** Relative to the host's root, below `out`. Empty when there are errors. */
  readonly files: readonly EmittedFile[];
  readonly testResults: readonly TestResult[];
}

/** Text to tree, tree and API to IR, IR to code, code to a first run: the whole of `rvrc compile` but the writing. */
export async function compileScenarios(options: CompileOptions): Promise<CompileResult> {
  const { host, onProgress } = options;
  const { files, missing } = await findScenarioFiles(host, options.paths);
  onProgress?.({ stage: "bind", name: `${files.length} files` });
  const program = await bindProgram(host, files);
  const diagnostics: Diagnostic[] = [...program.diagnostics];
  const sources = [...program.sources.values()].map(({ path, text }): SourceText => ({ path, text }));
  const nothing = {
    sources: program.sources,
    missing,
    scenarios: program.scenarios.map((bound) => summarise(bound, undefined)),
    files: [],
    testResults: [],
  };
  if (hasErrors(diagnostics)) return { ...nothing, diagnostics: sortDiagnostics(diagnostics) };

  onProgress?.({ stage: "emit", name: `${program.scenarios.length} scenarios` });
  const modules = await emitModules(projectInput(program));
  const linker = new Linker(modules, options.runtime);
  const compiled = program.scenarios.map((bound) => scenarioOf(linker, bound.ir.name));
  const testResults: TestResult[] = [];
  const fixtures: EmittedFile[] = [];
  for (const [index, bound] of program.scenarios.entries()) {
    const scenario = compiled[index];
    if (scenario === undefined || !options.replay) continue;
    onProgress?.({ stage: "replay", name: bound.ir.name });
    const findings = replayScenario(bound, scenario);
    diagnostics.push(...findings.diagnostics);
    testResults.push(...findings.tests);
    if (!options.emit || hasErrors(findings.diagnostics)) continue;
    fixtures.push(emitFixtures(bound.ir.name, buildFixtures(scenario, bound.ir.tests)));
  }
  const result = {
    ...nothing,
    scenarios: program.scenarios.map((bound, index) => summarise(bound, compiled[index])),
    testResults,
    diagnostics: sortDiagnostics(diagnostics),
  };
  if (!options.emit || hasErrors(diagnostics)) return result;
  const listed = program.scenarios.map(({ ir, file }) => ({
    name: ir.name,
    source: file,
    worlds: ir.worlds,
  }));
  const printed = [...modules, ...fixtures];
  const paths = new Set(printed.map((file) => file.path));
  const kept = await keptScenarios(host, options.out, listed);
  const complete = await completeProject(
    [...printed, ...kept.files.filter((file) => !paths.has(file.path))],
    // In order of name, so that it does not show what was compiled when.
    [...listed, ...kept.scenarios].sort((left, right) => compareText(left.name, right.name)),
    [...sources, ...kept.sources.filter((file) => !program.sources.has(file.path))],
    COMPILER_VERSION,
  );
  const inOut = ({ path, text }: EmittedFile) => ({ path: host.resolve("", `${options.out}/${path}`), text });
  return { ...result, files: complete.map(inOut) };
}

/** What the emitters need: every world once, and for each file the hash of what it can see. */
function projectInput(program: BoundProgram): ProjectInput {
  const originOf = (file: string): Origin => ({ source: file, hash: sourcesHash(program.closure(file)) });
  const worlds = new Map<string, WorldInput>();
  for (const world of program.scenarios.flatMap((bound) => bound.worlds)) {
    if (worlds.has(world.ir.name)) continue;
    const used = [...world.apis].flatMap(([api, model]): ValidatorModule[] => {
      const operations = world.ir.operations.filter((operation) => operation.api === api);
      const ids = operations.map((operation) => operation.operation);
      return ids.length === 0 ? [] : [{ api, ...buildValidators(model, ids) }];
    });
    worlds.set(world.ir.name, { ir: world.ir, origin: originOf(world.file), validators: used });
  }
  return {
    worlds: [...worlds.values()],
    scenarios: program.scenarios.map((bound) => ({
      ir: bound.ir,
      origin: originOf(bound.file),
      worlds: new Map(bound.worlds.map((world) => [world.ir.name, world.ir])),
      apis: new Map(bound.worlds.flatMap((world) => [...world.apis])),
    })),
  };
}

function summarise(bound: BoundScenario, compiled: CompiledScenario | undefined): ScenarioSummary {
  const { ir } = bound;
  const slots = new Map<string, number>();
  for (const reward of ir.rewards) {
    if (reward.form !== "sound") continue;
    for (const slot of reward.writes.flatMap((write) => write.slots)) {
      for (const source of slot.sources) slots.set(source, (slots.get(source) ?? 0) + 1);
    }
  }
  return {
    name: ir.name,
    file: bound.file,
    slots: [...slots].map(([source, count]) => ({ source, count })),
    tasks: ir.splits.map((split) => ({ split: split.name, count: split.tasks.length })),
    tests: ir.tests.length,
    rewards: ir.rewards.map((reward) => reward.name),
    compiled,
    ir,
  };
}
