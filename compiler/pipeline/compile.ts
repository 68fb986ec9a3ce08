import { type Diagnostic, hasErrors, sortDiagnostics } from "../../dsl/diagnostics/diagnostic.js";
import { compareText } from "../../dsl/text/compare.js";
import type { SourceFile } from "../../dsl/text/source-file.js";
import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { BoundScenario } from "../bind/scenario.js";
import type { EmittedFile, Origin } from "../emit/file.js";
import { sourcesHash } from "../emit/manifest.js";
import { completeProject } from "../emit/project.js";
import type { Host } from "../host/host.js";
import type { ScenarioIr } from "../ir/scenario.js";
import { Linker, type RuntimeModule, scenarioLater } from "../run/load.js";
import { type BoundProgram, bindWith } from "./bind-program.js";
import { findScenarioFiles } from "./find-files.js";
import { keptScenarios } from "./kept.js";
import { type Memories, newMemories } from "./memories.js";
import { pause } from "./pause.js";
import { replayFindings, type TestResult } from "./replay.js";
import { COMPILER_VERSION } from "./version.js";
import type { OnWork } from "./work.js";

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
  /** Told of each piece of work before it is done; in a workspace, the workspace's own is told instead. */
  readonly onWork?: OnWork;
  /** Stops between two pieces of work, by throwing the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface ScenarioSummary {
  readonly name: string;
  readonly file: string;
  /** Derived slots by the source that asked for them. */
  readonly slots: readonly { readonly source: string; readonly count: number }[];
  readonly tasks: readonly { readonly split: string; readonly count: number }[];
  readonly tests: number;
  readonly rewards: readonly string[];
  /** Linked when it is asked for; undefined when errors kept the scenario from being compiled. */
  readonly compiled: CompiledScenario | undefined;
  readonly ir: ScenarioIr;
  readonly bound: BoundScenario;
  /** Hash of every file that the scenario was made from. */
  readonly sources: string;
}

export interface CompileResult {
  /** In source order. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, SourceFile>;
  /** Every path that was looked for, whether there was a file or not. */
  readonly inputs: readonly string[];
  /** Paths that are neither a scenario file nor a folder with one. */
  readonly missing: readonly string[];
  readonly scenarios: readonly ScenarioSummary[];
  /** Relative to the host's root, below `out`. Empty when there are errors. */
  readonly files: readonly EmittedFile[];
  readonly testResults: readonly TestResult[];
}

/** Text to tree, tree and API to IR, IR to code, code to a first run: the whole of `rvrc compile` but the writing. */
export function compileScenarios(options: CompileOptions): Promise<CompileResult> {
  return compileWith(newMemories(options.onWork), options);
}

/** The same, with what earlier rounds made: what has not changed is not made again. */
export async function compileWith(memories: Memories, options: CompileOptions): Promise<CompileResult> {
  const { host, signal } = options;
  const { files, missing } = await findScenarioFiles(host, options.paths);
  const program = await bindWith(memories, host, files, signal);
  const diagnostics: Diagnostic[] = [...program.diagnostics];
  const nothing = {
    sources: program.sources,
    inputs: program.inputs,
    missing,
    files: [],
    testResults: [],
  };
  if (hasErrors(diagnostics)) {
    const scenarios = program.scenarios.map((bound) => summarise(program, bound, () => undefined));
    return { ...nothing, scenarios, diagnostics: sortDiagnostics(diagnostics) };
  }

  const { files: modules, filesOf } = await printModules(memories, program, signal);
  const linker = new Linker(modules, options.runtime, memories.runs.modules);
  const summaries: ScenarioSummary[] = [];
  const testResults: TestResult[] = [];
  const fixtures: EmittedFile[] = [];
  for (const bound of program.scenarios) {
    const run = memories.runs.of(bound.ir, filesOf(bound), linker);
    // Linked anew: one that was replayed holds the goals of all its tasks.
    summaries.push(summarise(program, bound, scenarioLater(linker, bound.ir.name)));
    if (!options.replay) continue;
    await pause(signal);
    const findings = replayFindings(bound, run.goldFault(), run.verdict);
    diagnostics.push(...findings.diagnostics);
    testResults.push(...findings.tests);
    if (!options.emit || hasErrors(findings.diagnostics)) continue;
    fixtures.push(run.fixtures());
  }
  const result = {
    ...nothing,
    scenarios: summaries,
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
    [...program.sources.values(), ...kept.sources.filter((file) => !program.sources.has(file.path))],
    COMPILER_VERSION,
  );
  const inOut = ({ path, text }: EmittedFile) => ({ path: host.resolve("", `${options.out}/${path}`), text });
  return { ...result, files: complete.map(inOut) };
}

const closureHashes = new WeakMap<BoundProgram, Map<string, string>>();

/** Hash of a file with everything that it names, made once for each program. */
function closureHash(program: BoundProgram, file: string): string {
  const known = closureHashes.get(program) ?? new Map<string, string>();
  closureHashes.set(program, known);
  const hash = known.get(file) ?? sourcesHash(program.closure(file));
  known.set(file, hash);
  return hash;
}

interface PrintedProgram {
  readonly files: readonly EmittedFile[];
  filesOf(bound: BoundScenario): readonly EmittedFile[];
}

/** Every world once, and every scenario; each with the hash of all that it can see. */
async function printModules(
  memories: Memories,
  program: BoundProgram,
  signal: AbortSignal | undefined,
): Promise<PrintedProgram> {
  const originOf = (file: string): Origin => ({ source: file, hash: closureHash(program, file) });
  const files: EmittedFile[] = [];
  const worlds = new Set<string>();
  for (const world of program.scenarios.flatMap((bound) => bound.worlds)) {
    if (worlds.has(world.ir.name)) continue;
    worlds.add(world.ir.name);
    files.push(...(await memories.emitted.world(world, originOf(world.file))));
    await pause(signal);
  }
  const ofScenario = new Map<BoundScenario, readonly EmittedFile[]>();
  for (const bound of program.scenarios) {
    const own = await memories.emitted.scenario(bound, originOf(bound.file));
    files.push(...own);
    ofScenario.set(bound, own);
    await pause(signal);
  }
  return { files, filesOf: (bound) => ofScenario.get(bound) ?? [] };
}

function summarise(
  program: BoundProgram,
  bound: BoundScenario,
  compiled: () => CompiledScenario | undefined,
): ScenarioSummary {
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
    get compiled() {
      return compiled();
    },
    ir,
    bound,
    sources: closureHash(program, bound.file),
  };
}
