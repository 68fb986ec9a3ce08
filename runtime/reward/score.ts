import type { Score } from "../abi/score.js";
import type { Variables } from "../abi/value.js";
import type { RewardProgram } from "../program/reward.js";
import { scoreAdditive, wantedValues } from "./additive.js";
import type { Evidence } from "./evidence.js";
import { scoreSound } from "./sound.js";
import { round } from "./total.js";

/** Scores a finished trace under a reward. Terms add up to the reward before its clamp. */
export function scoreTrace(reward: RewardProgram, evidence: Evidence): Score {
  return reward.form === "sound" ? scoreSound(reward, evidence) : scoreAdditive(reward, evidence);
}

/**
 * Highest reward that the form allows on some task: 1 for the sound form; for the additive form all positive
 * weights, cut to the clamp. A recall counts as often as the task that wants most values; a bonus for each event
 * has no bound of its own.
 */
export function ceiling(reward: RewardProgram, tasks: () => readonly Variables[]): number {
  if (reward.form === "sound") return 1;
  let sum = 0;
  for (const set of reward.slotSets) sum += Math.max(0, set.weight);
  for (const step of reward.steps) sum += Math.max(0, step.weight);
  for (const charge of reward.charges) {
    if (charge.weight <= 0) continue;
    const bounded = charge.frequency === "once" || charge.events.length > 1;
    sum += bounded ? charge.weight : Number.POSITIVE_INFINITY;
  }
  if (reward.recalls.length > 0) {
    const recalled = tasks().map((variables) => {
      return reward.recalls.reduce(
        (total, recall) => total + Math.max(0, recall.weight) * wantedValues(recall, variables).length,
        0,
      );
    });
    sum += recalled.reduce((most, value) => Math.max(most, value), 0);
  }
  return round(Math.min(reward.clamp[1], Math.max(reward.clamp[0], sum)));
}
