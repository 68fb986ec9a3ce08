import type { AdditiveRewardIr, ChargeIr, EventIr } from "../ir/reward.js";
import type { CallFacts } from "./facts.js";
import type { RewardMachine } from "./machine.js";
import { roundScore } from "./round-score.js";
import { hasOccurred, moveCount, moveStep, occurs, stepIsDone, stepIsExact } from "./step-registers.js";

/**
 * The additive form. Registers: for each slot set the best weight, or calls and summed weight; for each recall the mask of
 * found values; for each step its progress; for each event that is asked about its count up to two.
 */
export function additiveMachine(reward: AdditiveRewardIr): RewardMachine {
  const events = askedEvents(reward);
  // Asked for on every move, so that comparing texts each time would take most of the exploration.
  const places = new Map<EventIr, number>();
  const indexOf = (event: EventIr): number => {
    const known = places.get(event);
    if (known !== undefined) return known;
    const place = events.findIndex((other) => sameEvent(other, event));
    places.set(event, place);
    return place;
  };
  const { slotSets, recalls, steps, charges } = reward;
  const recallsAt = slotSets.length * 2;
  const stepsAt = recallsAt + recalls.length;
  const eventsAt = stepsAt + steps.length;
  const totals = slotSets.map((set) => set.slots.reduce((sum, slot) => sum + slot.weight, 0));
  const linear = charges.filter((charge) => isLinear(charge));
  const other = charges.filter((charge) => !isLinear(charge));

  const limits = linear.flatMap(({ events: [event] }) => (event?.kind === "call" ? [event.over] : []));
  const phase = (index: number): number => limits.filter((over) => index >= over).length;

  const move = (registers: readonly number[], facts: CallFacts, index: number) => {
    const next = [...registers];
    for (const [i, set] of slotSets.entries()) {
      if (facts.tool !== set.tool) continue;
      const right = facts.right[i] ?? 0;
      if (set.aggregate === "best") next[2 * i] = Math.max(at(next, 2 * i), right);
      else {
        next[2 * i] = roundScore(at(next, 2 * i) + right);
        next[2 * i + 1] = at(next, 2 * i + 1) + 1;
      }
    }
    for (const i of recalls.keys()) next[recallsAt + i] = at(next, recallsAt + i) | (facts.recalled[i] ?? 0);
    for (const [i, step] of steps.entries()) {
      next[stepsAt + i] = moveStep(step, i, at(next, stepsAt + i), facts);
    }
    let paid = 0;
    for (const {
      weight,
      events: [event],
    } of linear) {
      if (event === undefined || !occurs(event, facts)) continue;
      if (event.kind === "call" && index < event.over) continue;
      if (event.kind === "duplicate" && at(registers, eventsAt + indexOf(event)) === 0) continue;
      paid += weight;
    }
    for (const [i, event] of events.entries()) {
      next[eventsAt + i] = moveCount(event, at(next, eventsAt + i), facts);
    }
    return { registers: next, paid };
  };

  const occurred = (event: EventIr, registers: readonly number[], calls: number) =>
    hasOccurred(event, at(registers, eventsAt + indexOf(event)), calls);

  const score = (registers: readonly number[], paid: number, calls: number): number => {
    let sum = paid;
    for (const [i, set] of slotSets.entries()) {
      const total = totals[i] ?? 0;
      const count = set.aggregate === "best" ? 1 : at(registers, 2 * i + 1);
      if (total > 0 && count > 0) sum += (set.weight * at(registers, 2 * i)) / (total * count);
    }
    for (const [i, recall] of recalls.entries()) sum += recall.weight * ones(at(registers, recallsAt + i));
    for (const [i, step] of steps.entries()) {
      const done = stepIsDone(step, at(registers, stepsAt + i));
      if (done && step.when.every((event) => occurred(event, registers, calls))) sum += step.weight;
    }
    for (const charge of other) {
      if (charge.events.every((event) => occurred(event, registers, calls))) sum += charge.weight;
    }
    return roundScore(Math.min(reward.clamp[1], Math.max(reward.clamp[0], sum)));
  };

  return {
    start: Array.from({ length: eventsAt + events.length }, () => 0),
    move,
    phase,
    score,
    succeeds: (_, state) => state,
    stepsDone: (registers) => steps.filter((step, i) => stepIsDone(step, at(registers, stepsAt + i))).length,
    steps: steps.length,
    exact: steps.every(stepIsExact),
  };
}

/** Charges of one event that count each time; `missing` happens once at most. */
function isLinear({ frequency, events }: ChargeIr): boolean {
  return frequency === "each" && events.length === 1 && events[0]?.kind !== "missing";
}

/** Events whose count decides something at the end, or whether a duplicate is one. */
function askedEvents(reward: AdditiveRewardIr): readonly EventIr[] {
  const asked: EventIr[] = [];
  const add = (event: EventIr) => {
    if (!asked.some((known) => sameEvent(known, event))) asked.push(event);
  };
  for (const step of reward.steps) step.when.forEach(add);
  for (const charge of reward.charges) {
    for (const event of charge.events) if (!isLinear(charge) || event.kind === "duplicate") add(event);
  }
  return asked;
}

function sameEvent(left: EventIr, right: EventIr): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function ones(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function at(list: readonly number[], index: number): number {
  return list[index] ?? 0;
}
