import type { Tensor2D, TensorLibrary } from "../../engine/tensor-library.js";

/**
 * Picks rows of a table [m, d] by index: [n, d]; indices may repeat. The gradient adds up in plain JavaScript,
 * because WebAssembly has no kernel for the gradient of gather.
 */
export function pickRows(tf: TensorLibrary, table: Tensor2D, indices: Int32Array): Tensor2D {
  const run = tf.customGrad((...args) => {
    const [source] = args as unknown as [Tensor2D];
    const shape = source.shape;
    return {
      value: tf.gather(source, tf.tensor1d(indices, "int32")),
      gradFunc: (dy) => [tf.tensor2d(addRows(dy.dataSync() as Float32Array, indices, shape), shape)],
    };
  });
  return run(table) as Tensor2D;
}

/** A table of the given shape with row i of `rows` added to its row indices[i]. */
export function addRows(
  rows: Float32Array,
  indices: Int32Array,
  [height, width]: readonly [number, number],
): Float32Array {
  const out = new Float32Array(height * width);
  for (let i = 0; i < indices.length; i += 1) {
    const to = (indices[i] as number) * width;
    const from = i * width;
    for (let j = 0; j < width; j += 1) out[to + j] = (out[to + j] as number) + (rows[from + j] as number);
  }
  return out;
}
