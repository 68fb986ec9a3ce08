import type { Score } from "../abi/score.js";
import type { CallOutcome, TraceCall } from "../abi/trace.js";
import type { Evidence } from "../reward/evidence.js";

/** A call as a trace holds it; accepted with an empty body unless said otherwise. */
export function call(
  tool: string,
  args: TraceCall["arguments"] = {},
  more: Partial<TraceCall> = {},
): TraceCall {
  const outcome: CallOutcome = more.outcome ?? "ok";
  const status = outcome === "ok" ? 200 : outcome === "refused" ? 400 : 0;
  return {
    index: 0,
    tool,
    arguments: args,
    raw: undefined,
    outcome,
    status,
    body: null,
    violations: [],
    ...more,
  };
}

export const violation = { path: "x", keyword: "type", message: "must be string" };

/** What a reward is computed from: calls numbered in their order, a failure unless said otherwise. */
export function evidence(calls: readonly TraceCall[], more: Partial<Evidence> = {}): Evidence {
  return {
    calls: calls.map((each, index) => ({ ...each, index })),
    variables: { issue: { key: "T-1" }, key: "T-1", title: "Alpha" },
    stateReached: false,
    isWrite: (tool) => ["create_issue", "add_note", "edit_issue", "remove_issue"].includes(tool),
    ...more,
  };
}

/** Sum of the terms, rounded as rewards are. */
export function sumOf(score: Score): number {
  return Math.round(score.terms.reduce((sum, term) => sum + term.value, 0) * 1e12) / 1e12;
}

/** Values of the terms that are not 0, by id. */
export function paid(score: Score): { readonly [id: string]: number } {
  const entries = score.terms.filter((term) => term.value !== 0);
  return Object.fromEntries(entries.map((term) => [term.id, Math.round(term.value * 1e12) / 1e12]));
}
