import { heightOf } from "../../tree/children.js";
import type { Expression } from "../../tree/expression.js";
import { syntaxDiagnostics } from "../codes.js";
import type { BuildContext } from "./context.js";

/**
 * Levels of an expression that later stages, which recurse over it, must be able to bear. Brackets
 * are limited by the grammar already; this bounds chains such as `a.b.c...` or `a + b + c...`.
 */
export const deepestExpression = 200;

/** The expression, or poison with a finding where it is too deep for the stages that follow. */
export function limitDepth(context: BuildContext, expression: Expression): Expression {
  // An expression has more characters than levels: short ones need no walk.
  const { span } = expression;
  if (span.end - span.start <= deepestExpression || heightOf(expression) <= deepestExpression)
    return expression;
  context.lexical.push(
    syntaxDiagnostics.report("RVR1031", { file: context.source.path, span }, { limit: deepestExpression }),
  );
  return { kind: "poison", span };
}
