import type { JsonObject } from "../abi/json.js";
import type { TraceCall } from "../abi/trace.js";
import type { Value, Variables } from "../abi/value.js";

/** Body of the first accepted call of a tool, absent when there is none. */
export type Responses = (tool: string) => Value;

/** A countable event of the trace; see the language reference for each kind. */
export type EventProgram =
  | {
      readonly kind: "called" | "accepted" | "refused" | "invalid" | "missing" | "duplicate";
      readonly tool: string;
    }
  | { readonly kind: "unknown" }
  | { readonly kind: "call"; readonly over: number };

export interface SlotProgram {
  /** Stable id, e.g. `create_issue.fields.summary`. */
  readonly id: string;
  readonly weight: number;
  /** Where the slot comes from: `schema-required`, `metadata`, `conditional`, `gold`, `written`. */
  readonly sources: readonly string[];
  readonly right: (args: JsonObject, variables: Variables) => boolean;
}

/** One expected write and its slots. */
export interface WriteProgram {
  readonly tool: string;
  readonly slots: readonly SlotProgram[];
}

/** What a call of a step must look like. */
export interface StepCallProgram {
  readonly tool: string;
  readonly matches: (call: TraceCall, variables: Variables, responses: Responses) => boolean;
}

export interface StepProgram extends StepCallProgram {
  readonly id: string;
  readonly weight: number;
  /** Part of the goal (sound form only). */
  readonly required: boolean;
  /** Further calls of a group, each by a call of its own, in any order. */
  readonly others?: readonly StepCallProgram[];
  /** Earned only when no second accepted call of the trace matches. */
  readonly once?: boolean;
  /** `any`: relative to the first issued call of the tool; else to its first accepted call. */
  readonly order?: {
    readonly relation: "before" | "after";
    readonly any: boolean;
    readonly tool: string;
    /** No other call stands between. */
    readonly immediately?: boolean;
  };
  /** All must occur for the step to be paid. */
  readonly when: readonly EventProgram[];
}

/**
 * `R = G ? 1 - q (1 - s) - e : c Phi`.
 * s: earned share of the steps, weighted (1 without steps). e: 0.01 for each call over the budget, at most `excess`.
 * Phi: `(right slots + earned steps - penalties) / (all slots + all steps)`, cut to [0, 1].
 */
export interface SoundReward {
  readonly form: "sound";
  readonly name: string;
  readonly world: string;
  /** q, at most 0.2 */
  readonly procedure: number;
  /** e at most, itself at most 0.04 */
  readonly excess: number;
  /** c, at most 0.5 */
  readonly partial: number;
  /** Calls without a charge; undefined: no limit. */
  readonly budget: number | undefined;
  readonly writes: readonly WriteProgram[];
  readonly steps: readonly StepProgram[];
  /** Derived penalties on, in units of slot weight. */
  readonly penalties: boolean;
}

export interface SlotSetProgram {
  readonly id: string;
  readonly tool: string;
  /** Over the calls of the tool: mean share of right slots, or the best call's share. */
  readonly aggregate: "mean" | "best";
  /** Paid when all slots are right; a slot's share is its weight over the sum of weights. */
  readonly weight: number;
  readonly slots: readonly SlotProgram[];
}

export interface RecallProgram {
  readonly id: string;
  readonly tool: string;
  /** For each wanted value that accepted calls sent. */
  readonly weight: number;
  readonly sent: (args: JsonObject) => readonly Value[];
  readonly wanted: (variables: Variables) => readonly Value[];
}

export interface ChargeProgram {
  readonly id: string;
  /** Bonuses count as R2, penalties as R3. */
  readonly group: "R2" | "R3";
  /** Signed: negative for a penalty. */
  readonly weight: number;
  readonly frequency: "once" | "each";
  /** With several, all must occur. */
  readonly events: readonly EventProgram[];
}

export interface AdditiveReward {
  readonly form: "additive";
  readonly name: string;
  readonly world: string;
  readonly clamp: readonly [low: number, high: number];
  readonly slotSets: readonly SlotSetProgram[];
  readonly recalls: readonly RecallProgram[];
  readonly steps: readonly StepProgram[];
  readonly charges: readonly ChargeProgram[];
}

export type RewardProgram = SoundReward | AdditiveReward;
