import { createRandom } from "../../runtime/random/random.js";
import type {
  AdditiveRewardIr,
  ChargeIr,
  EventIr,
  RewardIr,
  RewardStepIr,
  SlotIr,
  SoundRewardIr,
} from "../ir/reward.js";
import type { ArgumentLineIr } from "../ir/scenario.js";

/** A reward with one mistake in it, as a careless edit would make it. */
export interface Mutant {
  readonly what: string;
  readonly reward: RewardIr;
}

/** Every single mutation of a reward: a term dropped, a gate or a sign turned round, a weight, a bound or a type changed. */
export function mutantsOf(reward: RewardIr): readonly Mutant[] {
  return reward.form === "sound" ? soundMutants(reward) : additiveMutants(reward);
}

/** A seeded choice among mutants, in a stable order. */
export function chooseMutants(all: readonly Mutant[], count: number, seed: string): readonly Mutant[] {
  if (all.length <= count) return all;
  const chosen = new Set(
    createRandom(seed)
      .shuffle(all.map((_, index) => index))
      .slice(0, count),
  );
  return all.filter((_, index) => chosen.has(index));
}

function soundMutants(reward: SoundRewardIr): readonly Mutant[] {
  const list: Mutant[] = [];
  const add = (what: string, change: Partial<SoundRewardIr>) =>
    list.push({ what, reward: { ...reward, ...change } });
  for (const name of ["procedure", "excess", "partial"] as const) {
    add(`${name} halved`, { [name]: reward[name] / 2 });
    add(`${name} dropped`, { [name]: 0 });
  }
  if (reward.budget !== undefined) {
    add("budget one more", { budget: reward.budget + 1 });
    add("budget one less", { budget: reward.budget - 1 });
    add("budget dropped", { budget: undefined });
  }
  add(`penalties ${reward.penalties ? "dropped" : "added"}`, { penalties: !reward.penalties });
  for (const [index, write] of reward.writes.entries()) {
    for (const slots of changedSlots(write.slots)) {
      add(`${write.tool}: ${slots.what}`, {
        writes: replaced(reward.writes, index, { ...write, slots: slots.list }),
      });
    }
    add(`write of ${write.tool} dropped`, { writes: without(reward.writes, index) });
  }
  for (const steps of changedSteps(reward.steps)) add(steps.what, { steps: steps.list });
  return list;
}

function additiveMutants(reward: AdditiveRewardIr): readonly Mutant[] {
  const list: Mutant[] = [];
  const add = (what: string, change: Partial<AdditiveRewardIr>) =>
    list.push({ what, reward: { ...reward, ...change } });
  const [low, high] = reward.clamp;
  add("upper clamp halved", { clamp: [low, high / 2] });
  add("lower clamp dropped", { clamp: [low - 10, high] });
  for (const [index, set] of reward.slotSets.entries()) {
    const change = (what: string, next: typeof set) =>
      add(`slots of ${set.tool}: ${what}`, { slotSets: replaced(reward.slotSets, index, next) });
    change("other aggregate", { ...set, aggregate: set.aggregate === "mean" ? "best" : "mean" });
    change("weight doubled", { ...set, weight: set.weight * 2 });
    change("weight negative", { ...set, weight: -set.weight });
    for (const slots of changedSlots(set.slots)) change(slots.what, { ...set, slots: slots.list });
    add(`slots of ${set.tool} dropped`, { slotSets: without(reward.slotSets, index) });
  }
  for (const [index, recall] of reward.recalls.entries()) {
    add("recall halved", {
      recalls: replaced(reward.recalls, index, { ...recall, weight: recall.weight / 2 }),
    });
    add("recall dropped", { recalls: without(reward.recalls, index) });
  }
  for (const steps of changedSteps(reward.steps)) add(steps.what, { steps: steps.list });
  for (const [index, charge] of reward.charges.entries()) {
    for (const next of changedCharge(charge)) {
      add(`${charge.id}: ${next.what}`, { charges: replaced(reward.charges, index, next.charge) });
    }
    add(`${charge.id} dropped`, { charges: without(reward.charges, index) });
  }
  return list;
}

interface Changed<T> {
  readonly what: string;
  readonly list: readonly T[];
}

