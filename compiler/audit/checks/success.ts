import type { CheckResult, Finding } from "../finding.js";
import { EPSILON, finding, type RewardAudit, replay, shown } from "../reward-audit.js";

/** S1: a success with every step and within the budget scores 1. */
export function checkSuccess(audit: RewardAudit): CheckResult {
  const findings: Finding[] = [];
  let lowest = 1;
  for (const { arena, extremes, ideal } of audit.rounds) {
    const { minIdeal } = extremes;
    if (minIdeal === undefined) {
      lowest = 0;
      if (findings.length > 0) continue;
      findings.push(
        finding(audit, "S1", `No success with every step fits into ${audit.budget} calls.`, {
          stake: 1,
          remedy: "Give the reward a budget that the task fits into, and steps that can be done.",
          witness: replay(audit, arena.task, ideal),
        }),
      );
      continue;
    }
    lowest = Math.min(lowest, minIdeal.score);
    if (minIdeal.score >= 1 - EPSILON || findings.length > 0) continue;
    const witness = replay(audit, arena.task, minIdeal.trace);
    findings.push(
      finding(
        audit,
        "S1",
        `A success with every step, within the budget, can score ${shown(witness.score)}.`,
        {
          stake: 1 - witness.score,
          remedy:
            "Use the sound form, in which a success loses nothing but what the procedure and the budget say, or weigh the penalties less.",
          witness,
        },
      ),
    );
  }
  return {
    verdict: {
      check: "S1",
      holds: findings.length === 0,
      method: "exhaustive",
      detail: `lowest success with every step and within ${audit.budget} calls: ${shown(lowest)}`,
    },
    findings,
  };
}
