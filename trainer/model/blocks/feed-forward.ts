import type { Tensor2D, TensorLibrary } from "../../engine/tensor-library.js";
import { type Projection, weightGradient } from "./linear.js";

/** SwiGLU (Shazeer, 2020): down(silu(gate(x)) * up(x)), where silu(g) = g * sigmoid(g). x is [n, d]. */
export function feedForward(
  tf: TensorLibrary,
  x: Tensor2D,
  gate: Projection,
  up: Projection,
  down: Projection,
): Tensor2D {
  const run = tf.customGrad((...args) => {
    const input = args[0] as Tensor2D;
    const save = args[4] as unknown as (tensors: Tensor2D[]) => void;
    const g = tf.matMul(input, gate.transposed) as Tensor2D;
    const u = tf.matMul(input, up.transposed) as Tensor2D;
    const s = tf.sigmoid(g) as Tensor2D;
    const inner = tf.mul(tf.mul(g, s), u) as Tensor2D;
    save([input, g, u, s, inner]);
    return {
      value: tf.matMul(inner, down.transposed),
      gradFunc: (dy, saved) => {
        const [kept, keptG, keptU, keptS, keptInner] = saved as [
          Tensor2D,
          Tensor2D,
          Tensor2D,
          Tensor2D,
          Tensor2D,
        ];
        return tf.tidy(() => {
          const dInner = tf.matMul(dy as Tensor2D, down.weight);
          const silu = tf.mul(keptG, keptS);
          const du = tf.mul(dInner, silu) as Tensor2D;
          // silu'(g) = s + g s (1 - s) = s + silu - silu s
          const slope = tf.sub(tf.add(keptS, silu), tf.mul(silu, keptS));
          const dg = tf.mul(tf.mul(dInner, keptU), slope) as Tensor2D;
          return [
            tf.add(tf.matMul(dg, gate.weight), tf.matMul(du, up.weight)),
            weightGradient(tf, kept, dg),
            weightGradient(tf, kept, du),
            weightGradient(tf, keptInner, dy as Tensor2D),
          ];
        });
      },
    };
  });
  return run(x, gate.weight, up.weight, down.weight) as Tensor2D;
}
