import type { EventIr, RewardStepIr } from "../ir/reward.js";
import type { CallFacts } from "./facts.js";

/**
 * One register a step. Without an order: 0, then 2 when it is done. `before`: 0 nothing yet, 1 the call was seen and
 * waits for its reference, 2 done, 3 the reference came first. `after`: 0 nothing yet, 1 the reference was seen, 2 done.
 */
export const DONE = 2;

export function moveStep(step: RewardStepIr, index: number, register: number, facts: CallFacts): number {
  const matches = ((facts.steps >> index) & 1) === 1;
  const { order } = step;
  if (order === undefined) return matches ? DONE : register;
  const reference = facts.tool === order.tool && (order.any || facts.outcome === "ok");
  if (order.relation === "before") {
    // The reference itself is not before itself, so it closes the step before it can match.
    if (register === 0) return reference ? 3 : matches ? 1 : 0;
    return register === 1 && reference ? DONE : register;
  }
  if (register === 0) return reference ? 1 : 0;
  return register === 1 && matches ? DONE : register;
}

/** How often an event happens in one call, where that can be told from the call alone. */
export function occurs(event: EventIr, facts: CallFacts): boolean {
  switch (event.kind) {
    case "called":
    case "missing":
    case "duplicate":
      return facts.tool === event.tool;
    case "accepted":
      return facts.tool === event.tool && facts.outcome === "ok";
    case "refused":
      return facts.tool === event.tool && (facts.outcome === "refused" || facts.outcome === "unparsed");
    case "invalid":
      return facts.tool === event.tool && facts.invalid;
    case "unknown":
      return facts.outcome === "unknown-tool";
    case "call":
      return true;
  }
}

/** Counts that matter, of one event: none, one, more than one. `call over N` counts by the number of calls. */
export function moveCount(event: EventIr, register: number, facts: CallFacts): number {
  if (event.kind === "call") return register;
  return occurs(event, facts) ? Math.min(2, register + 1) : register;
}

/** Whether an event has occurred at the end of a trace. */
export function hasOccurred(event: EventIr, register: number, calls: number): boolean {
  switch (event.kind) {
    case "missing":
      return register === 0;
    case "duplicate":
      return register === 2;
    case "call":
      return calls > event.over;
    default:
      return register > 0;
  }
}
