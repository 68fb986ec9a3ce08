import { assertNever } from "../abi/assert-never.js";
import type { TraceCall } from "../abi/trace.js";
import type { EventProgram } from "../program/reward.js";
import { callsOf } from "./evidence.js";

/** How often an event occurs in a trace. */
export function countEvents(event: EventProgram, calls: readonly TraceCall[]): number {
  switch (event.kind) {
    case "called":
      return callsOf(calls, event.tool).length;
    case "accepted":
      return callsOf(calls, event.tool).filter((call) => call.outcome === "ok").length;
    case "refused":
      return callsOf(calls, event.tool).filter(isRefused).length;
    case "invalid":
      return callsOf(calls, event.tool).filter(isInvalid).length;
    case "missing":
      return callsOf(calls, event.tool).length === 0 ? 1 : 0;
    case "duplicate":
      return Math.max(0, callsOf(calls, event.tool).length - 1);
    case "unknown":
      return calls.filter((call) => call.outcome === "unknown-tool").length;
    case "call":
      return Math.max(0, calls.length - event.over);
    default:
      return assertNever(event);
  }
}

function isRefused(call: TraceCall): boolean {
  return call.outcome === "refused" || call.outcome === "unparsed";
}

function isInvalid(call: TraceCall): boolean {
  return call.outcome === "unparsed" || call.violations.length > 0;
}

/** An event in words, for the reason of a term. */
export function describeEvent(event: EventProgram): string {
  switch (event.kind) {
    case "unknown":
      return "unknown tool";
    case "call":
      return event.over === 0 ? "call" : `call over ${event.over}`;
    default:
      return `${event.kind} ${event.tool}`;
  }
}
