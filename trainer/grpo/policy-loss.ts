import type { ObjectiveValue } from "../model/log-probs.js";

/** Whether the ratio is clipped token by token (GRPO) or as the mean over its sequence (GSPO, Zheng et al., 2025). */
export type ImportanceLevel = "token" | "sequence";

export interface PolicyLossSettings {
  readonly clipLow: number;
  readonly clipHigh: number;
  /** Weight of the KL term; 0 leaves it out. */
  readonly beta: number;
  readonly importance: ImportanceLevel;
}

/** One entry per loss-bearing token. Entries of a sequence lie together. */
export interface PolicyLossInputs {
  readonly advantages: Float32Array;
  /** Weight of each token in the batch's loss, see `tokenWeights`. */
  readonly weights: Float32Array;
  /** Sequence that each token belongs to. */
  readonly sequences: Int32Array;
  /** Log-probabilities under the policy that sampled; the present ones where absent (first pass: ratio 1). */
  readonly old?: Float32Array;
  /** Log-probabilities under the reference policy; needed when beta > 0. */
  readonly reference?: Float32Array;
}

export interface PolicyLossStatistics {
  readonly tokens: number;
  /** Sums over tokens, to be divided by `tokens` of the whole batch. */
  readonly kl: number;
  readonly clippedLow: number;
  readonly clippedHigh: number;
}

/**
 * The clipped objective of GRPO (Shao et al., 2024) as TRL 1.13 computes it, with its derivative by every
 * log-probability.
 *
 *   w = lp - old, averaged over the sequence when `importance` is "sequence"
 *   l = -min(e^w A, clamp(e^w, 1 - low, 1 + high) A) + beta * kl
 *   kl = (e^(ref - lp) - (ref - lp) - 1) e^w       (k3 of Schulman, 2020, corrected for off-policy samples)
 *   loss = sum over tokens of weight * l
 */
export function policyLoss(
  logProbs: Float32Array,
  inputs: PolicyLossInputs,
  settings: PolicyLossSettings,
): ObjectiveValue & { readonly statistics: PolicyLossStatistics } {
  const n = logProbs.length;
  const { advantages, weights, sequences, old = logProbs, reference } = inputs;
  const gradient = new Float32Array(n);
  let loss = 0;
  let kl = 0;
  let clippedLow = 0;
  let clippedHigh = 0;
  for (let start = 0; start < n; ) {
    let end = start + 1;
    while (end < n && sequences[end] === sequences[start]) end += 1;
    let total = 0;
    for (let i = start; i < end; i += 1) total += (logProbs[i] as number) - (old[i] as number);
    const shared = total / (end - start);
    // dLoss/dw of the sequence's common ratio, spread over its tokens afterwards.
    let sharedSlope = 0;
    for (let i = start; i < end; i += 1) {
      const lp = logProbs[i] as number;
      const weight = weights[i] as number;
      const advantage = advantages[i] as number;
      const ratio = Math.exp(settings.importance === "token" ? lp - (old[i] as number) : shared);
      const clamped = Math.min(Math.max(ratio, 1 - settings.clipLow), 1 + settings.clipHigh);
      const plain = ratio * advantage;
      const clipped = clamped * advantage;
      if (advantage < 0 && ratio < 1 - settings.clipLow) clippedLow += 1;
      if (advantage > 0 && ratio > 1 + settings.clipHigh) clippedHigh += 1;
      loss -= weight * Math.min(plain, clipped);
      // Where the clamp acts and is the smaller one, the objective is flat; d ratio/dw = ratio.
      let slope = plain <= clipped || clamped === ratio ? -weight * plain : 0;
      if (settings.beta > 0) {
        if (reference === undefined) throw new RangeError("a KL term needs reference log-probabilities");
        const gap = (reference[i] as number) - lp;
        const k3 = Math.exp(gap) - gap - 1;
        kl += k3 * ratio;
        loss += weight * settings.beta * k3 * ratio;
        slope += weight * settings.beta * k3 * ratio;
        gradient[i] = (gradient[i] as number) + weight * settings.beta * (1 - Math.exp(gap)) * ratio;
      }
      if (settings.importance === "token") gradient[i] = (gradient[i] as number) + slope;
      else sharedSlope += slope;
    }
    if (settings.importance === "sequence") {
      for (let i = start; i < end; i += 1) {
        gradient[i] = (gradient[i] as number) + sharedSlope / (end - start);
      }
    }
    start = end;
  }
  return { loss, gradient, statistics: { tokens: n, kl, clippedLow, clippedHigh } };
}

/** How token losses become one number; names and formulas are TRL's. */
export type LossAggregation = "grpo" | "bnpo" | "dr_grpo" | "dapo";

/**
 * The weight of one token of each sequence. `lengths` holds the loss-bearing tokens of every sequence of the batch.
 *   grpo: mean over sequences of the mean over tokens; bnpo and dapo: mean over all tokens of the batch;
 *   dr_grpo: sum over all tokens, over sequences times the longest completion allowed.
 */
export function tokenWeights(
  aggregation: LossAggregation,
  lengths: readonly number[],
  maxCompletionLength: number,
): readonly number[] {
  const total = Math.max(
    lengths.reduce((sum, length) => sum + length, 0),
    1,
  );
  switch (aggregation) {
    case "grpo":
      return lengths.map((length) => 1 / (lengths.length * Math.max(length, 1)));
    case "bnpo":
    case "dapo":
      return lengths.map(() => 1 / total);
    case "dr_grpo":
      return lengths.map(() => 1 / (lengths.length * maxCompletionLength));
    default:
      return assertNever(aggregation);
  }
}

function assertNever(value: never): never {
  throw new RangeError(`no loss aggregation ${String(value)}`);
}
