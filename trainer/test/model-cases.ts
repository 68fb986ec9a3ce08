import { type ModelConfig, parseModelConfig } from "../model/model-config.js";
import { initialParameters } from "../model/parameters.js";
import { createRandom } from "../random.js";

const base = {
  vocab_size: 23,
  hidden_size: 32,
  intermediate_size: 20,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  head_dim: 16,
  max_position_embeddings: 300,
  rms_norm_eps: 1e-6,
};

/** Small configurations that cover what the model families differ in. */
export const configurations = [
  { ...base, model_type: "qwen3", tie_word_embeddings: true, rope_theta: 10_000 },
  { ...base, model_type: "qwen2", hidden_size: 64, tie_word_embeddings: false, rope_theta: 10_000 },
  { ...base, model_type: "llama", tie_word_embeddings: false, rope_theta: 500 },
] as const;

export interface ModelCase {
  readonly name: string;
  readonly config: ModelConfig;
  readonly parameters: Float32Array;
  /** One sequence; every id but the first carries loss. */
  readonly ids: readonly number[];
  /** Weight of each of those ids' log-probabilities in the loss. */
  readonly weights: readonly number[];
}

export const caseTemperature = 0.7;

/** Random parameters, larger than at initialisation so that no gradient is too small to compare. */
export function modelCases(): readonly ModelCase[] {
  return configurations.map((raw) => {
    const config = parseModelConfig(raw, raw.model_type);
    const random = createRandom(`case/${raw.model_type}`);
    const parameters = initialParameters(config, random).map(
      (value) => 1.5 * value + 0.1 * (random.next() - 0.5),
    );
    const ids = Array.from({ length: 30 }, () => random.below(base.vocab_size));
    const weights = Array.from({ length: 29 }, () => Math.fround(random.next() - 0.5));
    return { name: raw.model_type, config, parameters, ids, weights };
  });
}
