import type { CompiledScenario, Task } from "../../runtime/abi/scenario.js";
import type { EmittedCall } from "../../runtime/abi/trace.js";
import { FOOLED } from "./checks/gap.js";
import { EPSILON } from "./reward-audit.js";

/** An episode that a policy really played. */
export interface SavedPlay {
  /** File and line. */
  readonly place: string;
  readonly task: Task;
  readonly calls: readonly EmittedCall[];
  readonly final: string | undefined;
  /** Episodes of one group have the same text: they were sampled together on one task. */
  readonly group: string;
}

/** What saved episodes come to under a reward. */
export interface EpisodesReport {
  readonly episodes: number;
  readonly successes: number;
  /** Groups of at least two episodes, and those of them whose scores are all equal. */
  readonly groups: number;
  readonly equalGroups: number;
  /** Scores with the number of episodes that have them, the most frequent first. */
  readonly levels: readonly { readonly score: number; readonly episodes: number }[];
  /** Failing episodes that score as if they had solved their task, the highest first. */
  readonly fooled: readonly { readonly place: string; readonly score: number }[];
  /** Failing episodes that score at least as much as some success among them. */
  readonly aboveSuccess: number;
}

/** Plays saved episodes again and scores them: S2 and S7 by what a policy did, beside what any trace could do. */
export function auditEpisodes(
  compiled: CompiledScenario,
  reward: string,
  plays: readonly SavedPlay[],
): EpisodesReport {
  const scored = plays.map(({ place, task, calls, final, group }) => {
    const episode = compiled.start(task, { reward });
    for (const call of calls) episode.call(call);
    const { reward: score, success } = episode.finish(final);
    return { place, group, score: Math.round(score * 1e9) / 1e9, success };
  });
  const groups = [...groupedBy(scored, ({ group }) => group).values()].filter((group) => group.length > 1);
  const equal = groups.filter((group) => group.every(({ score }) => score === group[0]?.score));
  const levels = [...groupedBy(scored, ({ score }) => score)]
    .map(([score, those]) => ({ score, episodes: those.length }))
    .sort((left, right) => right.episodes - left.episodes || left.score - right.score);
  const failing = scored.filter(({ success }) => !success);
  const lowest = Math.min(...scored.filter(({ success }) => success).map(({ score }) => score));
  return {
    episodes: scored.length,
    successes: scored.length - failing.length,
    groups: groups.length,
    equalGroups: equal.length,
    levels,
    fooled: failing
      .filter(({ score }) => score >= FOOLED)
      .sort((left, right) => right.score - left.score)
      .map(({ place, score }) => ({ place, score })),
    aboveSuccess: failing.filter(({ score }) => score >= lowest - EPSILON).length,
  };
}

function groupedBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
