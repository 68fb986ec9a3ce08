import type { RewardIr } from "../ir/reward.js";
import type { ScenarioIr } from "../ir/scenario.js";

/**
 * Everything of a scenario that could decide whether gold reaches its goal, as text; its worlds come on top. What is
 * left out cannot: texts for people and policies, training, tests, and of rewards what only weighs. Parts that are
 * added to the IR count until they are left out here.
 */
export function whatGoldDependsOn(ir: ScenarioIr): string {
  const { title, system, prompts, train, tests, rewards, splits, ...rest } = ir;
  const rows = splits.map(({ tasks, ...split }) => {
    return { ...split, tasks: tasks.map(({ wording, ...task }) => task) };
  });
  return JSON.stringify({ ...rest, rows, rewards: rewards.map(whatSuccessDependsOn) });
}

function whatSuccessDependsOn(reward: RewardIr): object {
  if (reward.form === "additive") {
    const { clamp, slotSets, recalls, steps, charges, ...rest } = reward;
    return rest;
  }
  const { procedure, excess, partial, budget, writes, steps, penalties, ...rest } = reward;
  return { ...rest, steps: steps.filter((step) => step.required).map(({ weight, ...step }) => step) };
}
