import type { Extreme, Extremes } from "../explore.js";
import type { CheckResult, Finding } from "../finding.js";
import { EPSILON, finding, type RewardAudit, type Round, replay, shown } from "../reward-audit.js";

/** Score of a failing trace that counts as fooling the reward. */
export const FOOLED = 0.95;

/** S2: every failing trace lies below every success, and well below the top. */
export function checkGap(audit: RewardAudit): CheckResult {
  const findings: Finding[] = [];
  const failing = placed(audit, (one) => one.maxFailing).reduce(higher, undefined);
  const succeeding = placed(audit, (one) => one.minSucceeding).reduce(lower, undefined);
  const fooled = placed(audit, (one) => one.firstFailing)[0];
  if (fooled !== undefined) {
    const own = fooled.round.extremes.maxFailing;
    const top = own !== undefined && own.score > fooled.score + EPSILON ? own : fooled;
    const witness = replay(audit, fooled.round.arena.task, top.trace);
    findings.push(
      finding(
        audit,
        "S2",
        `${count(witness.calls.length)} score ${shown(witness.score)} and do not solve the task.`,
        {
          stake: witness.score,
          remedy:
            "Use the sound form. In an additive reward, bring the positive weights down to the clamp and tie every bonus to the goal.",
          witness,
        },
      ),
    );
  } else if (
    failing !== undefined &&
    succeeding !== undefined &&
    failing.score >= succeeding.score - EPSILON
  ) {
    findings.push(
      finding(
        audit,
        "S2",
        `A trace that fails scores ${shown(failing.score)}, and one that succeeds ${shown(succeeding.score)}: failing can pay more.`,
        {
          stake: failing.score - succeeding.score,
          remedy: "Use the sound form, which ranks every success above every failure.",
          witness: replay(audit, failing.round.arena.task, failing.trace),
        },
      ),
    );
  }
  return {
    verdict: {
      check: "S2",
      holds: findings.length === 0 && succeeding !== undefined,
      method: "exhaustive",
      detail: describe(failing?.score, succeeding?.score),
    },
    findings,
  };
}

function describe(highest: number | undefined, lowest: number | undefined): string {
  const failing = highest === undefined ? "no failing trace" : `highest failing ${shown(highest)}`;
  if (lowest === undefined) return `${failing}, no success was found`;
  const gap = highest === undefined ? "" : `, gap ${shown(lowest - highest)}`;
  return `${failing}, lowest succeeding ${shown(lowest)}${gap}`;
}

type Placed = Extreme & { readonly round: Round };

/** An extreme of every round that has it. */
function placed(audit: RewardAudit, pick: (extremes: Extremes) => Extreme | undefined): readonly Placed[] {
  return audit.rounds.flatMap((round) => {
    const extreme = pick(round.extremes);
    return extreme === undefined ? [] : [{ ...extreme, round }];
  });
}

function higher(best: Placed | undefined, one: Placed): Placed {
  return best === undefined || one.score > best.score ? one : best;
}

function lower(best: Placed | undefined, one: Placed): Placed {
  return best === undefined || one.score < best.score ? one : best;
}

function count(calls: number): string {
  return calls === 1 ? "One call can" : `${calls} calls can`;
}
