import type { JsonObject } from "../../runtime/abi/json.js";
import type { CompiledScenario, Task } from "../../runtime/abi/scenario.js";
import type { TermGroup } from "../../runtime/abi/score.js";
import type { EmittedCall } from "../../runtime/abi/trace.js";
import { canonical } from "../../runtime/value/compare.js";
import type { ScenarioIr, TestIr } from "../ir/scenario.js";
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

/** A trace to be recorded, without what it comes to. */
export type FixtureTrace = Omit<Fixture, "name" | "expected">;

/** What earlier runs gave, by what they were made from: a key tells apart the traces of one scenario. */
export interface FixtureMemory {
  trace(key: string, make: () => FixtureTrace): FixtureTrace;
  score(reward: string, key: string, make: () => ExpectedScore): ExpectedScore;
}

const NO_MEMORY: FixtureMemory = { trace: (_, make) => make(), score: (_, __, make) => make() };

/**
 * Episodes that show a scenario's behaviour, with their outcome under every reward: for the first task of each
 * split silence, the gold calls, the gold calls twice, and gold without its last call; and the trace of each test. The
 * compiled scenario is asked for only where the memory does not know.
 */
export function buildFixtures(
  ir: Pick<ScenarioIr, "splits" | "rewards" | "tests">,
  compiled: () => CompiledScenario,
  outcomeOf: (test: TestIr) => TestOutcome = (test) => runTest(test, compiled()),
  memory: FixtureMemory = NO_MEMORY,
): Fixture[] {
  const sources = [
    ...ir.splits.flatMap((split) => (split.tasks.length === 0 ? [] : goldTraces(split.name))),
    ...ir.tests.map((test) => testTrace(test, outcomeOf)),
  ];
  return sources.flatMap(({ name, key, make }): Fixture[] => {
    const made = memory.trace(key, () => make(compiled()) ?? NOTHING);
    if (made === NOTHING) return [];
    const expected = ir.rewards.map((reward) => {
      const score = () => {
        const scenario = compiled();
        return outcome(scenario, taskOf(scenario, made), made.calls, reward.name, made.final);
      };
      return [reward.name, memory.score(reward.name, key, score)] as const;
    });
    return [{ name, ...made, expected: Object.fromEntries(expected) }];
  });
}

/** Stands for a test whose task cannot be bound. */
const NOTHING: FixtureTrace = { task: "", given: {}, calls: [] };

interface Source {
  readonly name: string;
  readonly key: string;
  readonly make: (scenario: CompiledScenario) => FixtureTrace | undefined;
}

function goldTraces(split: string): readonly Source[] {
  const source = (name: string, calls: (gold: readonly EmittedCall[]) => readonly EmittedCall[]): Source => ({
    name: `${split}: ${name}`,
    key: `${split}: ${name}`,
    make: (scenario) => {
      const task = scenario.splits[split]?.[0];
      return task && trace(scenario, task, calls(scenario.gold(task)));
    },
  });
  return [
    source("no call", () => []),
    source("gold", (gold) => gold),
    source("gold twice", (gold) => [...gold, ...gold]),
    source("gold without its last call", (gold) => gold.slice(0, -1)),
  ];
}

function testTrace(test: TestIr, outcomeOf: (test: TestIr) => TestOutcome): Source {
  const { title, task, given, steps, reward } = test;
  return {
    name: `test: ${title}`,
    key: `test: ${JSON.stringify([task, given, steps, reward])}`,
    make: (scenario) => {
      const { run } = outcomeOf(test);
      if (run === undefined) return undefined;
      const calls = run.trace.calls.map(({ tool, arguments: args, raw }): EmittedCall => {
        if (args !== undefined) return { tool, arguments: args };
        return raw === undefined ? { tool } : { tool, raw };
      });
      return trace(scenario, run.task, calls, finalOf(test));
    },
  };
}

function trace(
  scenario: CompiledScenario,
  task: Task,
  calls: readonly EmittedCall[],
  final?: string,
): FixtureTrace {
  const listed = Object.values(scenario.splits).some((tasks) => tasks.some(({ id }) => id === task.id));
  return { task: listed ? task.id : "", given: task.given, calls, ...(final === undefined ? {} : { final }) };
}

function taskOf(scenario: CompiledScenario, { task, given }: Pick<Fixture, "task" | "given">): Task {
  return task === "" ? scenario.bind({ given }) : scenario.bind({ task });
}

/** Names of the fixtures whose outcome differs from what they expect. */
export function changedFixtures(scenario: CompiledScenario, fixtures: readonly Fixture[]): string[] {
  return fixtures
    .filter((fixture) => {
      const { calls, final, expected } = fixture;
      const task = taskOf(scenario, fixture);
      const now = scenario.rewards.map(
        ({ name }) => [name, outcome(scenario, task, calls, name, final)] as const,
      );
      return canonical(asJson(Object.fromEntries(now))) !== canonical(asJson(expected));
    })
    .map(({ name }) => name);
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
