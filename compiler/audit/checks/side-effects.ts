import type { CheckResult, Finding } from "../finding.js";
import type { Letter } from "../letter.js";
import { finding, type RewardAudit, type Round, replay, shown } from "../reward-audit.js";
import { FOOLED } from "./gap.js";

/** S9: a change of the world that gold does not make is never a success, and never scores like one. */
export function checkSideEffects(audit: RewardAudit): CheckResult {
  const findings: Finding[] = [];
  let played = 0;
  let worst = 0;
  for (const round of audit.rounds) {
    const reached = stateAfter(audit, round, round.ideal);
    for (const letter of round.arena.alphabet.letters) {
      const trace = [...round.ideal, letter];
      if (stateAfter(audit, round, trace) === reached) continue;
      const witness = replay(audit, round.arena.task, trace);
      played += 1;
      worst = Math.max(worst, witness.score);
      if ((!witness.success && witness.score < FOOLED) || findings.length > 0) continue;
      findings.push(
        finding(audit, "S9", `A side effect beside the right calls still scores ${shown(witness.score)}.`, {
          stake: witness.score,
          remedy: "Use the sound form, in which the whole difference of the world decides.",
          witness,
        }),
      );
    }
  }
  const detail = `${played} kinds of side effect after the gold calls score ${shown(worst)} at most`;
  return { verdict: { check: "S9", holds: findings.length === 0, method: "run", detail }, findings };
}

function stateAfter(audit: RewardAudit, { arena }: Round, letters: readonly Letter[]): string {
  const episode = audit.subject.compiled.start(arena.task.task, { reward: audit.reward.name });
  for (const letter of letters) episode.call(letter.call(arena.task, episode.trace.calls));
  return episode.fingerprint;
}
