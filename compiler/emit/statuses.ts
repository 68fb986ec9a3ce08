import type { ToolIr } from "../ir/scenario.js";
import type { WorldIr } from "../ir/world.js";

/** Statuses that calls of a tool can be answered with in any of the worlds, in ascending order. */
export function answerStatuses(tool: ToolIr, worlds: Iterable<WorldIr>): readonly number[] {
  const statuses = new Set<number>();
  for (const world of worlds) {
    const operation = world.operations.find(
      (candidate) => candidate.api === tool.api && candidate.operation === tool.operation,
    );
    for (const statement of operation?.statements ?? []) {
      if (statement.kind === "require" || statement.kind === "respond") statuses.add(statement.status);
      if (statement.kind === "validate") {
        statuses.add(world.invalid.find((candidate) => candidate.api === tool.api)?.status ?? 400);
      }
    }
  }
  return [...statuses].sort((left, right) => left - right);
}
