import type { Task } from "../../runtime/index.js";
import { mean } from "../grpo/advantages.js";
import type { SampledEpisode } from "../sampler/episodes.js";
import { type Collector, collect, groupsOf, requestsFor } from "./collect.js";
import { type Proportion, proportion } from "./interval.js";

export interface Evaluation {
  /** 0 is greedy. */
  readonly temperature: number;
  readonly tasks: number;
  readonly samples: number;
  readonly reward: number;
  /** Episodes that reached the goal exactly, with the 95 % interval. */
  readonly success: Proportion;
  /** pass^k: the chance that k episodes of a task all succeed, averaged over tasks, for k = 1 to `samples`. */
  readonly passHat: readonly number[];
}

/** Samples tasks and scores them. The same seed gives the same episodes, whatever was sampled before. */
export async function evaluate(
  collector: Collector,
  tasks: readonly Task[],
  temperature: number,
  samples: number,
  seed: string,
): Promise<{ readonly evaluation: Evaluation; readonly episodes: readonly SampledEpisode[] }> {
  const episodes = await collect(collector, requestsFor(tasks, samples, seed), temperature);
  const successes = groupsOf(episodes, samples).map(
    (group) => group.filter((episode) => episode.score.success).length,
  );
  const evaluation: Evaluation = {
    temperature,
    tasks: tasks.length,
    samples,
    reward: mean(episodes.map((episode) => episode.score.reward)),
    success: proportion(
      successes.reduce((sum, count) => sum + count, 0),
      episodes.length,
    ),
    passHat: Array.from({ length: samples }, (_, k) =>
      mean(successes.map((count) => drawAll(count, samples, k + 1))),
    ),
  };
  return { evaluation, episodes };
}

/** C(c, k) / C(n, k): the unbiased estimate of c/n to the k-th power (Yao et al., 2024). */
function drawAll(count: number, of: number, k: number): number {
  let chance = 1;
  for (let i = 0; i < k; i += 1) chance *= Math.max(count - i, 0) / (of - i);
  return chance;
}
