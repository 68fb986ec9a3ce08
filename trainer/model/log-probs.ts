import type { Scalar, Tensor1D, Tensor2D, TensorLibrary } from "../engine/tensor-library.js";
import { addBias, addRowsOf } from "./blocks/add.js";
import { attention } from "./blocks/attention.js";
import { feedForward } from "./blocks/feed-forward.js";
import { linear } from "./blocks/linear.js";
import { rmsNorm } from "./blocks/rms-norm.js";
import { pickRows } from "./blocks/rows.js";
import { tokenLogProbs } from "./blocks/token-log-probs.js";
import type { ModelConfig } from "./model-config.js";
import type { PackedBatch } from "./packed-batch.js";
import type { RopeTable } from "./rope.js";
import type { Weights } from "./weights.js";

/** The model as it is trained: everything that a packed batch is run against. */
export interface TrainableModel {
  readonly tf: TensorLibrary;
  readonly config: ModelConfig;
  readonly rope: RopeTable;
  readonly weights: Weights;
}

/**
 * Log-probabilities of a batch's target tokens, [targets], at a sampling temperature. Differentiable in every
 * parameter. Logits are computed for rows that carry loss only.
 */
export function logProbs(model: TrainableModel, batch: PackedBatch, temperature: number): Tensor1D {
  const { tf, config, rope, weights } = model;
  const norm = (x: Tensor2D, name: string) => rmsNorm(tf, x, weights.vector(name), config.normEpsilon);
  let x = pickRows(tf, weights.projection("model.embed_tokens.weight").weight, batch.ids);
  for (let layer = 0; layer < config.layers; layer += 1) {
    const at = `model.layers.${layer}`;
    const project = (input: Tensor2D, part: string): Tensor2D => {
      const out = linear(tf, input, weights.projection(`${at}.${part}.weight`));
      return weights.has(`${at}.${part}.bias`) ? addBias(tf, out, weights.vector(`${at}.${part}.bias`)) : out;
    };
    const normed = norm(x, `${at}.input_layernorm.weight`);
    const mixed = attention(tf, config, rope, batch, {
      q: project(normed, "self_attn.q_proj"),
      k: project(normed, "self_attn.k_proj"),
      v: project(normed, "self_attn.v_proj"),
      ...(config.headNorms
        ? {
            qNorm: weights.vector(`${at}.self_attn.q_norm.weight`),
            kNorm: weights.vector(`${at}.self_attn.k_norm.weight`),
          }
        : {}),
    });
    // Behind the last attention rows no longer mix: only those that carry loss go on.
    const last = layer === config.layers - 1;
    const kept = (rows: Tensor2D): Tensor2D => (last ? pickRows(tf, rows, batch.targetRows) : rows);
    x = addRowsOf(tf, kept(x), project(kept(mixed), "self_attn.o_proj"));
    const mlp = `${at}.mlp`;
    const fed = feedForward(
      tf,
      norm(x, `${at}.post_attention_layernorm.weight`),
      weights.projection(`${mlp}.gate_proj.weight`),
      weights.projection(`${mlp}.up_proj.weight`),
      weights.projection(`${mlp}.down_proj.weight`),
    );
    x = addRowsOf(tf, x, fed);
  }
  return tokenLogProbs(tf, norm(x, "model.norm.weight"), weights.head, batch.targetIds, temperature);
}

/** What an objective makes of log-probabilities: its value and the derivative by each of them. */
export interface ObjectiveValue {
  readonly loss: number;
  readonly gradient: Float32Array;
}

/**
 * Runs a batch forward and back. The objective is a plain function of the log-probabilities; the result is the
 * gradient of its value by every parameter, flat in the layout's order, with the log-probabilities themselves.
 */
export function lossGradient(
  model: TrainableModel,
  batch: PackedBatch,
  temperature: number,
  objective: (logProbs: Float32Array) => ObjectiveValue,
): { readonly loss: number; readonly logProbs: Float32Array; readonly gradient: Float32Array } {
  const { tf, weights } = model;
  const flat = new Float32Array(weights.layout.size);
  let seen = new Float32Array(0);
  let value = 0;
  tf.tidy(() => {
    const close = tf.customGrad((...args) => {
      seen = (args[0] as Tensor1D).dataSync().slice() as Float32Array<ArrayBuffer>;
      const { loss, gradient } = objective(seen);
      value = loss;
      return { value: tf.scalar(loss), gradFunc: (dy) => tf.mul(dy, tf.tensor1d(gradient)) };
    });
    const backward = tf.grads(() => close(logProbs(model, batch, temperature)) as Scalar);
    const gradients = backward([...weights.tensors]);
    weights.layout.specs.forEach((spec, index) => {
      const part = gradients[index];
      if (part !== undefined) flat.set(part.dataSync() as Float32Array, spec.offset);
    });
  });
  return { loss: value, logProbs: seen, gradient: flat };
}
