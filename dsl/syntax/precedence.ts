import type { BinaryOperator } from "../tree/expression.js";

/*
 * Levels of precedence, from the loosest to the tightest: `if` < `or` < `and` < `not` <
 * comparison < `+ -` < `.x [x]`. The tree builder and the printer share this table.
 */

export const ifLevel = 0;
export const notLevel = 3;
export const comparisonLevel = 4;
export const postfixLevel = 6;
export const primaryLevel = 7;

export function levelOf(operator: BinaryOperator): number {
  switch (operator) {
    case "or":
      return 1;
    case "and":
      return 2;
    case "+":
    case "-":
      return 5;
    default:
      return comparisonLevel;
  }
}
