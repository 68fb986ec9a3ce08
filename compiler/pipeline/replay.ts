import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import type { CompiledScenario, Task } from "../../runtime/abi/scenario.js";
import type { Trace } from "../../runtime/abi/trace.js";
import type { BoundScenario } from "../bind/scenario.js";
import { tasks as taskDiagnostics } from "../diagnostics/tasks.js";
import { tests as testDiagnostics } from "../diagnostics/tests.js";
import type { ScenarioIr, TestIr } from "../ir/scenario.js";
import { describeDifference, describeLosses } from "../run/describe-difference.js";
import { replay, replayGold } from "../run/replay.js";
import type { TestOutcome } from "../run/run-test.js";

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

/** A task whose gold does not reach its goal. */
export interface GoldFault {
  readonly task: string;
  /** The call that was refused; undefined when all were accepted. */
  readonly tool: string | undefined;
  readonly reason: string;
}

/** What one `test` block came to. */
export interface TestVerdict {
  /** What is expected and was not so. */
  readonly difference: string | undefined;
  /** Whether the task of the test could not be bound. */
  readonly unbound: boolean;
  /** What the score did not earn, for a test that fails. */
  readonly losses: string;
}

export function judgeTest({ differences, run }: TestOutcome): TestVerdict {
  const [first] = differences;
  if (first === undefined) return { difference: undefined, unbound: false, losses: "" };
  const losses = describeLosses(run?.score);
  return { difference: describeDifference(first), unbound: first.kind === "task", losses };
}

/** Says at their places in the text what replaying gold and running the declared tests gave. */
export function replayFindings(
  bound: BoundScenario,
  gold: GoldFault | undefined,
  verdictOf: (test: TestIr) => TestVerdict,
): ReplayFindings {
  const diagnostics: Diagnostic[] = gold === undefined ? [] : [goldFinding(bound, gold)];
  const results: TestResult[] = [];
  for (const [index, test] of bound.ir.tests.entries()) {
    const { difference, unbound, losses } = verdictOf(test);
    const { title } = test;
    results.push({ scenario: bound.ir.name, title, ok: difference === undefined, difference });
    if (difference === undefined) continue;
    const declaration = bound.declaration.tests[index];
    const span = declaration?.title.span ?? bound.declaration.name.span;
    const place = { file: bound.file, span };
    diagnostics.push(
      unbound
        ? testDiagnostics.report("RVR8002", place, { title, reason: difference.replace(/\.$/u, "") })
        : testDiagnostics.report("RVR8001", place, { title, difference, score: losses }),
    );
  }
  return { diagnostics, tests: results };
}

/**
 * Replays the gold of every task, and answers with the first that fails: the cause is nearly always the same for all of
 * them.
 */
export function replayEveryGold(ir: ScenarioIr, compiled: CompiledScenario): GoldFault | undefined {
  // A reward may be scored in a variant of the world; gold must be right in each of them.
  const oneByWorld = new Map(compiled.rewards.map((reward) => [reward.world, reward.name]));
  for (const task of Object.values(compiled.splits).flat()) {
    for (const [world, reward] of oneByWorld) {
      const { trace, score } = replayGold(compiled, task, reward);
      const reported = ir.closing?.kind === "report" ? ir.closing.tool : undefined;
      const refused = trace.calls.find((call) => call.outcome !== "ok" && call.tool !== reported);
      const idle = refused === undefined && score.success && holdsAlready(compiled, task, reward);
      if (refused === undefined && score.success && !idle) continue;
      const reason =
        refused === undefined || lacksAnswer(ir, trace)
          ? unreached(ir, trace, world)
          : `${refused.tool} is answered with ${refused.status} in the world ${world}: ${shorten(JSON.stringify(refused.body))}`;
      return { task: task.id, tool: refused?.tool, reason };
    }
  }
  return undefined;
}

function goldFinding(bound: BoundScenario, { task, tool, reason }: GoldFault): Diagnostic {
  const gold = bound.declaration.tasks[0]?.items.find(
    (item) => item.kind === "gold" && (tool === undefined || item.tool.text === tool),
  );
  const span = gold?.kind === "gold" ? gold.tool.span : bound.declaration.name.span;
  return taskDiagnostics.report("RVR5002", { file: bound.file, span }, { task, reason });
}

/** Why gold does not reach the goal although no call of it fails. */
function unreached(ir: ScenarioIr, { calls }: Trace, world: string): string {
  const { closing } = ir;
  if (
    closing?.kind === "report" &&
    !calls.some(({ tool, outcome }) => tool === closing.tool && outcome === "refused")
  ) {
    return `${closing.tool} is accepted in the world ${world}, so there is nothing to report`;
  }
  if (lacksAnswer(ir, { calls, final: undefined })) return "the answer has no value";
  return "the calls are accepted, but the state does not differ from the initial one as a goal needs";
}

function lacksAnswer(ir: ScenarioIr, { calls }: Trace): boolean {
  return ir.closing?.kind === "answer" && calls.at(-1)?.arguments?.["answer"] === null;
}

/** Is the goal reached without a single call? */
function holdsAlready(compiled: CompiledScenario, task: Task, reward: string): boolean {
  return replay(compiled, task, [], reward).score.success;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
