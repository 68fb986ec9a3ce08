import { type CompiledScenario, UsageError } from "../../runtime/index.js";
import type { RateSchedule } from "../grpo/adamw.js";
import type { RewardScaling } from "../grpo/advantages.js";
import type { ImportanceLevel, LossAggregation } from "../grpo/policy-loss.js";
import type { ModelConfig } from "../model/model-config.js";

/** What a caller may say. What it leaves out comes from the scenario's `train` block, then from the defaults. */
export interface TrainOptions {
  /** Model folder in Hugging Face form. */
  readonly policyDir: string;
  /** Folder of the run; made when absent. */
  readonly outDir: string;
  /** `auto`, `native`, `wasm` or `cpu`. */
  readonly engine?: string;
  /** Threads of the wasm engine; default: one per core, at most 4. Results do not depend on it. */
  readonly threads?: number;
  readonly seed?: number;
  readonly reward?: string;
  readonly system?: "bare" | "hinted";
  /** Batches at most. */
  readonly steps?: number;
  readonly groupSize?: number;
  readonly promptsPerBatch?: number;
  readonly iterations?: number;
  readonly learningRate?: number;
  readonly learningRateSchedule?: RateSchedule;
  readonly warmup?: number;
  readonly weightDecay?: number;
  readonly gradientClip?: number;
  readonly temperature?: number;
  readonly maxCalls?: number;
  readonly maxNewTokens?: number;
  readonly maxContext?: number;
  readonly clip?: number;
  readonly clipHigh?: number;
  readonly kl?: number;
  readonly loss?: LossAggregation;
  readonly scaling?: RewardScaling;
  readonly importance?: ImportanceLevel;
  readonly evalEvery?: number;
  readonly evalTasks?: number;
  readonly finalEvalTasks?: number;
  readonly preflightEpisodes?: number;
  readonly checkpointEvery?: number;
  /** Stops when the mean training reward of the last `targetBatches` batches reaches it. */
  readonly targetReward?: number;
  readonly targetBatches?: number;
  readonly convergence?: { readonly delta: number; readonly patience: number };
  /** Makes training refuse a policy whose preflight sample earns the same reward in every group. */
  readonly requireSignal?: boolean;
}

/** Every value of a run; written to its `config.json`. */
export interface RunConfig {
  readonly scenario: string;
  /** Model folder that training began with, as it was given. */
  readonly policyDir: string;
  /** Name of the reward that trains the policy. */
  readonly reward: string;
  readonly system: "bare" | "hinted";
  readonly seed: number;
  /** Batches at most. */
  readonly steps: number;
  /** Episodes per prompt. */
  readonly groupSize: number;
  readonly promptsPerBatch: number;
  /** Optimizer steps per batch. */
  readonly iterations: number;
  readonly learningRate: number;
  /** `linear` falls to 0 at the last of `steps` batches. */
  readonly learningRateSchedule: RateSchedule;
  /** Optimizer steps over which the rate rises. */
  readonly warmup: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly adamEpsilon: number;
  readonly weightDecay: number;
  /** Largest Euclidean norm of a gradient. */
  readonly gradientClip: number;
  /** Of sampling, and of the log-probabilities that are trained. */
  readonly temperature: number;
  readonly maxCalls: number;
  /** Tokens of one turn. */
  readonly maxNewTokens: number;
  /** Tokens of an episode, prompt included. */
  readonly maxContext: number;
  /** The ratio stays above 1 - clip and below 1 + clipHigh. */
  readonly clip: number;
  readonly clipHigh: number;
  /** Weight of the KL term against the policy that training began with; 0 leaves it out. */
  readonly kl: number;
  readonly loss: LossAggregation;
  readonly scaling: RewardScaling;
  readonly importance: ImportanceLevel;
  /** Batches between held-out evaluations; 0 for none before the end. */
  readonly evalEvery: number;
  /** Held-out tasks of such an evaluation. */
  readonly evalTasks: number;
  /** Held-out tasks of the last evaluation at most. */
  readonly finalEvalTasks: number;
  readonly preflightEpisodes: number;
  readonly checkpointEvery: number;
  readonly targetReward: number | null;
  readonly targetBatches: number;
  readonly convergence: { readonly delta: number; readonly patience: number } | null;
  readonly requireSignal: boolean;
  /** Tokens that a gradient is computed for at once; larger ones need more memory. */
  readonly microTokens: number;
}

