import type { EmittedCall } from "../../runtime/abi/trace.js";

/** Properties of a reward, by the names of the audit. */
export type CheckName =
  | "S0"
  | "S1"
  | "S2"
  | "S3"
  | "S4"
  | "S5"
  | "S6"
  | "S7"
  | "S8"
  | "S9"
  | "S10"
  | "S11"
  | "S12";

/** A trace that shows a finding, with what the compiled checker gives for it. */
export interface Witness {
  /** Task that it plays. */
  readonly task: string;
  /** Reward that scored it. */
  readonly reward: string;
  readonly calls: readonly EmittedCall[];
  /** Status of each answer; 0 where the API never saw the call. */
  readonly statuses: readonly number[];
  /** What each call is, in the words of the audit. */
  readonly described: readonly string[];
  readonly score: number;
  readonly success: boolean;
}

/** A property that does not hold. */
export interface Finding {
  readonly check: CheckName;
  readonly scenario: string;
  readonly reward: string;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** How much of the reward is at stake, 0 to 1. */
  readonly stake: number;
  /** The edit that would remove the cause. */
  readonly remedy: string;
  readonly witness: Witness | undefined;
}

/** How a property was decided. */
export type Method = "static" | "form" | "run" | "exhaustive";

/** One line of a certificate. */
export interface Verdict {
  readonly check: CheckName;
  readonly holds: boolean;
  readonly method: Method;
  /** Figures in words: bounds, counts, what was played. */
  readonly detail: string;
}

export interface CheckResult {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}
