import type { RewardIr } from "../ir/reward.js";
import { additiveMachine } from "./additive-machine.js";
import type { CallFacts } from "./facts.js";
import { soundMachine } from "./sound-machine.js";

/** Saturating counters, maxima, masks and flags of a reward. Equal registers mean equal futures but for `paid`. */
export type Registers = readonly number[];

/** One step of the automaton. */
export interface Move {
  readonly registers: Registers;
  /** What is added to the linear part of the score: charges and bonuses that count each time. */
  readonly paid: number;
}

/**
 * A reward as a deterministic machine over calls. Its state is a tuple of registers and one number `paid` that only
 * adds up, so that of all traces with equal registers only the extremes of `paid` matter.
 */
export interface RewardMachine {
  readonly start: Registers;
  /** `index` counts the calls before. */
  move(registers: Registers, facts: CallFacts, index: number): Move;
  /** Calls with one phase move alike, whatever their index: what changes beyond a budget or a limit is a phase of its own. */
  phase(index: number): number;
  /** Score of a trace that ends here; `state` says whether the world is in the gold state. */
  score(registers: Registers, paid: number, calls: number, state: boolean): number;
  /** Whether a trace that ends here is a success. */
  succeeds(registers: Registers, state: boolean): boolean;
  /** Declared steps that were done. */
  stepsDone(registers: Registers): number;
  /** Number of declared steps. */
  readonly steps: number;
  /** Whether the machine computes this reward, or only bounds it from above. */
  readonly exact: boolean;
}

export function machineOf(reward: RewardIr): RewardMachine {
  return reward.form === "sound" ? soundMachine(reward) : additiveMachine(reward);
}
