import type { CheckResult, Finding } from "../finding.js";
import { mutateReward } from "../mutation.js";
import { finding, type RewardAudit } from "../reward-audit.js";

/** Share of the mutants that the suite must kill. */
const KILLED = 0.95;

/** Mutants that are named in one finding. */
const NAMED = 3;

/** S12: the scenario's own tests notice when the reward is changed in one place. */
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
  const alive = result.survivors.length === 0 ? "" : `; alive: ${result.survivors.join(", ")}`;
  const detail = `${result.killed} of ${different} mutants killed by the tests (${result.killedWithFixtures} with the regression fixtures); ${result.equivalent} more are equivalent${alive}`;
  const findings: Finding[] = holds
    ? []
    : result.lacking.map(({ witness, mutants }) =>
        finding(audit, "S12", `No test notices ${named(mutants)}.`, {
          stake: 0,
          remedy: "Add a test with this trace and its exact reward; `--write-tests` does it.",
          witness,
        }),
      );
  return { verdict: { check: "S12", holds, method: "run", detail }, findings };
}

function named(mutants: readonly string[]): string {
  const rest = mutants.length - NAMED;
  return `${mutants.slice(0, NAMED).join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}
