import type { CstNode } from "chevrotain";
import type { Comment, SourceTree } from "../../tree/file.js";
import { type BuildContext, childrenOf, nameOf, spanOf } from "./context.js";
import { buildScenario } from "./scenario.js";
import { stringOf } from "./strings.js";
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
      span: spanOf(api),
    })),
    uses: childrenOf(node, "use").map((use) => ({
      kind: "use",
      name: nameOf(use),
      file: stringOf(context, use),
      span: spanOf(use),
    })),
    worlds: childrenOf(node, "world").map((world) => buildWorld(context, world)),
    scenarios: childrenOf(node, "scenario").map((scenario) => buildScenario(context, scenario)),
    comments,
    span: { start: 0, end: context.source.text.length },
  };
}
