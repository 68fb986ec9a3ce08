import { assertNever } from "../../dsl/text/internal-error.js";
import type { Json } from "../../runtime/abi/json.js";
import type { CompiledScenario, Episode, Task } from "../../runtime/abi/scenario.js";
import type { Score } from "../../runtime/abi/score.js";
import type { Trace } from "../../runtime/abi/trace.js";
import { UsageError } from "../../runtime/abi/usage-error.js";
import type { ExpectationIr, TestIr, TestStepIr } from "../ir/scenario.js";
import { lastAnswer } from "./replay.js";
import { firstLack } from "./subset.js";

/** Rewards are sums of a few weights; nobody means a difference as small as this. */
const TOLERANCE = 1e-9;

/** Something that a test expects and a run does not show. `step` and `expectation` count from 0, as in the test. */
export type TestDifference =
  | { readonly kind: "task"; readonly message: string; readonly remedy: string }
  | {
      readonly kind: "status";
      readonly step: number;
      readonly expected: number;
      readonly actual: number;
      readonly body: Json;
    }
  | {
      readonly kind: "body";
      readonly step: number;
      /** First place that differs, dotted. */
      readonly at: string;
      readonly expected: Json;
      readonly actual: Json;
    }
  | {
      readonly kind: "reward" | "term";
      readonly expectation: number;
      readonly term: string | undefined;
      readonly comparison: ExpectationIr["comparison"];
      readonly expected: number;
      readonly actual: number;
    }
  | {
      readonly kind: "success";
      readonly expectation: number;
      readonly expected: boolean;
      readonly actual: boolean;
    }
  | {
      readonly kind: "no-term";
      readonly expectation: number;
      readonly term: string;
      /** Terms that the score does have. */
      readonly known: readonly string[];
    };

export interface TestOutcome {
  readonly title: string;
  readonly passed: boolean;
  readonly differences: readonly TestDifference[];
  /** Left out when the task could not be bound. */
  readonly run?: {
    readonly task: Task;
    readonly reward: string;
    readonly trace: Trace;
    readonly score: Score;
  };
}

/** Runs one `test` block against the compiled scenario. A test that names no task runs on the first one. */
export function runTest(test: TestIr, scenario: CompiledScenario): TestOutcome {
  const differences: TestDifference[] = [];
  const reward = test.reward ?? scenario.defaultReward;
  const started = start(test, scenario, reward);
  if (started.kind === "fault") {
    return { title: test.title, passed: false, differences: [started.difference] };
  }
  const { episode, task } = started;
  for (const [index, step] of test.steps.entries()) {
    runStep(step, index, episode, scenario, differences);
  }
  const score = episode.finish(finalOf(test));
  for (const [index, expectation] of test.expectations.entries()) {
    const difference = judge(expectation, index, score);
    if (difference !== undefined) differences.push(difference);
  }
  const run = { task, reward, trace: episode.trace, score };
  return { title: test.title, passed: differences.length === 0, differences, run };
}

/** The message that ends the episode of a test. */
export function finalOf(test: TestIr): string | undefined {
  const last = test.steps.find((step) => step.kind === "final");
  return last?.kind === "final" ? last.text : undefined;
}

type Started =
  | { readonly kind: "episode"; readonly episode: Episode; readonly task: Task }
  | { readonly kind: "fault"; readonly difference: TestDifference };

function start(test: TestIr, scenario: CompiledScenario, reward: string): Started {
  try {
    const task = taskOf(test, scenario);
    return { kind: "episode", episode: scenario.start(task, { reward }), task };
  } catch (error) {
    // What does not resolve is a mistake in the test; anything else is a bug and goes on up. By name, since the
    // class of a runtime that was handed in need not be this one.
    if (!(error instanceof Error) || error.name !== "UsageError") throw error;
    const remedy = "remedy" in error && typeof error.remedy === "string" ? error.remedy : "";
    return { kind: "fault", difference: { kind: "task", message: error.message, remedy } };
  }
}

function taskOf(test: TestIr, scenario: CompiledScenario): Task {
  if (test.task !== undefined || test.given !== undefined) {
    return scenario.bind({
      ...(test.task === undefined ? {} : { task: test.task }),
      ...(test.given === undefined ? {} : { given: test.given }),
    });
  }
  for (const tasks of Object.values(scenario.splits)) {
    const [first] = tasks;
    if (first !== undefined) return first;
  }
  throw new UsageError(
    `Scenario ${scenario.name} has no task to run a test on.`,
    "Give it a split with a task, or write `given {...}` in the test.",
  );
}

function runStep(
  step: TestStepIr,
  index: number,
  episode: Episode,
  scenario: CompiledScenario,
  differences: TestDifference[],
): void {
  switch (step.kind) {
    case "gold":
      for (const call of scenario.gold(episode.task)) episode.call(call);
      return;
    case "final":
      return;
    case "raw":
      episode.call({ tool: step.tool, raw: step.text });
      return;
    case "call": {
      episode.call({ tool: step.tool, arguments: step.arguments });
      const { status, body } = lastAnswer(episode);
      if (step.status !== undefined && step.status !== status) {
        differences.push({ kind: "status", step: index, expected: step.status, actual: status, body });
        return;
      }
      if (step.body === undefined) return;
      const at = firstLack(step.body, body);
      if (at !== undefined)
        differences.push({ kind: "body", step: index, at, expected: step.body, actual: body });
      return;
    }
    default:
      assertNever(step);
  }
}

function judge(expectation: ExpectationIr, index: number, score: Score): TestDifference | undefined {
  const { kind, comparison, value: expected } = expectation;
  switch (kind) {
    case "success":
    case "failure": {
      const wanted = kind === "success";
      if (score.success === wanted) return undefined;
      return { kind: "success", expectation: index, expected: wanted, actual: score.success };
    }
    case "reward":
      if (holds(score.reward, comparison, expected)) return undefined;
      return { kind, expectation: index, term: undefined, comparison, expected, actual: score.reward };
    case "term": {
      const term = expectation.term ?? "";
      const found = score.terms.filter(({ id }) => id === term);
      if (found.length === 0) {
        const known = [...new Set(score.terms.map(({ id }) => id))];
        return { kind: "no-term", expectation: index, term, known };
      }
      const actual = found.reduce((sum, { value }) => sum + value, 0);
      if (holds(actual, comparison, expected)) return undefined;
      return { kind, expectation: index, term, comparison, expected, actual };
    }
    default:
      return assertNever(kind);
  }
}

function holds(actual: number, comparison: ExpectationIr["comparison"], expected: number): boolean {
  const difference = Math.abs(actual - expected) <= TOLERANCE ? 0 : actual - expected;
  switch (comparison) {
    case "==":
      return difference === 0;
    case "!=":
      return difference !== 0;
    case "<":
      return difference < 0;
    case "<=":
      return difference <= 0;
    case ">":
      return difference > 0;
    case ">=":
      return difference >= 0;
    default:
      return assertNever(comparison);
  }
}
