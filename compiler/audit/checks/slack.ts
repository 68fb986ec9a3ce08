import { counted } from "../../../dsl/text/counted.js";
import type { RewardIr } from "../../ir/reward.js";
import type { CheckResult, Finding, Witness } from "../finding.js";
import type { Letter } from "../letter.js";
import { EPSILON, finding, type RewardAudit, type Round, replay, shown } from "../reward-audit.js";

interface Fault {
  readonly what: string;
  /** A fault that a penalty should see, or a positive term that is given up. */
  readonly check: "S10" | "S11";
  readonly trace: readonly Letter[];
  /** The trace without the fault. */
  readonly base: readonly Letter[];
}

/**
 * S10 and the part of S11 that concerns single terms: from the trace that does everything right, each fault alone must
 * cost something. Slack above the clamp shows here: what it swallows is free.
 */
export function checkSlack(audit: RewardAudit): readonly CheckResult[] {
  const findings: Finding[] = [];
  let tried = 0;
  const known = new Set<string>();
  for (const round of audit.rounds) {
    for (const fault of faults(audit, round)) {
      if (known.has(fault.what)) continue;
      const best = replay(audit, round.arena.task, fault.base);
      const witness = replay(audit, round.arena.task, fault.trace);
      tried += 1;
      if (witness.score < best.score - EPSILON) continue;
      known.add(fault.what);
      findings.push(freeFault(audit, fault, best, witness));
    }
  }
  const verdict = (check: "S10" | "S11"): CheckResult => {
    const own = findings.filter((one) => one.check === check);
    const detail =
      own.length === 0
        ? `each of ${tried} single faults costs something`
        : `${counted(own.length, "fault is", "faults are")} free`;
    return { verdict: { check, holds: own.length === 0, method: "run", detail }, findings: own };
  };
  return [verdict("S10"), verdict("S11")];
}

function freeFault(audit: RewardAudit, fault: Fault, best: Witness, witness: Witness): Finding {
  return finding(
    audit,
    fault.check,
    `${fault.what} costs nothing: ${shown(witness.score)} with it, ${shown(best.score)} without.`,
    {
      stake: witness.success ? 0.05 : witness.score,
      remedy: remedyOf(audit.reward, fault.check),
      witness,
    },
  );
}

/** What the reward lacks; it is not told to have what it has. */
function remedyOf(reward: RewardIr, check: Fault["check"]): string {
  if (reward.form === "additive") {
    return "Bring the sum of the positive weights down to the clamp: what lies above it pays for faults.";
  }
  const budgeted = reward.budget !== undefined;
  if (check === "S11") {
    return budgeted
      ? "Give the step a weight above 0."
      : "Give the step a weight above 0, or the reward a budget.";
  }
  if (!reward.penalties) {
    return `Let the reward derive penalties${budgeted ? "" : ", and give it a budget"}.`;
  }
  return budgeted
    ? "Give what a failing trace earns more weight: a score of 0 has nothing left that a penalty could take."
    : "Give the reward a budget.";
}

function faults(audit: RewardAudit, round: Round): readonly Fault[] {
  return [...lostTerms(audit, round), ...penalised(audit, round)];
}

/** What a success must not be able to do without. */
function lostTerms(audit: RewardAudit, { ideal, arena }: Round): readonly Fault[] {
  const golds = goldIds(audit);
  const list: Fault[] = [];
  const add = (what: string, trace: readonly Letter[]) =>
    list.push({ what, check: "S11", trace, base: ideal });
  const reads = ideal.filter((letter) => !golds.has(letter.id) && letter.ends !== true);
  for (const step of reads) {
    add(
      `Leaving out ${step.id}`,
      ideal.filter((letter) => letter !== step),
    );
  }
  if (reads.length > 1) {
    add(
      "Leaving out every read",
      ideal.filter((letter) => golds.has(letter.id) || letter.ends === true),
    );
  }
  for (const gold of new Set(ideal.filter((letter) => golds.has(letter.id)))) {
    const wrong = arena.alphabet.candidates.filter(
      (letter) => letter.tool === gold.tool && /^[^,]*: wrong\)$/u.test(letter.id),
    );
    for (const letter of wrong) {
      add(
        `A wrong argument, ${letter.id},`,
        ideal.map((one) => (one === gold ? letter : one)),
      );
    }
  }
  return list;
}

/**
 * What a penalty must see. Under the sound form a success loses nothing but what procedure and budget say, and the
 * penalties rank failures: there the best failing trace is the base.
 */
function penalised(audit: RewardAudit, round: Round): readonly Fault[] {
  const { ideal, arena, extremes } = round;
  const golds = goldIds(audit);
  const failing = audit.reward.form === "sound" ? extremes.maxFailing : undefined;
  // Where no failure earns anything, there is nothing that a penalty could take.
  if (failing !== undefined && failing.score <= EPSILON) return [];
  const base = failing?.trace ?? ideal;
  const list: Fault[] = [];
  const add = (what: string, letter: Letter | undefined) => {
    if (letter !== undefined) list.push({ what, check: "S10", trace: beforeTheEnd(base, letter), base });
  };
  for (const gold of new Set(ideal.filter((letter) => golds.has(letter.id)))) {
    // A call that the base does not make would be the first one, and no fault.
    add(
      `Calling ${gold.tool} once more`,
      base.findLast((letter) => letter.tool === gold.tool),
    );
    add(
      `Arguments of ${gold.tool} that are no JSON`,
      arena.alphabet.candidates.find((one) => one.id === `${gold.tool}(text that is no JSON)`),
    );
  }
  add(
    "Calling a tool that does not exist",
    arena.alphabet.candidates.find((letter) => letter.id === "a tool that does not exist"),
  );
  return list;
}

/** The trace with one more call; a closing call stays the last. */
function beforeTheEnd(base: readonly Letter[], letter: Letter): readonly Letter[] {
  const last = base.at(-1);
  return last?.ends === true ? [...base.slice(0, -1), letter, last] : [...base, letter];
}

function goldIds(audit: RewardAudit): ReadonlySet<string> {
  return new Set(audit.subject.ir.gold.map((gold) => `${gold.tool}(as gold)`));
}
