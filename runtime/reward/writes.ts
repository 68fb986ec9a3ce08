import type { TraceCall } from "../abi/trace.js";
import type { Variables } from "../abi/value.js";
import { assign } from "../matching/assignment.js";
import type { SlotProgram, WriteProgram } from "../program/reward.js";
import { callsOf, isRight } from "./evidence.js";

/** A slot of an expected write, with the call that stands for the write. */
export interface SlotFinding {
  readonly slot: SlotProgram;
  readonly call: TraceCall | undefined;
  readonly right: boolean;
}

/**
 * The slots of all expected writes. Where several calls could stand for a write, calls and writes of a tool are
 * paired so that the weight of right slots is highest, each call standing for one write at most.
 */
export function judgeWrites(
  writes: readonly WriteProgram[],
  calls: readonly TraceCall[],
  variables: Variables,
): readonly SlotFinding[] {
  const callOf = new Map<WriteProgram, TraceCall>();
  for (const tool of new Set(writes.map((write) => write.tool))) {
    const rows = writes.filter((write) => write.tool === tool);
    const columns = callsOf(calls, tool).filter((call) => call.arguments !== undefined);
    const gains = rows.map((write) => columns.map((call) => rightWeight(write.slots, call, variables)));
    for (const [row, column] of assign(gains, columns.length).entries()) {
      const write = rows[row];
      const call = columns[column];
      if (write !== undefined && call !== undefined) callOf.set(write, call);
    }
  }
  return writes.flatMap((write) => {
    const call = callOf.get(write);
    return write.slots.map((slot) => ({ slot, call, right: isRight(slot, call, variables) }));
  });
}

function rightWeight(slots: readonly SlotProgram[], call: TraceCall, variables: Variables): number {
  return slots.reduce((sum, slot) => (isRight(slot, call, variables) ? sum + slot.weight : sum), 0);
}
