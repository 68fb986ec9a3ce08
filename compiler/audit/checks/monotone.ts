import type { EventIr } from "../../ir/reward.js";
import type { CheckResult, Finding } from "../finding.js";
import { finding, type RewardAudit } from "../reward-audit.js";

const BAD: readonly EventIr["kind"][] = ["refused", "invalid", "missing", "duplicate", "unknown"];

/**
 * S3: what is right never lowers a score. Decided by signs: weights of slots, steps and recalls are never negative (the
 * binder refuses others), so only charges can be the wrong way round.
 */
export function checkMonotone(audit: RewardAudit): CheckResult {
  const findings: Finding[] = [];
  if (audit.reward.form === "additive") {
    for (const charge of audit.reward.charges) {
      const bad = charge.events.every((event) => BAD.includes(event.kind));
      const good = charge.events.every((event) => event.kind === "accepted");
      if (charge.weight > 0 ? !bad : !good) continue;
      const message =
        charge.weight > 0
          ? `'${charge.id}' pays for what goes wrong.`
          : `'${charge.id}' charges for an accepted call.`;
      findings.push(
        finding(audit, "S3", message, {
          stake: Math.abs(charge.weight),
          remedy: "Turn the sign round, or drop the item.",
        }),
      );
    }
  }
  const detail =
    findings.length === 0 ? "no sign is the wrong way round" : `${findings.length} signs are wrong`;
  return { verdict: { check: "S3", holds: findings.length === 0, method: "static", detail }, findings };
}
