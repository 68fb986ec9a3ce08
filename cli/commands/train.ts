import { existsSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type CompiledScenario, UsageError } from "../../runtime/index.js";
import type { Evaluation, Progress, TrainOptions, TrainResult } from "../../trainer/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import type { Output } from "../output/streams.js";
import { table } from "../output/table.js";
import { normaliseName, openScenario } from "../project/scenarios.js";

export interface TrainFlags {
  readonly policy?: string;
  readonly engine?: string;
  readonly reward?: string;
  readonly system?: string;
  readonly steps?: number;
  readonly seed?: number;
  readonly threads?: number;
  readonly target?: number;
  readonly evalTasks?: number;
  readonly preflight?: number;
  readonly out?: string;
  readonly resume?: string;
  readonly json?: boolean;
}

/** `rvrc train SCENARIO...`: GRPO against the compiled environments, one scenario after the other. */
export async function runTrain(
  output: Output,
  names: readonly string[],
  flags: TrainFlags,
): Promise<ExitCode> {
  if (flags.resume !== undefined && names.length > 1) {
    throw new UsageError("`--resume` continues one run.", "Name the one scenario of that run.");
  }
  const stop = new AbortController();
  const interrupt = () => {
    output.note("Stopping after this turn; press Ctrl-C again to leave at once.");
    stop.abort();
    process.once("SIGINT", () => process.exit(EXIT.interrupted));
  };
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  try {
    const scenarios: CompiledScenario[] = [];
    for (const name of names) scenarios.push(await openScenario(name));
    for (const scenario of scenarios) {
      await trainOne(output, scenario, flags, stop.signal, names.length > 1);
      if (stop.signal.aborted) return EXIT.interrupted;
    }
    return EXIT.ok;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

async function trainOne(
  output: Output,
  scenario: CompiledScenario,
  flags: TrainFlags,
  signal: AbortSignal,
  several: boolean,
): Promise<void> {
  const { openEngine, readRunConfig, trainScenario } = await import("../../trainer/index.js");
  // Refused before a folder is made, so that the command can be repeated with another engine.
  if (!["auto", "wasm", "cpu"].includes(flags.engine ?? "auto")) await openEngine(flags.engine);
  const outDir = runFolder(scenario, flags, several);
  const before = flags.resume === undefined ? undefined : readRunConfig(flags.resume);
  if (flags.resume !== undefined && before === undefined) {
    throw new UsageError(`${flags.resume} holds no run.`, "Name the folder of a run, or leave --resume out.");
  }
  const say = (line: string) => (flags.json === true ? output.note(line) : output.data(line));
  const started = Date.now();
  const result = await trainScenario(
    scenario,
    { ...optionsOf(scenario, flags, before?.policyDir), outDir, resume: before !== undefined },
    {
      signal,
      onStart(info) {
        say(`${scenario.name}: engine ${info.engine}`);
        say(
          `policy ${shown(info.config.policyDir)}, ${info.parameters} parameters; reward ${info.config.reward}; run ${shown(outDir)}`,
        );
        if (info.step > 0) say(`resuming after batch ${info.step}`);
      },
      onPreflight(preflight) {
        const { count, of } = preflight.success;
        say(
          `base policy: mean reward ${preflight.reward.toFixed(3)}, exact success ${count}/${of}, equal groups ${percent(preflight.zeroVariance)}`,
        );
        for (const warning of preflight.warnings) say(`  ${warning}`);
      },
      onWarning(message) {
        output.note(`warning: ${message}`);
      },
      onProgress(progress) {
        if (flags.json === true)
          output.data(JSON.stringify({ version: 1, scenario: scenario.name, ...progress }));
        else output.progress(progressLine(progress));
        // Without a terminal there is no line to replace; a line now and then tells that it lives.
        if (flags.json !== true && progress.phase !== "preflight" && progress.step % 5 === 0)
          output.note(progressLine(progress));
      },
    },
  );
  output.progress("");
  const seconds = (Date.now() - started) / 1000;
  if (flags.json === true)
    output.data(JSON.stringify({ version: 1, scenario: scenario.name, result, outDir }));
  else for (const line of summary(result, seconds, outDir)) output.data(line);
  if (result.stop === "aborted") {
    const command = `rvrc train ${scenario.name} --resume ${shown(outDir)}`;
    output.note(`Stopped after batch ${result.steps}. Continue with: ${command}`);
  }
}

/** `resumedPolicy` is the model that the run to go on with began from. */
function optionsOf(
  scenario: CompiledScenario,
  flags: TrainFlags,
  resumedPolicy: string | undefined,
): Omit<TrainOptions, "outDir"> {
  const { system } = flags;
  if (system !== undefined && system !== "bare" && system !== "hinted") {
    throw new UsageError(`There is no system text '${system}'.`, "Use bare or hinted.");
  }
  return {
    policyDir: policyFolder(flags.policy ?? resumedPolicy ?? scenario.train.policy ?? "embedded"),
    ...(flags.engine === undefined ? {} : { engine: flags.engine }),
    ...(flags.reward === undefined ? {} : { reward: normaliseName(flags.reward) }),
    ...(system === undefined ? {} : { system }),
    ...(flags.steps === undefined ? {} : { steps: flags.steps }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.threads === undefined ? {} : { threads: flags.threads }),
    ...(flags.target === undefined ? {} : { targetReward: flags.target }),
    ...(flags.evalTasks === undefined ? {} : { finalEvalTasks: flags.evalTasks }),
    ...(flags.preflight === undefined ? {} : { preflightEpisodes: flags.preflight }),
  };
}

/** A folder in Hugging Face form, or the name of the model that ships with the package. */
function policyFolder(policy: string): string {
  if (policy !== "embedded") {
    if (existsSync(join(policy, "config.json"))) return policy;
    throw new UsageError(
      `${policy} is no model folder: it has no config.json.`,
      "Name a folder in Hugging Face form, or `embedded`.",
    );
  }
  // Compiled code runs from dist/cli/commands; the model lies beside the sources.
  const packageFolder = fileURLToPath(new URL("../../../", import.meta.url));
  return join(packageFolder, "trainer", "models", "embedded");
}

function runFolder(scenario: CompiledScenario, flags: TrainFlags, several: boolean): string {
  if (flags.resume !== undefined) return flags.resume;
  const base = flags.out ?? join("runs", `${scenario.name}-${flags.seed ?? 0}`);
  const folder = several && flags.out !== undefined ? join(base, scenario.name) : base;
  if (existsSync(join(folder, "config.json"))) {
    throw new UsageError(
      `${folder} holds a run already.`,
      `Continue it with --resume ${folder}, or give another folder with --out.`,
    );
  }
  return folder;
}

function progressLine(progress: Progress): string {
  const { phase, step, steps, reward, success, seconds } = progress;
  const where = phase === "train" ? `batch ${step}/${steps}` : `${phase} (batch ${step}/${steps})`;
  return `${where}: reward ${reward.toFixed(3)}, success ${percent(success)}, ${seconds.toFixed(1)} s`;
}

function summary(result: TrainResult, seconds: number, outDir: string): string[] {
  const rows: string[][] = [];
  if (result.preflight !== undefined) {
    const { reward, success } = result.preflight;
    rows.push(["base policy, training tasks", reward.toFixed(3), proportionText(success)]);
  }
  const evaluation = (name: string, one: Evaluation) =>
    rows.push([name, one.reward.toFixed(3), proportionText(one.success)]);
  if (result.final !== undefined) {
    evaluation("trained, held-out tasks, greedy", result.final.greedy);
    evaluation("trained, held-out tasks, T = 1", result.final.sampled);
  }
  return [
    "",
    table(["", "mean reward", "exact success (95 % interval)"], rows),
    `${result.steps} batches, stopped by ${result.stop}, ${(seconds / 60).toFixed(1)} minutes`,
    ...(result.policyDir === undefined ? [] : [`trained policy: ${shown(result.policyDir)}`]),
    `metrics and episodes: ${shown(outDir)}`,
  ];
}

function proportionText({ count, of, low, high }: Evaluation["success"]): string {
  return `${count}/${of} = ${percent(count / Math.max(1, of))} (${percent(low)} to ${percent(high)})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function shown(path: string): string {
  const near = isAbsolute(path) ? relative(process.cwd(), path) : path;
  return near.startsWith("..") ? path : near;
}
