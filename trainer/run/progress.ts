import type { Metrics } from "./metrics.js";
import type { Preflight } from "./preflight.js";
import type { RunConfig } from "./train-options.js";

export interface StartInfo {
  /** Engine and threads, in words. */
  readonly engine: string;
  readonly config: RunConfig;
  /** Number of parameters. */
  readonly parameters: number;
  /** Batches already done when resuming. */
  readonly step: number;
}

export interface Progress {
  readonly phase: "preflight" | "train" | "evaluate";
  /** Batches done. */
  readonly step: number;
  readonly steps: number;
  /** Means over the phase's episodes. */
  readonly reward: number;
  readonly success: number;
  /** Wall-clock time of the phase or batch. */
  readonly seconds: number;
  readonly metrics: Metrics;
}

/** What a caller gets to see while training runs, and its way to stop it. */
export interface TrainHooks {
  /** Aborting stops training after the turn under way; the batch under way is given up. */
  readonly signal?: AbortSignal;
  onStart?(info: StartInfo): void;
  onPreflight?(preflight: Preflight): void;
  onProgress?(progress: Progress): void;
  /** A sign that training is going wrong, in one sentence with what to do. */
  onWarning?(message: string): void;
}
