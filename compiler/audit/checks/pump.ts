import type { CheckResult, Finding } from "../finding.js";
import { EPSILON, finding, type RewardAudit, replay, shown } from "../reward-audit.js";
import { occurs } from "../step-registers.js";

/** S4: no call pays again and again, and after a success nothing pays but a step that was still open. */
export function checkPumps(audit: RewardAudit): CheckResult {
  const findings: Finding[] = [...paidEachTime(audit)];
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
      detail: findings.length === 0 ? "no call pays again and again" : "a call pays again and again",
    },
    findings,
  };
}

/** A bonus for each event needs no search: the event can be repeated. */
function paidEachTime(audit: RewardAudit): readonly Finding[] {
  const { reward, rounds } = audit;
  const [round] = rounds;
  if (reward.form !== "additive" || round === undefined) return [];
  return reward.charges.flatMap((charge): Finding[] => {
    const [event] = charge.events;
    const each = charge.frequency === "each" && charge.events.length === 1 && event?.kind !== "missing";
    if (!each || charge.weight <= 0 || event === undefined) return [];
    const { graph, alphabet, task } = round.arena;
    const letter = alphabet.letters.find((one) => {
      const [edge] = graph.from(graph.start, one);
      return edge !== undefined && occurs(event, edge.facts);
    });
    if (letter === undefined) return [];
    const times = Math.max(2, Math.min(6, Math.ceil(1 / Math.max(charge.weight, 0.05))));
    const witness = replay(
      audit,
      task,
      Array.from({ length: times }, () => letter),
    );
    return [
      finding(audit, "S4", `Repeating ${letter.id} pays ${shown(charge.weight)} each time.`, {
        stake: Math.max(witness.score, charge.weight),
        remedy: "Let the bonus count `once`, and tie it to an accepted write.",
        witness,
      }),
    ];
  });
}

function describe(ids: readonly string[]): string {
  return ids.join(", then ");
}
