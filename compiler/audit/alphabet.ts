import type { CallIr, RewardIr } from "../ir/reward.js";
import type { ScenarioIr } from "../ir/scenario.js";
import { closingLetters } from "./closing-letters.js";
import { membersOf } from "./facts.js";
import type { AuditTask, Letter } from "./letter.js";
import type { AuditSubject } from "./prepare.js";
import { readLetters } from "./read-letters.js";
import type { WorldGraph, WorldNode } from "./world-graph.js";
import { combinationsAreCut, writeLetters } from "./write-letters.js";

export interface Alphabet {
  /** One letter for each kind of call that the reward can tell apart, the plainest of its kind. */
  readonly letters: readonly Letter[];
  /** All calls that they stand for. */
  readonly candidates: readonly Letter[];
  /** Some combinations of wrong arguments were left out, since there are too many. */
  readonly cut: boolean;
}

/** Every call that a trace may be made of, before those that mean the same are put together. */
export function candidatesOf(
  { ir, compiled }: Pick<AuditSubject, "ir" | "compiled">,
  reward: RewardIr,
  others: readonly AuditTask[],
): readonly Letter[] {
  return [
    ...ir.gold.flatMap((gold) => writeLetters(ir, reward, gold, others)),
    ...readLetters(ir, others),
    ...closingLetters(ir, compiled),
  ];
}

/**
 * Puts together the candidates that neither the reward nor the world can tell apart, and takes the plainest of each kind.
 * They are played in the initial world, and gold after them. In a world whose tools only create records that is enough:
 * a record that gold does not have never becomes one that it has, so slots of equal weight are interchangeable. In any
 * other world every state is a kind of its own, since changes may add up to the goal.
 */
export function alphabetOf(
  subject: Pick<AuditSubject, "ir" | "compiled">,
  reward: RewardIr,
  others: readonly AuditTask[],
  scratch: WorldGraph,
  onlyCreates: boolean,
): Alphabet {
  const { ir } = subject;
  const candidates = candidatesOf(subject, reward, others);
  const kinds = new Map<string, Letter>();
  const bound = boundTools(ir);
  const golds = candidates.filter(isGold);
  for (const letter of candidates) {
    const [edge] = scratch.from(scratch.start, letter);
    if (edge === undefined) continue;
    const effect = effectOf(scratch, edge.to, golds, onlyCreates);
    // What a call with an answer of the trace in it means shows only later.
    const own = isGold(letter) || (bound.has(letter.tool) && letter.oddity === 0) ? letter.id : "";
    const kind = JSON.stringify([edge.facts, effect, own]);
    const known = kinds.get(kind);
    if (known === undefined || letter.oddity < known.oddity) kinds.set(kind, letter);
  }
  const cut = ir.gold.some((gold) => combinationsAreCut(ir, reward, gold, others));
  return { letters: [...kinds.values()], candidates, cut };
}

/** What a state is to a reward: how gold fares in it, and in a world of changes which state it is. */
export function effectOf(
  graph: WorldGraph,
  node: WorldNode,
  golds: readonly Letter[],
  onlyCreates: boolean,
): readonly unknown[] {
  if (node === graph.start) return ["none"];
  const after = golds.map((gold) => graph.from(node, gold).map((edge) => [edge.facts, edge.to.goal]));
  return [node.goal ? "goal" : "some", node.ended, after, onlyCreates ? "" : node.index];
}

/** The calls of gold as they are, and the right closing. */
export function isGold(letter: Letter): boolean {
  return letter.id.endsWith("(as gold)");
}

/** Tools that steps call with an answer of the trace in the arguments. */
function boundTools(ir: ScenarioIr): ReadonlySet<string> {
  const steps = ir.rewards.flatMap((reward) => reward.steps.flatMap(membersOf));
  return new Set(steps.flatMap((call) => (readsAnswers(call) ? [call.tool] : [])));
}

function readsAnswers(call: CallIr): boolean {
  return call.arguments.some(({ value }) => JSON.stringify(value).includes('"kind":"response"'));
}

/** Tools whose answers the steps of a reward read. */
export function answeringTools(reward: RewardIr): ReadonlySet<string> {
  const tools = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    if ("kind" in part && part.kind === "response" && "tool" in part && typeof part.tool === "string") {
      tools.add(part.tool);
    }
    for (const inner of Object.values(part)) visit(inner);
  };
  for (const call of reward.steps.flatMap(membersOf)) for (const { value } of call.arguments) visit(value);
  return tools;
}
