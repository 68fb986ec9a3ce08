import type { Tensor, Tensor1D, Tensor2D, TensorLibrary } from "../engine/tensor-library.js";
import type { Projection } from "./blocks/linear.js";
import type { ModelConfig } from "./model-config.js";
import { type ParameterLayout, parameterLayout, slot } from "./parameters.js";

/** The parameters as tensors of one engine, in the layout's order, with the transposes that products need. */
export interface Weights {
  readonly layout: ParameterLayout;
  /** One per spec of the layout. */
  readonly tensors: readonly Tensor[];
  vector(name: string): Tensor1D;
  projection(name: string): Projection;
  /** The output head: the embedding itself where the model ties them. */
  readonly head: Projection;
  has(name: string): boolean;
  dispose(): void;
}

/** Uploads a flat parameter array. The caller disposes the result. */
export function uploadWeights(tf: TensorLibrary, config: ModelConfig, flat: Float32Array): Weights {
  const layout = parameterLayout(config);
  const tensors = new Map<string, Tensor>();
  const transposes = new Map<string, Tensor2D>();
  for (const spec of layout.specs) {
    // A copy: engines may keep the array itself, and the optimizer goes on writing into `flat`.
    const tensor = tf.tensor(slot(layout, flat, spec.name).slice(), [...spec.shape]);
    tensors.set(spec.name, tensor);
    if (spec.shape.length === 2) transposes.set(spec.name, tf.transpose(tensor as Tensor2D));
  }
  const find = <T>(map: ReadonlyMap<string, T>, name: string): T => {
    const found = map.get(name);
    if (found === undefined) throw new RangeError(`no parameter ${name}`);
    return found;
  };
  const projection = (name: string): Projection => ({
    weight: find(tensors, name) as Tensor2D,
    transposed: find(transposes, name),
  });
  return {
    layout,
    tensors: [...tensors.values()],
    vector: (name) => find(tensors, name) as Tensor1D,
    projection,
    head: projection(config.tiedEmbeddings ? "model.embed_tokens.weight" : "lm_head.weight"),
    has: (name) => tensors.has(name),
    dispose() {
      for (const tensor of [...tensors.values(), ...transposes.values()]) tensor.dispose();
    },
  };
}
