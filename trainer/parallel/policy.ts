import type { GenerateSettings, RowRequest, TurnHandler } from "../sampler/generate.js";
import type { MicroBatch, MicroResult, UpdateSettings } from "./micro-batch.js";

/** A language model that can be sampled from and differentiated, here or on other threads. */
export interface Policy {
  /** One line for a person: engine, threads and why. */
  readonly engine: string;
  /** Takes new parameters, flat in the layout's order. */
  setParameters(flat: Float32Array): Promise<void>;
  /** Samples rows in turns; resolves when every row has ended. */
  generate(
    requests: readonly RowRequest[],
    settings: Omit<GenerateSettings, "width">,
    onTurns: TurnHandler,
  ): Promise<void>;
  /**
   * Gradients of micro-batches, one result each, in order. The sums over micro-batches do not depend on how many
   * threads computed them.
   */
  gradients(batches: readonly MicroBatch[], settings: UpdateSettings): Promise<readonly MicroResult[]>;
  /** Log-probabilities of the targets of micro-batches, without gradients. */
  logProbs(batches: readonly MicroBatch[], temperature: number): Promise<readonly Float32Array[]>;
  /** Frees tensors and ends threads. */
  close(): Promise<void>;
}
