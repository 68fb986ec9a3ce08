import { assertNever } from "../../dsl/text/internal-error.js";
import type { Json } from "../../runtime/abi/json.js";
import type { Score } from "../../runtime/abi/score.js";
import type { TestDifference } from "./run-test.js";

/** Longest value that is shown whole, in UTF-16 units. */
const SHOWN = 160;

/** Terms of a score that are named. */
const LOSSES = 4;

/** A difference as one sentence for the author of the test. */
export function describeDifference(difference: TestDifference): string {
  switch (difference.kind) {
    case "task":
      return difference.remedy === "" ? difference.message : `${difference.message} ${difference.remedy}`;
    case "status": {
      const { step, expected, actual, body } = difference;
      return `step ${step + 1} expects status ${expected} and gets ${actual} with ${show(body)}`;
    }
    case "body": {
      const { step, at, expected, actual } = difference;
      return `step ${step + 1} expects ${show(expected)} in the body and gets ${show(actual)}; they differ at ${at}`;
    }
    case "reward":
      return `reward ${difference.comparison} ${difference.expected} is expected; it is ${round(difference.actual)}`;
    case "term":
      return `term "${difference.term ?? ""}" ${difference.comparison} ${difference.expected} is expected; it is ${round(difference.actual)}`;
    case "no-term": {
      const known =
        difference.known.length === 0 ? "none" : difference.known.map((id) => `"${id}"`).join(", ");
      return `the score has no term "${difference.term}"; it has ${known}`;
    }
    case "success":
      return difference.expected
        ? "success is expected; the goal is not reached"
        : "failure is expected; the goal is reached";
    default:
      return assertNever(difference);
  }
}

/** What a score did not earn, and what it was charged for: `: no success; create_issue.summary is wrong in call 2`. */
export function describeLosses(score: Score | undefined): string {
  if (score === undefined) return "";
  const lost = score.terms.filter(({ value }) => value <= 0);
  const named = lost.slice(0, LOSSES).map(({ id, value, why }) => `${id} ${round(value)} (${why})`);
  if (lost.length > LOSSES) named.push(`${lost.length - LOSSES} more`);
  const outcome = score.success ? "success" : "no success";
  return `: reward ${round(score.reward)}, ${[outcome, ...named].join("; ")}`;
}

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}...`;
}

/** Without the noise of floating-point sums. */
function round(value: number): number {
  return Math.round(value * 1e12) / 1e12;
}
