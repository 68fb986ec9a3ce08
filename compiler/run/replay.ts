import type { Json } from "../../runtime/abi/json.js";
import type { CompiledScenario, Episode, Task } from "../../runtime/abi/scenario.js";
import type { Score } from "../../runtime/abi/score.js";
import type { EmittedCall, Trace } from "../../runtime/abi/trace.js";

/** A finished episode. */
export interface Replay {
  readonly task: Task;
  readonly reward: string;
  readonly trace: Trace;
  readonly score: Score;
}

/** Runs calls on a task from its initial state and scores them, under the default reward unless told otherwise. */
export function replay(
  scenario: CompiledScenario,
  task: Task,
  calls: readonly EmittedCall[],
  reward = scenario.defaultReward,
  final?: string,
): Replay {
  const episode = scenario.start(task, { reward });
  for (const call of calls) episode.call(call);
  const score = episode.finish(final);
  return { task, reward, trace: episode.trace, score };
}

/** Runs the calls that the task declares as its solution. */
export function replayGold(scenario: CompiledScenario, task: Task, reward?: string): Replay {
  return replay(scenario, task, scenario.gold(task), reward);
}

/** Status and whole body of the last call of an episode. */
export function lastAnswer(episode: Episode): { readonly status: number; readonly body: Json } {
  const call = episode.trace.calls.at(-1);
  return { status: call?.status ?? 0, body: call?.body ?? null };
}
