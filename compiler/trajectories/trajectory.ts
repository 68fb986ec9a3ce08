import type { JsonObject } from "../../runtime/abi/json.js";
import type { EmittedCall } from "../../runtime/abi/trace.js";

/** An episode that solves its task the right way: what supervised training and augmentation start from. */
export interface Trajectory {
  readonly scenario: string;
  /** Id of the task. */
  readonly task: string;
  readonly given: JsonObject;
  readonly prompt: string;
  readonly calls: readonly EmittedCall[];
  /** What the policy gets to see after each call. */
  readonly results: readonly string[];
  readonly reward: number;
  readonly success: boolean;
}

/**
 * Why a candidate is no trajectory to learn from.
 * - `format`: a call names no tool, did not parse, or breaks the tool's schema.
 * - `refused`: the service refused a call.
 * - `unsolved`: the task is not solved, or the reward is below 1.
 * - `ungrounded`: a call sends a value that stands in no text the policy sees.
 * - `redundant`: the task is solved as well without one of the calls.
 * - `nothing-to-do`: the goal holds before the first call.
 */
export type Fault = "format" | "refused" | "unsolved" | "ungrounded" | "redundant" | "nothing-to-do";

export const FAULTS: readonly Fault[] = [
  "format",
  "refused",
  "unsolved",
  "ungrounded",
  "redundant",
  "nothing-to-do",
];

export interface Refusal {
  readonly task: string;
  readonly fault: Fault;
  /** The call and what is wrong with it, for people. */
  readonly detail: string;
}
