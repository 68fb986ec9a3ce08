import type { Tensor1D, Tensor2D, TensorLibrary } from "../../engine/tensor-library.js";

/** y = x / sqrt(mean(x^2) + epsilon) * weight, row by row (Zhang and Sennrich, 2019). x is [n, d], weight [d]. */
export function rmsNorm(tf: TensorLibrary, x: Tensor2D, weight: Tensor1D, epsilon: number): Tensor2D {
  const run = tf.customGrad((...args) => {
    const [input, scale, save] = args as unknown as [Tensor2D, Tensor1D, (tensors: Tensor2D[]) => void];
    const inverse = tf.rsqrt(tf.add(tf.mean(tf.square(input), 1, true), epsilon)) as Tensor2D;
    const unit = tf.mul(input, inverse) as Tensor2D;
    save([unit, inverse]);
    return {
      value: tf.mul(unit, scale),
      gradFunc: (dy, saved) => {
        const [keptUnit, keptInverse] = saved as [Tensor2D, Tensor2D];
        return tf.tidy(() => {
          const dUnit = tf.mul(dy, scale);
          const along = tf.mean(tf.mul(dUnit, keptUnit), 1, true);
          const dx = tf.mul(tf.sub(dUnit, tf.mul(keptUnit, along)), keptInverse);
          // A product with a row of ones adds up the rows faster than a sum over the first axis.
          const ones = tf.ones([1, keptUnit.shape[0]]) as Tensor2D;
          const dScale = tf.reshape(tf.matMul(ones, tf.mul(dy, keptUnit) as Tensor2D), scale.shape);
          return [dx, dScale];
        });
      },
    };
  });
  return run(x, weight) as Tensor2D;
}
