import type { IToken } from "chevrotain";
import { assertNever } from "../../text/internal-error.js";
import type { BinaryOperator, Expression, TemplateString, TestWord } from "../../tree/expression.js";
import { syntaxDiagnostics } from "../codes.js";
import { comparisonLevel, levelOf, notLevel } from "../precedence.js";
import { type BuildContext, tokenSpan } from "./context.js";

/** A value with the `not`s before it. */
export interface Operand {
  readonly nots: readonly IToken[];
  readonly value: Expression;
}

/** One operator with what follows it, in source order. */
export type Tail =
  | {
      readonly kind: "operator";
      readonly token: IToken | undefined;
      readonly operator: BinaryOperator;
      readonly operand: Operand;
    }
  | {
      readonly kind: "is";
      readonly token: IToken;
      readonly negated: boolean;
      readonly test: TestWord;
      readonly end: number;
    }
  | { readonly kind: "matches"; readonly token: IToken; readonly pattern: TemplateString };

/**
 * Gives a flat list of operators its structure by precedence climbing.
 *
 * Works on the list from the left with one pass, so a chain of any length costs linear time; the
 * recursion is as deep as there are levels of precedence.
 */
export function foldOperators(context: BuildContext, first: Operand, tails: readonly Tail[]): Expression {
  let next = 0;

  const readOperand = (operand: Operand, level: number): Expression => {
    if (operand.nots.length === 0) return readInfix(operand.value, level);
    const [outer] = operand.nots;
    if (level > notLevel) {
      context.findings.push(
        syntaxDiagnostics.report("RVR1026", { file: context.source.path, span: tokenSpan(outer!) }, {}),
      );
    }
    let result = readInfix(operand.value, Math.max(level, comparisonLevel));
    for (const token of [...operand.nots].reverse()) {
      const span = { start: token.startOffset, end: result.span.end };
      result = { kind: "not", operand: result, span };
    }
    return readInfix(result, level);
  };

  const readInfix = (start: Expression, level: number): Expression => {
    let left = start;
    let compared = false;
    for (;;) {
      const tail = tails[next];
      if (tail === undefined) return left;
      const own = tail.kind === "operator" ? levelOf(tail.operator) : comparisonLevel;
      if (own < level) return left;
      next++;
      if (own === comparisonLevel) {
        if (compared) reportChain(context, tail);
        compared = true;
      }
      left = combine(left, tail, own);
    }
  };

  const combine = (left: Expression, tail: Tail, level: number): Expression => {
    const start = left.span.start;
    switch (tail.kind) {
      case "is": {
        const span = { start, end: tail.end };
        return { kind: "is", operand: left, negated: tail.negated, test: tail.test, span };
      }
      case "matches":
        return {
          kind: "matches",
          operand: left,
          pattern: tail.pattern,
          span: { start, end: tail.pattern.span.end },
        };
      case "operator": {
        const right = readOperand(tail.operand, level + 1);
        return { kind: "binary", operator: tail.operator, left, right, span: { start, end: right.span.end } };
      }
      default:
        return assertNever(tail);
    }
  };

  return readOperand(first, 0);
}

function reportChain(context: BuildContext, tail: Tail): void {
  const { token } = tail;
  if (token === undefined) return;
  const place = { file: context.source.path, span: tokenSpan(token) };
  context.findings.push(syntaxDiagnostics.report("RVR1025", place, { operator: token.image }));
}
