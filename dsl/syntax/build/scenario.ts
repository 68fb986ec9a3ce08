import type { CstNode } from "chevrotain";
import type {
  ScenarioDeclaration,
  TaskDeclaration,
  ToolDeclaration,
  ToolItem,
  TrainDeclaration,
} from "../../tree/scenario.js";
import {
  type BuildContext,
  child,
  childrenOf,
  endSpan,
  has,
  nameOf,
  optionalName,
  orderedNodes,
  single,
  spanOf,
  word,
} from "./context.js";
import { buildApiReference, buildArgumentLine, buildMatcher, expressionOf, pathOf } from "./expressions.js";
import { buildReward } from "./reward.js";
import { buildSplit } from "./split.js";
import { optionalString, stringOf, stringsOf } from "./strings.js";
import { buildTest } from "./test.js";
import { pathsOf } from "./world.js";

export function buildScenario(context: BuildContext, node: CstNode): ScenarioDeclaration {
  const world = single(context, childrenOf(node, "scenarioWorld"), "The world of a scenario");
  return {
    kind: "scenario",
    name: nameOf(node),
    title: optionalString(context, node, "title"),
    world: world === undefined ? undefined : nameOf(world),
    tools: childrenOf(node, "tools").flatMap((block) =>
      childrenOf(block, "tool").map((tool) => buildTool(context, tool)),
    ),
    systems: childrenOf(node, "system").map((system) => ({
      kind: "system",
      variant: optionalName(system, "Name"),
      text: stringOf(context, system),
      span: spanOf(system),
    })),
    tasks: childrenOf(node, "task").map((task) => buildTask(context, task)),
    rewards: childrenOf(node, "reward").map((reward) => buildReward(context, reward)),
    trains: childrenOf(node, "train").map((train) => buildTrain(context, train)),
    tests: childrenOf(node, "test").map((test) => buildTest(context, test)),
    span: spanOf(node),
  };
}

function buildTool(context: BuildContext, node: CstNode): ToolDeclaration {
  return {
    kind: "tool",
    name: nameOf(node),
    operation: buildApiReference(context, child(node, "apiReference"), endSpan(node)),
    items: childrenOf(node, "toolItem").flatMap((item) => buildToolItem(context, item)),
    span: spanOf(node),
  };
}

function buildToolItem(context: BuildContext, node: CstNode): readonly ToolItem[] {
  const span = spanOf(node);
  const description = optionalString(context, node, "description");
  if (description !== undefined) return [{ kind: "description", text: description, span }];
  if (has(node, word("take"))) {
    // An entry that recovery invented stands at the end of the line, whatever comes after it.
    const entries = orderedNodes(node).flatMap((part) => (part.rule === "takeEntry" ? [part.node] : []));
    return entries.map((entry, index) => ({
      kind: "take",
      path: pathOf(context, entry),
      as: optionalName(entry, "Name"),
      // The first argument takes the keyword along, so that every word of the text has an owner.
      span: index === 0 ? { start: span.start, end: spanOf(entry).end } : spanOf(entry),
    }));
  }
  if (has(node, word("fix"))) {
    return [{ kind: "fix", path: pathOf(context, node), value: expressionOf(context, node), span }];
  }
  if (has(node, word("show")))
    return [{ kind: "show", paths: pathsOf(context, child(node, "pathList")), span }];
  return [];
}

function buildTask(context: BuildContext, node: CstNode): TaskDeclaration {
  return {
    kind: "task",
    name: nameOf(node),
    items: orderedNodes(node).flatMap((part) => buildTaskItem(context, part.rule, part.node)),
    span: spanOf(node),
  };
}

function buildTaskItem(context: BuildContext, rule: string, node: CstNode): TaskDeclaration["items"] {
  const span = spanOf(node);
  switch (rule) {
    case "given":
      return [
        {
          kind: "given",
          name: nameOf(node),
          type: nameOf(node, "type"),
          where: has(node, word("where")) ? expressionOf(context, node) : undefined,
          span,
        },
      ];
    case "letBinding":
      return [{ kind: "task-let", name: nameOf(node), value: expressionOf(context, node), span }];
    case "prompt":
      return [{ kind: "prompt", name: optionalName(node, "Name"), text: stringOf(context, node), span }];
    case "gold":
      return [
        {
          kind: "gold",
          tool: nameOf(node),
          lines: childrenOf(node, "argumentLine").map((line) => buildArgumentLine(context, line)),
          allows: childrenOf(node, "allow").map((allow) => ({
            kind: "allow",
            paths: pathsOf(context, child(allow, "pathList")),
            span: spanOf(allow),
          })),
          span,
        },
      ];
    case "answer": {
      const matcher = child(node, "matcher");
      return [
        {
          kind: "answer",
          value: expressionOf(context, node),
          matcher: matcher === undefined ? undefined : buildMatcher(context, matcher),
          span,
        },
      ];
    }
    case "ask":
      return [{ kind: "ask", missing: stringsOf(context, child(node, "stringList")), span }];
    case "decline":
      return [{ kind: "decline", reasons: stringsOf(context, child(node, "stringList")), span }];
    case "report":
      return [{ kind: "report", tool: nameOf(node), span }];
    case "split":
      return [buildSplit(context, node)];
    default:
      return [];
  }
}

function buildTrain(context: BuildContext, node: CstNode): TrainDeclaration {
  return {
    kind: "train",
    settings: childrenOf(node, "setting").map((setting) => ({
      name: nameOf(setting),
      value: expressionOf(context, setting),
      span: spanOf(setting),
    })),
    span: spanOf(node),
  };
}
