import type { Letter } from "./letter.js";
import type { RewardMachine } from "./machine.js";
import { type MoveTable, type Numbered, tableOf } from "./move-table.js";
import type { WorldGraph, WorldNode } from "./world-graph.js";

/** What a policy that knows nothing earns. */
export interface Plateau {
  /** Scores with their probabilities, the most probable first. */
  readonly levels: readonly { readonly score: number; readonly probability: number }[];
  /** Probability that a group of episodes earns one score, so that it teaches nothing. */
  readonly equalGroups: number;
  /** Probability of the traces that were followed; below 1 where there were too many states. */
  readonly covered: number;
}

interface State {
  readonly node: WorldNode;
  readonly state: Numbered;
  readonly paid: number;
  probability: number;
}

/** The states of one length of trace, in the order in which they were found. */
class Layer {
  readonly states: State[] = [];
  private readonly known = new Map<WorldNode, Map<number, (State | undefined)[]>>();

  add(node: WorldNode, state: Numbered, paid: number, probability: number): void {
    const known = this.numbered(node, paid);
    const found = known[state.number];
    if (found !== undefined) {
      found.probability += probability;
      return;
    }
    const made = { node, state, paid, probability };
    known[state.number] = made;
    this.states.push(made);
  }

  /** Asked for millions of times: by identity and number, which is much cheaper than by a text. */
  private numbered(node: WorldNode, paid: number): (State | undefined)[] {
    let byPaid = this.known.get(node);
    if (byPaid === undefined) {
      byPaid = new Map();
      this.known.set(node, byPaid);
    }
    let states = byPaid.get(paid);
    if (states === undefined) {
      states = [];
      byPaid.set(paid, states);
    }
    return states;
  }
}

/** States of one length of trace at most. */
const STATES = 60_000;

/**
 * The distribution of scores under a policy that chooses each call, and stopping, with equal probability: computed
 * exactly, by carrying probabilities through the product of automaton and world. A group of `size` episodes is equal
 * with probability sum P(score)^size (the share of groups without an advantage).
 */
export function plateauOf(
  machine: RewardMachine,
  graph: WorldGraph,
  letters: readonly Letter[],
  depth: number,
  size: number,
): Plateau {
  const mass = new Map<number, number>();
  let covered = 0;
  let layer = new Layer();
  const table = tableOf(machine);
  layer.add(graph.start, table.start, 0, 1);
  const each = 1 / (letters.length + 1);
  for (let calls = 0; calls <= depth && layer.states.length > 0; calls += 1) {
    const next = new Layer();
    for (const state of layer.states) {
      const ends = calls === depth || state.node.ended;
      const score = machine.score(state.state.registers, state.paid, calls, state.node.goal);
      const share = ends ? state.probability : state.probability * each;
      mass.set(score, (mass.get(score) ?? 0) + share);
      covered += share;
      if (!ends) spread(next, state, table, graph, letters, calls, each);
    }
    layer = next.states.length > STATES ? new Layer() : next;
  }
  const levels = [...mass]
    .map(([score, probability]) => ({ score, probability }))
    .sort((left, right) => right.probability - left.probability || left.score - right.score);
  const equalGroups = levels.reduce((sum, level) => sum + (level.probability / covered) ** size, 0);
  return { levels, equalGroups, covered };
}

function spread(
  next: Layer,
  state: State,
  table: MoveTable,
  graph: WorldGraph,
  letters: readonly Letter[],
  calls: number,
  each: number,
): void {
  for (const edges of graph.row(state.node, letters)) {
    for (const { to, facts } of edges) {
      const move = table.move(state.state, facts, calls);
      const paid = Math.round((state.paid + move.paid) * 1e9) / 1e9;
      next.add(to, move.to, paid, (state.probability * each) / edges.length);
    }
  }
}
