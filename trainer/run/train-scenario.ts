/**
 * The GRPO loop. Deviations from the papers, all of them TRL's practice too:
 * - Advantages divide by the deviation plus 1e-4; the deviation is the sample's (n - 1).
 * - The default loss is the mean over all sampled tokens of the batch ("dapo"), not the mean of per-sequence means.
 * - No KL term unless asked for; with one, k3 is multiplied by the ratio.
 * - Groups of equal reward are not resampled; their tokens still count in the mean, their gradients are zero and
 *   are not computed.
 * - Old log-probabilities come from the first pass of the update, not from the sampler.
 * Same seed, same engine: same bytes, for any number of threads, in one go or resumed.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledScenario, type Task, UsageError } from "../../runtime/index.js";
import { writeFileAtomic } from "../checkpoint/atomic.js";
import { loadCheckpoint, saveCheckpoint, type TrainState } from "../checkpoint/checkpoint.js";
import { savePolicy } from "../checkpoint/save-policy.js";
import { createAdamW } from "../grpo/adamw.js";
import { mean } from "../grpo/advantages.js";
import { readModelConfig } from "../model/model-config.js";
import { loadParameters, parameterLayout } from "../model/parameters.js";
import { openPolicy } from "../parallel/open-policy.js";
import { loadTokenizer } from "../tokenizer/index.js";
import { alarms } from "./alarms.js";
import { type Collector, collect, groupsOf, requestsFor } from "./collect.js";
import { type Evaluation, evaluate } from "./evaluate.js";
import { episodeMetrics, type Metrics } from "./metrics.js";
import { type Preflight, runPreflight } from "./preflight.js";
import type { TrainHooks } from "./progress.js";
import { asOptions, checkSame, readRunConfig } from "./run-config.js";
import { type EpisodePlace, RunLog } from "./run-log.js";
import { converged, reachedTarget, type StopReason } from "./stopping.js";
import { firstPosition, nextTasks } from "./task-sampler.js";
import { type RunConfig, resolveConfig, type TrainOptions } from "./train-options.js";
import { type UpdateContext, updatePolicy } from "./update-policy.js";

export interface TrainResult {
  readonly stop: StopReason;
  /** Batches done. */
  readonly steps: number;
  readonly preflight: Preflight | undefined;
  /** Held-out tasks at the end, greedy and at temperature 1; absent when training was aborted. */
  readonly final: { readonly greedy: Evaluation; readonly sampled: Evaluation } | undefined;
  /** Folder of the trained policy; absent when training was aborted. */
  readonly policyDir: string | undefined;
}

/**
 * Trains a policy on a scenario and evaluates it. With `resume` it goes on from the newest checkpoint in
 * `options.outDir`. An aborted run leaves a checkpoint of the last whole batch. Throws UsageError on bad options, a
 * missing engine or policy, and a loss that is not finite.
 */
