import { assertNever } from "../../dsl/text/internal-error.js";
import type { Json } from "../../runtime/abi/json.js";
import type { TestDifference } from "./run-test.js";

/** Longest value that is shown whole, in UTF-16 units. */
const SHOWN = 160;

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

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}...`;
}

/** Without the noise of floating-point sums. */
function round(value: number): number {
  return Math.round(value * 1e12) / 1e12;
}
