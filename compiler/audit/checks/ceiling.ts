import type { CheckResult, Finding } from "../finding.js";
import { EPSILON, finding, type RewardAudit, replay, shown } from "../reward-audit.js";
import { isStep, POSSIBLE_STEPS, termsWithout } from "./gold.js";

/** S11: on every prompt the highest score of a success is 1. */
export function checkCeiling(audit: RewardAudit): CheckResult {
  const findings: Finding[] = [];
  let lowest = 1;
  let capped = 0;
  for (const round of audit.rounds) {
    const top = round.extremes.maxSucceeding;
    const score = top?.score ?? 0;
    lowest = Math.min(lowest, score);
    if (score >= 1 - EPSILON) continue;
    capped += round.members.size;
    if (findings.length > 0) continue;
    const witness = top && replay(audit, round.arena.task, top.trace);
    const impossible = witness !== undefined && termsWithout(audit, witness).some(isStep);
    findings.push(
      finding(
        audit,
        "S11",
        `${round.members.size} of ${audit.tasks.length} tasks cannot score above ${shown(score)}.`,
        {
          stake: 1 - score,
          remedy: impossible
            ? POSSIBLE_STEPS
            : witness !== undefined && witness.calls.length > audit.budget
              ? "Give the reward a budget that the task fits into."
              : "Scale weights that count by the task to its own size, so that they add up to 1 on every task.",
          witness,
        },
      ),
    );
  }
  const detail = capped === 0 ? "1 on every shape of task" : `${shown(lowest)} on ${capped} tasks`;
  return { verdict: { check: "S11", holds: findings.length === 0, method: "exhaustive", detail }, findings };
}