export async function trainScenario(
  scenario: CompiledScenario,
  options: TrainOptions & { readonly resume?: boolean },
  hooks: TrainHooks = {},
): Promise<TrainResult> {
  const { outDir, policyDir } = options;
  const model = readModelConfig(policyDir);
  const before = options.resume === true ? readRunConfig(outDir) : undefined;
  const config = resolveConfig(scenario, model, {
    ...(before === undefined ? {} : asOptions(before)),
    ...options,
  });
  const layout = parameterLayout(model);
  const initial = loadParameters(policyDir, model);
  const tasks = scenario.splits["train"] ?? [];
  if (tasks.length === 0) throw new UsageError(`${scenario.name} has no training tasks`, "add a train split");
  const checkpoints = join(outDir, "checkpoints");
  const saved = options.resume === true ? loadCheckpoint(checkpoints, layout.size) : undefined;
  if (options.resume !== true && existsSync(join(outDir, "config.json"))) {
    throw new UsageError(`${outDir} already holds a run`, "go on with --resume, or choose another --out");
  }
  if (before !== undefined && saved !== undefined) checkSame(outDir, before, config);
  mkdirSync(outDir, { recursive: true });
  writeFileAtomic(join(outDir, "config.json"), `${JSON.stringify(config, null, 2)}\n`);

  const log = new RunLog(outDir, saved?.logs);
  const state: TrainState = saved ?? {
    step: 0,
    parameters: initial.slice(),
    optimizer: createAdamW(layout.size),
    sampler: firstPosition(tasks, config.seed),
    rewards: [],
    epochRewards: [],
    openEpoch: [],
    evaluatedAt: -1,
    logs: log.lengths(),
  };
  const policy = await openPolicy(
    {
      engine: options.engine ?? "auto",
      ...(options.threads === undefined ? {} : { threads: options.threads }),
    },
    model,
  );
  hooks.onStart?.({ engine: policy.engine, config, parameters: layout.size, step: state.step });
  const { signal } = hooks;
  const run: Run = {
    scenario,
    config,
    state,
    log,
    hooks,
    collector: {
      scenario,
      tokenizer: loadTokenizer(policyDir),
      policy,
      config,
      ...(signal === undefined ? {} : { signal }),
    },
    update: { policy, layout, config, reference: config.kl > 0 ? initial : undefined },
    history: [],
    heldout: scenario.splits["heldout"] ?? [],
  };
  let preflight: Preflight | undefined;
  try {
    await policy.setParameters(state.parameters);
    preflight = saved === undefined ? await samplePreflight(run, tasks, outDir) : readPreflight(outDir);
    if (saved === undefined) saveCheckpoint(checkpoints, state);
    const stop = await loop(run, tasks, checkpoints);
    saveCheckpoint(checkpoints, state);
    const trained = join(outDir, "policy");
    savePolicy(trained, policyDir, model, state.parameters);
    const final = await evaluateFinally(run);
    const summary = { scenario: scenario.name, stop, steps: state.step, preflight: preflight ?? null, final };
    writeFileAtomic(join(outDir, "summary.json"), `${JSON.stringify(summary, null, 2)}\n`);
    return { stop, steps: state.step, preflight, final, policyDir: trained };
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    saveCheckpoint(checkpoints, state);
    return { stop: "aborted", steps: state.step, preflight, final: undefined, policyDir: undefined };
  } finally {
    await policy.close();
  }
}

interface Run {
  readonly scenario: CompiledScenario;
  readonly config: RunConfig;
  readonly state: TrainState;
  readonly log: RunLog;
  readonly hooks: TrainHooks;
  readonly collector: Collector;
  readonly update: UpdateContext;
  /** Metrics of the batches since this process began. */
  readonly history: Metrics[];
  readonly heldout: readonly Task[];
}

/** Batches until a reason to stop. The state is only ever changed by whole batches and whole evaluations. */
async function loop(run: Run, tasks: readonly Task[], checkpoints: string): Promise<StopReason> {
  const { config, state } = run;
  for (;;) {
    run.hooks.signal?.throwIfAborted();
    const due = config.evalEvery > 0 && state.step > 0 && state.step % config.evalEvery === 0;
    if (due && state.evaluatedAt !== state.step) await evaluateInPassing(run);
    if (reachedTarget(state.rewards, config.targetReward, config.targetBatches)) return "target";
    if (converged(state.epochRewards, config.convergence)) return "converged";
    if (state.step >= config.steps) return "steps";
    await trainBatch(run, tasks);
    if (state.step % config.checkpointEvery === 0) saveCheckpoint(checkpoints, state);
  }
}

