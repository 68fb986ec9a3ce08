import { hasErrors } from "../../dsl/diagnostics/diagnostic.js";
import { assertNever } from "../../dsl/text/internal-error.js";
import type { Expression } from "../../dsl/tree/expression.js";
import type { RewardDeclaration, RewardItem, SlotGroup } from "../../dsl/tree/reward.js";
import type { Json } from "../../runtime/abi/json.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { rewards } from "../diagnostics/rewards.js";
import type { ExpressionIr } from "../ir/expression.js";
import type {
  AdditiveRewardIr,
  ChargeIr,
  RecallIr,
  RewardIr,
  RewardStepIr,
  SlotIr,
  SlotSetIr,
  SoundRewardIr,
  WriteIr,
} from "../ir/reward.js";
import type { ArgumentLineIr, ClosingIr } from "../ir/scenario.js";
import type { MatcherIr } from "../ir/world.js";
import { requiredPaths } from "../schema/required-paths.js";
import { argumentPlace, bindArgumentLine, noteArgumentPath } from "./argument-line.js";
import { constantNumber } from "./constant.js";
import { bindExpression } from "./expression.js";
import { expandItems, type FragmentSources, type PlacedItem } from "./fragment.js";
import { stepsOf } from "./resource.js";
import { type RewardContext, toolOf } from "./reward-context.js";
import { bindEvent, bindStep } from "./reward-step.js";
import type { BoundTool } from "./tool.js";

/** Weight of a derived slot and of a step, where the file gives none. */
const DEFAULT_WEIGHT = 0.1;

/** The items of a declaration that belong to its form; the others are reported. */
const FORMS: Readonly<Record<PlacedItem["item"]["kind"], readonly RewardDeclaration["form"][]>> = {
  derive: ["sound"],
  parameter: ["sound"],
  budget: ["sound"],
  slots: ["additive"],
  recall: ["additive"],
  bonus: ["additive"],
  penalty: ["additive"],
  clamp: ["additive"],
  step: ["sound", "additive"],
};

export function bindReward(
  where: FragmentSources,
  context: RewardContext,
  declaration: RewardDeclaration,
): RewardIr {
  const items = expandItems(where, context, declaration.items).filter(({ item, context: own }) => {
    const { reporter } = own.expressions;
    const required = item.kind === "step" && item.required && declaration.form === "additive";
    if (FORMS[item.kind].includes(declaration.form) && !required) return true;
    const other = declaration.form === "sound" ? "`additive`" : "the sound form (without `additive`)";
    const values = { item: required ? "require" : item.kind, form: declaration.form, other };
    reporter.add(rewards.report("RVR6001", reporter.at(item.span), values));
    return false;
  });
  return declaration.form === "sound"
    ? bindSound(context, declaration, items)
    : bindAdditive(context, declaration, items);
}

function bindSound(
  context: RewardContext,
  declaration: RewardDeclaration,
  items: readonly PlacedItem[],
): SoundRewardIr {
  const { reporter } = context.expressions;
  const parameter = (name: "procedure" | "excess" | "partial", most: number): number => {
    const found = placed(items, "parameter").find(({ item }) => item.name === name);
    if (found === undefined) return most;
    return constantNumber(found.reporter, found.item.value, `'${name}'`, { least: 0, most }) ?? most;
  };
  const derived = placed(items, "derive").find(({ item }) => item.what === "slots");
  const weight = derived && weightOf(derived.reporter, derived.item.weight, DEFAULT_WEIGHT);
  const writes = weight === undefined ? [] : deriveWrites(context, weight);
  if (context.goldComplete && writes.every((write) => write.slots.length === 0)) {
    const at = reporter.at(declaration.name.span);
    reporter.add(rewards.report("RVR6004", at, { name: declaration.name.text }));
  }
  const [budget] = placed(items, "budget");
  return {
    form: "sound",
    name: declaration.name.text,
    world: declaration.world?.text ?? context.world,
    procedure: parameter("procedure", 0.2),
    excess: parameter("excess", 0.04),
    partial: parameter("partial", 0.5),
    budget:
      budget &&
      constantNumber(budget.reporter, budget.item.calls, "the budget", {
        least: 1,
        most: 1000,
        integer: true,
      }),
    writes,
    steps: bindSteps(items),
    penalties: placed(items, "derive").some(({ item }) => item.what === "penalties"),
  };
}

