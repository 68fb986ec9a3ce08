import { assertNever } from "../../dsl/text/internal-error.js";
import type { Json } from "../../runtime/abi/json.js";
import type { TestDifference } from "./run-test.js";

const LONGEST = 160;

/** One difference in words, for a diagnostic and for `rvrc test`. */
export function describeDifference(difference: TestDifference): string {
  switch (difference.kind) {
    case "task":
      return difference.remedy === "" ? difference.message : `${difference.message} ${difference.remedy}`;
    case "status": {
      const { step, expected, actual, body } = difference;
      return `step ${step + 1} is answered with ${actual}, not ${expected}: ${show(body)}`;
    }
    case "body": {
      const { step, at, expected, actual } = difference;
      return `the answer to step ${step + 1} differs at '${at}': ${show(expected)} is expected, and it is ${show(actual)}`;
    }
    case "reward":
    case "term": {
      const { kind, term, comparison, expected, actual } = difference;
      const what = kind === "term" ? `the term '${term ?? ""}'` : "the reward";
      return `${what} is ${actual}, which is not ${comparison} ${expected}`;
    }
    case "success":
      return difference.expected
        ? "the goal is not reached, and success is expected"
        : "the goal is reached, and failure is expected";
    case "no-term":
      return `the reward has no term '${difference.term}'; it has ${difference.known.join(", ")}`;
    default:
      return assertNever(difference);
  }
}

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
