import type { RewardIr } from "../ir/reward.js";
import { isGold } from "./alphabet.js";
import { attack } from "./attack.js";
import { checkCeiling } from "./checks/ceiling.js";
import { checkGap, FOOLED } from "./checks/gap.js";
import { checkGold } from "./checks/gold.js";
import { checkIrrelevance } from "./checks/metamorphic.js";
import { checkMonotone } from "./checks/monotone.js";
import { checkMutants } from "./checks/mutants.js";
import { checkPlateau } from "./checks/plateau.js";
import { checkPumps } from "./checks/pump.js";
import { checkSaturation } from "./checks/saturation.js";
import { checkSideEffects } from "./checks/side-effects.js";
import { checkSlack } from "./checks/slack.js";
import { checkSuccess } from "./checks/success.js";
import { checkTypes } from "./checks/types.js";
import { reasonsAgainst } from "./exactness.js";
import { explore } from "./explore.js";
import type { CheckResult, Finding, Verdict } from "./finding.js";
import { kindsOf } from "./kinds.js";
import type { Letter } from "./letter.js";
import type { Arena, AuditSubject } from "./prepare.js";
import { EPSILON, type RewardAudit, type Round } from "./reward-audit.js";
import { secondOpinion } from "./second-opinion.js";
import { auditTasks } from "./tasks.js";

/** Calls that a reward without a budget is explored with, before the two further ones. */
const DEFAULT_BUDGET = 6;

/** Calls beyond the budget. */
const BEYOND = 2;

/** States of the product at most. */
const STATES = 150_000;

/** Kinds of tasks that are explored. */
const KINDS = 24;

export interface RewardReport {
  readonly scenario: string;
  readonly reward: string;
  readonly form: RewardIr["form"];
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
  /** Whether the extremes are exact: the automaton computes the reward, and each extreme replays to its score. */
  readonly exact: boolean;
  /** Why they are bounds, where they are. */
  readonly inexact: readonly string[];
  /** Traces of at most this many calls are covered. */
  readonly depth: number;
  /** Kinds of tasks that were explored. */
  readonly kinds: number;
  readonly tasks: number;
  readonly letters: number;
  readonly candidates: number;
  readonly states: number;
  readonly transitions: number;
  /** Traces that the second checker played. */
  readonly enumerated: number;
  /** Episodes of the attack. */
  readonly attacked: number;
  /** Neither of them found anything that the exploration denies. False is a bug of rvrc. */
  readonly agrees: boolean;
}

export interface AuditOptions {
  /** Mutants of the reward to try on its tests; none when left out. */
  readonly mutants?: number;
}

/** Decides the properties S0 to S11 of one reward; see docs/audit.md for what each means. */
export function auditReward(subject: AuditSubject, reward: RewardIr, options: AuditOptions): RewardReport {
  const world = subject.worlds.get(subject.ir.world);
  const tasks = world === undefined ? [] : auditTasks(subject.ir, world, subject.compiled);
  const budget = budgetOf(reward);
  const kinds = kindsOf(subject, reward, tasks);
  const rounds = kinds.slice(0, KINDS).map(({ arena, members }): Round => {
    const ideal = idealTrace(subject, arena, budget);
    const depth = Math.max(budget, ideal.length) + BEYOND;
    const bounds = { depth, budget, threshold: FOOLED, states: STATES };
    const look = () => explore(arena.machine, arena.graph, arena.alphabet.letters, bounds);
    const first = look();
    // Where states were taken as one, the second time all answers are known that calls were given anywhere.
    const extremes = arena.graph.collapsed ? look() : first;
    return { arena, members: new Set(members.map((one) => one.task.id)), extremes, ideal };
  });
  const explored = new Set(rounds.flatMap((round) => [...round.members]));
  const audit: RewardAudit = { subject, reward, tasks, budget, rounds };
  const results: readonly CheckResult[] = [
    checkGold(audit),
    checkSuccess(audit),
    checkGap(audit),
    checkMonotone(audit),
    checkPumps(audit),
    checkTypes(audit),
    checkSaturation(audit),
    checkPlateau(audit),
    checkIrrelevance(audit),
    checkSideEffects(audit),
    ...checkSlack(audit),
    checkCeiling(audit),
    ...(options.mutants === undefined ? [] : [checkMutants(audit, options.mutants)]),
  ];
  const [round] = rounds;
  const second = round && secondOpinion(subject, round.arena, budget);
  const attacked =
    round &&
    attack(subject, round.arena, { seed: `${subject.ir.name}/${reward.name}`, depth: budget + BEYOND });
  const highest = Math.max(
    ...rounds.map((one) => one.extremes.maxFailing?.score ?? Number.NEGATIVE_INFINITY),
  );
  const missed = (second?.disagreements ?? []).map((one) => `the second checker disagrees about the ${one}`);
  if (attacked !== undefined && attacked.best > highest + EPSILON) {
    missed.push(`an attack found a failing trace with ${attacked.best}, above ${highest}`);
  }
  const inexact = [...missed, ...reasonsAgainst(audit, BEYOND), ...unexplored(tasks.length - explored.size)];
  return {
    scenario: subject.ir.name,
    reward: reward.name,
    form: reward.form,
    verdicts: results.map((result) => result.verdict),
    findings: results.flatMap((result) => result.findings),
    exact: inexact.length === 0,
    inexact,
    depth: rounds.reduce((least, one) => Math.min(least, one.extremes.depth), budget + BEYOND),
    kinds: rounds.length,
    tasks: tasks.length,
    letters: Math.max(0, ...rounds.map((round) => round.arena.alphabet.letters.length)),
    candidates: Math.max(0, ...rounds.map((round) => round.arena.alphabet.candidates.length)),
    states: rounds.reduce((sum, round) => sum + round.extremes.states, 0),
    transitions: rounds.reduce((sum, one) => sum + one.extremes.transitions, 0),
    enumerated: second?.traces ?? 0,
    attacked: attacked?.episodes ?? 0,
    agrees: missed.length === 0,
  };
}

function budgetOf(reward: RewardIr): number {
  if (reward.form === "sound") return reward.budget ?? DEFAULT_BUDGET;
  const over = reward.charges.flatMap((charge) =>
    charge.events.flatMap((event) => (event.kind === "call" && event.over > 0 ? [event.over] : [])),
  );
  return over.length === 0 ? DEFAULT_BUDGET : Math.min(...over);
}

function unexplored(tasks: number): readonly string[] {
  return tasks === 0 ? [] : [`${tasks} tasks are of kinds beyond the first ${KINDS}, which were explored`];
}

/** The shortest trace of gold calls as they are and right reads that solves the task with the most steps done. */
function idealTrace(
  subject: AuditSubject,
  { machine, graph, alphabet }: Arena,
  budget: number,
): readonly Letter[] {
  const golds = new Set(subject.ir.gold.map((gold) => gold.tool));
  const writes = alphabet.candidates.filter(isGold);
  const reads = alphabet.letters.filter(
    (letter) => !golds.has(letter.tool) && letter.portable && letter.oddity === 0,
  );
  const depth = Math.max(budget, subject.ir.gold.length + BEYOND);
  const { mostSteps } = explore(machine, graph, [...writes, ...reads], {
    depth,
    budget,
    threshold: FOOLED,
    states: STATES,
  });
  return mostSteps?.trace ?? writes;
}
