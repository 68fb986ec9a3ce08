import type { Task } from "../../runtime/abi/scenario.js";
import type { EmittedCall, TraceCall } from "../../runtime/abi/trace.js";
import { createRandom } from "../../runtime/random/random.js";
import type { RewardIr } from "../ir/reward.js";
import type { ExpectationIr } from "../ir/scenario.js";
import { buildFixtures } from "../run/fixtures.js";
import { factsOf } from "./facts.js";
import type { Witness } from "./finding.js";
import type { AuditTask } from "./letter.js";
import { machineOf } from "./machine.js";
import { chooseMutants, type Mutant, mutantsOf } from "./mutants.js";
import { type Arena, type AuditSubject, isWriteOf } from "./prepare.js";
import { EPSILON } from "./reward-audit.js";

export interface Mutation {
  readonly mutants: number;
  /** Killed by the scenario's `test` blocks. */
  readonly killed: number;
  /** Killed by them or by the regression fixtures, which keep the score of more traces. */
  readonly killedWithFixtures: number;
  /** Mutants that score every trace that was tried as the reward does. */
  readonly equivalent: number;
  /** Equivalent mutants that the suite called different all the same; there must be none. */
  readonly falselyKilled: number;
  /** What lives on although it differs. */
  readonly survivors: readonly string[];
  /** Traces that would kill the survivors, the most telling first. */
  readonly lacking: readonly Lacking[];
}

/** A trace that the suite lacks, with the mutants that only such a trace tells from the reward. */
export interface Lacking {
  readonly witness: Witness;
  readonly mutants: readonly string[];
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
  let killed = 0;
  let killedWithFixtures = 0;
  let equivalent = 0;
  let falselyKilled = 0;
  const survivors: Mutant[] = [];
  for (const mutant of mutants) {
    const differing = [...suite, ...walks].find((played) => !same(subject, reward, mutant.reward, played));
    const byTests = suite.some((played) => breaks(subject, mutant.reward, played));
    const bySuite = byTests || suite.some((played) => !same(subject, reward, mutant.reward, played));
    if (byTests) killed += 1;
    if (bySuite) killedWithFixtures += 1;
    if (differing === undefined) {
      equivalent += 1;
      if (bySuite) falselyKilled += 1;
    } else if (!byTests) survivors.push(mutant);
  }
  return {
    mutants: mutants.length,
    killed,
    killedWithFixtures,
    equivalent,
    falselyKilled,
    survivors: survivors.map((mutant) => mutant.what),
    lacking: cover(subject, reward, survivors, [...walks, ...suite]),
  };
}

/** Few traces that tell all survivors from the reward: each time the one that tells most, of these the shortest. */
function cover(
  subject: AuditSubject,
  reward: RewardIr,
  survivors: readonly Mutant[],
  walks: readonly Played[],
): readonly Lacking[] {
  const telling = walks.map((played) => ({
    played,
    tells: new Set(survivors.filter((mutant) => !same(subject, reward, mutant.reward, played))),
  }));
  const open = new Set(survivors);
  const chosen: Lacking[] = [];
  while (open.size > 0) {
    let best: { readonly played: Played; readonly mutants: readonly Mutant[] } | undefined;
    for (const { played, tells } of telling) {
      const mutants = [...open].filter((mutant) => tells.has(mutant));
      const better =
        best === undefined ||
        mutants.length > best.mutants.length ||
        (mutants.length === best.mutants.length && played.calls.length < best.played.calls.length);
      if (mutants.length > 0 && better) best = { played, mutants };
    }
    if (best === undefined) break;
    for (const mutant of best.mutants) open.delete(mutant);
    const { score, success } = scoreOf(subject, reward, best.played);
    const { calls, task } = best.played;
    const witness: Witness = {
      task: task.task.id,
      reward: reward.name,
      calls: calls.map(({ tool, arguments: args, raw }) => ({
        tool,
        ...(args === undefined ? {} : { arguments: args }),
        ...(raw === undefined ? {} : { raw }),
      })),
      statuses: calls.map((call) => call.status),
      described: calls.map((call) => call.tool),
      score,
      success,
    };
    chosen.push({ witness, mutants: best.mutants.map((mutant) => mutant.what) });
  }
  return chosen;
}

/** Traces of the tests and fixtures of a scenario, in the world of the reward. */
function playSuite(subject: AuditSubject, reward: RewardIr, tasks: readonly AuditTask[]): readonly Played[] {
  const { compiled, ir } = subject;
  return buildFixtures(ir, () => compiled).flatMap((fixture): Played[] => {
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
  return { name: "", task, calls: episode.trace.calls, goal: episode.goalReached, expectations: [] };
}

function randomWalks(subject: AuditSubject, arena: Arena): readonly Played[] {
  const { task, reward, alphabet } = arena;
  const random = createRandom(`walks/${subject.ir.name}/${reward.name}`);
  return Array.from({ length: TRACES }, () => {
    const episode = subject.compiled.start(task.task, { reward: reward.name });
    for (let calls = 1 + random.below(8); calls > 0; calls -= 1) {
      episode.call(random.pick(alphabet.letters).call(task, episode.trace.calls));
    }
    const goal = episode.goalReached;
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
