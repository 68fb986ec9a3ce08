import { forEachChild, type SourceFile, type SourceTree, type SyntaxNode } from "../index.js";

/**
 * What must hold of every tree, of a valid text and of a broken one: spans lie in the text, children in their parents,
 * siblings stand one after the other, and `forEachChild` leaves no node out. Gives what does not hold, in words.
 */
export function violations(source: SourceFile, tree: SourceTree): readonly string[] {
  const found: string[] = [];
  const visited = new Set<object>();
  const walk = (parent: SyntaxNode): void => {
    visited.add(parent);
    let end = parent.span.start;
    forEachChild(parent, (child) => {
      const where = `${child.span.start}-${child.span.end} in ${parent.span.start}-${parent.span.end}`;
      if (child.span.start > child.span.end) found.push(`a span that ends before it starts: ${where}`);
      if (!isBorrowed(parent, child)) {
        if (child.span.start < parent.span.start || child.span.end > parent.span.end) {
          found.push(`a child outside of its parent: ${where}`);
        }
        // Comments may stand anywhere between and within the declarations of a file.
        const isComment = parent === tree && tree.comments.includes(child as (typeof tree.comments)[number]);
        if (!isComment && !isShared(parent, child)) {
          if (child.span.start < end) found.push(`a child that overlaps the one before it: ${where}`);
          end = child.span.end;
        }
      }
      walk(child);
    });
  };
  walk(tree);
  if (tree.span.start < 0 || tree.span.end > source.text.length) found.push("a tree larger than the text");
  const missed = nodesBelow(tree).filter((node) => !visited.has(node));
  if (missed.length > 0) found.push(`${missed.length} nodes that forEachChild leaves out`);
  return found;
}

/** Every object with a span, found without the function under test. */
function nodesBelow(root: object): readonly object[] {
  const nodes: object[] = [];
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    if (Object.hasOwn(value, "span")) nodes.push(value);
    for (const [key, inner] of Object.entries(value)) if (key !== "span") open.push(inner);
  }
  return nodes;
}

/** Paths of lines within a `slot` block borrow the segments of the block's path. */
function isBorrowed(parent: SyntaxNode, child: SyntaxNode): boolean {
  return "segments" in parent && child.span.end <= parent.span.start;
}

/** A line of `slots` without a block is a group of its own, whose name is the path of the line. */
function isShared(parent: SyntaxNode, child: SyntaxNode): boolean {
  return "lines" in parent && "segments" in child && parent.lines[0]?.path.span.start === child.span.start;
}
