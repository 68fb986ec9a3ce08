import type { Value } from "../abi/value.js";

/** The edges of a state machine: each state with those that may follow it. */
export type FlowEdges = readonly (readonly [from: string, to: readonly string[]])[];

/** Whether one state may follow another; never from or to a value that is no state. */
export function mayFollow(edges: FlowEdges, from: Value, to: Value): boolean {
  return typeof to === "string" && edges.some(([state, next]) => state === from && next.includes(to));
}