async function trainBatch(run: Run, tasks: readonly Task[]): Promise<void> {
  const { config, state, log } = run;
  const began = performance.now();
  const next = nextTasks(tasks, state.sampler, config.promptsPerBatch);
  const requests = requestsFor(next.batch, config.groupSize, `${config.seed}/train/${state.step}`);
  const episodes = await collect(run.collector, requests, config.temperature);
  const groups = groupsOf(episodes, config.groupSize);
  const sampled = performance.now();
  const updated = await updatePolicy(run.update, state, groups);
  const ended = performance.now();

  const found = episodeMetrics(groups);
  const metrics = { ...found, ...updated, epoch: next.position.epoch };
  state.step += 1;
  state.rewards.push(found.reward);
  if (next.position.epoch > state.sampler.epoch) {
    state.epochRewards.push(mean(state.openEpoch));
    state.openEpoch.length = 0;
  }
  state.openEpoch.push(found.reward);
  state.sampler = next.position;
  const seconds = { rollout: (sampled - began) / 1000, update: (ended - sampled) / 1000 };
  log.metrics(state.step, metrics);
  log.timings(state.step, seconds);
  log.episodes(episodes, place(run, "train", config.temperature));
  state.logs = log.lengths();
  run.history.push(metrics);
  for (const message of alarms(run.history)) run.hooks.onWarning?.(message);
  run.hooks.onProgress?.({
    phase: "train",
    step: state.step,
    steps: config.steps,
    reward: found.reward,
    success: found.success,
    seconds: (ended - began) / 1000,
    metrics,
  });
}

/** A few held-out tasks, greedy, while training goes on. */
async function evaluateInPassing(run: Run): Promise<void> {
  const { config, state, log } = run;
  const tasks = run.heldout.slice(0, config.evalTasks);
  if (tasks.length > 0) {
    const began = performance.now();
    const { evaluation, episodes } = await evaluate(run.collector, tasks, 0, 1, `${config.seed}/eval`);
    const metrics = {
      "eval/reward": evaluation.reward,
      "eval/success": evaluation.success.count / evaluation.success.of,
    };
    log.metrics(state.step, metrics);
    log.episodes(episodes, place(run, "evaluate", 0));
    report(run, "evaluate", evaluation, began);
  }
  state.evaluatedAt = state.step;
  state.logs = log.lengths();
}

async function evaluateFinally(run: Run): Promise<NonNullable<TrainResult["final"]>> {
  const { config } = run;
  const tasks = run.heldout.slice(0, config.finalEvalTasks);
  const at = async (temperature: number): Promise<Evaluation> => {
    const began = performance.now();
    const seed = `${config.seed}/final/${temperature}`;
    const { evaluation, episodes } = await evaluate(run.collector, tasks, temperature, 1, seed);
    run.log.episodes(episodes, place(run, "evaluate", temperature));
    report(run, "evaluate", evaluation, began);
    return evaluation;
  };
  return { greedy: await at(0), sampled: await at(1) };
}

async function samplePreflight(
  run: Run,
  tasks: readonly Task[],
  outDir: string,
): Promise<Preflight | undefined> {
  const { config, state, log } = run;
  const count = Math.ceil(config.preflightEpisodes / config.groupSize);
  if (count === 0) return undefined;
  const began = performance.now();
  const { preflight, episodes } = await runPreflight(
    run.collector,
    tasks.slice(0, count),
    config.groupSize,
    config.temperature,
    `${config.seed}/preflight`,
  );
  log.episodes(episodes, place(run, "preflight", config.temperature));
  state.logs = log.lengths();
  writeFileAtomic(join(outDir, "preflight.json"), `${JSON.stringify(preflight, null, 2)}\n`);
  report(run, "preflight", preflight, began);
  run.hooks.onPreflight?.(preflight);
  if (config.requireSignal && preflight.zeroVariance === 1) {
    throw new UsageError(
      "every group of the preflight sample earned equal rewards, so there is no gradient",
      "start from another policy, or warm up this one on solutions first",
    );
  }
  return preflight;
}

function report(
  run: Run,
  phase: "preflight" | "evaluate",
  found: { readonly reward: number; readonly success: Evaluation["success"] },
  began: number,
): void {
  run.hooks.onProgress?.({
    phase,
    step: run.state.step,
    steps: run.config.steps,
    reward: found.reward,
    success: found.success.of === 0 ? 0 : found.success.count / found.success.of,
    seconds: (performance.now() - began) / 1000,
    metrics: {},
  });
}

function place(run: Run, phase: EpisodePlace["phase"], temperature: number): EpisodePlace {
  const { config, state } = run;
  return { scenario: config.scenario, seed: config.seed, phase, step: state.step, temperature };
}

function readPreflight(outDir: string): Preflight | undefined {
  const path = join(outDir, "preflight.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Preflight) : undefined;
}
