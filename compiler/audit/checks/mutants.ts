import type { CheckResult, Finding } from "../finding.js";
import { mutateReward } from "../mutation.js";
import { finding, type RewardAudit } from "../reward-audit.js";

/** Share of the mutants that the suite must kill. */
const KILLED = 0.95;

/** Survivors that are named. */
const NAMED = 12;

/** S12: the scenario's tests notice when the reward is changed in one place. */
export function checkMutants(audit: RewardAudit, count: number): CheckResult {
  const [round] = audit.rounds;
  if (round === undefined || count === 0) {
    return {
      verdict: { check: "S12", holds: true, method: "run", detail: "no mutant was made" },
      findings: [],
    };
  }
  const result = mutateReward(audit.subject, audit.reward, round.arena, audit.tasks, count);
  const different = result.mutants - result.equivalent;
  const holds = different === 0 || result.killed >= KILLED * different;
  const detail = `${result.killed} of ${different} mutants killed (${result.killedByTests} by the tests alone); ${result.equivalent} more are equivalent`;
  const findings: Finding[] = holds
    ? []
    : result.survivors.slice(0, NAMED).map(({ what, why }) =>
        finding(audit, "S12", `The tests do not notice: ${what}; ${why}.`, {
          stake: 0,
          remedy: "Add a test with such a trace and its exact reward.",
        }),
      );
  return { verdict: { check: "S12", holds, method: "run", detail }, findings };
}
