import type { CstNode } from "chevrotain";
import type { SplitDeclaration, SplitItem, SplitSource } from "../../tree/scenario.js";
import { type BuildContext, child, childrenOf, has, nameOf, optionalName, spanOf, word } from "./context.js";
import { expressionOf, optionalExpression } from "./expressions.js";
import { optionalString } from "./strings.js";
import { namesOf } from "./world.js";

export function buildSplit(context: BuildContext, node: CstNode): SplitDeclaration {
  return {
    kind: "split",
    name: nameOf(node),
    rows: optionalString(context, node, "rows"),
    size: optionalExpression(context, node, "size"),
    seed: optionalExpression(context, node, "seed"),
    items: childrenOf(node, "splitItem").flatMap((item) => buildSplitItem(context, item)),
    span: spanOf(node),
  };
}

function buildSplitItem(context: BuildContext, node: CstNode): readonly SplitItem[] {
  const span = spanOf(node);
  const domain = child(node, "domain");
  if (domain !== undefined)
    return [{ kind: "domain", name: nameOf(domain), source: buildSource(context, domain), span }];
  const names = namesOf(child(node, "nameList"));
  if (has(node, word("disjoint"))) return [{ kind: "disjoint", names, span }];
  return has(node, word("wording")) ? [{ kind: "wording", names, span }] : [];
}

function buildSource(context: BuildContext, node: CstNode): SplitSource {
  const file = optionalString(context, node, "file");
  if (file === undefined) return { kind: "expression", value: expressionOf(context, node) };
  return { kind: "file", file, list: optionalName(node, "list") };
}
