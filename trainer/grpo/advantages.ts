/** What a group's deviation divides: its own, the whole batch's, or nothing (Dr. GRPO, Liu et al., 2025). */
export type RewardScaling = "group" | "batch" | "none";

const epsilon = 1e-4;

/**
 * Advantages of a batch of groups (GRPO, Shao et al., 2024, eq. 3, in TRL's form): reward minus the group's mean,
 * over the standard deviation plus 1e-4. The deviation is the sample's (n - 1).
 */
export function advantages(
  groups: readonly (readonly number[])[],
  scaling: RewardScaling,
): readonly (readonly number[])[] {
  const batchDeviation = scaling === "batch" ? standardDeviation(groups.flat()) : 0;
  return groups.map((rewards) => {
    const center = mean(rewards);
    const divisor =
      scaling === "none" ? 1 : (scaling === "batch" ? batchDeviation : standardDeviation(rewards)) + epsilon;
    return rewards.map((reward) => (reward - center) / divisor);
  });
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sample standard deviation; 0 for fewer than two values. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const center = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1));
}

/** Whether a group teaches nothing: its rewards are all equal. */
export function isZeroVariance(rewards: readonly number[]): boolean {
  return standardDeviation(rewards) < 1e-8;
}
