import type { Task } from "../../runtime/abi/scenario.js";
import type { EmittedCall, TraceCall } from "../../runtime/abi/trace.js";
import { createRandom } from "../../runtime/random/random.js";
import type { RewardIr } from "../ir/reward.js";
import type { ExpectationIr } from "../ir/scenario.js";
import { buildFixtures } from "../run/fixtures.js";
import { factsOf } from "./facts.js";
import type { AuditTask } from "./letter.js";
import { machineOf } from "./machine.js";
import { chooseMutants, type Mutant, mutantsOf } from "./mutants.js";
import { type Arena, type AuditSubject, isWriteOf } from "./prepare.js";
import { EPSILON } from "./reward-audit.js";

export interface Mutation {
  readonly mutants: number;
  /** Killed by the `test` blocks alone, and with the regression fixtures that the compiler makes of them. */
  readonly killedByTests: number;
  readonly killed: number;
  /** Mutants that score every trace that was tried as the reward does. */
  readonly equivalent: number;
  /** Equivalent mutants that the suite called different all the same; there must be none. */
  readonly falselyKilled: number;
  /** Mutants that live on although they differ, with a trace on which they do. */
  readonly survivors: readonly { readonly what: string; readonly why: string }[];
}

/** A played trace, ready to be scored by any variant of the reward. */
interface Played {
  readonly name: string;
  readonly task: AuditTask;
  readonly calls: readonly TraceCall[];
  readonly goal: boolean;
  readonly expectations: readonly ExpectationIr[];
}

/** Random traces that a mutant must score alike to count as equivalent. */
const TRACES = 400;

/**
 * S12: changes the reward in one place at a time and asks whether the scenario's own tests notice. The changed rewards are
 * scored by the automaton, which a test holds against the compiled checkers.
 */
export function mutateReward(
  subject: AuditSubject,
  reward: RewardIr,
  arena: Arena,
  tasks: readonly AuditTask[],
  count: number,
): Mutation {
  const suite = playSuite(subject, reward, tasks);
  const walks = randomWalks(subject, arena);
  const mutants = chooseMutants(mutantsOf(reward), count, `${subject.ir.name}/${reward.name}`);
  let killedByTests = 0;
  let killed = 0;
  let equivalent = 0;
  let falselyKilled = 0;
  const survivors: { what: string; why: string }[] = [];
  for (const mutant of mutants) {
    const differing = [...suite, ...walks].find((played) => !same(subject, reward, mutant.reward, played));
    const byTests = suite.some((played) => breaks(subject, mutant.reward, played));
    const bySuite = byTests || suite.some((played) => !same(subject, reward, mutant.reward, played));
    if (byTests) killedByTests += 1;
    if (bySuite) killed += 1;
    if (differing === undefined) {
      equivalent += 1;
      if (bySuite) falselyKilled += 1;
    } else if (!bySuite) survivors.push(survivorOf(subject, reward, mutant, differing));
  }
  return { mutants: mutants.length, killedByTests, killed, equivalent, falselyKilled, survivors };
}

function survivorOf(subject: AuditSubject, reward: RewardIr, mutant: Mutant, played: Played) {
  const before = scoreOf(subject, reward, played).score;
  const after = scoreOf(subject, mutant.reward, played).score;
  const calls = played.calls.map((call) => call.tool).join(", ");
  return {
    what: mutant.what,
    why: `no test has a trace like (${calls}), which it scores ${after} and not ${before}`,
  };
}

/** Traces of the tests and fixtures of a scenario, in the world of the reward. */
function playSuite(subject: AuditSubject, reward: RewardIr, tasks: readonly AuditTask[]): readonly Played[] {
  const { compiled, ir } = subject;
  return buildFixtures(compiled, ir.tests).flatMap((fixture): Played[] => {
    const task = fixture.task === "" ? undefined : tasks.find((one) => one.task.id === fixture.task);
    if (task === undefined) return [];
    const test = ir.tests.find((one) => fixture.name === `test: ${one.title}`);
    const scored = test !== undefined && (test.reward ?? ir.defaultReward) === reward.name;
    const expectations = scored ? test.expectations : [];
    return [{ ...play(subject, reward, task, task.task, fixture.calls), name: fixture.name, expectations }];
  });
}

function play(
  { compiled }: AuditSubject,
  reward: RewardIr,
  task: AuditTask,
  bound: Task,
  calls: readonly EmittedCall[],
): Played {
  const episode = compiled.start(bound, { reward: reward.name });
  for (const call of calls) episode.call(call);
  return { name: "", task, calls: episode.trace.calls, goal: episode.inspect().goal, expectations: [] };
}

function randomWalks(subject: AuditSubject, arena: Arena): readonly Played[] {
  const { task, reward, alphabet } = arena;
  const random = createRandom(`walks/${subject.ir.name}/${reward.name}`);
  return Array.from({ length: TRACES }, () => {
    const episode = subject.compiled.start(task.task, { reward: reward.name });
    for (let calls = 1 + random.below(8); calls > 0; calls -= 1) {
      episode.call(random.pick(alphabet.letters).call(task, episode.trace.calls));
    }
    const goal = episode.inspect().goal;
    return { name: "random walk", task, calls: episode.trace.calls, goal, expectations: [] };
  });
}

function scoreOf(subject: AuditSubject, reward: RewardIr, played: Played) {
  const machine = machineOf(reward);
  const context = { reward, environment: played.task.environment, isWrite: isWriteOf(subject, reward) };
  let registers = machine.start;
  let paid = 0;
  for (const [index, call] of played.calls.entries()) {
    const move = machine.move(registers, factsOf(context, call, played.calls.slice(0, index)), index);
    registers = move.registers;
    paid += move.paid;
  }
  const success = machine.succeeds(registers, played.goal);
  return { score: machine.score(registers, paid, played.calls.length, played.goal), success };
}

function same(subject: AuditSubject, one: RewardIr, other: RewardIr, played: Played): boolean {
  const left = scoreOf(subject, one, played);
  const right = scoreOf(subject, other, played);
  return left.success === right.success && Math.abs(left.score - right.score) <= EPSILON;
}

/** Whether an expectation of a test does not hold under a reward. Terms have no score of their own here. */
function breaks(subject: AuditSubject, reward: RewardIr, played: Played): boolean {
  if (played.expectations.length === 0) return false;
  const { score, success } = scoreOf(subject, reward, played);
  return played.expectations.some(({ kind, comparison, value }) => {
    if (kind === "success") return !success;
    if (kind === "failure") return success;
    return kind === "reward" && !holds(score, comparison, value);
  });
}

function holds(score: number, comparison: ExpectationIr["comparison"], value: number): boolean {
  const difference = Math.abs(score - value) <= EPSILON ? 0 : score - value;
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
  }
}
