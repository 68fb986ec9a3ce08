import type { Engine } from "../engine/open-engine.js";
import { Decoder } from "../model/decoder.js";
import type { TrainableModel } from "../model/log-probs.js";
import type { ModelConfig } from "../model/model-config.js";
import { ropeTable } from "../model/rope.js";
import { uploadWeights, type Weights } from "../model/weights.js";
import { type GenerateSettings, generate, type RowRequest, type TurnHandler } from "../sampler/generate.js";
import {
  type MicroBatch,
  type MicroResult,
  runLogProbs,
  runMicroBatch,
  type UpdateSettings,
} from "./micro-batch.js";

/** Rows that one thread keeps under way at a time, and the bytes that their keys and values may take. */
const decodingWidth = 64;
const decodingBytes = 2 ** 30;

/** One engine with one copy of the model: what a thread runs, and what a policy without threads is. */
export class ModelHost {
  readonly engine: Engine;
  readonly #config: ModelConfig;
  readonly #decoder: Decoder;
  readonly #rope: TrainableModel["rope"];
  #flat: Float32Array | undefined;
  #weights: Weights | undefined;

  constructor(engine: Engine, config: ModelConfig) {
    this.engine = engine;
    this.#config = config;
    this.#decoder = new Decoder(engine.tf, config);
    this.#rope = ropeTable(config.headSize, config.ropeBase, config.maxPositions);
  }

  setParameters(flat: Float32Array): void {
    this.#flat = flat;
    this.#weights?.dispose();
    this.#weights = undefined;
    this.#decoder.setParameters(flat);
  }

  async generate(
    requests: readonly RowRequest[],
    settings: Omit<GenerateSettings, "width">,
    onTurns: TurnHandler,
  ): Promise<void> {
    const { keyValueHeads, headSize, layers } = this.#config;
    const rowBytes = settings.maxContext * keyValueHeads * headSize * layers * 2 * 4;
    const width = Math.max(1, Math.min(decodingWidth, Math.floor(decodingBytes / rowBytes)));
    const full = { ...settings, width };
    await generate(this.#decoder, this.#config.vocabSize, requests, full, onTurns);
  }

  gradient(batch: MicroBatch, settings: UpdateSettings): MicroResult {
    return runMicroBatch(this.#model(), batch, settings);
  }

  logProbs(batch: MicroBatch, temperature: number): Float32Array {
    return runLogProbs(this.#model(), batch, temperature);
  }

  dispose(): void {
    this.#weights?.dispose();
    this.#weights = undefined;
    this.#decoder.dispose();
  }

  #model(): TrainableModel {
    if (this.#flat === undefined) throw new Error("the model has no parameters yet");
    const { tf } = this.engine;
    this.#weights ??= uploadWeights(tf, this.#config, this.#flat);
    return { tf, config: this.#config, rope: this.#rope, weights: this.#weights };
  }
}
