import { mean } from "../grpo/advantages.js";
import type { Metrics } from "./metrics.js";

/** Batches that an alarm looks at; shorter histories raise none. */
const window = 5;

/**
 * Signs that training is going wrong, from the metrics of the batches so far. Each comes as one sentence with what to
 * do; a sign is reported once when it begins, not while it lasts.
 */
export function alarms(history: readonly Metrics[]): readonly string[] {
  const before = new Set(signs(history.slice(0, -1)));
  return signs(history).filter((sign) => !before.has(sign));
}

function signs(history: readonly Metrics[]): readonly string[] {
  if (history.length < window) return [];
  const last = history.slice(-window);
  const earlier = history.slice(0, -window);
  const average = (lines: readonly Metrics[], name: string): number =>
    mean(lines.map((line) => line[name] ?? 0));
  const found: string[] = [];
  const reward = average(last, "reward");
  if (average(last, "frac_reward_zero_std") > 0.9 && reward < 0.9) {
    found.push(
      "nearly all groups earn equal rewards: use larger groups, a higher temperature or a warm start",
    );
  }
  if (average(last, "entropy") < 0.005 && reward < 0.9) {
    found.push("the policy has become nearly deterministic before it was good: lower the learning rate");
  }
  if (earlier.length >= window) {
    const failures = average(last, "tools/failure_frequency");
    if (failures > 0.5 && failures > 1.5 * average(earlier.slice(0, window), "tools/failure_frequency")) {
      found.push(
        "the share of failed calls is rising: lower the learning rate or resume from an earlier checkpoint",
      );
    }
    const best = Math.max(...earlier.map((line) => line["reward"] ?? 0));
    if (best > 0.2 && reward < 0.5 * best) {
      found.push("the reward has fallen to less than half of its best: resume with a lower learning rate");
    }
    if (
      average(last, "tools/call_frequency") < 0.2 &&
      average(earlier.slice(0, window), "tools/call_frequency") > 1
    ) {
      found.push("the policy has stopped calling tools: check that the reward does not pay for silence");
    }
  }
  return found;
}
