import type { CompiledScenario, Task } from "../../runtime/index.js";
import { isZeroVariance, mean } from "../grpo/advantages.js";
import type { SampledEpisode } from "../sampler/episodes.js";
import { type Collector, collect, groupsOf, requestsFor } from "./collect.js";
import { type Proportion, proportion } from "./interval.js";

/** What the policy does before training: what is never sampled is never reinforced. */
export interface Preflight {
  readonly episodes: number;
  readonly reward: number;
  readonly success: Proportion;
  /** Share of groups whose rewards are all equal: they teach nothing. */
  readonly zeroVariance: number;
  /** Terms of the reward in order of first occurrence, with their mean value. */
  readonly terms: readonly TermMean[];
  /** Ids of terms for slots and steps (R1, R2) that no sampled episode earned. */
  readonly neverEarned: readonly string[];
  readonly warnings: readonly string[];
}

export interface TermMean {
  readonly id: string;
  readonly group: string;
  readonly mean: number;
  /** Share of episodes in which it was above zero. */
  readonly earned: number;
}

/** Samples groups of the training tasks with the untrained policy. */
export async function runPreflight(
  collector: Collector,
  tasks: readonly Task[],
  groupSize: number,
  temperature: number,
  seed: string,
): Promise<{ readonly preflight: Preflight; readonly episodes: readonly SampledEpisode[] }> {
  const episodes = await collect(collector, requestsFor(tasks, groupSize, seed), temperature);
  const groups = groupsOf(episodes, groupSize);
  const zero = groups.filter((group) => isZeroVariance(group.map((episode) => episode.score.reward))).length;
  const terms = termMeans(episodes);
  const earned = new Set(terms.filter((term) => term.earned > 0).map((term) => term.id));
  const wanted = new Set([
    ...terms.filter(({ group }) => group === "R1" || group === "R2").map(({ id }) => id),
    ...goldTerms(collector.scenario, tasks, collector.config.reward),
  ]);
  const neverEarned = [...wanted].filter((id) => !earned.has(id));
  const warnings: string[] = [];
  if (groups.length > 0 && zero === groups.length) {
    warnings.push(
      "every group earned equal rewards, so there is no gradient: start from another policy or a warm start",
    );
  }
  if (neverEarned.length > 0) {
    warnings.push(
      `never sampled, so not to be learned by reward alone: ${neverEarned.join(", ")}; a warm start or a wider wording helps`,
    );
  }
  return {
    preflight: {
      episodes: episodes.length,
      reward: mean(episodes.map((episode) => episode.score.reward)),
      success: proportion(episodes.filter((episode) => episode.score.success).length, episodes.length),
      zeroVariance: groups.length === 0 ? 0 : zero / groups.length,
      terms,
      neverEarned,
      warnings,
    },
    episodes,
  };
}

function termMeans(episodes: readonly SampledEpisode[]): readonly TermMean[] {
  const sums = new Map<string, { group: string; total: number; earned: number }>();
  for (const { score } of episodes) {
    for (const { id, group, value } of score.terms) {
      const entry = sums.get(id) ?? { group, total: 0, earned: 0 };
      entry.total += value;
      entry.earned += value > 0 ? 1 : 0;
      sums.set(id, entry);
    }
  }
  const n = Math.max(episodes.length, 1);
  return [...sums].map(([id, { group, total, earned }]) => ({
    id,
    group,
    mean: total / n,
    earned: earned / n,
  }));
}

/** Ids of the R1 and R2 terms that the tasks' own solutions earn; a sampled episode need not show them all. */
function goldTerms(scenario: CompiledScenario, tasks: readonly Task[], reward: string): readonly string[] {
  const ids = new Set<string>();
  for (const task of tasks) {
    const episode = scenario.start(task, { reward });
    for (const call of scenario.gold(task)) episode.call(call);
    for (const { id, group, value } of episode.finish().terms) {
      if (value > 0 && (group === "R1" || group === "R2")) ids.add(id);
    }
  }
  return [...ids];
}
