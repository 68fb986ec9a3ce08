import { evaluate } from "../../evaluate/expression.js";
import type { ArgumentLineIr } from "../../ir/scenario.js";
import type { CheckResult, Finding } from "../finding.js";
import type { Letter } from "../letter.js";
import { lineIsRight } from "../line-match.js";
import { finding, type RewardAudit, replay } from "../reward-audit.js";

/**
 * S5: what a reward compares with can be sent. Every comparison is typed by the schema when the file is bound; what is
 * left are lines marked `unchecked`, and values that the scenario's own world refuses although the reward asks for them.
 */
export function checkTypes(audit: RewardAudit): CheckResult {
  const findings: Finding[] = [];
  for (const { tool, path } of uncheckedLines(audit)) {
    findings.push(
      finding(
        audit,
        "S5",
        `'${path}' of ${tool} is compared with a value that the schema does not let through.`,
        {
          stake: weightOf(audit, tool, path),
          remedy: "Compare with a value of the type that the schema names, and drop `unchecked`.",
          witness: askedWitness(audit, tool, path),
        },
      ),
    );
  }
  for (const { tool, line } of askedOtherwise(audit)) {
    const path = line.path.join(".");
    if (findings.some((one) => one.message.startsWith(`'${path}' of ${tool}`))) continue;
    const witness = askedWitness(audit, tool, path, defaultReward(audit));
    if (witness === undefined || witness.success) continue;
    findings.push(
      finding(
        audit,
        "S5",
        `'${path}' of ${tool} is compared with another value than the one that solves the task in the world ${audit.subject.ir.world}.`,
        {
          stake: weightOf(audit, tool, path),
          remedy: "Compare with what gold sends.",
          witness,
        },
      ),
    );
  }
  const detail =
    findings.length === 0 ? "every comparison can be met" : `${findings.length} comparisons cannot be met`;
  return { verdict: { check: "S5", holds: findings.length === 0, method: "static", detail }, findings };
}

/** Lines of the reward and of gold that the files mark as unchecked. */
function uncheckedLines(audit: RewardAudit): readonly { readonly tool: string; readonly path: string }[] {
  const slots = rewardSets(audit).flatMap((set) =>
    set.slots.flatMap((slot) => slot.lines.map((line) => ({ tool: set.tool, line }))),
  );
  const gold = audit.subject.ir.gold.flatMap(({ tool, lines }) => lines.map((line) => ({ tool, line })));
  const found = [...slots, ...gold].flatMap(({ tool, line }) =>
    line.unchecked === true ? [{ tool, path: line.path.join(".") }] : [],
  );
  return found.filter(
    (one, index) => found.findIndex((other) => other.path === one.path && other.tool === one.tool) === index,
  );
}

function defaultReward(audit: RewardAudit): string {
  return audit.subject.ir.defaultReward;
}

function rewardSets(audit: RewardAudit) {
  return audit.reward.form === "sound" ? audit.reward.writes : audit.reward.slotSets;
}

/** Lines of the reward that gold's value does not meet, on some task. */
function askedOtherwise(audit: RewardAudit): { readonly tool: string; readonly line: ArgumentLineIr }[] {
  return rewardSets(audit).flatMap((set) => {
    const golds = audit.subject.ir.gold.filter((one) => one.tool === set.tool);
    return set.slots.flatMap((slot) =>
      slot.lines.flatMap((line) => {
        // Where gold writes twice with a tool, a line is for one of the writes.
        const sent = golds.flatMap((gold) =>
          gold.lines.filter((one) => one.path.join(".") === line.path.join(".")),
        );
        if (sent.length === 0) return [];
        const differs = audit.tasks.some(({ environment }) => {
          return !sent.some((one) => lineIsRight(line, evaluate(one.value, environment), environment));
        });
        return differs ? [{ tool: set.tool, line }] : [];
      }),
    );
  });
}

/** The gold calls with the asked value in this one place. */
function askedWitness(audit: RewardAudit, tool: string, path: string, reward?: string) {
  const [round] = audit.rounds;
  const asked: Letter | undefined = round?.arena.alphabet.candidates.find(
    (letter) => letter.id === `${tool}(${path}: as the reward asks)`,
  );
  if (round === undefined || asked === undefined) return undefined;
  const trace = round.ideal.map((letter) => (letter.id === `${tool}(as gold)` ? asked : letter));
  return replay(audit, round.arena.task, trace, reward);
}

/** Share of the reward that the slot at a path brings. */
function weightOf(audit: RewardAudit, tool: string, path: string): number {
  const { reward } = audit;
  const sets =
    reward.form === "sound"
      ? reward.writes.map(({ tool: name, slots }) => ({ tool: name, slots, weight: reward.partial }))
      : reward.slotSets;
  for (const set of sets) {
    if (set.tool !== tool) continue;
    const total = set.slots.reduce((sum, slot) => sum + slot.weight, 0);
    const slot = set.slots.find((one) => one.lines.some((line) => line.path.join(".") === path));
    if (slot !== undefined && total > 0) return (set.weight * slot.weight) / total;
  }
  return 0;
}
