import type { Name } from "../../dsl/tree/expression.js";
import type { ScenarioDeclaration } from "../../dsl/tree/scenario.js";
import { names } from "../diagnostics/names.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { rewards as rewardDiagnostics } from "../diagnostics/rewards.js";
import { tasks as taskDiagnostics } from "../diagnostics/tasks.js";
import type { ScenarioIr } from "../ir/scenario.js";
import { checkPatterns } from "../tasks/check-patterns.js";
import { SeedRecords } from "../tasks/environment.js";
import { makeSplits } from "../tasks/splits.js";
import { checkToolNames, closingsOf, closingTools } from "./closing.js";
import type { ExpressionContext } from "./context.js";
import { declaredTwice } from "./declared-twice.js";
import { plainText } from "./plain-text.js";
import type { DefinitionKind } from "./references.js";
import { checkRepeated } from "./repeated.js";
import { bindReward } from "./reward.js";
import type { Sources } from "./sources.js";
import { bindTask, rewardScope } from "./task.js";
import { bindTest } from "./test.js";
import { type BoundTool, bindTool } from "./tool.js";
import { bindTrain } from "./train.js";
import {
  type BoundWorld,
  isUnreadableWorld,
  type Located,
  locateWorld,
  type Reporters,
  worldDefinition,
  worldsInReach,
} from "./world.js";

/** A scenario with the worlds and tools that emitters need beside its IR. */
export interface BoundScenario {
  readonly ir: ScenarioIr;
  readonly worlds: readonly BoundWorld[];
  readonly tools: readonly BoundTool[];
  readonly file: string;
  readonly declaration: ScenarioDeclaration;
}

/** Gives a world that was found, bound. It is bound once for all scenarios, which reports its mistakes once. */
export type Worlds = (located: Located) => BoundWorld;

/**
 * Binds one scenario. Reports what is wrong; undefined when a part without which nothing runs is missing, or when
 * its world could not be found. Depends on nothing but its arguments and what they answer.
 */
export function bindScenario(
  sources: Sources,
  reporters: Reporters,
  worlds: Worlds,
  file: string,
  declaration: ScenarioDeclaration,
): BoundScenario | undefined {
  const reporter = reporters(file);
  const worldOf = (name: Name): BoundWorld | undefined => {
    const located = locateWorld(sources, file, name.text);
    if (located === undefined) {
      if (name.text !== "" && !isUnreadableWorld(sources, file, name.text)) {
        const extras = reporter.suggest(name.text, name.span, worldsInReach(sources, file));
        reporter.add(names.report("RVR2008", reporter.at(name.span), { name: name.text }, extras));
      }
      return undefined;
    }
    reporter.references.use(name.span, worldDefinition(located));
    return worlds(located);
  };
  defineParts(reporter, declaration);
  checkRepeated(reporter, declaration);
  if (!isComplete(reporter, declaration)) return undefined;
  const world = declaration.world && worldOf(declaration.world);
  const task = declaration.tasks[0];
  if (world === undefined || task === undefined) return undefined;

  const tools = new Map<string, BoundTool | undefined>();
  for (const tool of declaration.tools) {
    if (tools.has(tool.name.text)) {
      const first = declaration.tools.find((other) => other.name.text === tool.name.text);
      reporter.add(declaredTwice(reporter, "tool", tool.name, first?.name.span));
      continue;
    }
    tools.set(tool.name.text, bindTool(reporter, world, tool));
  }

  const usable = [...tools.values()].filter((tool) => tool !== undefined);
  const context: ExpressionContext = { reporter, world, reads: "records" };
  const bound = bindTask(reporter, world, tools, task);
  const seeds = new SeedRecords(world.ir);
  const splits = makeSplits(sources, context, seeds, task, bound, world.unseeded);
  checkPatterns(reporter, seeds, bound.variables, splits, bound.patterns);
  const { closing } = bound;
  const rewardTools = new Map(tools);
  for (const tool of closing === undefined ? [] : closingTools(closing, [...tools.keys()])) {
    if (!rewardTools.has(tool.ir.name)) rewardTools.set(tool.ir.name, tool);
  }
  const rewardContext = {
    expressions: { reporter, world, reads: "values" as const },
    scope: rewardScope(reporter, bound, rewardTools),
    tools: rewardTools,
    closing,
    gold: bound.gold,
    goldComplete: bound.goldComplete,
    fragment: undefined,
    world: world.ir.name,
  };
  const rewards = declaration.rewards.map((reward) =>
    bindReward({ sources, reporters }, rewardContext, reward),
  );
  const others = declaration.rewards.flatMap((reward) =>
    reward.world === undefined ? [] : (worldOf(reward.world) ?? []),
  );
  const played = [...new Set([world, ...others])];
  const rewardNames = rewards.map((reward) => reward.name);
  const testContext = {
    reporter,
    // Those with a mistake of their own, too.
    variables: task.items.flatMap((item) => (item.kind === "given" ? [item.name.text] : [])),
    rewards: rewardNames,
    tools: [...rewardTools.keys()],
  };
  const ir: ScenarioIr = {
    name: declaration.name.text,
    title: (declaration.title && plainText(declaration.title)) ?? declaration.name.text,
    world: world.ir.name,
    worlds: played.map((each) => each.ir.name),
    system: systemTexts(declaration),
    tools: usable.map((tool) => tool.ir),
    variables: bound.variables,
    prompts: bound.prompts,
    gold: bound.gold,
    ...(closing === undefined ? {} : { closing }),
    splits,
    rewards,
    defaultReward: rewardNames.includes("sound") ? "sound" : (rewardNames[0] ?? "sound"),
    train: bindTrain(reporter, declaration.trains[0]),
    tests: declaration.tests.map((test) => bindTest(testContext, test)),
  };
  return { ir, worlds: played, tools: usable, file, declaration };
}

