import type { Tensor1D, Tensor2D, TensorLibrary } from "../../engine/tensor-library.js";
import { type Projection, weightGradient } from "./linear.js";
import { addRows } from "./rows.js";

/**
 * log softmax(h head^T / temperature)[target], row by row: h is [m, d], the head [vocabulary, d], the result [m].
 *
 * With p = softmax(z): log p[target] = z[target] - max z + log(max p), which needs no exponential besides the softmax
 * and cannot underflow (max p >= 1/vocabulary). The gradient of z is (onehot - p) dy; its one-hot part touches one
 * row of the head per row of h and is added in plain JavaScript.
 */
export function tokenLogProbs(
  tf: TensorLibrary,
  hidden: Tensor2D,
  head: Projection,
  targets: Int32Array,
  temperature: number,
): Tensor1D {
  const run = tf.customGrad((...args) => {
    const [h, , save] = args as unknown as [Tensor2D, Tensor2D, (tensors: Tensor2D[]) => void];
    const vocabulary = head.weight.shape[0];
    let logits = tf.matMul(h, head.transposed);
    if (temperature !== 1) logits = tf.mul(logits, 1 / temperature);
    const p = tf.softmax(logits) as Tensor2D;
    const flat = Int32Array.from(targets, (id, row) => row * vocabulary + id);
    const chosen = tf.gather(tf.reshape(logits, [-1]), tf.tensor1d(flat, "int32"));
    save([h, p]);
    return {
      value: tf.add(tf.sub(chosen, tf.max(logits, 1)), tf.log(tf.max(p, 1))),
      gradFunc: (dy, saved) => {
        const [keptH, keptP] = saved as [Tensor2D, Tensor2D];
        return tf.tidy(() => {
          const column = tf.reshape(tf.mul(dy, 1 / temperature), [-1, 1]);
          const spread = tf.mul(keptP, column) as Tensor2D;
          const chosenHead = tf.gather(head.weight, tf.tensor1d(targets, "int32"));
          const dh = tf.sub(tf.mul(chosenHead, column), tf.matMul(spread, head.weight));
          const weighted = tf.mul(keptH, column).dataSync() as Float32Array;
          const oneHot = tf.tensor2d(addRows(weighted, targets, head.weight.shape), head.weight.shape);
          return [dh, tf.sub(oneHot, weightGradient(tf, keptH, spread))];
        });
      },
    };
  });
  return run(hidden, head.weight) as Tensor1D;
}
