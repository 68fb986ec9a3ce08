import type { JsonObject } from "../abi/json.js";
import type { TraceCall } from "../abi/trace.js";
import type { Value, Variables } from "../abi/value.js";

/** What a reward is computed from. */
export interface Evidence {
  readonly calls: readonly TraceCall[];
  readonly variables: Variables;
  /** The final state differs from the initial one by exactly the gold difference. */
  readonly stateReached: boolean;
  /** True for a tool whose operation has effects. */
  readonly isWrite: (tool: string) => boolean;
}

/** Calls of one tool, whatever came of them, in order. */
export function callsOf(calls: readonly TraceCall[], tool: string): readonly TraceCall[] {
  return calls.filter((call) => call.tool === tool);
}

/** Body of the first accepted call of a tool. */
export function responseOf(calls: readonly TraceCall[], tool: string): Value {
  return calls.find((call) => call.tool === tool && call.outcome === "ok")?.body;
}

/** Whether a slot is right in one call; never in a call without arguments. */
export function isRight(
  slot: { readonly right: (args: JsonObject, variables: Variables) => boolean },
  call: TraceCall | undefined,
  variables: Variables,
): boolean {
  return call?.arguments !== undefined && slot.right(call.arguments, variables);
}

/** "1 call", "3 calls". */
export function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
