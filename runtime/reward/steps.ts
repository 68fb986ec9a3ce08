import type { TraceCall } from "../abi/trace.js";
import type { Variables } from "../abi/value.js";
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
 * after it.
 */
export function judgeStep(step: StepProgram, calls: readonly TraceCall[], variables: Variables): StepFinding {
  const failed = step.when.find((event) => countEvents(event, calls) === 0);
  if (failed !== undefined)
    return { earned: false, why: `needs ${describeEvent(failed)}, which did not occur` };
  const range = allowedRange(step, calls);
  if (range === undefined) return { earned: false, why: `no ${referenceName(step)} to stand beside` };
  const responses = (tool: string) => responseOf(calls, tool);
  const found = calls.find(
    (call) =>
      call.tool === step.tool &&
      call.outcome === "ok" &&
      call.index > range.after &&
      call.index < range.before &&
      step.matches(call, variables, responses),
  );
  if (found !== undefined) return { earned: true, why: `call ${found.index + 1} of the trace` };
  const place = step.order === undefined ? "" : ` ${step.order.relation} ${referenceName(step)}`;
  return { earned: false, why: `no accepted ${step.tool} with the expected arguments${place}` };
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
  const open = { after: -1, before: Number.POSITIVE_INFINITY };
  const { order } = step;
  if (order === undefined) return open;
  const reference = calls.find((call) => call.tool === order.tool && (order.any || call.outcome === "ok"));
  if (reference === undefined) return undefined;
  return order.relation === "before"
    ? { ...open, before: reference.index }
    : { ...open, after: reference.index };
}
