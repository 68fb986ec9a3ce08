import type { GoldIr } from "../ir/scenario.js";
import type { ExpressionContext } from "./context.js";
import type { ToolTable } from "./find-tool.js";
import type { Scope } from "./scope.js";

/** What every reward of a scenario is bound against. */
export interface RewardContext {
  readonly expressions: ExpressionContext;
  readonly scope: Scope;
  readonly tools: ToolTable;
  readonly gold: readonly GoldIr[];
  /** False when a gold block names a tool that could not be bound. */
  readonly goldComplete: boolean;
  /** World of the scenario, used where the reward names none. */
  readonly world: string;
}
