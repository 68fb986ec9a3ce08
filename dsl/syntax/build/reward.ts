import type { CstNode } from "chevrotain";
import type {
  CallPattern,
  EventPattern,
  FragmentDeclaration,
  RewardDeclaration,
  RewardItem,
  SlotGroup,
  StepOrder,
} from "../../tree/reward.js";
import { syntaxDiagnostics } from "../codes.js";
import {
  type BuildContext,
  child,
  childrenOf,
  endSpan,
  has,
  type Node,
  nameOf,
  oneOf,
  optionalName,
  orderedNodes,
  spanOf,
  tokenOf,
  tokenSpan,
  word,
} from "./context.js";
import {
  buildArgumentLine,
  buildArgumentList,
  buildNumber,
  expressionOf,
  optionalExpression,
  pathOf,
  primaryOf,
} from "./expressions.js";
import { namesOf } from "./world.js";

export function buildReward(context: BuildContext, node: CstNode): RewardDeclaration {
  return {
    kind: "reward",
    name: nameOf(node),
    form: has(node, word("additive")) ? "additive" : "sound",
    world: optionalName(node, "world"),
    items: childrenOf(node, "rewardItem").flatMap((item) => buildRewardItem(context, item)),
    span: spanOf(node),
  };
}

export function buildFragment(context: BuildContext, node: CstNode): FragmentDeclaration {
  return {
    kind: "fragment",
    name: nameOf(node),
    parameters: namesOf(child(node, "nameList")),
    items: childrenOf(node, "rewardItem").flatMap((item) => buildRewardItem(context, item)),
    span: spanOf(node),
  };
}

function buildRewardItem(context: BuildContext, wrapper: CstNode): readonly RewardItem[] {
  const [part] = orderedNodes(wrapper);
  if (part === undefined) return [];
  const { node } = part;
  const span = spanOf(node);
  switch (part.rule) {
    case "useFragment":
      return [
        { kind: "use-fragment", name: nameOf(node), arguments: namesOf(child(node, "nameList")), span },
      ];
    case "derive":
      return [
        {
          kind: "derive",
          what: oneOf(context, tokenOf(node, "Name"), ["slots", "penalties"], "something to derive"),
          weight: optionalExpression(context, node, "expression"),
          span,
        },
      ];
    case "slots":
      return [
        {
          kind: "slots",
          tool: nameOf(node),
          aggregate: oneOf(context, tokenOf(node, "aggregate"), ["mean", "best"], "an aggregate over calls"),
          weight: primaryOf(context, node),
          groups: childrenOf(node, "slot").map((slot) => buildSlot(context, slot)),
          span,
        },
      ];
    case "recall":
      return [
        {
          kind: "recall",
          weight: primaryOf(context, node),
          tool: nameOf(node),
          path: pathOf(context, node),
          wanted: expressionOf(context, node),
          span,
        },
      ];
    case "step":
      return [buildStep(context, node)];
    case "bonus":
      return [buildBonus(context, node)];
    case "budget":
      return [{ kind: "budget", calls: expressionOf(context, node), span }];
    case "clamp":
      return [
        {
          kind: "clamp",
          low: expressionOf(context, node, "low"),
          high: expressionOf(context, node, "high"),
          span,
        },
      ];
    case "parameter": {
      const name = oneOf(context, tokenOf(node, "word"), ["procedure", "excess", "partial"], "a parameter");
      return [{ kind: "parameter", name, value: expressionOf(context, node), span }];
    }
    default:
      return [];
  }
}

/** Paths of the lines of a `slot` block are completed by the path of the block. */
function buildSlot(context: BuildContext, node: CstNode): SlotGroup {
  const single = child(node, "line");
  if (single !== undefined) {
    const line = buildArgumentLine(context, single);
    return { name: line.path, lines: [line], span: line.span };
  }
  const name = pathOf(context, node);
  const lines = childrenOf(node, "argumentLine").map((inner) => {
    const line = buildArgumentLine(context, inner);
    return { ...line, path: { ...line.path, segments: [...name.segments, ...line.path.segments] } };
  });
  return { name, lines, span: spanOf(node) };
}

function buildStep(context: BuildContext, node: CstNode): RewardItem {
  const weight = child(node, "number");
  const order = child(node, "stepOrder");
  const group = child(node, "callGroup");
  const inGroup = childrenOf(group, "callPattern");
  if (group !== undefined && inGroup.length === 0) {
    const place = { file: context.source.path, span: spanOf(group) };
    context.findings.push(syntaxDiagnostics.report("RVR1033", place, {}));
  }
  const [first = child(node, "callPattern"), ...others] = inGroup;
  return {
    kind: "step",
    required: has(node, word("require")),
    weight: weight === undefined ? undefined : buildNumber(context, weight),
    call: buildCallPattern(context, first, group === undefined ? endSpan(node) : spanOf(group)),
    others: others.map((call) => buildCallPattern(context, call, spanOf(call))),
    once: has(node, word("exactly")),
    order: order === undefined ? undefined : buildOrder(order),
    when: buildEvents(context, child(node, "eventList")),
    span: spanOf(node),
  };
}

function buildCallPattern(
  context: BuildContext,
  node: Node,
  fallback: { start: number; end: number },
): CallPattern {
  const tool = nameOf(node);
  return {
    tool: node === undefined ? { ...tool, span: fallback } : tool,
    arguments: buildArgumentList(context, child(node, "argumentList")),
    span: spanOf(node, fallback),
  };
}

function buildOrder(node: CstNode): StepOrder {
  return {
    immediately: has(node, word("immediately")),
    relation: tokenOf(node, "relation")?.image === "after" ? "after" : "before",
    any: has(node, word("any")),
    tool: nameOf(node),
    span: spanOf(node),
  };
}

function buildEvents(context: BuildContext, node: Node): readonly EventPattern[] {
  return childrenOf(node, "event").map((event) => buildEvent(context, event));
}

function buildEvent(context: BuildContext, node: CstNode): EventPattern {
  const span = spanOf(node);
  if (has(node, word("unknown"))) return { kind: "unknown", span };
  if (has(node, word("call"))) return { kind: "call", over: overOf(context, node), span };
  const kind = oneOf(
    context,
    tokenOf(node, "word"),
    ["called", "accepted", "refused", "invalid", "missing", "duplicate"],
    "an event",
  );
  return { kind, tool: nameOf(node), span };
}

function overOf(context: BuildContext, node: CstNode): ReturnType<typeof primaryOf> | undefined {
  return has(node, word("over")) ? primaryOf(context, node) : undefined;
}

function buildBonus(context: BuildContext, node: CstNode): RewardItem {
  const events = buildEvents(context, child(node, "eventList"));
  const frequency = tokenOf(node, "frequency");
  if (frequency?.image === "each" && events.length > 1) {
    const place = { file: context.source.path, span: tokenSpan(frequency) };
    context.findings.push(
      syntaxDiagnostics.report(
        "RVR1032",
        place,
        {},
        {
          fixes: [{ title: "Write `once`", edits: [{ ...place, text: "once" }] }],
        },
      ),
    );
  }
  const implied = events.length > 1 ? "once" : "each";
  return {
    kind: oneOf(context, tokenOf(node, "word"), ["bonus", "penalty"], "a reward item"),
    weight: primaryOf(context, node),
    frequency: events.length > 1 ? "once" : oneOf(context, frequency, [implied, "once"], "a frequency"),
    events,
    span: spanOf(node),
  };
}
