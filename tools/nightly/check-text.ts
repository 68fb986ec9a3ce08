import { formatText, parse, printTree, SourceFile, type SourceTree } from "../../dsl/index.js";
import { meaningOf } from "../../dsl/test/fixtures.js";
import { violations } from "../../dsl/test/invariants.js";

export interface TextReport {
  /** The text was read without a finding. */
  readonly valid: boolean;
  readonly comments: number;
  readonly findings: number;
  /** What does not hold, in words; empty when all does. */
  readonly problems: readonly string[];
}

/**
 * Everything that must hold of any text: it is read without an exception, spans lie in the text, the tree keeps its
 * invariants; a valid one prints to a text that means the same and prints to itself, and formats to a text that means
 * the same, has the same comments and formats to itself; a broken one is left alone by the formatter.
 */
export function checkText(text: string): TextReport {
  const source = new SourceFile("input.rvr", text);
  const problems: string[] = [];
  const { tree, diagnostics } = parse(source);
  problems.push(...violations(source, tree));
  for (const { code, span } of diagnostics) {
    if (span.start < 0 || span.start > span.end || span.end > text.length)
      problems.push(`${code} lies outside of the text`);
  }
  const report = { comments: tree.comments.length, findings: diagnostics.length, problems };
  const formatted = formatText(source);
  if (diagnostics.length > 0) {
    if (formatted.kind !== "broken") problems.push("a broken text was formatted");
    return { ...report, valid: false };
  }
  const same = meaning(tree);
  const printed = printTree(tree);
  const again = parse(new SourceFile("printed.rvr", printed));
  if (again.diagnostics.length > 0)
    problems.push(`what was printed is broken: ${again.diagnostics[0]?.message}`);
  else if (printTree(again.tree) !== printed) problems.push("printing is no fixed point");
  if (formatted.kind === "broken")
    return { ...report, valid: true, problems: [...problems, "refused a valid text"] };
  const after = parse(new SourceFile("formatted.rvr", formatted.text));
  if (meaning(after.tree) !== same) problems.push("formatting changed the meaning");
  if (commentsOf(after.tree) !== commentsOf(tree)) problems.push("formatting changed the comments");
  const twice = formatText(new SourceFile("formatted.rvr", formatted.text));
  if (twice.kind === "broken" || twice.text !== formatted.text) problems.push("formatting is no fixed point");
  return { ...report, valid: true };
}

function meaning(tree: SourceTree): string {
  return JSON.stringify(meaningOf(tree));
}

function commentsOf(tree: SourceTree): string {
  return JSON.stringify(tree.comments.map((comment) => comment.text.trimEnd()));
}
