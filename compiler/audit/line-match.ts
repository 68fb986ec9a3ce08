import type { Value } from "../../runtime/abi/value.js";
import { match } from "../../runtime/matching/match.js";
import { isArray } from "../../runtime/value/access.js";
import { type Environment, evaluate } from "../evaluate/expression.js";
import type { ArgumentLineIr } from "../ir/scenario.js";

/** Whether a sent value is right for a line of gold or of a slot. */
export function lineIsRight(line: ArgumentLineIr, sent: Value, environment: Environment): boolean {
  const expected = evaluate(line.value, environment);
  if (line.matcher.kind !== "one_of") return match(line.matcher, sent, expected);
  const others = evaluate(line.matcher.values, environment);
  const values = [expected ?? null, ...(isArray(others) ? others : [])];
  return match({ kind: "one_of" }, sent, values);
}
