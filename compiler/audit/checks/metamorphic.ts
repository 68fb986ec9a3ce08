import type { Json, JsonObject } from "../../../runtime/abi/json.js";
import { getPath, isArray, isObject, setPath } from "../../../runtime/value/access.js";
import type { CheckResult, Finding } from "../finding.js";
import type { Letter } from "../letter.js";
import { EPSILON, finding, type RewardAudit, type Round, replay, shown } from "../reward-audit.js";

/** Tasks of a shape that a trace is renamed to. */
const RENAMED = 12;

/**
 * S8: what does not matter does not count: other names, the order of keys, white space in what is compared as text, a
 * further read within the budget.
 */
export function checkIrrelevance(audit: RewardAudit): CheckResult {
  const findings: Finding[] = [];
  let compared = 0;
  const differs = (
    round: Round,
    what: string,
    base: readonly Letter[],
    other: readonly Letter[],
    task = round.arena.task,
  ) => {
    const before = replay(audit, round.arena.task, base);
    const after = replay(audit, task, other);
    // A wrong value that happens to exist elsewhere is answered differently there: then nothing was merely renamed.
    if (before.statuses.join() !== after.statuses.join() && task !== round.arena.task) return;
    compared += 1;
    if (Math.abs(before.score - after.score) <= EPSILON || findings.length > 0) return;
    findings.push(
      finding(
        audit,
        "S8",
        `${what} changes the score from ${shown(before.score)} to ${shown(after.score)}.`,
        {
          stake: Math.abs(before.score - after.score),
          remedy: neighbours(audit)
            ? "Leave `immediately` out where a read in between is no fault."
            : "Compare by meaning, and give the budget room for a read.",
          witness: after,
        },
      ),
    );
  };
  for (const round of audit.rounds) {
    for (const trace of tracesOf(round)) {
      differs(round, "The order of keys", trace, trace.map(reversed));
      const spaced = trace.map((letter) => spacedOut(audit, letter));
      if (spaced.some((letter, at) => letter !== trace[at])) {
        differs(round, "White space in a text", trace, spaced);
      }
      for (const task of audit.tasks.filter((one) => round.members.has(one.task.id)).slice(0, RENAMED)) {
        differs(round, `Another task of the same shape (${task.task.id})`, trace, trace, task);
      }
    }
    const spare = round.arena.alphabet.letters.find((letter) => isHarmlessRead(round, letter));
    if (spare === undefined || round.ideal.length + 1 > audit.budget) continue;
    for (let at = 0; at <= round.ideal.length; at += 1) {
      const longer = [...round.ideal.slice(0, at), spare, ...round.ideal.slice(at)];
      differs(round, "A further read within the budget", round.ideal, longer);
    }
  }
  return {
    verdict: {
      check: "S8",
      holds: findings.length === 0,
      method: "run",
      detail: `${compared} pairs of traces that should score alike`,
    },
    findings,
  };
}

function tracesOf({ ideal, extremes }: Round): readonly (readonly Letter[])[] {
  const found = [extremes.maxFailing, extremes.minSucceeding].flatMap((one) =>
    one === undefined ? [] : [one.trace],
  );
  return [ideal, ...found].filter((trace) => trace.every((letter) => letter.portable));
}

/** An accepted read that earns nothing by itself. */
function isHarmlessRead({ arena }: Round, letter: Letter): boolean {
  const [edge] = arena.graph.from(arena.graph.start, letter);
  return (
    edge !== undefined &&
    !edge.facts.write &&
    edge.facts.outcome === "ok" &&
    edge.facts.steps.every((bits) => bits === 0)
  );
}

/** Whether a step forbids calls in between. */
function neighbours({ reward }: RewardAudit): boolean {
  return reward.steps.some(({ order }) => order?.immediately === true);
}

/** A call with more white space in every argument that gold compares as text; the same letter where there is none. */
function spacedOut({ subject }: RewardAudit, letter: Letter): Letter {
  const golds = subject.ir.gold.filter((gold) => gold.tool === letter.tool);
  const paths = golds.flatMap((gold) =>
    gold.lines.flatMap((line) => (line.matcher.kind === "text" ? [line.path] : [])),
  );
  if (paths.length === 0) return letter;
  return {
    ...letter,
    call: (task, before) => {
      const call = letter.call(task, before);
      if (call.arguments === undefined) return call;
      const spaced = paths.reduce((args: Json, path) => {
        const text = getPath(args, path);
        const more = typeof text === "string" ? ` ${text.replaceAll(" ", "  ")} ` : undefined;
        return more === undefined ? args : (setPath(args, path, more) as Json);
      }, call.arguments);
      return { ...call, arguments: spaced as JsonObject };
    },
  };
}

function reversed(letter: Letter): Letter {
  return {
    ...letter,
    call: (task, before) => {
      const call = letter.call(task, before);
      return call.arguments === undefined
        ? call
        : { ...call, arguments: reverseKeys(call.arguments) as JsonObject };
    },
  };
}

function reverseKeys(value: Json): Json {
  if (isArray(value)) return value.map(reverseKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reverseKeys(inner)]),
  );
}
