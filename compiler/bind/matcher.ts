import type { Matcher } from "../../dsl/tree/world.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { MatcherIr } from "../ir/world.js";
import { constantNumber } from "./constant.js";

/** Binds `as text`, `as number(0.5)`. */
export function bindMatcher(reporter: Reporter, matcher: Matcher): MatcherIr {
  if (matcher.name !== "number") return { kind: matcher.name };
  const range = { least: 0 };
  const tolerance =
    matcher.argument === undefined ? 0 : constantNumber(reporter, matcher.argument, "the tolerance", range);
  return { kind: "number", tolerance: tolerance ?? 0 };
}
