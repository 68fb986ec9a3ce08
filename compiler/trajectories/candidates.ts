import type { CompiledScenario } from "../../runtime/abi/scenario.js";
import type { EmittedCall } from "../../runtime/abi/trace.js";
import { membersOf } from "../audit/facts.js";
import type { AuditTask } from "../audit/letter.js";
import { stepArguments } from "../audit/read-letters.js";
import type { CallIr, RewardIr } from "../ir/reward.js";
import type { ScenarioIr } from "../ir/scenario.js";
import { type Played, play } from "./check.js";

/** One call of a candidate: a call of gold by its number, or what a step of the reward asks for. */
type Item =
  | { readonly kind: "gold"; readonly index: number }
  | { readonly kind: "step"; readonly step: CallIr };

/** Orders that are tried on a task at most; gold with five reads around it has fewer. */
const ORDERS = 800;

/**
 * Candidates for a task: gold with the reads that the steps of the reward ask for, in every order that keeps gold's own,
 * those first that earn most. What a call takes from an answer it takes from the answer of this play.
 */
export function candidatesFor(
  ir: ScenarioIr,
  compiled: CompiledScenario,
  reward: RewardIr,
  task: AuditTask,
): readonly Played[] {
  const gold = compiled.gold(task.task);
  const golds = new Set(ir.gold.map(({ tool }) => tool));
  const steps = reward.steps.flatMap(membersOf).filter(({ tool }) => !golds.has(tool));
  const items: readonly Item[] = steps.map((step) => ({ kind: "step", step }));
  const played: Played[] = [];
  for (const order of orders(gold.length, items, ORDERS)) {
    const calls = callsOf(compiled, reward.name, task, gold, order);
    played.push(play(compiled, task.task, reward.name, calls));
  }
  // Sorting keeps the order of those that earn the same.
  return played.sort((left, right) => right.score - left.score || left.calls.length - right.calls.length);
}

function callsOf(
  compiled: CompiledScenario,
  reward: string,
  task: AuditTask,
  gold: readonly EmittedCall[],
  order: readonly Item[],
): readonly EmittedCall[] {
  const episode = compiled.start(task.task, { reward });
  return order.flatMap((item): EmittedCall[] => {
    const call =
      item.kind === "gold"
        ? gold[item.index]
        : { tool: item.step.tool, arguments: stepArguments(item.step, task, episode.trace.calls) };
    if (call === undefined) return [];
    episode.call(call);
    return [call];
  });
}

/** Every way to put the items among the calls of gold, whose own order stays; the plainest first, `most` at most. */
function* orders(golds: number, items: readonly Item[], most: number): Generator<readonly Item[]> {
  let count = 0;
  function* place(next: number, left: readonly Item[], done: readonly Item[]): Generator<readonly Item[]> {
    if (count >= most) return;
    if (next === golds && left.length === 0) {
      count += 1;
      yield done;
      return;
    }
    for (const [index, item] of left.entries())
      yield* place(
        next,
        left.filter((_, at) => at !== index),
        [...done, item],
      );
    if (next < golds) yield* place(next + 1, left, [...done, { kind: "gold", index: next }]);
  }
  yield* place(0, items, []);
  if (items.length > 0) yield* place(0, [], []);
}
