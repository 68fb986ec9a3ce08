import type { Letter } from "./letter.js";
import type { RewardMachine } from "./machine.js";
import { type Numbered, tableOf } from "./move-table.js";
import type { WorldGraph, WorldNode } from "./world-graph.js";

/** A score that some trace has, with that trace. */
export interface Extreme {
  readonly score: number;
  readonly trace: readonly Letter[];
}

/** Calls that can be repeated for ever. */
export interface Pump {
  readonly before: readonly Letter[];
  readonly letters: readonly Letter[];
  /** What one round adds to the score before the clamp. */
  readonly paid: number;
}

export interface Extremes {
  readonly maxFailing: Extreme | undefined;
  /** The shortest failing trace with a score of at least the threshold. */
  readonly firstFailing: Extreme | undefined;
  readonly maxSucceeding: Extreme | undefined;
  readonly minSucceeding: Extreme | undefined;
  /** The lowest success with every step done and within the budget. */
  readonly minIdeal: Extreme | undefined;
  /** The shortest of the successes with the most steps done. */
  readonly mostSteps: Extreme | undefined;
  /** The shortest way to calls that change nothing in the reward's memory and pay all the same. */
  readonly pump: Pump | undefined;
  /** A success that a further call raises without completing a step. */
  readonly afterSuccess: Extreme | undefined;
  /** States of the product of reward and world. */
  readonly states: number;
  readonly transitions: number;
  /** Every trace of at most this many calls is covered. */
  readonly depth: number;
}

export interface ExploreOptions {
  /** Calls of a trace at most. */
  readonly depth: number;
  readonly budget: number;
  /** Score of a failing trace from which on it is a defect. */
  readonly threshold: number;
  /** States at most; beyond them the exploration ends at a lower depth. */
  readonly states: number;
}

interface Link {
  readonly from: Entry;
  readonly letter: Letter;
  /** Whether the trace to `from` is its lowest or its highest. */
  readonly by: "low" | "high";
}

interface Entry {
  readonly node: WorldNode;
  readonly state: Numbered;
  low: number;
  high: number;
  lowBy: Link | undefined;
  highBy: Link | undefined;
}

/**
 * Goes through the product of reward automaton and world, call by call. Traces that lead to the same registers and the
 * same state of the world differ in `paid` alone, in which every score is monotone: so the lowest and the highest stand
 * for all of them, and the extremes are those of all traces up to the depth (dynamic programming).
 */
export function explore(
  machine: RewardMachine,
  graph: WorldGraph,
  letters: readonly Letter[],
  options: ExploreOptions,
): Extremes {
  const found = new Found(machine, options);
  const table = tableOf(machine);
  let layer = new Map<number, Entry>();
  const first: Entry = {
    node: graph.start,
    state: table.start,
    low: 0,
    high: 0,
    lowBy: undefined,
    highBy: undefined,
  };
  layer.set(0, first);
  let states = 1;
  let transitions = 0;
  found.look(first, 0);
  for (let calls = 0; calls < options.depth; calls += 1) {
    const next = new Map<number, Entry>();
    for (const entry of layer.values()) {
      for (const [place, edges] of graph.row(entry.node, letters).entries()) {
        const letter = letters[place] as Letter;
        for (const { to, facts } of edges) {
          const move = table.move(entry.state, facts, calls);
          transitions += 1;
          found.watch(entry, letter, to, move.to, move.paid, calls);
          reach(next, to, move.to, entry, letter, move.paid);
        }
      }
      if (states + next.size > options.states) return found.result(states, transitions, calls);
    }
    for (const entry of next.values()) found.look(entry, calls + 1);
    states += next.size;
    layer = next;
  }
  return found.result(states, transitions, options.depth);
}

/** More states of the world than are ever told apart; keys stay whole numbers that a double holds. */
const NODES = 65_536;

function reach(
  layer: Map<number, Entry>,
  node: WorldNode,
  state: Numbered,
  from: Entry,
  letter: Letter,
  paid: number,
): void {
  const key = state.number * NODES + node.index + 1;
  const known = layer.get(key);
  const low = from.low + paid;
  const high = from.high + paid;
  if (known === undefined) {
    layer.set(key, {
      node,
      state,
      low,
      high,
      lowBy: { from, letter, by: "low" },
      highBy: { from, letter, by: "high" },
    });
    return;
  }
  if (low < known.low) {
    known.low = low;
    known.lowBy = { from, letter, by: "low" };
  }
  if (high > known.high) {
    known.high = high;
    known.highBy = { from, letter, by: "high" };
  }
}

