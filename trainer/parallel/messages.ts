import type { ModelConfig } from "../model/model-config.js";
import type { GenerateSettings, RowRequest, SampledTurn, TurnReply } from "../sampler/generate.js";
import type { MicroBatch, MicroResult, UpdateSettings } from "./micro-batch.js";

/** What a worker thread is started with. */
export interface WorkerStart {
  readonly engine: string;
  readonly config: ModelConfig;
}

/** To a worker. Each but `replies` is a job; a worker has one job at a time. */
export type WorkerRequest =
  | { readonly kind: "parameters"; readonly flat: Float32Array }
  | {
      readonly kind: "generate";
      readonly requests: readonly RowRequest[];
      readonly settings: Omit<GenerateSettings, "width">;
    }
  | { readonly kind: "replies"; readonly replies: readonly TurnReply[] }
  | { readonly kind: "gradient"; readonly batch: MicroBatch; readonly settings: UpdateSettings }
  | { readonly kind: "log-probs"; readonly batch: MicroBatch; readonly temperature: number };

/** From a worker. `turns` asks for replies; the others end the job. A failure with a remedy was a UsageError. */
export type WorkerAnswer =
  | { readonly kind: "done" }
  | { readonly kind: "turns"; readonly turns: readonly SampledTurn[] }
  | { readonly kind: "gradient"; readonly result: MicroResult }
  | { readonly kind: "log-probs"; readonly values: Float32Array }
  | { readonly kind: "failed"; readonly message: string; readonly remedy?: string };
