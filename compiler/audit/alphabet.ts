import type { CallIr, RewardIr } from "../ir/reward.js";
import { closingLetters } from "./closing-letters.js";
import { membersOf } from "./facts.js";
import type { AuditTask, Letter } from "./letter.js";
import type { AuditSubject } from "./prepare.js";
import { readLetters } from "./read-letters.js";
import type { WorldGraph } from "./world-graph.js";
import { writeLetters } from "./write-letters.js";

export interface Alphabet {
  /** One letter for each kind of call that the reward can tell apart, the plainest of its kind. */
  readonly letters: readonly Letter[];
  /** All calls that they stand for. */
  readonly candidates: readonly Letter[];
}

/**
 * The calls that a trace is made of. Candidates are played in the initial world; of those that the reward and the
 * world cannot tell apart there, the plainest stays: slots of equal weight are interchangeable.
 */
export function alphabetOf(
  { ir, compiled }: Pick<AuditSubject, "ir" | "compiled">,
  reward: RewardIr,
  others: readonly AuditTask[],
  graph: WorldGraph,
): Alphabet {
  const candidates = [
    ...ir.gold.flatMap((gold) => writeLetters(ir, reward, gold, others)),
    ...readLetters(ir, others),
    ...closingLetters(ir, compiled),
  ];
  const kinds = new Map<string, Letter>();
  const bound = new Set(
    ir.rewards.flatMap((one) =>
      one.steps.flatMap(membersOf).flatMap((call) => (readsAnswers(call) ? [call.tool] : [])),
    ),
  );
  for (const letter of candidates) {
    const [edge] = graph.from(graph.start, letter);
    if (edge === undefined) continue;
    const { facts, to } = edge;
    const effect = to === graph.start ? "none" : to.goal ? "goal" : "some";
    // What a call with an answer of the trace in it means shows only later.
    const gold = letter.id.endsWith("(as gold)");
    const own = gold || (bound.has(letter.tool) && letter.oddity === 0) ? letter.id : "";
    const kind = JSON.stringify([facts, effect, own]);
    const known = kinds.get(kind);
    if (known === undefined || letter.oddity < known.oddity) kinds.set(kind, letter);
  }
  return { letters: [...kinds.values()], candidates };
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