/** Fills in the defaults and checks ranges. Throws UsageError naming the option. */
export function resolveConfig(
  scenario: CompiledScenario,
  model: ModelConfig,
  options: TrainOptions,
): RunConfig {
  const block = scenario.train;
  const reward = options.reward ?? scenario.defaultReward;
  if (!scenario.rewards.some((known) => known.name === reward)) {
    throw new UsageError(
      `${scenario.name} has no reward named ${JSON.stringify(reward)}`,
      `use one of ${scenario.rewards.map((known) => known.name).join(", ")}`,
    );
  }
  const clip = options.clip ?? block.clip ?? 0.2;
  const config: RunConfig = {
    scenario: scenario.name,
    policyDir: options.policyDir,
    reward,
    system: options.system ?? "bare",
    seed: options.seed ?? 0,
    steps: options.steps ?? block.steps ?? 60,
    groupSize: options.groupSize ?? block.groupSize ?? 10,
    promptsPerBatch: options.promptsPerBatch ?? block.promptsPerBatch ?? 6,
    iterations: options.iterations ?? block.iterations ?? 1,
    learningRate: options.learningRate ?? block.learningRate ?? 3e-4,
    learningRateSchedule: options.learningRateSchedule ?? block.learningRateSchedule ?? "constant",
    warmup: options.warmup ?? 2,
    beta1: 0.9,
    beta2: 0.95,
    adamEpsilon: 1e-8,
    weightDecay: options.weightDecay ?? 0,
    gradientClip: options.gradientClip ?? 1,
    temperature: options.temperature ?? block.temperature ?? 1,
    maxCalls: options.maxCalls ?? block.maxCalls ?? 8,
    maxNewTokens: options.maxNewTokens ?? block.maxNewTokens ?? 192,
    maxContext: options.maxContext ?? Math.min(model.maxPositions, 1024),
    clip,
    clipHigh: options.clipHigh ?? clip,
    kl: options.kl ?? block.kl ?? 0,
    loss: options.loss ?? "dapo",
    scaling: options.scaling ?? "group",
    importance: options.importance ?? "token",
    evalEvery: options.evalEvery ?? block.evalEvery ?? 10,
    evalTasks: options.evalTasks ?? 24,
    finalEvalTasks: options.finalEvalTasks ?? 200,
    preflightEpisodes: options.preflightEpisodes ?? 48,
    checkpointEvery: options.checkpointEvery ?? 5,
    targetReward: options.targetReward ?? block.targetReward ?? null,
    targetBatches: options.targetBatches ?? 3,
    convergence: options.convergence ?? block.convergence ?? null,
    requireSignal: options.requireSignal ?? false,
    microTokens: 2048,
  };
  checkRanges(config, model);
  return config;
}

function checkRanges(config: RunConfig, model: ModelConfig): void {
  const whole = (name: keyof RunConfig, least: number, most = 1_000_000): void => {
    const value = config[name];
    if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
      throw new UsageError(
        `${name} is ${String(value)}`,
        `give a whole number from ${least} to ${most} for ${name}`,
      );
    }
  };
  const real = (name: keyof RunConfig, least: number, most: number): void => {
    const value = config[name];
    if (typeof value !== "number" || !Number.isFinite(value) || value < least || value > most) {
      throw new UsageError(
        `${name} is ${String(value)}`,
        `give a number from ${least} to ${most} for ${name}`,
      );
    }
  };
  whole("seed", 0, 0xffffffff);
  whole("steps", 0);
  whole("groupSize", 2, 1024);
  whole("promptsPerBatch", 1, 1024);
  whole("iterations", 1, 100);
  whole("warmup", 0);
  whole("maxCalls", 1, 1000);
  whole("maxNewTokens", 1, model.maxPositions);
  whole("maxContext", 2, model.maxPositions);
  whole("evalEvery", 0);
  whole("evalTasks", 1);
  whole("finalEvalTasks", 0);
  whole("preflightEpisodes", 0);
  whole("checkpointEvery", 1);
  whole("targetBatches", 1);
  real("learningRate", 0, 1);
  real("weightDecay", 0, 1);
  real("gradientClip", 1e-6, 1e6);
  real("temperature", 1e-3, 100);
  real("clip", 0, 1);
  real("clipHigh", 0, 100);
  real("kl", 0, 1000);
}
