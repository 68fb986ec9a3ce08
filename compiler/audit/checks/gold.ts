import type { CheckResult, Finding, Witness } from "../finding.js";
import { EPSILON, finding, type RewardAudit, replay, shown } from "../reward-audit.js";

/** S0: the gold calls with every step score 1, on every task. */
export function checkGold(audit: RewardAudit): CheckResult {
  let lowest: Witness | undefined;
  let below = 0;
  let played = 0;
  for (const task of audit.tasks) {
    const round = roundOf(audit, task.task.id);
    if (round === undefined) continue;
    const witness = replay(audit, task, round.ideal);
    played += 1;
    if (witness.score >= 1 - EPSILON && witness.success) continue;
    below += 1;
    if (lowest === undefined || witness.score < lowest.score) lowest = witness;
  }
  const findings: Finding[] = [];
  if (lowest !== undefined) {
    const terms = termsWithout(audit, lowest);
    const lost = terms.length === 0 ? "" : `: nothing for ${terms.slice(0, 4).join(", ")}`;
    findings.push(
      finding(
        audit,
        "S0",
        `The gold calls with every step score ${shown(lowest.score)} on ${below} of ${audit.tasks.length} tasks${lost}.`,
        {
          stake: 1 - lowest.score,
          remedy: remedyOf(audit, lowest, terms),
          witness: lowest,
        },
      ),
    );
  }
  const detail =
    lowest === undefined
      ? `1 on ${played === audit.tasks.length ? `all ${played}` : `${played} of ${audit.tasks.length}`} tasks`
      : `below 1 on ${below} of ${audit.tasks.length} tasks, lowest ${shown(lowest.score)}`;
  return { verdict: { check: "S0", holds: lowest === undefined, method: "run", detail }, findings };
}

function remedyOf({ reward }: RewardAudit, { calls }: Witness, lost: readonly string[]): string {
  if (lost.some(isStep)) return POSSIBLE_STEPS;
  if (reward.form === "sound" && reward.budget !== undefined && calls.length > reward.budget) {
    return `Give the reward a budget of ${calls.length}: so many calls are gold with every step.`;
  }
  return "Make each slot compare with what gold sends, and let the weights of what gold earns add up to 1.";
}

/** The round whose shape a task has: shapes are told apart by the calls of gold. */
export function roundOf(audit: RewardAudit, id: string): RewardAudit["rounds"][number] | undefined {
  return audit.rounds.find((round) => round.members.has(id));
}

/** What to do about a step that no trace takes. */
export const POSSIBLE_STEPS = "Ask for steps that some trace can take, all of them within the budget.";

/** Ids of the positive terms that a trace did not earn. */
export function termsWithout(audit: RewardAudit, witness: Witness): readonly string[] {
  const task = audit.tasks.find((one) => one.task.id === witness.task);
  if (task === undefined) return [];
  const episode = audit.subject.compiled.start(task.task, { reward: audit.reward.name });
  for (const call of witness.calls) episode.call(call);
  const lost = episode.finish().terms.filter((term) => term.value <= 0 && term.group !== "R3");
  return lost.map((term) => term.id);
}

/** Whether a term is a step or a bonus for an order of calls. */
export function isStep(term: string): boolean {
  return term.startsWith("step.");
}
