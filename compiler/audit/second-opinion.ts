import type { ScenarioIr } from "../ir/scenario.js";
import { enumerateTraces } from "./enumerate.js";
import { explore } from "./explore.js";
import type { Letter } from "./letter.js";
import type { Arena, AuditSubject } from "./prepare.js";
import { EPSILON } from "./reward-audit.js";

export interface SecondOpinion {
  readonly depth: number;
  readonly letters: number;
  readonly traces: number;
  /** What the two checkers disagree about; empty when they agree. */
  readonly disagreements: readonly string[];
}

/** Calls and depth that plain enumeration can afford. */
const LETTERS = 7;
const DEPTH = 4;

/** Has both checkers look at all short traces over a few calls, and compares what they find. */
export function secondOpinion(subject: AuditSubject, arena: Arena, budget: number): SecondOpinion {
  const letters = fewLetters(subject.ir, arena.alphabet.letters);
  const options = {
    depth: DEPTH,
    budget,
    threshold: Number.POSITIVE_INFINITY,
    states: Number.POSITIVE_INFINITY,
  };
  const explored = explore(arena.machine, arena.graph, letters, options);
  const plain = enumerateTraces(subject.compiled, arena.reward.name, arena.task, letters, DEPTH);
  const disagreements: string[] = [];
  const compare = (what: string, one: number | undefined, other: number | undefined) => {
    if (one === other || Math.abs((one ?? Number.NaN) - (other ?? Number.NaN)) <= EPSILON) return;
    disagreements.push(`${what}: ${one ?? "none"} by exploration, ${other ?? "none"} by enumeration`);
  };
  compare("highest failing score", explored.maxFailing?.score, plain.maxFailing);
  compare("lowest succeeding score", explored.minSucceeding?.score, plain.minSucceeding);
  return { depth: DEPTH, letters: letters.length, traces: plain.traces, disagreements };
}

/** The right writes, one wrong one and one refused one of each, and right reads, as far as there is room. */
function fewLetters(ir: ScenarioIr, letters: readonly Letter[]): readonly Letter[] {
  const tools = [...new Set(ir.gold.map((gold) => gold.tool))];
  const writes = tools.map((tool) => letters.filter((letter) => letter.tool === tool));
  const reads = letters.filter((letter) => !tools.includes(letter.tool));
  const chosen = new Set<Letter>();
  const take = (letter: Letter | undefined) => {
    if (letter !== undefined && chosen.size < LETTERS) chosen.add(letter);
  };
  for (const own of writes) take(own[0]);
  for (const own of writes) take(own[1]);
  for (const letter of reads.slice(0, 3)) take(letter);
  for (const own of writes) take(own.at(-1));
  for (const letter of [...reads].reverse()) take(letter);
  return [...chosen];
}
