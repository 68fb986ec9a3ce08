import { MOST_WANTED, wantedTexts } from "./facts.js";
import type { Letter } from "./letter.js";
import { EPSILON, type RewardAudit, type Round, replay } from "./reward-audit.js";
import { stepIsExact } from "./step-registers.js";

/** Reasons why the extremes are bounds and no more; none where they are exact. */
export function reasonsAgainst(audit: RewardAudit, beyond: number): readonly string[] {
  const reasons = new Set(rewardReasons(audit));
  for (const round of audit.rounds) {
    const { arena, extremes, ideal } = round;
    if (extremes.depth < Math.max(audit.budget, ideal.length) + beyond) {
      reasons.add(`the states end at ${extremes.depth} calls, short of the budget and two`);
    }
    if (extremes.minSucceeding === undefined) reasons.add("no success was found");
    if (arena.graph.collapsed && !arena.onlyCreates) {
      reasons.add("there are more states of the world than are told apart, and changes can be taken back");
    }
    if (arena.alphabet.cut)
      reasons.add("calls with more than two wrong arguments are too many and were left out");
    for (const [name, trace, score] of tracesOf(round)) {
      if (Math.abs(replay(audit, arena.task, trace).score - score) > EPSILON) {
        reasons.add(`the trace found for ${name} does not replay to its score`);
      }
    }
    const strangers = membersThatDiffer(audit, round);
    if (strangers > 0)
      reasons.add(`${strangers} tasks score these traces in another way than the one explored for them`);
  }
  return [...reasons];
}

function rewardReasons({ reward, tasks }: RewardAudit): readonly string[] {
  const reasons: string[] = [];
  if (!reward.steps.every(stepIsExact)) {
    reasons.push("a step asks for neighbouring calls, or for a group of calls of one tool");
  }
  if (reward.form === "sound") {
    const tools = reward.writes.map((write) => write.tool);
    if (new Set(tools).size < tools.length)
      reasons.push("gold writes twice with one tool, which is only bounded");
  } else if (
    reward.recalls.some((recall) =>
      tasks.some((task) => wantedTexts(recall, task.environment).length > MOST_WANTED),
    )
  ) {
    reasons.push(`a recall wants more than ${MOST_WANTED} values`);
  }
  return reasons;
}

type Found = readonly [name: string, trace: readonly Letter[], score: number];

function tracesOf({ extremes }: Round): readonly Found[] {
  const { maxFailing, maxSucceeding, minSucceeding, minIdeal } = extremes;
  return Object.entries({ maxFailing, maxSucceeding, minSucceeding, minIdeal }).flatMap(
    ([name, extreme]): Found[] => (extreme === undefined ? [] : [[name, extreme.trace, extreme.score]]),
  );
}

/** Members of a kind on which the extremes, or the ideal trace twice, score otherwise than on the one that was explored. */
function membersThatDiffer(audit: RewardAudit, round: Round): number {
  const { arena, ideal, members } = round;
  const traces = [...tracesOf(round).map(([, trace]) => trace), [...ideal, ...ideal]].filter((trace) =>
    trace.every((letter) => letter.portable),
  );
  const outcome = (task: RewardAudit["tasks"][number]) =>
    JSON.stringify(
      traces.map((trace) => {
        const { score, success, statuses } = replay(audit, task, trace);
        return [score, success, statuses];
      }),
    );
  const expected = outcome(arena.task);
  return audit.tasks.filter((task) => members.has(task.task.id) && outcome(task) !== expected).length;
}
