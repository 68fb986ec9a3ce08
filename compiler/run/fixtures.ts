import type { JsonObject } from "../../runtime/abi/json.js";
import type { CompiledScenario, Task } from "../../runtime/abi/scenario.js";
import type { TermGroup } from "../../runtime/abi/score.js";
import type { EmittedCall } from "../../runtime/abi/trace.js";
import { canonical } from "../../runtime/value/compare.js";
import type { TestIr } from "../ir/scenario.js";
import { replay } from "./replay.js";
import { finalOf, runTest, type TestOutcome } from "./run-test.js";

/** What an episode came to under one reward. Worlds differ between rewards, and so may statuses. */
export interface ExpectedScore {
  readonly statuses: readonly number[];
  readonly reward: number;
  readonly success: boolean;
  readonly terms: readonly { readonly id: string; readonly group: TermGroup; readonly value: number }[];
}

/** An episode whose outcome must not change unless a source does. */
export interface Fixture {
  readonly name: string;
  /** Id of a listed task, or `""` for one that only `given` describes. */
  readonly task: string;
  readonly given: JsonObject;
  readonly calls: readonly EmittedCall[];
  /** The final message; left out where there is none. */
  readonly final?: string;
  /** By name of the reward. */
  readonly expected: { readonly [reward: string]: ExpectedScore };
}

/**
 * Episodes that show a scenario's behaviour, with their outcome under every reward: for the first task of each
 * split silence, the gold calls, the gold calls twice, and gold without its last call; and the trace of each test.
 */
export function buildFixtures(
  scenario: CompiledScenario,
  tests: readonly TestIr[],
  outcomeOf: (test: TestIr) => TestOutcome = (test) => runTest(test, scenario),
): Fixture[] {
  const fixtures: Fixture[] = [];
  for (const [split, tasks] of Object.entries(scenario.splits)) {
    const [task] = tasks;
    if (task === undefined) continue;
    const gold = scenario.gold(task);
    const traces: readonly (readonly [string, readonly EmittedCall[]])[] = [
      ["no call", []],
      ["gold", gold],
      ["gold twice", [...gold, ...gold]],
      ["gold without its last call", gold.slice(0, -1)],
    ];
    for (const [name, calls] of traces) {
      fixtures.push(record(`${split}: ${name}`, scenario, task, calls));
    }
  }
  for (const test of tests) {
    const { run } = outcomeOf(test);
    if (run === undefined) continue;
    const calls = run.trace.calls.map(({ tool, arguments: args, raw }): EmittedCall => {
      if (args !== undefined) return { tool, arguments: args };
      return raw === undefined ? { tool } : { tool, raw };
    });
    fixtures.push(record(`test: ${test.title}`, scenario, run.task, calls, finalOf(test)));
  }
  return fixtures;
}

/** Names of the fixtures whose outcome differs from what they expect. */
export function changedFixtures(scenario: CompiledScenario, fixtures: readonly Fixture[]): string[] {
  return fixtures
    .filter(({ name, task, given, calls, final, expected }) => {
      const bound = task === "" ? scenario.bind({ given }) : scenario.bind({ task });
      const now = record(name, scenario, bound, calls, final).expected;
      return canonical(asJson(now)) !== canonical(asJson(expected));
    })
    .map(({ name }) => name);
}

function record(
  name: string,
  scenario: CompiledScenario,
  task: Task,
  calls: readonly EmittedCall[],
  final?: string,
): Fixture {
  const expected = Object.fromEntries(
    scenario.rewards.map((reward) => [reward.name, outcome(scenario, task, calls, reward.name, final)]),
  );
  const listed = Object.values(scenario.splits).some((tasks) => tasks.some(({ id }) => id === task.id));
  return {
    name,
    task: listed ? task.id : "",
    given: task.given,
    calls,
    ...(final === undefined ? {} : { final }),
    expected,
  };
}

function outcome(
  scenario: CompiledScenario,
  task: Task,
  calls: readonly EmittedCall[],
  reward: string,
  final: string | undefined,
): ExpectedScore {
  const { trace, score } = replay(scenario, task, calls, reward, final);
  return {
    statuses: trace.calls.map(({ status }) => status),
    reward: score.reward,
    success: score.success,
    terms: score.terms.map(({ id, group, value }) => ({ id, group, value })),
  };
}

function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