/** R1: one slot for each gold leaf, with every source that asks for it. */
function deriveWrites(context: RewardContext, weight: number): WriteIr[] {
  const writes = context.gold.map((gold, index): WriteIr => {
    const tool = context.tools.get(gold.tool);
    const required = tool === undefined ? new Set<string>() : requiredTargets(tool);
    const repeated = context.gold.filter((other) => other.tool === gold.tool).length > 1;
    const prefix = repeated ? `${gold.tool}#${index + 1}` : gold.tool;
    return {
      tool: gold.tool,
      slots: gold.lines.map((line) => {
        const place = tool && argumentPlace(tool, line.path);
        const asked = place?.kind === "found" && required.has(place.target.join("."));
        const sources = asked ? ["schema-required", "gold"] : ["gold"];
        return { id: `${prefix}.${line.path.join(".")}`, weight, sources, lines: [line] };
      }),
    };
  });
  return context.closing === undefined ? writes : [...writes, closingWrite(context.closing, weight)];
}

/** The call that ends an episode as it should, with what must be right in it. */
function closingWrite(closing: ClosingIr, weight: number): WriteIr {
  const slot = (tool: string, name: string, line: Omit<ArgumentLineIr, "path"> | undefined): WriteIr => ({
    tool,
    slots: [
      {
        id: `${tool}.${name}`,
        weight,
        sources: ["gold"],
        lines: line === undefined ? [] : [{ path: [name], ...line }],
      },
    ],
  });
  const literal = (value: Json): ExpressionIr => ({ kind: "literal", value });
  switch (closing.kind) {
    case "answer": {
      const { value, matcher } = closing;
      return slot("finish", "answer", { value, matcher });
    }
    case "ask":
      return slot("ask_user", "missing", { value: literal(closing.missing), matcher: { kind: "set" } });
    case "decline": {
      const [first, ...others] = closing.reasons;
      const matcher: MatcherIr = { kind: "one_of", values: literal(others) };
      return slot("decline", "reason", first === undefined ? undefined : { value: literal(first), matcher });
    }
    case "report":
      return slot("report_failure", "tool", { value: literal(closing.tool), matcher: { kind: "exact" } });
    default:
      return assertNever(closing);
  }
}

/** What a request must have, each step required in the one before it, as dotted places of the canonical request. */
function requiredTargets({ model, operation }: BoundTool): Set<string> {
  const parameters = operation.parameters.filter((parameter) => parameter.required);
  const targets = new Set(parameters.map((parameter) => `${parameter.in}.${parameter.name}`));
  if (operation.body?.required === true) {
    targets.add("body");
    for (const path of requiredPaths(model, operation.body.schema)) targets.add(["body", ...path].join("."));
  }
  return targets;
}

function bindAdditive(
  context: RewardContext,
  declaration: RewardDeclaration,
  items: readonly PlacedItem[],
): AdditiveRewardIr {
  const { reporter } = context.expressions;
  const [clamp] = placed(items, "clamp");
  const low = clamp && constantNumber(clamp.reporter, clamp.item.low, "the lower clamp");
  const high = clamp && constantNumber(clamp.reporter, clamp.item.high, "the upper clamp");
  const ids = new UniqueIds();
  const reward: AdditiveRewardIr = {
    form: "additive",
    name: declaration.name.text,
    world: declaration.world?.text ?? context.world,
    clamp: [low ?? 0, high ?? 1],
    slotSets: placed(items, "slots").flatMap((each) => bindSlots(each.context, each.item, ids)),
    recalls: placed(items, "recall").flatMap((each) => bindRecall(each.context, each.item, ids)),
    steps: bindSteps(items),
    charges: items.flatMap(({ item, context: own }) =>
      item.kind === "bonus" || item.kind === "penalty" ? bindCharge(own, item, ids) : [],
    ),
  };
  warnOfSlack(reporter, declaration, reward);
  return reward;
}

function bindSlots(
  context: RewardContext,
  item: Extract<RewardItem, { kind: "slots" }>,
  ids: UniqueIds,
): SlotSetIr[] {
  const { reporter } = context.expressions;
  const tool = toolOf(context, item.tool);
  if (tool === undefined) return [];
  const slots = item.groups.flatMap((group: SlotGroup): SlotIr[] => {
    noteArgumentPath(reporter, tool, group.name);
    const lines = group.lines.flatMap(
      (line) => bindArgumentLine(context.expressions, context.scope, tool, line) ?? [],
    );
    const weight = weightOf(reporter, group.lines.length === 1 ? group.lines[0]?.weight : undefined, 1);
    const id = `${tool.ir.name}.${stepsOf(group.name).join(".")}`;
    return lines.length === 0 ? [] : [{ id, weight, sources: ["written"], lines }];
  });
  const weight = weightOf(reporter, item.weight, 0);
  return [
    { id: ids.of(`slots.${tool.ir.name}`), tool: tool.ir.name, aggregate: item.aggregate, weight, slots },
  ];
}

