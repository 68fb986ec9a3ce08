import { UsageError } from "../../runtime/index.js";
import type { Random } from "../random.js";

export interface TokenSample {
  readonly id: number;
  readonly logProb: number;
  readonly entropy: number;
}

const exponentials = new Map<number, Float64Array>();

/**
 * Draws from softmax(logits / temperature) with one uniform number, by inverting the cumulative sum in id order.
 * Temperature 0 takes the highest logit (the lowest id among equals); its log-probability is at temperature 1.
 * Throws UsageError when the logits are not finite.
 */
export function sampleToken(logits: Float32Array, temperature: number, random: Random): TokenSample {
  const n = logits.length;
  const scale = temperature === 0 ? 1 : 1 / temperature;
  let best = 0;
  for (let i = 1; i < n; i += 1) if ((logits[i] as number) > (logits[best] as number)) best = i;
  const top = logits[best] as number;
  let weights = exponentials.get(n);
  if (weights === undefined) {
    weights = new Float64Array(n);
    exponentials.set(n, weights);
  }
  let sum = 0;
  let mean = 0;
  for (let i = 0; i < n; i += 1) {
    const z = ((logits[i] as number) - top) * scale;
    const weight = Math.exp(z);
    weights[i] = weight;
    sum += weight;
    mean += weight * z;
  }
  if (!Number.isFinite(sum)) {
    throw new UsageError(
      "the policy's logits are not finite numbers",
      "use another policy, or resume from the last checkpoint with a lower learning rate",
    );
  }
  let id = best;
  if (temperature > 0) {
    let remaining = random.next() * sum;
    for (let i = 0; i < n; i += 1) {
      remaining -= weights[i] as number;
      if (remaining < 0) {
        id = i;
        break;
      }
    }
  }
  const logSum = Math.log(sum);
  return {
    id,
    logProb: ((logits[id] as number) - top) * scale - logSum,
    // H = log Z - E[z]
    entropy: logSum - mean / sum,
  };
}
