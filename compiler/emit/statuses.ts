import type { ToolIr } from "../ir/scenario.js";
import type { StatementIr, WorldIr } from "../ir/world.js";

/** Statuses that calls of a tool can be answered with in any of the worlds, in ascending order. */
export function answerStatuses(tool: ToolIr, worlds: Iterable<WorldIr>): readonly number[] {
  const statuses = new Set<number>();
  for (const world of worlds) {
    const operation = world.operations.find(
      (candidate) => candidate.api === tool.api && candidate.operation === tool.operation,
    );
    const invalid = world.invalid.find((candidate) => candidate.api === tool.api)?.status ?? 400;
    for (const status of (operation?.statements ?? []).flatMap((each) => statusesOf(each, invalid))) {
      statuses.add(status);
    }
  }
  return [...statuses].sort((left, right) => left - right);
}

function statusesOf(statement: StatementIr, invalid: number): readonly number[] {
  switch (statement.kind) {
    case "require":
    case "respond":
    case "move":
      return [statement.status];
    case "validate":
      return [invalid];
    case "when":
    case "each":
      return statement.effects.flatMap((effect) => statusesOf(effect, invalid));
    default:
      return [];
  }
}