function changedSlots(slots: readonly SlotIr[]): readonly Changed<SlotIr>[] {
  return slots.flatMap((slot, index): Changed<SlotIr>[] => {
    const change = (what: string, next: SlotIr) => ({
      what: `${slot.id} ${what}`,
      list: replaced(slots, index, next),
    });
    const lines = slot.lines.flatMap((line, at): Changed<SlotIr>[] =>
      changedLine(line).map(({ what, line: next }) =>
        change(what, { ...slot, lines: replaced(slot.lines, at, next) }),
      ),
    );
    return [
      { what: `${slot.id} dropped`, list: without(slots, index) },
      change("twice as heavy", { ...slot, weight: slot.weight * 2 }),
      change("always right", { ...slot, lines: [] }),
      ...lines,
    ];
  });
}

function changedLine(
  line: ArgumentLineIr,
): readonly { readonly what: string; readonly line: ArgumentLineIr }[] {
  const { value } = line;
  const swapped =
    value.kind === "builtin" && value.name === "number" && value.arguments[0] !== undefined
      ? value.arguments[0]
      : ({ kind: "builtin", name: "number", arguments: [value] } as const);
  return [
    { what: "compared as the other of number and text", line: { ...line, value: swapped } },
    { what: "looked for one step higher", line: { ...line, path: line.path.slice(0, -1) } },
  ];
}

function changedSteps(steps: readonly RewardStepIr[]): readonly Changed<RewardStepIr>[] {
  return steps.flatMap((step, index): Changed<RewardStepIr>[] => {
    const change = (what: string, next: RewardStepIr) => ({
      what: `${step.id} ${what}`,
      list: replaced(steps, index, next),
    });
    const { order } = step;
    const list = [
      { what: `${step.id} dropped`, list: without(steps, index) },
      change("twice as heavy", { ...step, weight: step.weight * 2 }),
      change("required or not", { ...step, required: !step.required }),
    ];
    if (step.arguments.length > 0) list.push(change("with any arguments", { ...step, arguments: [] }));
    if (step.when.length > 0) list.push(change("without its gate", { ...step, when: [] }));
    if (order === undefined) return list;
    const relation = order.relation === "before" ? "after" : "before";
    return [
      ...list,
      change("on the other side", { ...step, order: { ...order, relation } }),
      change("without an order", { ...step, order: undefined }),
      change("beside the first call, or the first accepted one", {
        ...step,
        order: { ...order, any: !order.any },
      }),
    ];
  });
}

function changedCharge(charge: ChargeIr): readonly { readonly what: string; readonly charge: ChargeIr }[] {
  const list = [
    { what: "sign turned round", charge: { ...charge, weight: -charge.weight } },
    { what: "twice as heavy", charge: { ...charge, weight: charge.weight * 2 } },
  ];
  if (charge.events.length === 1) {
    const frequency = charge.frequency === "once" ? ("each" as const) : ("once" as const);
    list.push({ what: `${frequency} in place of ${charge.frequency}`, charge: { ...charge, frequency } });
  }
  for (const [index, event] of charge.events.entries()) {
    for (const next of changedEvent(event)) {
      list.push({
        what: next.what,
        charge: { ...charge, events: replaced(charge.events, index, next.event) },
      });
    }
    if (charge.events.length > 1) {
      list.push({ what: "one gate less", charge: { ...charge, events: without(charge.events, index) } });
    }
  }
  return list;
}

function changedEvent(event: EventIr): readonly { readonly what: string; readonly event: EventIr }[] {
  switch (event.kind) {
    case "call":
      return [{ what: "budget one more", event: { ...event, over: event.over + 1 } }];
    case "accepted":
      return [{ what: "called in place of accepted", event: { ...event, kind: "called" } }];
    case "called":
      return [{ what: "accepted in place of called", event: { ...event, kind: "accepted" } }];
    case "refused":
      return [{ what: "accepted in place of refused", event: { ...event, kind: "accepted" } }];
    default:
      return [];
  }
}

function replaced<T>(list: readonly T[], index: number, item: T): readonly T[] {
  return list.map((one, i) => (i === index ? item : one));
}

function without<T>(list: readonly T[], index: number): readonly T[] {
  return list.filter((_, i) => i !== index);
}
