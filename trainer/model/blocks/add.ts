import type { Tensor1D, Tensor2D, TensorLibrary } from "../../engine/tensor-library.js";

// The core package ships no gradients of its own kernels, so sums have theirs here like every other block.

/** a + b of the same shape, [n, d]. */
export function addRowsOf(tf: TensorLibrary, a: Tensor2D, b: Tensor2D): Tensor2D {
  const run = tf.customGrad((...args) => {
    const [left, right] = args as unknown as [Tensor2D, Tensor2D];
    return { value: tf.add(left, right), gradFunc: (dy) => [tf.clone(dy), tf.clone(dy)] };
  });
  return run(a, b) as Tensor2D;
}

/** x [n, d] plus a bias [d] on every row. */
export function addBias(tf: TensorLibrary, x: Tensor2D, bias: Tensor1D): Tensor2D {
  const run = tf.customGrad((...args) => {
    const [input, offset] = args as unknown as [Tensor2D, Tensor1D];
    return {
      value: tf.add(input, offset),
      gradFunc: (dy) => {
        const ones = tf.ones([1, dy.shape[0] as number]) as Tensor2D;
        return [tf.clone(dy), tf.reshape(tf.matMul(ones, dy as Tensor2D), offset.shape)];
      },
    };
  });
  return run(x, bias) as Tensor2D;
}
