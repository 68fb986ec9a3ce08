import type { ExpressionIr } from "./expression.js";
import type { ArgumentLineIr } from "./scenario.js";
import type { StepsIr } from "./world.js";

export type EventIr =
  | {
      readonly kind: "called" | "accepted" | "refused" | "invalid" | "missing" | "duplicate";
      readonly tool: string;
    }
  | { readonly kind: "unknown" }
  | { readonly kind: "call"; readonly over: number };

export interface SlotIr {
  readonly id: string;
  readonly weight: number;
  /** schema-required, metadata, conditional, gold, written */
  readonly sources: readonly string[];
  /** All must be right. */
  readonly lines: readonly ArgumentLineIr[];
}

export interface WriteIr {
  readonly tool: string;
  readonly slots: readonly SlotIr[];
}

/** What a call of the trace must look like. */
export interface CallIr {
  readonly tool: string;
  /** Arguments that must equal; identifiers compare in their text form. */
  readonly arguments: readonly {
    readonly path: StepsIr;
    readonly value: ExpressionIr;
    readonly matcher: "exact" | "id";
  }[];
}

export interface RewardStepIr extends CallIr {
  readonly id: string;
  readonly weight: number;
  readonly required: boolean;
  /** Further calls of a group, each by a call of its own, in any order; left out where there are none. */
  readonly others?: readonly CallIr[];
  /** A second call that matches undoes the step; left out where it does not. */
  readonly once?: true;
  readonly order:
    | {
        readonly relation: "before" | "after";
        readonly any: boolean;
        readonly tool: string;
        /** Nothing stands between; left out where something may. */
        readonly immediately?: true;
      }
    | undefined;
  readonly when: readonly EventIr[];
}

export interface SoundRewardIr {
  readonly form: "sound";
  readonly name: string;
  readonly world: string;
  readonly procedure: number;
  readonly excess: number;
  readonly partial: number;
  readonly budget: number | undefined;
  readonly writes: readonly WriteIr[];
  readonly steps: readonly RewardStepIr[];
  readonly penalties: boolean;
}

export interface SlotSetIr {
  readonly id: string;
  readonly tool: string;
  readonly aggregate: "mean" | "best";
  readonly weight: number;
  readonly slots: readonly SlotIr[];
}

export interface RecallIr {
  readonly id: string;
  readonly tool: string;
  readonly weight: number;
  /** Through arrays item by item. */
  readonly path: StepsIr;
  readonly wanted: ExpressionIr;
}

export interface ChargeIr {
  readonly id: string;
  readonly group: "R2" | "R3";
  readonly weight: number;
  readonly frequency: "once" | "each";
  readonly events: readonly EventIr[];
}

export interface AdditiveRewardIr {
  readonly form: "additive";
  readonly name: string;
  readonly world: string;
  readonly clamp: readonly [number, number];
  readonly slotSets: readonly SlotSetIr[];
  readonly recalls: readonly RecallIr[];
  readonly steps: readonly RewardStepIr[];
  readonly charges: readonly ChargeIr[];
}

export type RewardIr = SoundRewardIr | AdditiveRewardIr;
