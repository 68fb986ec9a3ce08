import type { Expression, Name, ObjectEntry, Path, PathSegment, TemplatePart } from "./expression.js";
import type { ApiDeclaration, Comment, SourceTree, UseDeclaration } from "./file.js";
import type {
  CallPattern,
  EventPattern,
  FragmentDeclaration,
  RewardDeclaration,
  RewardItem,
  SlotGroup,
  StepOrder,
} from "./reward.js";
import type {
  AllowedPaths,
  ArgumentLine,
  Expectation,
  NamedArgument,
  ScenarioDeclaration,
  SplitItem,
  SystemDeclaration,
  TaskDeclaration,
  TestDeclaration,
  TestStep,
  ToolDeclaration,
  ToolItem,
  TrainDeclaration,
  TrainSetting,
} from "./scenario.js";
import type {
  ApiReference,
  FlowEdges,
  Matcher,
  ResourceItem,
  Statement,
  UpdateEntry,
  WorldDeclaration,
  WorldItem,
} from "./world.js";

/** Everything in the tree that has a place in the text. */
export type SyntaxNode =
  | SourceTree
  | Comment
  | ApiDeclaration
  | UseDeclaration
  | WorldDeclaration
  | WorldItem
  | ResourceItem
  | FlowEdges
  | Statement
  | UpdateEntry
  | ApiReference
  | Matcher
  | ScenarioDeclaration
  | ToolDeclaration
  | ToolItem
  | SystemDeclaration
  | TaskDeclaration
  | TaskDeclaration["items"][number]
  | ArgumentLine
  | AllowedPaths
  | NamedArgument
  | SplitItem
  | RewardDeclaration
  | FragmentDeclaration
  | RewardItem
  | SlotGroup
  | CallPattern
  | StepOrder
  | EventPattern
  | TrainDeclaration
  | TrainSetting
  | TestDeclaration
  | TestStep
  | Expectation
  | Expression
  | ObjectEntry
  | TemplatePart
  | Name
  | Path
  | PathSegment;

/**
 * Calls `visit` for each direct child of a node, in source order.
 *
 * The tree is plain data and a node is an object with a span, so the children are found by looking
 * at the properties: a new kind of node needs no entry here and cannot be forgotten. Parts without a
 * place of their own, such as the source of a domain, are looked through.
 */
export function forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
  const children: SyntaxNode[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key !== "span") collect(value, children);
  }
  // A stable sort keeps the order of declaration for children at the same place.
  children.sort((left, right) => left.span.start - right.span.start);
  for (const child of children) visit(child);
}

function collect(value: unknown, into: SyntaxNode[]): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) collect(element, into);
  } else if (isNode(value)) {
    into.push(value);
  } else {
    for (const property of Object.values(value)) collect(property, into);
  }
}

function isNode(value: object): value is SyntaxNode {
  return Object.hasOwn(value, "span");
}

/** Levels below a node, 1 for a leaf. Works without recursion, so that it can judge trees too deep for it. */
export function heightOf(root: SyntaxNode): number {
  let level: SyntaxNode[] = [root];
  let height = 0;
  while (level.length > 0) {
    height++;
    const below: SyntaxNode[] = [];
    for (const node of level) forEachChild(node, (child) => below.push(child));
    level = below;
  }
  return height;
}
