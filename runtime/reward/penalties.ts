import { PENALTY_WEIGHTS as WEIGHTS } from "../abi/charges.js";
import type { SoundReward } from "../program/reward.js";
import { callsOf, type Evidence, plural } from "./evidence.js";

/** One kind of fault found in a trace. */
export interface Penalty {
  readonly id: string;
  /** In units of slot weight, positive. */
  readonly weight: number;
  readonly why: string;
}

/** The faults that a schema and a gold give without being written down; kinds that did not occur are left out. */
export function derivedPenalties(reward: SoundReward, evidence: Evidence): readonly Penalty[] {
  const { calls } = evidence;
  const invalid = calls.filter((call) => call.violations.length > 0).length;
  const unparsed = calls.filter((call) => call.outcome === "unparsed").length;
  const unknown = calls.filter((call) => call.outcome === "unknown-tool").length;
  const over = reward.budget === undefined ? 0 : Math.max(0, calls.length - reward.budget);
  const penalties = [
    fault("penalty.invalid", WEIGHTS.invalid, invalid, "call that breaks the schema"),
    fault("penalty.unparsed", WEIGHTS.unparsed, unparsed, "call whose arguments do not parse"),
    fault("penalty.unknown-tool", WEIGHTS.unknownTool, unknown, "call of a tool that does not exist"),
    ...writeFaults(reward, evidence),
    fault("penalty.over-budget", WEIGHTS.overBudget, over, "call over the budget"),
  ];
  return penalties.filter((penalty) => penalty.weight > 0);
}

/** Writes that gold does not have, and gold writes that were never tried. */
function writeFaults(reward: SoundReward, evidence: Evidence): readonly Penalty[] {
  const gold = new Map<string, number>();
  for (const { tool } of reward.writes) gold.set(tool, (gold.get(tool) ?? 0) + 1);
  const called = new Set(
    evidence.calls.filter((call) => evidence.isWrite(call.tool)).map((call) => call.tool),
  );
  return [...new Set([...gold.keys(), ...called])].flatMap((tool) => {
    const wanted = gold.get(tool) ?? 0;
    const tried = callsOf(evidence.calls, tool);
    const reached = tried.filter((call) => call.outcome === "ok" || call.outcome === "refused").length;
    return [
      fault(
        `penalty.extra-write.${tool}`,
        WEIGHTS.extraWrite,
        reached - wanted,
        `${tool} more than asked for`,
      ),
      fault(
        `penalty.missing-write.${tool}`,
        WEIGHTS.missingWrite,
        wanted - tried.length,
        `${tool} never called`,
      ),
    ];
  });
}

function fault(id: string, weight: number, count: number, what: string): Penalty {
  return { id, weight: weight * Math.max(0, count), why: `${Math.max(0, count)} x ${what}` };
}

/** "2 calls over the budget of 4". */
export function describeExcess(over: number, budget: number): string {
  return `${plural(over, "call")} over the budget of ${budget}`;
}
