import type { CallPattern, EventPattern, RewardItem } from "../../dsl/tree/reward.js";
import { isClosingTool } from "../../runtime/abi/closing.js";
import { rewards } from "../diagnostics/rewards.js";
import { types } from "../diagnostics/types.js";
import type { CallIr, EventIr, RewardStepIr } from "../ir/reward.js";
import { argumentPlace, noteArgumentPath } from "./argument-line.js";
import { constantNumber } from "./constant.js";
import { bindExpression } from "./expression.js";
import { stepsOf } from "./resource.js";
import { type RewardContext, toolOf } from "./reward-context.js";

/** Binds one step of a reward; undefined when a name in it is unknown, which was reported. */
export function bindStep(
  context: RewardContext,
  item: Extract<RewardItem, { kind: "step" }>,
  weight: number,
): RewardStepIr | undefined {
  const { reporter } = context.expressions;
  const reference = item.order && toolOf(context, item.order.tool);
  const when = item.when.flatMap((event) => bindEvent(context, event) ?? []);
  if (item.order !== undefined && reference !== undefined) {
    const known =
      !context.goldComplete ||
      context.gold.some((gold) => gold.tool === reference.ir.name) ||
      (context.closing !== undefined && isClosingTool(reference.ir.name));
    if (!known) {
      const at = reporter.at(item.order.tool.span);
      reporter.add(rewards.report("RVR6005", at, { tool: reference.ir.name }));
    }
  }
  const calls = [item.call, ...item.others].map((call) => bindCall(context, call));
  const [first, ...others] = calls.filter((call) => call !== undefined);
  if (first === undefined || others.length < item.others.length) return undefined;
  if (item.order !== undefined && reference === undefined) return undefined;
  const order = item.order && {
    relation: item.order.relation,
    any: item.order.any,
    tool: reference?.ir.name ?? "",
    ...(item.order.immediately ? { immediately: true as const } : {}),
  };
  const name = [first, ...others].map((call) => call.tool).join("+");
  const suffix = order === undefined ? "" : `.${order.relation}.${order.tool}`;
  return {
    id: `step.${name}${suffix}`,
    weight,
    required: item.required,
    ...first,
    ...(others.length === 0 ? {} : { others }),
    ...(item.once ? { once: true as const } : {}),
    order,
    when,
  };
}

function bindCall(context: RewardContext, call: CallPattern): CallIr | undefined {
  const { reporter } = context.expressions;
  const tool = toolOf(context, call.tool);
  const args = call.arguments.flatMap((argument): CallIr["arguments"] => {
    const path = stepsOf(argument.path);
    const value = bindExpression(context.expressions, context.scope, argument.value).ir;
    if (tool === undefined) return [];
    noteArgumentPath(reporter, tool, argument.path);
    const place = argumentPlace(tool, path);
    if (place.kind === "unknown") {
      if (!tool.complete && place.at === 0) return [];
      const extras = reporter.suggest(path[place.at] ?? "", argument.path.span, place.candidates);
      const values = { tool: tool.ir.name, path: path.join(".") };
      reporter.add(types.report("RVR3002", reporter.at(argument.path.span), values, extras));
      return [];
    }
    return [{ path, value, matcher: place.target[0] === "body" ? "exact" : "id" }];
  });
  return tool === undefined ? undefined : { tool: tool.ir.name, arguments: args };
}

export function bindEvent(context: RewardContext, event: EventPattern): EventIr | undefined {
  const { reporter } = context.expressions;
  switch (event.kind) {
    case "unknown":
      return { kind: "unknown" };
    case "call": {
      if (event.over === undefined) return { kind: "call", over: 0 };
      const over = constantNumber(reporter, event.over, "the number of calls", { least: 0, integer: true });
      return over === undefined ? undefined : { kind: "call", over };
    }
    default: {
      const tool = toolOf(context, event.tool);
      return tool === undefined ? undefined : { kind: event.kind, tool: tool.ir.name };
    }
  }
}
