import { assertNever } from "../../dsl/text/internal-error.js";
import type { Matcher } from "../../dsl/tree/world.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { types } from "../diagnostics/types.js";
import type { MatcherIr, PlainMatcherIr } from "../ir/world.js";
import { constantNumber } from "./constant.js";
import type { ExpressionContext } from "./context.js";
import { bindExpression } from "./expression.js";
import { plainText } from "./plain-text.js";
import type { Scope } from "./scope.js";
import { vettedPattern } from "./vetted-pattern.js";

/** Binds `as text`, `as number(0.5)`, `as pattern("^A")`: the matchers that compute nothing. */
export function bindMatcher(reporter: Reporter, matcher: Matcher): PlainMatcherIr {
  switch (matcher.name) {
    case "number": {
      const range = { least: 0 };
      const tolerance =
        matcher.argument === undefined
          ? 0
          : constantNumber(reporter, matcher.argument, "the tolerance", range);
      return { kind: "number", tolerance: tolerance ?? 0 };
    }
    case "pattern": {
      const pattern = patternOf(reporter, matcher);
      return pattern === undefined ? { kind: "exact" } : { kind: "pattern", pattern };
    }
    case "one_of": {
      const reason = "it lists values of a task, and a resource has no task";
      reporter.add(types.report("RVR3009", reporter.at(matcher.span), { matcher: "one_of", reason }));
      return { kind: "exact" };
    }
    case "exact":
    case "text":
    case "richtext":
    case "set":
    case "superset":
      if (matcher.argument !== undefined) {
        const values = { matcher: matcher.name, reason: "it takes no argument" };
        reporter.add(types.report("RVR3009", reporter.at(matcher.argument.span), values));
      }
      return { kind: matcher.name };
    default:
      return assertNever(matcher.name);
  }
}

/** Binds the matcher of a line: `one_of` reads the variables of the task. */
export function bindLineMatcher(context: ExpressionContext, scope: Scope, matcher: Matcher): MatcherIr {
  if (matcher.name !== "one_of") return bindMatcher(context.reporter, matcher);
  if (matcher.argument === undefined) {
    reportMissing(context.reporter, matcher, 'a list, as in `as one_of(["low", "medium"])`');
    return { kind: "exact" };
  }
  const { ir, type } = bindExpression(context, scope, matcher.argument);
  const isList = type.kind !== "json" || type.types.includes("array");
  if (!isList) reportMissing(context.reporter, matcher, "a list of values");
  return type.kind === "poison" || !isList ? { kind: "exact" } : { kind: "one_of", values: ir };
}

function patternOf(reporter: Reporter, matcher: Matcher): string | undefined {
  const written = matcher.argument;
  if (written === undefined || written.kind !== "string") {
    if (written?.kind !== "poison") reportMissing(reporter, matcher, 'a text, as in `as pattern("^Fix ")`');
    return undefined;
  }
  return vettedPattern(reporter, written, plainText(written));
}

function reportMissing(reporter: Reporter, matcher: Matcher, wanted: string): void {
  const values = { matcher: matcher.name, reason: `it needs ${wanted}` };
  const span = matcher.argument?.span ?? matcher.span;
  reporter.add(types.report("RVR3009", reporter.at(span), values));
}