/** The extremes so far. Of equal scores the first, and so the shortest, stays. */
class Found {
  private maxFailing: Extreme | undefined;
  private firstFailing: Extreme | undefined;
  private maxSucceeding: Extreme | undefined;
  private minSucceeding: Extreme | undefined;
  private minIdeal: Extreme | undefined;
  private mostSteps: { readonly steps: number; readonly extreme: Extreme } | undefined;
  private pump: Pump | undefined;
  private afterSuccess: Extreme | undefined;

  constructor(
    private readonly machine: RewardMachine,
    private readonly options: ExploreOptions,
  ) {}

  look(entry: Entry, calls: number): void {
    const { machine, options } = this;
    const { node } = entry;
    const { registers } = entry.state;
    const high = machine.score(registers, entry.high, calls, node.goal);
    const low = machine.score(registers, entry.low, calls, node.goal);
    if (!machine.succeeds(registers, node.goal)) {
      if (this.maxFailing === undefined || high > this.maxFailing.score + 1e-9) {
        this.maxFailing = { score: high, trace: traceOf(entry, "high") };
      }
      if (this.firstFailing === undefined && high >= options.threshold - 1e-9) {
        this.firstFailing = { score: high, trace: traceOf(entry, "high") };
      }
      return;
    }
    if (this.maxSucceeding === undefined || high > this.maxSucceeding.score + 1e-9) {
      this.maxSucceeding = { score: high, trace: traceOf(entry, "high") };
    }
    if (this.minSucceeding === undefined || low < this.minSucceeding.score - 1e-9) {
      this.minSucceeding = { score: low, trace: traceOf(entry, "low") };
    }
    const steps = machine.stepsDone(registers);
    if (this.mostSteps === undefined || steps > this.mostSteps.steps) {
      this.mostSteps = { steps, extreme: { score: high, trace: traceOf(entry, "high") } };
    }
    const ideal = steps === machine.steps && calls <= options.budget;
    if (ideal && (this.minIdeal === undefined || low < this.minIdeal.score - 1e-9)) {
      this.minIdeal = { score: low, trace: traceOf(entry, "low") };
    }
  }

  /** Looks at one move for what should not pay. */
  watch(entry: Entry, letter: Letter, to: WorldNode, state: Numbered, paid: number, calls: number): void {
    const { machine } = this;
    const { registers } = state;
    // The world may change on the way: creating one record after the other is a pump, too.
    if (this.pump === undefined && paid > 1e-9 && state === entry.state) {
      this.pump = { before: traceOf(entry, "high"), letters: [letter], paid };
    }
    if (this.afterSuccess !== undefined || !entry.node.goal || !machine.succeeds(entry.state.registers, true))
      return;
    const before = machine.score(entry.state.registers, entry.high, calls, true);
    const after = machine.score(registers, entry.high + paid, calls + 1, to.goal);
    if (after > before + 1e-9 && machine.stepsDone(registers) <= machine.stepsDone(entry.state.registers)) {
      this.afterSuccess = { score: after, trace: [...traceOf(entry, "high"), letter] };
    }
  }

  result(states: number, transitions: number, depth: number): Extremes {
    const { maxFailing, firstFailing, maxSucceeding, minSucceeding, minIdeal, pump, afterSuccess } = this;
    return {
      maxFailing,
      firstFailing,
      maxSucceeding,
      minSucceeding,
      minIdeal,
      mostSteps: this.mostSteps?.extreme,
      pump,
      afterSuccess,
      states,
      transitions,
      depth,
    };
  }
}

function traceOf(entry: Entry, by: "low" | "high"): readonly Letter[] {
  const letters: Letter[] = [];
  let link = by === "low" ? entry.lowBy : entry.highBy;
  while (link !== undefined) {
    letters.unshift(link.letter);
    link = link.by === "low" ? link.from.lowBy : link.from.highBy;
  }
  return letters;
}
