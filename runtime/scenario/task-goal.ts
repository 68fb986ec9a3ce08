import type { JsonObject } from "../abi/json.js";
import type { CallOutcome, Trace, TraceCall } from "../abi/trace.js";
import type { Variables } from "../abi/value.js";
import type { Dispatcher } from "../dispatch/dispatcher.js";
import { assign } from "../matching/assignment.js";
import type { GoldProgram, ScenarioProgram } from "../program/scenario.js";
import { getPath, isObject, setPath } from "../value/access.js";
import { canonical } from "../value/compare.js";
import type { WorldBase } from "../world/base.js";
import { type Difference, difference } from "../world/difference.js";
import type { WorldFork } from "../world/fork.js";
import { Goal } from "../world/goal.js";
import { isRightlyClosed } from "./closing.js";

/** Goals of other right values that are kept for a task; a policy chooses them, so their number is bounded. */
const KEPT_GOALS = 64;

/**
 * What an episode of one task must reach: the change that the gold calls make to a fresh fork.
 *
 * A gold line with a matcher, and an argument that gold allows, may be sent with another value than gold's. Where
 * the episode did so, gold is replayed with the value that was sent, and the change of that replay counts as well.
 * Nothing of this is done for a task whose gold is the only right call, or whose exact change was reached.
 */
export class TaskGoal {
  private readonly exact: Goal;
  private readonly arguments: readonly JsonObject[];
  private readonly flexible: boolean;
  private readonly others = new Map<string, Goal | undefined>();

  private readonly gold: readonly GoldProgram[];
  private readonly outcomes: readonly CallOutcome[];

  constructor(
    private readonly base: WorldBase,
    private readonly dispatcher: Dispatcher,
    private readonly program: Pick<ScenarioProgram, "gold" | "closing">,
    private readonly variables: Variables,
  ) {
    const { gold } = program;
    this.gold = gold;
    this.arguments = gold.map((call) => call.arguments(variables));
    this.flexible = gold.some((call) => call.lines !== undefined);
    const { change, outcomes } = this.replay(this.arguments);
    this.exact = new Goal(base, change);
    this.outcomes = outcomes;
  }

  isReachedBy(fork: WorldFork, trace: Trace): boolean {
    const { closing } = this.program;
    const { calls } = trace;
    const isGoldCall = (call: TraceCall) => this.isGoldCall(call);
    if (closing !== undefined && !isRightlyClosed(closing, trace, this.variables, isGoldCall)) return false;
    const change = difference(fork);
    if (this.exact.isReachedBy(change)) return true;
    if (!this.flexible) return false;
    const accepted = calls.filter((call) => call.outcome === "ok" && call.arguments !== undefined);
    // Of calls that fit gold equally well the last one usually made the final state; failing that, the first one.
    const tools = new Set(accepted.map((call) => call.tool));
    const orders = tools.size === accepted.length ? [accepted] : [[...accepted].reverse(), accepted];
    return orders.some(
      (candidates) => this.goalOf(this.substituted(candidates))?.isReachedBy(change) === true,
    );
  }

  /** Whether a call sends what gold sends, or what gold takes in its place. */
  private isGoldCall({ tool, arguments: sent }: TraceCall): boolean {
    if (sent === undefined) return false;
    return this.gold.some((gold, index) => {
      if (gold.tool !== tool) return false;
      const own = this.arguments[index] ?? {};
      return canonical(gold.lines === undefined ? own : this.withSent(gold, own, sent)) === canonical(sent);
    });
  }

  /** The goal of gold with these arguments; undefined for gold's own, and where the world refuses what it takes from gold. */
  private goalOf(args: readonly JsonObject[]): Goal | undefined {
    if (args.every((each, i) => each === this.arguments[i])) return undefined;
    const key = canonical(args);
    if (this.others.has(key)) return this.others.get(key);
    const { change, outcomes } = this.replay(args);
    const goal = outcomes.every((outcome, i) => outcome === this.outcomes[i])
      ? new Goal(this.base, change)
      : undefined;
    if (this.others.size >= KEPT_GOALS) this.others.clear();
    this.others.set(key, goal);
    return goal;
  }

  /** The gold calls on a fresh fork. */
  private replay(args: readonly JsonObject[]): {
    readonly change: Difference;
    readonly outcomes: readonly CallOutcome[];
  } {
    const fork = this.base.fork();
    const outcomes = this.gold.map(({ tool }, index) => {
      const { call } = this.dispatcher.call(fork, { tool, arguments: args[index] ?? {} }, index);
      return call.outcome;
    });
    return { change: difference(fork), outcomes };
  }

  /** Gold's arguments with what the calls that stand for gold's sent in their place, where that is right too. */
  private substituted(calls: readonly TraceCall[]): readonly JsonObject[] {
    const result = [...this.arguments];
    for (const tool of new Set(this.gold.map((call) => call.tool))) {
      const rows = this.gold.flatMap((call, index) => (call.tool === tool ? [{ call, index }] : []));
      if (rows.every(({ call }) => call.lines === undefined)) continue;
      const columns = calls.filter((call) => call.tool === tool);
      const gains = rows.map(({ call }) => columns.map((sent) => this.fitting(call, sent)));
      for (const [row, column] of assign(gains, columns.length).entries()) {
        const gold = rows[row];
        const sent = columns[column]?.arguments;
        if (gold === undefined || sent === undefined) continue;
        result[gold.index] = this.withSent(gold.call, this.arguments[gold.index] ?? {}, sent);
      }
    }
    return result;
  }

  /** Number of lines of gold that a call fits. */
  private fitting(gold: GoldProgram, { arguments: sent = {} }: TraceCall): number {
    const lines = gold.lines ?? [];
    return lines.filter(({ path, fits }) => fits(getPath(sent, path), this.variables)).length;
  }

  private withSent(gold: GoldProgram, own: JsonObject, sent: JsonObject): JsonObject {
    let result: JsonObject = own;
    const put = (path: readonly string[]): void => {
      const value = getPath(sent, path);
      if (value === undefined || canonical(value) === canonical(getPath(result, path))) return;
      const changed = setPath(result, path, value);
      if (isObject(changed)) result = changed;
    };
    for (const { path, flexible, fits } of gold.lines ?? []) {
      if (flexible && fits(getPath(sent, path), this.variables)) put(path);
    }
    for (const path of gold.allows ?? []) put(path);
    return result;
  }
}
