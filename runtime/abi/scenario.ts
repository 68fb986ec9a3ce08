import type { Json, JsonObject } from "./json.js";
import type { Score } from "./score.js";
import type { EmittedCall, ToolResult, Trace } from "./trace.js";

/** A tool in the OpenAI function-calling form. */
export interface ToolDefinition {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    /** JSON Schema 2020-12 of the arguments object, flat view. */
    readonly parameters: JsonObject;
  };
}

/** One instance of a scenario: variables bound to record keys or texts, and the wording. */
export interface Task {
  /** `<split>/<n>`, n counted from 0. */
  readonly id: string;
  readonly split: string;
  readonly given: JsonObject;
  readonly prompt: string;
}

export interface RewardInfo {
  readonly name: string;
  readonly form: "sound" | "additive";
  /** Highest reward a trace can earn after the clamp. */
  readonly ceiling: number;
  /** Name of the world that this reward is scored in. */
  readonly world: string;
}

/** Defaults for training that the scenario's `train` block states. Lengths in tokens, all optional. */
export interface TrainBlock {
  readonly policy?: string;
  readonly groupSize?: number;
  readonly promptsPerBatch?: number;
  readonly iterations?: number;
  readonly steps?: number;
  readonly learningRate?: number;
  /** `linear`: the rate falls in a line to 0 at the last batch; else it stays. */
  readonly learningRateSchedule?: "constant" | "linear";
  readonly temperature?: number;
  readonly maxCalls?: number;
  readonly maxNewTokens?: number;
  readonly clip?: number;
  readonly kl?: number;
  readonly evalEvery?: number;
  /** Training stops when the mean training reward of a few batches reaches it. */
  readonly targetReward?: number;
  /** Convergence stop: epoch-average reward moves less than `delta` for `patience` epochs. */
  readonly convergence?: { readonly delta: number; readonly patience: number };
}

/** A running episode. Create with `CompiledScenario.start`; it is independent of every other episode. */
export interface Episode {
  readonly task: Task;
  readonly trace: Trace;
  /** Finished, or ended by a call of a closing tool; then it still waits to be scored by `finish`. */
  readonly done: boolean;
  /** Runs one call against this episode's own fork of the world. Never throws on bad input. */
  call(call: EmittedCall): ToolResult;
  /** An episode that stands where this one stands and goes on alone, as if every call had been made in it too. */
  fork(): Episode;
  /** Equal for states of the world that differ only in what the service fills in; "" for the seeds alone. */
  readonly fingerprint: string;
  /** The state differs from the initial one by exactly the gold difference. Computed when it is read, as a score is. */
  readonly goalReached: boolean;
  /** Ends the episode with the policy's final message (if any) and scores it. Idempotent. */
  finish(final?: string): Score;
}

export interface StartOptions {
  /** Reward by name; the scenario's default (`sound`) when absent. */
  readonly reward?: string;
}

/** What every compiled scenario exports under the name `scenario`. */
export interface CompiledScenario {
  readonly abi: number;
  readonly name: string;
  readonly title: string;
  /** System text; `hinted` is the longer variant, equal to `bare` where the file gives one text only. */
  readonly system: { readonly bare: string; readonly hinted: string };
  readonly tools: readonly ToolDefinition[];
  readonly rewards: readonly RewardInfo[];
  readonly defaultReward: string;
  /** All tasks by split, in order. Splits are at least `train` and `heldout`. */
  readonly splits: { readonly [split: string]: readonly Task[] };
  readonly train: TrainBlock;
  /** Starts an episode on a listed task or on a task that `bind` made. Throws UsageError on an unknown reward. */
  start(task: Task, options?: StartOptions): Episode;
  /** Finds a task by id, or binds the task's variables. Throws UsageError naming what does not resolve. */
  bind(selection: { readonly task?: string; readonly given?: { readonly [name: string]: Json } }): Task;
  /** Calls that solve the task, in order; replayed they reach the goal and, with all steps, reward 1. */
  gold(task: Task): readonly EmittedCall[];
}
