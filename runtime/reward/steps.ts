import type { TraceCall } from "../abi/trace.js";
import type { Variables } from "../abi/value.js";
import { assign } from "../matching/assignment.js";
import type { StepProgram } from "../program/reward.js";
import { countEvents, describeEvent } from "./events.js";
import { responseOf } from "./evidence.js";

/** Whether a step was done, with the reason in words. */
export interface StepFinding {
  readonly earned: boolean;
  readonly why: string;
}

/**
 * A step is earned by an accepted call of its tool that matches, standing before or after the step's reference call
 * where it names one, when all its events occur. Without a reference call in the trace nothing stands before or
 * after it. A group needs a call for each of its members; `once` needs that no further accepted call matches.
 */
export function judgeStep(step: StepProgram, calls: readonly TraceCall[], variables: Variables): StepFinding {
  const failed = step.when.find((event) => countEvents(event, calls) === 0);
  if (failed !== undefined)
    return { earned: false, why: `needs ${describeEvent(failed)}, which did not occur` };
  const range = allowedRange(step, calls);
  if (range === undefined) return { earned: false, why: `no ${referenceName(step)} to stand beside` };
  const responses = (tool: string) => responseOf(calls, tool);
  const members = [step, ...(step.others ?? [])];
  const matching = members.map((member) =>
    calls.filter(
      (call) =>
        call.tool === member.tool && call.outcome === "ok" && member.matches(call, variables, responses),
    ),
  );
  const repeated = step.once === true ? matching.findIndex((found) => found.length > 1) : -1;
  if (repeated >= 0) {
    const found = matching[repeated]?.length ?? 0;
    return { earned: false, why: `${found} accepted calls of ${members[repeated]?.tool} match, not one` };
  }
  const inRange = matching.map((found) =>
    found.filter((call) => call.index > range.after && call.index < range.before),
  );
  const chosen = chooseCalls(inRange);
  const missing = chosen.indexOf(undefined);
  if (missing < 0) return { earned: true, why: describeCalls(chosen) };
  const { order } = step;
  const near = order?.immediately === true ? "immediately " : "";
  const place = order === undefined ? "" : ` ${near}${order.relation} ${referenceName(step)}`;
  const tool = members[missing]?.tool;
  return { earned: false, why: `no accepted ${tool} with the expected arguments${place}` };
}

/** A call for each member, none twice; undefined for a member that gets none. */
function chooseCalls(candidates: readonly (readonly TraceCall[])[]): readonly (TraceCall | undefined)[] {
  if (candidates.length === 1) return [candidates[0]?.[0]];
  const columns = [...new Set(candidates.flat())];
  const gains = candidates.map((own) => columns.map((call) => (own.includes(call) ? 1 : 0)));
  return assign(gains, columns.length).map((column, row) =>
    gains[row]?.[column] === 1 ? columns[column] : undefined,
  );
}

function describeCalls(calls: readonly (TraceCall | undefined)[]): string {
  const numbers = calls.map((call) => (call?.index ?? 0) + 1);
  return `${numbers.length === 1 ? "call" : "calls"} ${numbers.join(", ")} of the trace`;
}

function referenceName(step: StepProgram): string {
  const { order } = step;
  return order === undefined ? "call" : `${order.any ? "call" : "accepted call"} of ${order.tool}`;
}

/** Indices strictly between which the step's call must lie; undefined when the reference call is missing. */
function allowedRange(
  step: StepProgram,
  calls: readonly TraceCall[],
): { readonly after: number; readonly before: number } | undefined {
  const { order } = step;
  if (order === undefined) return { after: -1, before: Number.POSITIVE_INFINITY };
  const reference = calls.find((call) => call.tool === order.tool && (order.any || call.outcome === "ok"));
  if (reference === undefined) return undefined;
  // A group stands immediately beside the reference when nothing but its own calls does.
  const reach = order.immediately === true ? 1 + (step.others?.length ?? 0) : Number.POSITIVE_INFINITY;
  return order.relation === "before"
    ? { after: Math.max(-1, reference.index - reach - 1), before: reference.index }
    : { after: reference.index, before: reference.index + reach + 1 };
}
