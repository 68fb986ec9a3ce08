import { counted } from "../../../dsl/text/counted.js";
import type { CheckResult, Finding, Witness } from "../finding.js";
import { EPSILON, finding, type RewardAudit, replay, shown } from "../reward-audit.js";
import { isStep, POSSIBLE_STEPS, termsWithout } from "./gold.js";

/** S1: a success with every step and within the budget scores 1. */
export function checkSuccess(audit: RewardAudit): CheckResult {
  const findings: Finding[] = [];
  let lowest: number | undefined = 1;
  for (const { arena, extremes, ideal } of audit.rounds) {
    const { minIdeal } = extremes;
    if (minIdeal === undefined) {
      lowest = undefined;
      if (findings.length > 0) continue;
      findings.push(noneFits(audit, replay(audit, arena.task, ideal)));
      continue;
    }
    if (lowest !== undefined) lowest = Math.min(lowest, minIdeal.score);
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
  const within = counted(audit.budget, "call");
  return {
    verdict: {
      check: "S1",
      holds: findings.length === 0,
      method: "exhaustive",
      detail:
        lowest === undefined
          ? `no success has every step within ${within}`
          : `lowest success with every step and within ${within}: ${shown(lowest)}`,
    },
    findings,
  };
}

/** No trace is a success with every step within the budget: because of a step that nothing earns, or of the budget. */
function noneFits(audit: RewardAudit, witness: Witness): Finding {
  const open = termsWithout(audit, witness).filter(isStep);
  if (open.length === 0) {
    return finding(audit, "S1", `No success with every step fits into ${counted(audit.budget, "call")}.`, {
      stake: 1,
      remedy: "Give the reward a budget that the task fits into.",
      witness,
    });
  }
  return finding(
    audit,
    "S1",
    `No trace takes every step: ${open.join(" and ")} cannot be had with the rest.`,
    {
      stake: 1,
      remedy: POSSIBLE_STEPS,
      witness,
    },
  );
}