/** Notes what a scenario declares, before its parts look each other up. */
function defineParts({ references }: Reporter, declaration: ScenarioDeclaration): void {
  references.startScenario(declaration.name);
  const define = (kind: DefinitionKind, name: Name | undefined) => {
    if (name !== undefined) references.define(kind, name);
  };
  for (const { name } of declaration.tools) define("tool", name);
  for (const { variant } of declaration.systems) define("system", variant);
  for (const { name } of declaration.rewards) define("reward", name);
  for (const task of declaration.tasks) {
    define("task", task.name);
    for (const item of task.items) {
      if (item.kind === "prompt") define("wording", item.name);
      if (item.kind === "split") define("split", item.name);
    }
  }
}

function systemTexts(declaration: ScenarioDeclaration): ScenarioIr["system"] {
  const text = (variant: string | undefined) => {
    const found = declaration.systems.find((system) => system.variant?.text === variant);
    return found && plainText(found.text);
  };
  const bare = text(undefined) ?? text("bare") ?? "";
  return { bare, hinted: text("hinted") ?? bare };
}

/** Reports every missing or repeated part at once. */
function isComplete(reporter: Reporter, declaration: ScenarioDeclaration): boolean {
  const name = declaration.name.text;
  const at = reporter.at(declaration.name.span);
  const task = declaration.tasks[0];
  const items = task?.items ?? [];
  const splits = items.flatMap((item) => (item.kind === "split" ? [item.name.text] : []));
  const parts: readonly (readonly [string, boolean])[] = [
    ["world", declaration.world !== undefined],
    ["tools", declaration.tools.length > 0],
    ["task", task !== undefined],
    ["prompt", task === undefined || items.some((item) => item.kind === "prompt")],
    ["gold", task === undefined || items.some((item) => item.kind === "gold") || closingsOf(task).length > 0],
    ["train split", task === undefined || splits.includes("train")],
    ["heldout split", task === undefined || splits.includes("heldout")],
  ];
  let complete = true;
  for (const [what, present] of parts) {
    if (present) continue;
    complete = false;
    reporter.add(taskDiagnostics.report("RVR5006", at, { name, what }));
  }
  const second = declaration.tasks[1] ?? declaration.trains[1];
  if (second !== undefined) {
    const what = declaration.tasks[1] === undefined ? "train block" : "task";
    reporter.add(taskDiagnostics.report("RVR5007", reporter.at(second.span), { name, what }));
  }
  const secondClosing = task && closingsOf(task)[1];
  if (secondClosing !== undefined) {
    const values = { name, what: "closing (`answer`, `ask`, `decline` or `report`)" };
    reporter.add(taskDiagnostics.report("RVR5007", reporter.at(secondClosing.span), values));
  }
  if (task !== undefined && closingsOf(task).length > 0) checkToolNames(reporter, declaration.tools);
  if (declaration.rewards.length === 0) {
    complete = false;
    reporter.add(rewardDiagnostics.report("RVR6002", at, { name }));
  }
  const seen = new Set<string>();
  for (const reward of declaration.rewards) {
    if (seen.has(reward.name.text)) {
      const first = declaration.rewards.find((other) => other.name.text === reward.name.text);
      reporter.add(declaredTwice(reporter, "reward", reward.name, first?.name.span));
    }
    seen.add(reward.name.text);
  }
  return complete;
}
