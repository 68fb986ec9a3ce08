import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import type { CompiledScenario, Task } from "../../runtime/abi/scenario.js";
import type { BoundScenario } from "../bind/scenario.js";
import { tasks as taskDiagnostics } from "../diagnostics/tasks.js";
import { tests as testDiagnostics } from "../diagnostics/tests.js";
import { describeDifference } from "../run/describe-difference.js";
import { replay, replayGold } from "../run/replay.js";
import { runTest } from "../run/run-test.js";

/** How one `test` block fared. */
export interface TestResult {
  readonly scenario: string;
  readonly title: string;
  readonly ok: boolean;
  readonly difference: string | undefined;
}

export interface ReplayFindings {
  readonly diagnostics: readonly Diagnostic[];
  readonly tests: readonly TestResult[];
}

/** Replays the gold of every task and runs every declared test against the compiled scenario. */
export function replayScenario(bound: BoundScenario, compiled: CompiledScenario): ReplayFindings {
  const gold = goldFindings(bound, compiled);
  const diagnostics: Diagnostic[] = [...gold];
  const results: TestResult[] = [];
  for (const [index, test] of bound.ir.tests.entries()) {
    const outcome = runTest(test, compiled);
    const [first] = outcome.differences;
    const difference = first && describeDifference(first);
    results.push({ scenario: bound.ir.name, title: test.title, ok: outcome.passed, difference });
    if (first === undefined || difference === undefined) continue;
    const declaration = bound.declaration.tests[index];
    const span = declaration?.title.span ?? bound.declaration.name.span;
    const place = { file: bound.file, span };
    diagnostics.push(
      first.kind === "task"
        ? testDiagnostics.report("RVR8002", place, {
            title: test.title,
            reason: difference.replace(/\.$/u, ""),
          })
        : testDiagnostics.report("RVR8001", place, { title: test.title, difference }),
    );
  }
  return { diagnostics, tests: results };
}

/** One finding for the first task whose gold fails: the cause is nearly always the same for all of them. */
function goldFindings(bound: BoundScenario, compiled: CompiledScenario): Diagnostic[] {
  // A reward may be scored in a variant of the world; gold must be right in each of them.
  const oneByWorld = new Map(compiled.rewards.map((reward) => [reward.world, reward.name]));
  for (const task of Object.values(compiled.splits).flat()) {
    for (const [world, reward] of oneByWorld) {
      const { trace, score } = replayGold(compiled, task, reward);
      const refused = trace.calls.find((call) => call.outcome !== "ok");
      const idle = refused === undefined && score.success && holdsAlready(compiled, task, reward);
      if (refused === undefined && score.success && !idle) continue;
      const reason =
        refused === undefined
          ? "the calls are accepted, but the state does not differ from the initial one as a goal needs"
          : `${refused.tool} is answered with ${refused.status} in the world ${world}: ${shorten(JSON.stringify(refused.body))}`;
      const gold = bound.declaration.tasks[0]?.items.find(
        (item) => item.kind === "gold" && (refused === undefined || item.tool.text === refused.tool),
      );
      const span = gold?.kind === "gold" ? gold.tool.span : bound.declaration.name.span;
      const values = { task: task.id, reason };
      return [taskDiagnostics.report("RVR5002", { file: bound.file, span }, values)];
    }
  }
  return [];
}

/** Is the goal reached without a single call? */
function holdsAlready(compiled: CompiledScenario, task: Task, reward: string): boolean {
  return replay(compiled, task, [], reward).score.success;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
