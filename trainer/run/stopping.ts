import { mean } from "../grpo/advantages.js";

export type StopReason = "steps" | "target" | "converged" | "aborted";

/** Whether the mean of the last `batches` rewards reaches `target`. */
export function reachedTarget(rewards: readonly number[], target: number | null, batches: number): boolean {
  return target !== null && rewards.length >= batches && mean(rewards.slice(-batches)) >= target;
}

/**
 * The convergence stop: the average reward of each of the last `patience` epochs differs by less than `delta` from
 * the epoch before it.
 */
export function converged(
  epochRewards: readonly number[],
  rule: { readonly delta: number; readonly patience: number } | null,
): boolean {
  if (rule === null || epochRewards.length <= rule.patience) return false;
  return epochRewards.slice(-rule.patience).every((reward, index) => {
    const before = epochRewards[epochRewards.length - rule.patience + index - 1] as number;
    return Math.abs(reward - before) < rule.delta;
  });
}
