import type { Tensor2D, TensorLibrary } from "../engine/tensor-library.js";
import { transpose } from "./blocks/attention-layout.js";
import type { ModelConfig } from "./model-config.js";
import { parameterLayout, slot } from "./parameters.js";

export interface DecoderLayer {
  readonly inputNorm: Float32Array;
  /** Queries, keys and values side by side, [hidden, queries + 2 keys]. */
  readonly qkv: Tensor2D;
  readonly qkvBias?: Float32Array;
  readonly qNorm?: Float32Array;
  readonly kNorm?: Float32Array;
  readonly output: Tensor2D;
  readonly outputNorm: Float32Array;
  /** Gate and up side by side, [hidden, 2 inner]. */
  readonly gateUp: Tensor2D;
  readonly down: Tensor2D;
}

/** Parameters as decoding wants them: products with the same input joined, everything small in plain arrays. */
export interface DecoderWeights {
  readonly embedding: Float32Array;
  readonly layers: readonly DecoderLayer[];
  readonly finalNorm: Float32Array;
  /** [hidden, vocabulary]. */
  readonly head: Tensor2D;
  dispose(): void;
}

export function uploadDecoderWeights(
  tf: TensorLibrary,
  config: ModelConfig,
  flat: Float32Array,
): DecoderWeights {
  const layout = parameterLayout(config);
  const take = (name: string): Float32Array => slot(layout, flat, name).slice();
  const all: Tensor2D[] = [];
  /** [out, in] weights stacked along `out`, transposed to [in, sum of outs]. */
  const product = (inputs: number, ...names: string[]): Tensor2D => {
    const parts = names.map(take);
    const outputs = parts.reduce((sum, part) => sum + part.length, 0) / inputs;
    const tensor = tf.tensor2d(transpose(join(parts), outputs, inputs), [inputs, outputs]);
    all.push(tensor);
    return tensor;
  };
  const { hiddenSize, heads, headSize, intermediateSize } = config;
  const layers = Array.from({ length: config.layers }, (_, layer): DecoderLayer => {
    const at = `model.layers.${layer}`;
    const attention = `${at}.self_attn`;
    const three = ["q_proj", "k_proj", "v_proj"].map((part) => `${attention}.${part}`);
    return {
      inputNorm: take(`${at}.input_layernorm.weight`),
      qkv: product(hiddenSize, ...three.map((part) => `${part}.weight`)),
      ...(config.attentionBias ? { qkvBias: join(three.map((part) => take(`${part}.bias`))) } : {}),
      ...(config.headNorms
        ? { qNorm: take(`${attention}.q_norm.weight`), kNorm: take(`${attention}.k_norm.weight`) }
        : {}),
      output: product(heads * headSize, `${attention}.o_proj.weight`),
      outputNorm: take(`${at}.post_attention_layernorm.weight`),
      gateUp: product(hiddenSize, `${at}.mlp.gate_proj.weight`, `${at}.mlp.up_proj.weight`),
      down: product(intermediateSize, `${at}.mlp.down_proj.weight`),
    };
  });
  const headName = config.tiedEmbeddings ? "model.embed_tokens.weight" : "lm_head.weight";
  return {
    embedding: take("model.embed_tokens.weight"),
    layers,
    finalNorm: take("model.norm.weight"),
    head: product(hiddenSize, headName),
    dispose() {
      for (const tensor of all) tensor.dispose();
    },
  };
}

function join(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
