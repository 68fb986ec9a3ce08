import type { Path } from "../../dsl/tree/expression.js";
import type { GoldDeclaration } from "../../dsl/tree/scenario.js";
import type { Span } from "../../dsl/tree/span.js";
import { tasks } from "../diagnostics/tasks.js";
import type { ExpressionIr } from "../ir/expression.js";
import type { ArgumentLineIr, GoldIr } from "../ir/scenario.js";
import type { StepsIr } from "../ir/world.js";
import { argumentPlace, bindArgumentLine, noteArgumentPath, reportUnknownPath } from "./argument-line.js";
import type { ExpressionContext } from "./context.js";
import { declaredTwice } from "./declared-twice.js";
import { bindExpression } from "./expression.js";
import { findTool, type ToolTable } from "./find-tool.js";
import { stepsOf } from "./resource.js";
import type { Scope } from "./scope.js";
import type { BoundTool } from "./tool.js";

/** A value that must match a pattern in every task. */
export interface PatternCheck {
  readonly path: string;
  readonly pattern: string;
  readonly value: ExpressionIr;
  readonly span: Span;
}

export interface BoundGold {
  readonly ir: GoldIr;
  readonly patterns: readonly PatternCheck[];
}

/** Binds one gold call; undefined when its tool is unknown or could not be bound, which was reported. */
export function bindGold(
  context: ExpressionContext,
  scope: Scope,
  tools: ToolTable,
  declaration: GoldDeclaration,
): BoundGold | undefined {
  const tool = findTool(context.reporter, tools, declaration.tool);
  if (tool === undefined) {
    // The values may hold mistakes of their own, which should not wait for the tool to be right.
    for (const line of declaration.lines) bindExpression(context, scope, line.value);
    return undefined;
  }
  const lines: ArgumentLineIr[] = [];
  const patterns: PatternCheck[] = [];
  for (const line of declaration.lines) {
    const bound = bindArgumentLine(context, scope, tool, line);
    if (bound === undefined) continue;
    lines.push(bound);
    // Literals were judged with the line; what could not be bound is one too.
    if (bound.matcher.kind !== "pattern" || bound.value.kind === "literal") continue;
    const { pattern } = bound.matcher;
    patterns.push({ path: bound.path.join("."), pattern, value: bound.value, span: line.value.span });
  }
  const allows = bindAllowed(context, tool, declaration, lines);
  return { ir: { tool: tool.ir.name, lines, ...(allows.length === 0 ? {} : { allows }) }, patterns };
}

/** What a call may add: paths of the schema that no line of gold speaks of. */
function bindAllowed(
  context: ExpressionContext,
  tool: BoundTool,
  declaration: GoldDeclaration,
  lines: readonly ArgumentLineIr[],
): StepsIr[] {
  const { reporter } = context;
  const bound = new Map<string, Path>();
  for (const path of declaration.allows.flatMap((allow) => allow.paths)) {
    const steps = stepsOf(path);
    if (steps.includes("")) continue;
    noteArgumentPath(reporter, tool, path);
    const place = argumentPlace(tool, steps);
    if (place.kind === "unknown") {
      reportUnknownPath(context, tool, path, place);
      continue;
    }
    const written = steps.join(".");
    const line = lines.find((other) => overlap(other.path, steps));
    if (line !== undefined) {
      const values = { path: written, line: line.path.join(".") };
      reporter.add(tasks.report("RVR5009", reporter.at(path.span), values));
      continue;
    }
    const first = bound.get(written);
    if (first !== undefined) {
      const argument = { text: written, span: path.span };
      reporter.add(declaredTwice(reporter, "allowed argument", argument, first.span));
      continue;
    }
    bound.set(written, path);
  }
  return [...bound.values()].map(stepsOf);
}

/** One path is the other or lies within it. */
function overlap(left: StepsIr, right: StepsIr): boolean {
  const shared = Math.min(left.length, right.length);
  return left.slice(0, shared).every((step, i) => step === right[i]);
}
