import type { CstNode } from "chevrotain";
import type { Comment, SourceTree } from "../../tree/file.js";
import { type BuildContext, child, childrenOf, nameOf, oneOf, spanOf, tokenOf } from "./context.js";
import { buildFragment } from "./reward.js";
import { buildScenario } from "./scenario.js";
import { stringOf, stringsOf } from "./strings.js";
import { buildWorld } from "./world.js";

export function buildFile(
  context: BuildContext,
  node: CstNode | undefined,
  comments: readonly Comment[],
): SourceTree {
  return {
    kind: "file",
    apis: childrenOf(node, "api").map((api) => ({
      kind: "api",
      name: nameOf(api),
      file: stringOf(context, api),
      overlays: stringsOf(context, child(api, "stringList")),
      span: spanOf(api),
    })),
    uses: childrenOf(node, "use").map((use) => ({
      kind: "use",
      what: oneOf(context, tokenOf(use, "what"), ["world", "fragment"], "something to use"),
      name: nameOf(use),
      file: stringOf(context, use),
      span: spanOf(use),
    })),
    worlds: childrenOf(node, "world").map((world) => buildWorld(context, world)),
    fragments: childrenOf(node, "fragment").map((fragment) => buildFragment(context, fragment)),
    scenarios: childrenOf(node, "scenario").map((scenario) => buildScenario(context, scenario)),
    comments,
    span: { start: 0, end: context.source.text.length },
  };
}
