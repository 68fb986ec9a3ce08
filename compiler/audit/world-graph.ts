import type { CompiledScenario, Episode } from "../../runtime/abi/scenario.js";
import type { EmittedCall, TraceCall } from "../../runtime/abi/trace.js";
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

export interface GraphOptions {
  /** Tools whose answers the reward reads: whether one was accepted is part of the state. */
  readonly answering: ReadonlySet<string>;
  /** Tool whose failure the task reports: whether it was refused is part of the state. */
  readonly reported: string | undefined;
  /** States told apart before the rest is taken as one. */
  readonly nodes: number;
}

/**
 * The compiled world of one task as a graph: nodes are states told apart by what differs from the seeds, edges are
 * found by playing calls. Beyond a number of states the rest is one node, `elsewhere`, which is no goal and where every
 * call may be answered as it was seen to be answered in the others.
 */
export class WorldGraph {
  readonly start: WorldNode;
  /** Whether a state was taken for `elsewhere`. */
  collapsed = false;
  private readonly nodes = new Map<string, WorldNode>();
  private readonly edges = new Map<WorldNode, Map<Letter, readonly Edge[]>>();
  /** What letters send that send the same in every state. */
  private readonly calls = new Map<Letter, EmittedCall>();
  private readonly rows = new WeakMap<readonly Letter[], Map<WorldNode, readonly (readonly Edge[])[]>>();
  private readonly seen = new Map<Letter, Set<CallFacts>>();
  private readonly facts = new Map<string, CallFacts>();
  /** An episode that stands in each state: playing a call on costs one call, however long the way there was. */
  private readonly episodes = new Map<WorldNode, Episode>();
  private readonly elsewhere: WorldNode = { index: -1, ended: false, goal: false, path: [] };

  constructor(
    scenario: CompiledScenario,
    private readonly task: AuditTask,
    private readonly context: FactsContext,
    private readonly options: GraphOptions,
  ) {
    const episode = scenario.start(task.task, { reward: context.reward.name });
    this.start = { index: 0, ended: false, goal: episode.goalReached, path: [] };
    this.nodes.set(this.keyOf(episode), this.start);
    this.episodes.set(this.start, episode);
  }

  get size(): number {
    return this.nodes.size;
  }

  /** Where a call may lead; one edge, but for `elsewhere`. */
  from(node: WorldNode, letter: Letter): readonly Edge[] {
    if (node.ended) return [];
    // What was seen grows, so this is asked anew each time.
    if (node === this.elsewhere) return this.anywhere(letter);
    let known = this.edges.get(node);
    if (known === undefined) {
      known = new Map();
      this.edges.set(node, known);
    }
    let edges = known.get(letter);
    if (edges === undefined) {
      edges = [this.play(node, letter)];
      known.set(letter, edges);
    }
    return edges;
  }

  /** `from` for each of the letters. */
  row(node: WorldNode, letters: readonly Letter[]): readonly (readonly Edge[])[] {
    if (node.ended || node === this.elsewhere) return letters.map((letter) => this.from(node, letter));
    let rows = this.rows.get(letters);
    if (rows === undefined) {
      rows = new Map();
      this.rows.set(letters, rows);
    }
    const known = rows.get(node) ?? letters.map((letter) => this.from(node, letter));
    rows.set(node, known);
    return known;
  }

  /** Makes sure of the states on the way to the goal: those that some of the letters, each once, lead to. */
  reserve(letters: readonly Letter[], limit = 200): void {
    let plays = 0;
    const visit = (node: WorldNode, rest: readonly Letter[]): void => {
      for (const letter of rest) {
        if (plays >= limit) return;
        plays += 1;
        const [edge] = this.from(node, letter);
        if (edge !== undefined && edge.to !== this.elsewhere) {
          visit(
            edge.to,
            rest.filter((other) => other !== letter),
          );
        }
      }
    };
    visit(this.start, letters);
  }

  private anywhere(letter: Letter): readonly Edge[] {
    const seen = this.seen.get(letter) ?? [this.play(this.start, letter).facts];
    return [...seen].map((facts) => ({ to: this.elsewhere, facts }));
  }

  /** Episodes with equal keys go on alike, as far as the reward and the goal are concerned. */
  private keyOf(episode: Episode): string {
    const { answering, reported } = this.options;
    const { calls } = episode.trace;
    const answered = calls.filter((call) => call.outcome === "ok" && answering.has(call.tool));
    const tools = [...new Set(answered.map((call) => call.tool))].sort().join(",");
    const refused = calls.some((call) => call.tool === reported && call.outcome === "refused");
    const ended = episode.done ? `ended ${episode.goalReached}` : "";
    return [episode.fingerprint, tools, refused ? "refused" : "", ended].join("|");
  }

  private play(node: WorldNode, letter: Letter): Edge {
    const episode = (this.episodes.get(node) as Episode).fork();
    episode.call(this.emitted(letter, episode.trace.calls));
    const { calls } = episode.trace;
    const last = calls.at(-1) as TraceCall;
    const facts = this.unique(factsOf(this.context, last, calls.slice(0, -1)));
    const seen = this.seen.get(letter) ?? new Set<CallFacts>();
    this.seen.set(letter, seen.add(facts));
    if (!this.mayChange(facts, episode)) return { to: node, facts };
    const key = this.keyOf(episode);
    const known = this.nodes.get(key);
    if (known !== undefined) return { to: known, facts };
    if (this.nodes.size >= this.options.nodes) {
      this.collapsed = true;
      return { to: this.elsewhere, facts };
    }
    const made = {
      index: this.nodes.size,
      ended: episode.done,
      goal: episode.goalReached,
      path: [...node.path, letter],
    };
    this.nodes.set(key, made);
    if (!made.ended) this.episodes.set(made, episode);
    return { to: made, facts };
  }

  private emitted(letter: Letter, before: readonly TraceCall[]): EmittedCall {
    if (letter.fixed !== true) return letter.call(this.task, before);
    const known = this.calls.get(letter) ?? letter.call(this.task, before);
    this.calls.set(letter, known);
    return known;
  }

  /** Equal facts are one object. */
  private unique(facts: CallFacts): CallFacts {
    const key = JSON.stringify(facts);
    const known = this.facts.get(key) ?? facts;
    this.facts.set(key, known);
    return known;
  }

  /** A world may change before it refuses, so only calls that cannot change anything are left out. */
  private mayChange({ write, outcome, tool }: CallFacts, episode: Episode): boolean {
    const { answering, reported } = this.options;
    if (episode.done) return true;
    if (write && (outcome === "ok" || outcome === "refused")) return true;
    return (outcome === "ok" && answering.has(tool)) || (outcome === "refused" && tool === reported);
  }
}
