import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { BoundScenario } from "../bind/scenario.js";
import { auditReward, type RewardReport } from "./audit-reward.js";
import type { AuditSubject } from "./prepare.js";
import type { RewardAudit } from "./reward-audit.js";

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
      const unchecked = uncheckedLines(bound, reward.name);
      const { mutants } = options;
      return auditReward(subject, reward, { unchecked, ...(mutants === undefined ? {} : { mutants }) });
    });
}

/** Lines that the file marks as unchecked: the reward's own, and those of gold. */
function uncheckedLines({ declaration }: BoundScenario, name: string): RewardAudit["unchecked"] {
  const reward = declaration.rewards.find((one) => one.name.text === name);
  const slots = (reward?.items ?? []).flatMap((item) =>
    item.kind === "slots"
      ? item.groups.flatMap((group) => group.lines.map((line) => ({ tool: item.tool, line })))
      : [],
  );
  const gold = declaration.tasks.flatMap((task) =>
    task.items.flatMap((item) =>
      item.kind === "gold" ? item.lines.map((line) => ({ tool: item.tool, line })) : [],
    ),
  );
  return [...slots, ...gold].flatMap(({ tool, line }) =>
    line.unchecked
      ? [{ tool: tool.text, path: line.path.segments.map((segment) => segment.text).join(".") }]
      : [],
  );
}
