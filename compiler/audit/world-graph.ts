import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { TraceCall } from "../../runtime/abi/trace.js";
import { type CallFacts, type FactsContext, factsOf } from "./facts.js";
import type { AuditTask, Letter } from "./letter.js";

/** A state of the world, with the shortest trace that was found to it. */
export interface WorldNode {
  readonly index: number;
  /** A closing call ended the episode: no call leads on. */
  readonly ended: boolean;
  readonly goal: boolean;
  readonly path: readonly Letter[];
}

export interface Edge {
  readonly to: WorldNode;
  readonly facts: CallFacts;
}

/** States of the world told apart before the rest is taken as one. */
const NODES = 160;

/**
 * The compiled world of one task as a graph: nodes are states told apart by what differs from the seeds, edges are
 * found by playing calls. Beyond a number of states the rest is one node, `elsewhere`, where every call may be answered
 * as it was ever seen to be answered.
 */
export class WorldGraph {
  readonly start: WorldNode;
  /** Calls that were played. */
  played = 0;
  /** Whether a state was taken for `elsewhere`. */
  collapsed = false;
  private readonly nodes = new Map<string, WorldNode>();
  private readonly edges = new Map<WorldNode, Map<Letter, readonly Edge[]>>();
  private readonly seen = new Map<Letter, Map<string, CallFacts>>();
  private readonly elsewhere: WorldNode = { index: -1, ended: false, goal: false, path: [] };

  constructor(
    private readonly scenario: CompiledScenario,
    private readonly task: AuditTask,
    private readonly context: FactsContext,
    /** Tools whose answers the reward reads: whether one was accepted is part of the state. */
    private readonly answering: ReadonlySet<string>,
  ) {
    this.start = { index: 0, ended: false, goal: this.episode([]).inspect().goal, path: [] };
    this.nodes.set("|", this.start);
  }

  get size(): number {
    return this.nodes.size;
  }

  /** Where a call may lead; one edge, but for `elsewhere`. */
  from(node: WorldNode, letter: Letter): readonly Edge[] {
    if (node.ended) return [];
    let known = this.edges.get(node);
    if (known === undefined) {
      known = new Map();
      this.edges.set(node, known);
    }
    let edges = known.get(letter);
    if (edges === undefined) {
      edges = node === this.elsewhere ? this.anywhere(letter) : [this.play(node, letter)];
      known.set(letter, edges);
    }
    return edges;
  }

  private anywhere(letter: Letter): readonly Edge[] {
    const seen = this.seen.get(letter) ?? new Map<string, CallFacts>();
    if (seen.size === 0) seen.set("", this.play(this.start, letter).facts);
    return [...seen.values()].map((facts) => ({ to: this.elsewhere, facts }));
  }

  private episode(path: readonly Letter[]) {
    const episode = this.scenario.start(this.task.task, { reward: this.context.reward.name });
    for (const letter of path) {
      episode.call(letter.call(this.task, episode.trace.calls));
      this.played += 1;
    }
    return episode;
  }

  private play(node: WorldNode, letter: Letter): Edge {
    const episode = this.episode([...node.path, letter]);
    const { calls } = episode.trace;
    const last = calls.at(-1) as TraceCall;
    const facts = factsOf(this.context, last, calls.slice(0, -1));
    const seen = this.seen.get(letter) ?? new Map<string, CallFacts>();
    seen.set(JSON.stringify(facts), facts);
    this.seen.set(letter, seen);
    const changes = facts.write && facts.outcome === "ok";
    const ended = episode.done;
    if (!changes && !ended && !(facts.outcome === "ok" && this.answering.has(facts.tool)))
      return { to: node, facts };
    const accepted = calls.filter((call) => call.outcome === "ok" && this.answering.has(call.tool));
    const state = episode.inspect();
    const key = `${state.fingerprint}|${[...new Set(accepted.map((call) => call.tool))].sort().join(",")}${ended ? `|ended ${state.goal}` : ""}`;
    const known = this.nodes.get(key);
    if (known !== undefined) return { to: known, facts };
    if (this.nodes.size >= NODES) {
      this.collapsed = true;
      return { to: this.elsewhere, facts };
    }
    const made = { index: this.nodes.size, ended, goal: state.goal, path: [...node.path, letter] };
    this.nodes.set(key, made);
    return { to: made, facts };
  }
}
