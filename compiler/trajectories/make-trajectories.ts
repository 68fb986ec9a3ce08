import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import { auditTasks } from "../audit/tasks.js";
import type { BoundScenario } from "../bind/scenario.js";
import { candidatesFor } from "./candidates.js";
import { faultOf, isWhole } from "./check.js";
import { shapeOf, signatureOf } from "./signature.js";
import { FAULTS, type Fault, type Refusal, type Trajectory } from "./trajectory.js";

export interface TrajectoryOptions {
  /** Split that tasks are taken from. */
  readonly split: string;
  /** Trajectories of one task at most: the same calls in other orders. */
  readonly perTask: number;
  readonly reward?: string;
  readonly signal?: AbortSignal;
}

/** What became of the tasks of one scenario. */
export interface TrajectoryReport {
  readonly scenario: string;
  readonly tasks: number;
  readonly candidates: number;
  readonly kept: number;
  /** Candidates that another one says already, in this scenario or an earlier one. */
  readonly duplicates: number;
  /** Kinds of calls with their values left out. */
  readonly shapes: number;
  /** Candidates that were refused, by reason. */
  readonly refused: { readonly [fault in Fault]: number };
  /** The first refusal of each task of which nothing was kept. */
  readonly lost: readonly Refusal[];
}

export interface Trajectories {
  readonly trajectories: readonly Trajectory[];
  readonly report: TrajectoryReport;
}

/**
 * Base trajectories of a scenario: for each task the calls that solve it, checked one by one; `known` holds the
 * signatures of what was kept before and is added to.
 */
export function makeTrajectories(
  bound: BoundScenario,
  compiled: CompiledScenario,
  options: TrajectoryOptions,
  known: Set<string>,
): Trajectories {
  const { ir } = bound;
  const reward = ir.rewards.find(({ name }) => name === (options.reward ?? ir.defaultReward));
  const world = bound.worlds.find(({ ir: one }) => one.name === ir.world);
  const all = world === undefined ? [] : auditTasks(ir, world.ir, compiled);
  const tasks = all.filter(({ task }) => task.split === options.split);
  const kept: Trajectory[] = [];
  const shapes = new Set<string>();
  const lost: Refusal[] = [];
  const refused = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  let candidates = 0;
  let duplicates = 0;
  for (const task of reward === undefined ? [] : tasks) {
    options.signal?.throwIfAborted();
    let own = 0;
    let first: Refusal | undefined;
    for (const played of candidatesFor(ir, compiled, reward as NonNullable<typeof reward>, task)) {
      if (own >= options.perTask) break;
      candidates += 1;
      const found = faultOf(played);
      if (found !== undefined) {
        refused[found.fault] += 1;
        first ??= { task: task.task.id, ...found };
        // They come by what they earn: the others earn no more.
        if (!isWhole(played)) break;
        continue;
      }
      const signature = signatureOf(ir.name, played.calls);
      if (known.has(signature)) {
        duplicates += 1;
        own += 1;
        continue;
      }
      known.add(signature);
      own += 1;
      shapes.add(shapeOf(ir.name, played.calls));
      const { id, given, prompt } = task.task;
      const { calls, results, score, success } = played;
      kept.push({ scenario: ir.name, task: id, given, prompt, calls, results, reward: score, success });
    }
    if (own === 0 && first !== undefined) lost.push(first);
  }
  const report = {
    scenario: ir.name,
    tasks: tasks.length,
    candidates,
    kept: kept.length,
    duplicates,
    shapes: shapes.size,
    refused,
    lost,
  };
  return { trajectories: kept, report };
}
