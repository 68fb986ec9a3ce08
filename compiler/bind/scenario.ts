import type { Name } from "../../dsl/tree/expression.js";
import type { ScenarioDeclaration } from "../../dsl/tree/scenario.js";
import { names } from "../diagnostics/names.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { rewards as rewardDiagnostics } from "../diagnostics/rewards.js";
import { tasks as taskDiagnostics } from "../diagnostics/tasks.js";
import type { ScenarioIr } from "../ir/scenario.js";
import { SeedRecords } from "../tasks/environment.js";
import { makeSplits } from "../tasks/splits.js";
import type { ExpressionContext } from "./context.js";
import { declaredTwice } from "./declared-twice.js";
import { plainText } from "./expression.js";
import { bindReward } from "./reward.js";
import type { Sources } from "./sources.js";
import { bindTask, rewardScope } from "./task.js";
import { bindTest } from "./test.js";
import { type BoundTool, bindTool } from "./tool.js";
import { bindTrain } from "./train.js";
import {
  type BoundWorld,
  bindWorld,
  isUnreadableWorld,
  locateWorld,
  type Reporters,
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

/** Worlds are bound once for all scenarios of a run: their mistakes are reported once, too. */
export type WorldCache = Map<string, BoundWorld>;

/**
 * Binds one scenario. Reports what is wrong; undefined when a part without which nothing runs is missing, or when
 * its world could not be found.
 */
export function bindScenario(
  sources: Sources,
  reporters: Reporters,
  cache: WorldCache,
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
    const key = `${located.file}#${name.text}`;
    const namesake = [...cache.values()].find(
      (known) => known.ir.name === name.text && known.file !== located.file,
    );
    if (namesake !== undefined) {
      // Worlds become folders of generated code by their name.
      const values = { what: "world", name: name.text };
      const related = [{ file: located.file, span: located.declaration.name.span, message: "declared here" }];
      reporter.add(names.report("RVR2007", reporter.at(name.span), values, { related }));
    }
    const bound = cache.get(key) ?? bindWorld(sources, reporters, located);
    cache.set(key, bound);
    return bound;
  };
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
  const splits = makeSplits(sources, context, new SeedRecords(world.ir), task, bound);
  const rewardContext = {
    expressions: { reporter, world, reads: "values" as const },
    scope: rewardScope(bound, tools),
    tools,
    gold: bound.gold,
    goldComplete: bound.goldComplete,
    world: world.ir.name,
  };
  const rewards = declaration.rewards.map((reward) => bindReward(rewardContext, reward));
  const others = declaration.rewards.flatMap((reward) =>
    reward.world === undefined ? [] : (worldOf(reward.world) ?? []),
  );
  const worlds = [...new Set([world, ...others])];
  const rewardNames = rewards.map((reward) => reward.name);
  const testContext = {
    reporter,
    variables: bound.variables.flatMap((variable) => (variable.kind === "let" ? [] : [variable.name])),
    rewards: rewardNames,
    tools: [...tools.keys()],
  };
  const ir: ScenarioIr = {
    name: declaration.name.text,
    title: (declaration.title && plainText(declaration.title)) ?? declaration.name.text,
    world: world.ir.name,
    worlds: worlds.map((each) => each.ir.name),
    system: systemTexts(declaration),
    tools: usable.map((tool) => tool.ir),
    variables: bound.variables,
    prompts: bound.prompts,
    gold: bound.gold,
    splits,
    rewards,
    defaultReward: rewardNames.includes("sound") ? "sound" : (rewardNames[0] ?? "sound"),
    train: bindTrain(reporter, declaration.trains[0]),
    tests: declaration.tests.map((test) => bindTest(testContext, test)),
  };
  return { ir, worlds, tools: usable, file, declaration };
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
    ["gold", task === undefined || items.some((item) => item.kind === "gold")],
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
