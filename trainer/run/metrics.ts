import { isZeroVariance, mean, standardDeviation } from "../grpo/advantages.js";
import type { PolicyLossStatistics } from "../grpo/policy-loss.js";
import type { SampledEpisode } from "../sampler/episodes.js";

/** One line of `metrics.jsonl`. Names are TRL's where TRL has one; no value depends on the clock. */
export interface Metrics {
  readonly [name: string]: number;
}

export interface EpisodeMetrics extends Metrics {
  readonly reward: number;
  readonly success: number;
}

/** Metrics of a batch's episodes. */
export function episodeMetrics(groups: readonly (readonly SampledEpisode[])[]): EpisodeMetrics {
  const episodes = groups.flat();
  const rewards = groups.map((group) => group.map((episode) => episode.score.reward));
  const lengths = episodes.map(sampledTokens);
  const calls = episodes.reduce((sum, episode) => sum + episode.calls.length, 0);
  const failed = episodes.reduce((sum, episode) => sum + episode.failedCalls, 0);
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  const entropy = episodes.reduce(
    (sum, episode) => sum + episode.entropies.reduce((inner, value) => inner + value, 0),
    0,
  );
  return {
    reward: mean(rewards.flat()),
    reward_std: mean(rewards.map(standardDeviation)),
    frac_reward_zero_std: mean(rewards.map((group) => (isZeroVariance(group) ? 1 : 0))),
    success: mean(episodes.map((episode) => (episode.score.success ? 1 : 0))),
    entropy: tokens === 0 ? 0 : entropy / tokens,
    "completions/mean_length": mean(lengths),
    "completions/min_length": lengths.length === 0 ? 0 : Math.min(...lengths),
    "completions/max_length": lengths.length === 0 ? 0 : Math.max(...lengths),
    "completions/clipped_ratio": mean(episodes.map((episode) => (episode.truncated ? 1 : 0))),
    "tools/call_frequency": episodes.length === 0 ? 0 : calls / episodes.length,
    "tools/failure_frequency": calls === 0 ? 0 : failed / calls,
    num_tokens: episodes.reduce((sum, episode) => sum + episode.prompt.length + episode.ids.length, 0),
  };
}

/** Metrics of a batch's update, from the statistics of its micro-batches in all iterations. */
export function updateMetrics(statistics: readonly PolicyLossStatistics[]): Metrics {
  const total = (pick: (one: PolicyLossStatistics) => number): number =>
    statistics.reduce((sum, one) => sum + pick(one), 0);
  const tokens = Math.max(
    total((one) => one.tokens),
    1,
  );
  const low = total((one) => one.clippedLow) / tokens;
  const high = total((one) => one.clippedHigh) / tokens;
  return {
    kl: total((one) => one.kl) / tokens,
    "clip_ratio/low_mean": low,
    "clip_ratio/high_mean": high,
    "clip_ratio/region_mean": low + high,
  };
}

export function sampledTokens(episode: SampledEpisode): number {
  return episode.mask.reduce((sum, sampled) => sum + (sampled ? 1 : 0), 0);
}
