import type { Tensor2D, TensorLibrary } from "../../engine/tensor-library.js";

/** A projection: `weight` [out, in] as files hold it, and its transpose, which the forward product needs. */
export interface Projection {
  readonly weight: Tensor2D;
  readonly transposed: Tensor2D;
}

/**
 * x [n, in] times weight^T: [n, out]. The gradient is spelled out with explicit two-dimensional transposes because
 * WebAssembly multiplies with a transpose flag some fifteen times slower than without.
 */
export function linear(tf: TensorLibrary, x: Tensor2D, { weight, transposed }: Projection): Tensor2D {
  const run = tf.customGrad((...args) => {
    const [input, , save] = args as unknown as [Tensor2D, Tensor2D, (tensors: Tensor2D[]) => void];
    save([input]);
    return {
      value: tf.matMul(input, transposed),
      gradFunc: (dy, saved) => {
        const [kept] = saved as [Tensor2D];
        const gradient = dy as Tensor2D;
        return [tf.matMul(gradient, weight), weightGradient(tf, kept, gradient)];
      },
    };
  });
  return run(x, weight) as Tensor2D;
}

/** dy^T x, [out, in], transposing the narrower of the two. */
export function weightGradient(tf: TensorLibrary, x: Tensor2D, dy: Tensor2D): Tensor2D {
  return tf.tidy(() =>
    dy.shape[1] <= x.shape[1] ? tf.matMul(tf.transpose(dy), x) : tf.transpose(tf.matMul(tf.transpose(x), dy)),
  ) as Tensor2D;
}
