import { hasErrors, parse, printTree, type SourceFile } from "../../../dsl/index.js";

/** The text in canonical form; undefined when it is so already, or when it cannot be formatted without loss. */
export function formatted(source: SourceFile): string | undefined {
  const { tree, diagnostics } = parse(source);
  // The printer knows no comments, and a tree with holes prints as less than was written.
  if (hasErrors(diagnostics) || tree.comments.length > 0) return undefined;
  const text = printTree(tree);
  return text === source.text ? undefined : text;
}
