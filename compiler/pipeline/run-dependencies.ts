import type { RewardIr } from "../ir/reward.js";
import type { ScenarioIr } from "../ir/scenario.js";

/**
 * Everything of a scenario but its rewards that could decide what an episode of it comes to, as text; its worlds, tools
 * and the reward in question come on top. What is left out cannot: texts for people and policies, training, tests. Parts
 * that are added to the IR count until they are left out here.
 */
export function whatEpisodesDependOn(ir: ScenarioIr): string {
  return JSON.stringify({ ...withoutTexts(ir), rewards: [] });
}

/** The same for whether gold reaches its goal, with what decides about it in the rewards: not what only weighs. */
export function whatGoldDependsOn(ir: ScenarioIr): string {
  return JSON.stringify({ ...withoutTexts(ir), rewards: ir.rewards.map(whatSuccessDependsOn) });
}

function withoutTexts({ title, system, prompts, train, tests, splits, ...rest }: ScenarioIr): object {
  const rows = splits.map(({ tasks, ...split }) => {
    return { ...split, tasks: tasks.map(({ wording, ...task }) => task) };
  });
  return { ...rest, rows };
}

function whatSuccessDependsOn(reward: RewardIr): object {
  if (reward.form === "additive") {
    const { clamp, slotSets, recalls, steps, charges, ...rest } = reward;
    return rest;
  }
  const { procedure, excess, partial, budget, writes, steps, penalties, ...rest } = reward;
  return { ...rest, steps: steps.filter((step) => step.required).map(({ weight, ...step }) => step) };
}
