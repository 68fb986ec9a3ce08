import { degeneratePolicies } from "../degenerate.js";
import type { CheckResult, Finding, Witness } from "../finding.js";
import { finding, type RewardAudit, shown } from "../reward-audit.js";
import { roundOf } from "./gold.js";

/** The most that a degenerate policy may average over the tasks. */
export const SATURATED = 0.3;

/** S6: policies that do not solve anything earn little. */
export function checkSaturation(audit: RewardAudit): CheckResult {
  const findings: Finding[] = [];
  let highest = { name: "", mean: 0 };
  const policies = degeneratePolicies(audit.subject.ir, audit.tasks, audit.budget);
  for (const policy of policies) {
    let sum = 0;
    let best: Witness | undefined;
    for (const task of audit.tasks) {
      const round = roundOf(audit, task.task.id);
      if (round === undefined) continue;
      const calls = policy.play(task, round);
      const episode = audit.subject.compiled.start(task.task, { reward: audit.reward.name });
      for (const call of calls) episode.call(call);
      const { reward, success } = episode.finish();
      sum += reward;
      if (best === undefined || reward > best.score) {
        const described = calls.map((call) => call.tool);
        const statuses = episode.trace.calls.map((call) => call.status);
        best = {
          task: task.task.id,
          reward: audit.reward.name,
          calls,
          statuses,
          described,
          score: reward,
          success,
        };
      }
    }
    const mean = audit.tasks.length === 0 ? 0 : sum / audit.tasks.length;
    if (mean > highest.mean) highest = { name: policy.name, mean };
    if (mean <= SATURATED) continue;
    findings.push(
      finding(
        audit,
        "S6",
        `A policy that ${policy.name} averages ${shown(mean)} over ${audit.tasks.length} tasks.`,
        {
          stake: mean,
          remedy: "Pay for what the task asks for, and let no term be earned without a right write.",
          witness: best,
        },
      ),
    );
  }
  const most = highest.name === "" ? "" : `, the most ${shown(highest.mean)} by one that ${highest.name}`;
  return {
    verdict: {
      check: "S6",
      holds: findings.length === 0,
      method: "run",
      detail: `${policies.length} degenerate policies on ${audit.tasks.length} tasks${most}`,
    },
    findings,
  };
}
