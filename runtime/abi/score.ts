export type TermGroup = "R1" | "R2" | "R3" | "goal";

/** One addend of a reward. The values of all terms add up to the unclamped reward. */
export interface Term {
  readonly id: string;
  readonly group: TermGroup;
  readonly value: number;
  /** One line for a person: what was found in the trace. */
  readonly why: string;
}

export interface Score {
  /** Clamped to the reward's range, [0, 1] for every shipped reward. */
  readonly reward: number;
  /** G of the design: the final state differs from the initial one by exactly the gold difference. */
  readonly success: boolean;
  readonly terms: readonly Term[];
}
