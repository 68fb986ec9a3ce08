import type { EventIr, RewardStepIr } from "../ir/reward.js";
import { type CallFacts, membersOf } from "./facts.js";

/**
 * One register a step: a bit for each of its calls that was found where it may stand, then whether the reference call
 * has come, then whether a call was found twice.
 */
const REFERENCE = 1 << 16;
const TWICE = 1 << 17;

/** Calls of a group at most; larger ones are only bounded. */
const MEMBERS = 16;

export function moveStep(step: RewardStepIr, index: number, register: number, facts: CallFacts): number {
  const matched = facts.steps[index] ?? 0;
  const { order, once } = step;
  const seen = (register & REFERENCE) !== 0;
  const reference =
    order !== undefined && !seen && facts.tool === order.tool && (order.any || facts.outcome === "ok");
  // The reference stands neither before nor after itself.
  const open = order === undefined ? true : order.relation === "before" ? !seen && !reference : seen;
  let next = register;
  if (once === true && matched !== 0) {
    // Wherever it stands, a second call that matches undoes the step.
    if ((register & (matched << MEMBERS_SEEN)) !== 0) next |= TWICE;
    next |= matched << MEMBERS_SEEN;
  }
  if (open) next |= matched;
  return reference ? next | REFERENCE : next;
}

/** Where the calls that were found anywhere are kept for a step that allows each once. */
const MEMBERS_SEEN = 18;

export function stepIsDone(step: RewardStepIr, register: number): boolean {
  const members = membersOf(step).length;
  const all = (1 << members) - 1;
  const referred = step.order === undefined || (register & REFERENCE) !== 0;
  return (register & all) === all && referred && (register & TWICE) === 0;
}

/**
 * Whether the registers say exactly what the checker says of a step. Neighbouring calls are taken as calls in this
 * order, and a call that two members of a group match as a call for both: both make the step easier, so scores are
 * bounded from above.
 */
export function stepIsExact(step: RewardStepIr): boolean {
  const members = membersOf(step);
  if (step.order?.immediately === true) return false;
  if (members.length === 1) return true;
  const small = members.length <= (step.once === true ? 12 : MEMBERS);
  return small && new Set(members.map((member) => member.tool)).size === members.length;
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
