import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { BoundScenario } from "../bind/scenario.js";
import { auditReward, type RewardReport } from "./audit-reward.js";
import type { AuditSubject } from "./prepare.js";

/** Audits rewards of a compiled scenario, all of them or those that are named. */
export function auditScenario(
  bound: BoundScenario,
  compiled: CompiledScenario,
  rewards: readonly string[],
  options: { readonly mutants?: number; readonly onReward?: (name: string) => void } = {},
): readonly RewardReport[] {
  const subject: AuditSubject = {
    ir: bound.ir,
    worlds: new Map(bound.worlds.map((world) => [world.ir.name, world.ir])),
    compiled,
  };
  return bound.ir.rewards
    .filter((reward) => rewards.includes(reward.name))
    .map((reward) => {
      options.onReward?.(reward.name);
      const { mutants } = options;
      return auditReward(subject, reward, mutants === undefined ? {} : { mutants });
    });
}
