import type { CstNode } from "chevrotain";
import type { Name, Path } from "../../tree/expression.js";
import type {
  Effect,
  FlowDeclaration,
  OnDeclaration,
  ResourceDeclaration,
  ResourceItem,
  Statement,
  UpdateEntry,
  WorldDeclaration,
  WorldItem,
} from "../../tree/world.js";
import {
  type BuildContext,
  child,
  childrenOf,
  endSpan,
  has,
  type Node,
  nameOf,
  optionalName,
  orderedNodes,
  spanOf,
  tokenSpan,
  tokensOf,
  word,
} from "./context.js";
import {
  buildApiReference,
  buildExpression,
  buildMatcher,
  buildNamedArgument,
  buildObject,
  buildPath,
  buildPostfix,
  expressionOf,
  optionalExpression,
  pathOf,
  poison,
  primaryOf,
} from "./expressions.js";
import { stringOf, stringsOf } from "./strings.js";

export function buildWorld(context: BuildContext, node: CstNode): WorldDeclaration {
  return {
    kind: "world",
    name: nameOf(node),
    extends: optionalName(node, "extends"),
    items: orderedNodes(node).flatMap((part) => buildWorldItem(context, part.rule, part.node)),
    span: spanOf(node),
  };
}

function buildWorldItem(context: BuildContext, rule: string, node: CstNode): readonly WorldItem[] {
  switch (rule) {
    case "resource":
      return [buildResource(context, node)];
    case "shape":
      return [
        {
          kind: "shape",
          name: nameOf(node),
          parameters: namesOf(child(node, "nameList")),
          body: expressionOf(context, node),
          span: spanOf(node),
        },
      ];
    case "invalid":
      return [
        {
          kind: "invalid",
          api: nameOf(node),
          status: primaryOf(context, node, "status"),
          body: expressionOf(context, node, "body"),
          span: spanOf(node),
        },
      ];
    case "on":
      return [buildOn(context, node)];
    default:
      return [];
  }
}

function buildResource(context: BuildContext, node: CstNode): ResourceDeclaration {
  const schema = child(node, "apiReference");
  return {
    kind: "resource",
    name: nameOf(node),
    schema: schema === undefined ? undefined : buildApiReference(context, schema, endSpan(node)),
    items: childrenOf(node, "resourceItem").flatMap((item) => buildResourceItem(context, item)),
    span: spanOf(node),
  };
}

function buildResourceItem(context: BuildContext, node: CstNode): readonly ResourceItem[] {
  const span = spanOf(node);
  if (has(node, word("key"))) {
    return [
      { kind: "key", path: pathOf(context, node), aliases: pathsOf(context, child(node, "pathList")), span },
    ];
  }
  if (has(node, word("seed"))) return [{ kind: "seed", file: stringOf(context, node), span }];
  if (has(node, word("computed"))) {
    return [{ kind: "computed", paths: pathsOf(context, child(node, "pathList")), span }];
  }
  const flow = child(node, "flow");
  if (flow !== undefined) return [buildFlow(context, flow)];
  const matcher = child(node, "matcher");
  if (matcher === undefined) return [];
  return [{ kind: "match", path: pathOf(context, node), matcher: buildMatcher(context, matcher), span }];
}

function buildFlow(context: BuildContext, node: CstNode): FlowDeclaration {
  return {
    kind: "flow",
    path: pathOf(context, node),
    edges: childrenOf(node, "flowEdges").map((edges) => ({
      kind: "edges",
      from: stringOf(context, edges, "from"),
      to: stringsOf(context, child(edges, "stringList")),
      span: spanOf(edges),
    })),
    span: spanOf(node),
  };
}

export function pathsOf(context: BuildContext, node: Node): readonly Path[] {
  return childrenOf(node, "path").map((path) => buildPath(context, path));
}

export function namesOf(node: Node): readonly Name[] {
  return tokensOf(node, "Name").map((token) => ({ kind: "name", text: token.image, span: tokenSpan(token) }));
}

function buildOn(context: BuildContext, node: CstNode): OnDeclaration {
  return {
    kind: "on",
    operation: buildApiReference(context, child(node, "apiReference"), endSpan(node)),
    statements: childrenOf(node, "statement").flatMap((statement) => buildStatement(context, statement)),
    span: spanOf(node),
  };
}

function buildStatement(context: BuildContext, node: CstNode): readonly Statement[] {
  if (has(node, word("validate"))) return [{ kind: "validate", span: spanOf(node) }];
  const [part] = orderedNodes(node);
  if (part === undefined) return [];
  const span = spanOf(part.node);
  switch (part.rule) {
    case "letBinding":
      return [{ kind: "let", name: nameOf(part.node), value: expressionOf(context, part.node), span }];
    case "requirement":
      return [
        {
          kind: "require",
          condition: expressionOf(context, part.node, "condition"),
          status: primaryOf(context, part.node, "status"),
          body: optionalExpression(context, part.node, "body"),
          span,
        },
      ];
    case "respond":
      return [
        {
          kind: "respond",
          status: expressionOf(context, part.node, "status"),
          body: optionalExpression(context, part.node, "body"),
          span,
        },
      ];
    case "effect":
      return buildEffect(context, part.node);
    default:
      return [];
  }
}

function buildEffect(context: BuildContext, node: CstNode): readonly Effect[] {
  const [part] = orderedNodes(node);
  if (part === undefined) return [];
  const inner = part.node;
  const span = spanOf(inner);
  switch (part.rule) {
    case "createEffect": {
      const object = child(inner, "object");
      return [
        {
          kind: "create",
          resource: nameOf(inner),
          record: object === undefined ? poison(endSpan(inner)) : buildObject(context, object),
          as: optionalName(inner, "as"),
          span,
        },
      ];
    }
    case "updateEffect":
      return [
        {
          kind: "update",
          record: buildPostfix(context, child(inner, "postfixExpression"), endSpan(inner)),
          entries: childrenOf(inner, "namedArgument").map(
            (entry): UpdateEntry => buildNamedArgument(context, entry),
          ),
          span,
        },
      ];
    case "deleteEffect":
      return [
        {
          kind: "delete",
          record: buildPostfix(context, child(inner, "postfixExpression"), endSpan(inner)),
          span,
        },
      ];
    case "moveEffect":
      return [
        {
          kind: "move",
          record: buildPostfix(context, child(inner, "postfixExpression"), endSpan(inner)),
          to: expressionOf(context, inner, "to"),
          status: primaryOf(context, inner, "status"),
          body: optionalExpression(context, inner, "body"),
          span,
        },
      ];
    case "eachEffect":
      return [
        {
          kind: "each",
          name: nameOf(inner),
          list: expressionOf(context, inner),
          effects: effectsOf(context, inner),
          span,
        },
      ];
    case "whenEffect":
      return [
        {
          kind: "when",
          condition: buildExpression(context, child(inner, "expression"), endSpan(inner)),
          effects: effectsOf(context, inner),
          span,
        },
      ];
    default:
      return [];
  }
}

function effectsOf(context: BuildContext, node: CstNode): readonly Effect[] {
  return childrenOf(node, "effect").flatMap((effect) => buildEffect(context, effect));
}