function bindRecall(
  context: RewardContext,
  item: Extract<RewardItem, { kind: "recall" }>,
  ids: UniqueIds,
): RecallIr[] {
  const { reporter } = context.expressions;
  const tool = toolOf(context, item.tool);
  const wanted = bindExpression(context.expressions, context.scope, item.wanted).ir;
  if (tool === undefined) return [];
  noteArgumentPath(reporter, tool, item.path);
  const path = stepsOf(item.path);
  const weight = weightOf(reporter, item.weight, 0);
  return [
    { id: ids.of(`recall.${tool.ir.name}.${path.join(".")}`), tool: tool.ir.name, weight, path, wanted },
  ];
}

function bindSteps(items: readonly PlacedItem[]): RewardStepIr[] {
  const ids = new UniqueIds();
  return placed(items, "step").flatMap(({ item, context, reporter }) => {
    const weight = weightOf(reporter, item.weight, DEFAULT_WEIGHT);
    const step = bindStep(context, item, weight);
    return step === undefined ? [] : [{ ...step, id: ids.of(step.id) }];
  });
}

function bindCharge(
  context: RewardContext,
  item: Extract<RewardItem, { kind: "bonus" | "penalty" }>,
  ids: UniqueIds,
): ChargeIr[] {
  const { reporter } = context.expressions;
  const events = item.events.flatMap((event) => bindEvent(context, event) ?? []);
  if (events.length !== item.events.length) return [];
  const weight = weightOf(reporter, item.weight, 0);
  const name = events
    .map((event) => ("tool" in event ? `${event.kind}.${event.tool}` : event.kind))
    .join("+");
  const bonus = item.kind === "bonus";
  return [
    {
      id: ids.of(`${item.kind}.${name}`),
      group: bonus ? "R2" : "R3",
      weight: bonus ? weight : -weight,
      frequency: item.frequency,
      events,
    },
  ];
}

/** The items of one kind, each with its context and the reporter of its file. */
function placed<K extends PlacedItem["item"]["kind"]>(items: readonly PlacedItem[], kind: K) {
  type Item = Extract<PlacedItem["item"], { kind: K }>;
  return items.flatMap(({ item, context }) =>
    item.kind === kind ? [{ item: item as Item, context, reporter: context.expressions.reporter }] : [],
  );
}

/** Weights are magnitudes: the item says whether they add or subtract. */
function weightOf(reporter: Reporter, weight: Expression | undefined, fallback: number): number {
  if (weight === undefined) return fallback;
  return constantNumber(reporter, weight, "a weight", { least: 0, most: 100 }) ?? fallback;
}

/** A bonus for each event has no bound of its own: enough events reach any clamp. */
function warnOfSlack(reporter: Reporter, declaration: RewardDeclaration, reward: AdditiveRewardIr): void {
  // With an item left out for an error the sum would be another one.
  if (hasErrors(reporter.diagnostics)) return;
  const bonuses = reward.charges.filter((charge) => charge.weight > 0);
  const unbounded = bonuses.some((charge) => charge.frequency === "each");
  const positive = [...reward.slotSets, ...reward.steps, ...bonuses];
  const sum = positive.reduce((total, term) => total + term.weight, 0);
  const [, high] = reward.clamp;
  if (!unbounded && sum - high <= 1e-9) return;
  const show = (value: number) => (unbounded ? "any height" : Number(value.toFixed(4)).toString());
  const values = {
    name: reward.name,
    sum: show(sum),
    high: Number(high.toFixed(4)),
    slack: show(sum - high),
  };
  reporter.add(rewards.report("RVR6006", reporter.at(declaration.name.span), values));
}

/** Ids of terms: a repeated one gets a number, so that every term can be told apart. */
class UniqueIds {
  private readonly counts = new Map<string, number>();

  of(id: string): string {
    const count = (this.counts.get(id) ?? 0) + 1;
    this.counts.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  }
}
