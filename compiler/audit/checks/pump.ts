import type { CheckResult, Finding } from "../finding.js";
import { EPSILON, finding, type RewardAudit, replay, shown } from "../reward-audit.js";

/** S4: no call pays again and again, and after a success nothing pays but a step that was still open. */
export function checkPumps(audit: RewardAudit): CheckResult {
  const findings: Finding[] = [];
  for (const { arena, extremes } of audit.rounds) {
    const { pump, afterSuccess } = extremes;
    if (pump !== undefined && findings.length === 0) {
      const times = Math.max(1, Math.min(6, Math.ceil((1 - EPSILON) / Math.max(pump.paid, 0.05))));
      const again = Array.from({ length: times }, () => pump.letters).flat();
      const witness = replay(audit, arena.task, [...pump.before, ...again]);
      findings.push(
        finding(
          audit,
          "S4",
          `Repeating ${describe(pump.letters.map((letter) => letter.id))} pays ${shown(pump.paid)} each time.`,
          {
            stake: witness.score,
            remedy: "Let the bonus count `once`, and tie it to an accepted write.",
            witness,
          },
        ),
      );
    }
    if (afterSuccess !== undefined && pump === undefined && findings.length === 0) {
      const witness = replay(audit, arena.task, afterSuccess.trace);
      findings.push(
        finding(audit, "S4", "After a success a further call raises the score without completing a step.", {
          stake: afterSuccess.score,
          remedy: "Pay for steps that the task needs, not for calls.",
          witness,
        }),
      );
    }
  }
  return {
    verdict: {
      check: "S4",
      holds: findings.length === 0,
      method: "exhaustive",
      detail: findings.length === 0 ? "no cycle of calls pays" : "a cycle of calls pays",
    },
    findings,
  };
}

function describe(ids: readonly string[]): string {
  return ids.join(", then ");
}
