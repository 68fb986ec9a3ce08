import type { Name } from "../../dsl/tree/expression.js";
import { names } from "../diagnostics/names.js";
import { listNames } from "../diagnostics/reporter.js";
import type { ClosingIr, GoldIr } from "../ir/scenario.js";
import type { ExpressionContext } from "./context.js";
import { findTool, type ToolTable } from "./find-tool.js";
import type { Scope } from "./scope.js";
import type { BoundTool } from "./tool.js";

/** What every reward of a scenario is bound against. */
export interface RewardContext {
  readonly expressions: ExpressionContext;
  readonly scope: Scope;
  readonly tools: ToolTable;
  readonly gold: readonly GoldIr[];
  /** How an episode of the task must end. */
  readonly closing: ClosingIr | undefined;
  /** False when a gold block names a tool that could not be bound. */
  readonly goldComplete: boolean;
  /** The fragment within which names are those of its parameters; undefined in the reward itself. */
  readonly fragment: string | undefined;
  /** World of the scenario, used where the reward names none. */
  readonly world: string;
}

/** A tool that a reward or a fragment names, or a report. */
export function toolOf(context: RewardContext, name: Name): BoundTool | undefined {
  const { fragment, tools } = context;
  const { reporter } = context.expressions;
  if (fragment === undefined || name.text === "" || tools.has(name.text)) {
    return findTool(reporter, tools, name);
  }
  const extras = reporter.suggest(name.text, name.span, [...tools.keys()]);
  const values = { fragment, name: name.text, known: listNames(tools.keys()) };
  reporter.add(names.report("RVR2019", reporter.at(name.span), values, extras));
  return undefined;
}
