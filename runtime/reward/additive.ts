import type { Score, Term } from "../abi/score.js";
import type { TraceCall } from "../abi/trace.js";
import type { AdditiveReward, ChargeProgram, RecallProgram, SlotSetProgram } from "../program/reward.js";
import { unique } from "../value/collection.js";
import { canonical } from "../value/compare.js";
import { countEvents, describeEvent } from "./events.js";
import { callsOf, type Evidence, isRight, plural } from "./evidence.js";
import { judgeStep } from "./steps.js";
import { totalScore } from "./total.js";

/**
 * The additive form: weights of slot sets, recalls, steps and charges, summed and cut to the clamp. One term for
 * each slot, recall, step and charge, worth 0 where it earned or cost nothing.
 */
export function scoreAdditive(reward: AdditiveReward, evidence: Evidence): Score {
  const terms: Term[] = [];
  for (const set of reward.slotSets) terms.push(...slotTerms(set, evidence));
  for (const recall of reward.recalls) terms.push(recallTerm(recall, evidence));
  for (const step of reward.steps) {
    const { earned, why } = judgeStep(step, evidence.calls, evidence.variables);
    terms.push({ id: step.id, group: "R2", value: earned ? step.weight : 0, why });
  }
  for (const charge of reward.charges) terms.push(chargeTerm(charge, evidence.calls));
  return totalScore(terms, evidence.stateReached, reward.clamp[0], reward.clamp[1]);
}

/** Share of the set's weight that each slot brings: over all calls of the tool, or in its best call. */
function slotTerms(set: SlotSetProgram, evidence: Evidence): readonly Term[] {
  const calls = callsOf(evidence.calls, set.tool);
  const counted = set.aggregate === "mean" ? calls : bestCall(set, calls, evidence);
  const weight = set.slots.reduce((sum, slot) => sum + slot.weight, 0);
  return set.slots.map((slot) => {
    const right = counted.filter((call) => isRight(slot, call, evidence.variables)).length;
    const share = counted.length === 0 || weight === 0 ? 0 : right / counted.length;
    return {
      id: slot.id,
      group: "R1",
      value: share === 0 ? 0 : (set.weight * slot.weight * share) / weight,
      why: describeSlot(set, calls, counted, right),
    };
  });
}

function describeSlot(
  set: SlotSetProgram,
  calls: readonly TraceCall[],
  counted: readonly TraceCall[],
  right: number,
): string {
  if (calls.length === 0) return `no call of ${set.tool}`;
  if (set.aggregate === "mean") return `right in ${right} of ${plural(counted.length, "call")}`;
  return `${right > 0 ? "right" : "wrong"} in the best call, number ${(counted[0]?.index ?? 0) + 1}`;
}

/** The first of the calls with the highest weight of right slots; none when there are no calls. */
function bestCall(
  set: SlotSetProgram,
  calls: readonly TraceCall[],
  evidence: Evidence,
): readonly TraceCall[] {
  let best: { call: TraceCall; weight: number } | undefined;
  for (const call of calls) {
    let weight = 0;
    for (const slot of set.slots) if (isRight(slot, call, evidence.variables)) weight += slot.weight;
    if (best === undefined || weight > best.weight) best = { call, weight };
  }
  return best === undefined ? [] : [best.call];
}

function recallTerm(recall: RecallProgram, evidence: Evidence): Term {
  const sent = new Set<string>();
  for (const call of callsOf(evidence.calls, recall.tool)) {
    if (call.outcome !== "ok" || call.arguments === undefined) continue;
    for (const value of recall.sent(call.arguments)) if (value !== undefined) sent.add(canonical(value));
  }
  const wanted = wantedValues(recall, evidence.variables);
  const found = wanted.filter((form) => sent.has(form)).length;
  return {
    id: recall.id,
    group: "R1",
    value: found * recall.weight,
    why: `${found} of ${plural(wanted.length, "wanted value")} sent`,
  };
}

/** Canonical text of each value that a recall asks for, none twice. */
export function wantedValues(recall: RecallProgram, variables: Evidence["variables"]): readonly string[] {
  const present = recall.wanted(variables).filter((value) => value !== undefined);
  return unique(present).map(canonical);
}

function chargeTerm(charge: ChargeProgram, calls: readonly TraceCall[]): Term {
  const counts = charge.events.map((event) => countEvents(event, calls));
  const least = counts.length === 0 ? 0 : Math.min(...counts);
  const times = charge.frequency === "once" || charge.events.length > 1 ? Math.min(1, least) : least;
  const missing = charge.events.find((_, i) => counts[i] === 0);
  const why =
    missing === undefined
      ? `${charge.events.map(describeEvent).join(" and ")}, ${least} x`
      : `${describeEvent(missing)} did not occur`;
  return { id: charge.id, group: charge.group, value: times === 0 ? 0 : charge.weight * times, why };
}
