import type { ObjectiveValue } from "../model/log-probs.js";

/** Cross-entropy: minus the weighted sum of log-probabilities. Weights of 1/targets give the mean per token. */
export function supervisedLoss(logProbs: Float32Array, weights: Float32Array): ObjectiveValue {
  let loss = 0;
  const gradient = new Float32Array(logProbs.length);
  for (let i = 0; i < logProbs.length; i += 1) {
    const weight = weights[i] as number;
    loss -= weight * (logProbs[i] as number);
    gradient[i] = -weight;
  }
  return { loss, gradient };
}
