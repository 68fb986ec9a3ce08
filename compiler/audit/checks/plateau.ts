import type { CheckResult, Finding } from "../finding.js";
import { plateauOf } from "../plateau.js";
import { finding, type RewardAudit, shown } from "../reward-audit.js";

/** Episodes of a group, as the training of the shipped scenarios draws them. */
const GROUP = 8;

/** The most that the share of equal groups may be under a policy that knows nothing. */
const EQUAL = 0.9;

/** S7: a policy that knows nothing earns scores that differ, so that groups have something to learn from. */
export function checkPlateau(audit: RewardAudit): CheckResult {
  const [round] = audit.rounds;
  if (round === undefined) {
    return {
      verdict: { check: "S7", holds: true, method: "exhaustive", detail: "there is no task" },
      findings: [],
    };
  }
  const { machine, graph, alphabet } = round.arena;
  const { levels, equalGroups, covered } = plateauOf(machine, graph, alphabet.letters, audit.budget, GROUP);
  const heavy = levels.filter((level) => level.probability / covered > 0.5);
  const share = `${shown(equalGroups * 100)} % of groups of ${GROUP} score alike under a uniform policy`;
  const plateau = heavy.map(
    (level) => `; ${shown(level.score)} has ${shown((level.probability / covered) * 100)} %`,
  );
  const part = covered > 1 - 1e-9 ? "" : `; over the ${shown(covered * 100)} % of traces that were followed`;
  const detail = `${share}${plateau.join("")}${part}`;
  const holds = equalGroups <= EQUAL;
  const findings: Finding[] = holds
    ? []
    : [
        finding(audit, "S7", `${share}: they teach nothing.`, {
          stake: equalGroups,
          remedy: "Give partial credit that penalties do not swallow: the sound form ranks failures, too.",
        }),
      ];
  return { verdict: { check: "S7", holds, method: "exhaustive", detail }, findings };
}
