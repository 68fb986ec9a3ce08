import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { readConcrete } from "../syntax/concrete.js";
import { parse } from "../syntax/parse.js";
import { InternalError } from "../text/internal-error.js";
import { SourceFile } from "../text/source-file.js";
import { sameMeaning } from "../tree/same-meaning.js";
import { indentBlockString } from "./block-string.js";
import { DocBuilder } from "./build.js";
import { findGaps } from "./gaps.js";
import { layOut, widthOf } from "./layout.js";

/** The formatted text, or why there is none. */
export type FormatResult =
  | { readonly kind: "formatted"; readonly text: string }
  /** The text has syntax errors; a layout of it would rest on a guess. */
  | { readonly kind: "broken"; readonly diagnostics: readonly Diagnostic[] };

/**
 * The text of a file in its canonical layout: items and comments in the order of the author, single empty lines
 * between them kept, lines of up to 110 columns.
 *
 * Only white space changes, the commas that the layout itself asks for, and the indentation of block strings. The
 * result is read again and compared: a layout that would change a meaning or lose a comment is never returned.
 *
 * @throws InternalError when that comparison fails, which is a bug of the formatter.
 */
export function formatText(source: SourceFile): FormatResult {
  const parsed = parse(source);
  if (parsed.diagnostics.some((diagnostic) => diagnostic.severity === "error")) {
    return { kind: "broken", diagnostics: parsed.diagnostics };
  }
  const { root, tokens } = readConcrete(source);
  const isMultiline = (index: number): boolean => /[\r\n]/.test(tokens[index]?.text ?? "");
  const builder = new DocBuilder(findGaps(source, tokens, parsed.tree.comments), isMultiline);
  const text = layOut(builder.file(root), {
    gaps: builder.gaps,
    textOf(index, indent) {
      const token = tokens[index]!;
      return isMultiline(index) ? indentBlockString(token.text, indent + 2) : token.text;
    },
    widthOf: (index) => widthOf(/^[^\r\n]*/.exec(tokens[index]!.text)![0]),
    isMultiline,
  });
  const again = parse(new SourceFile(source.path, text));
  const comments = (list: readonly { readonly text: string }[]): string =>
    list.map((comment) => comment.text.trimEnd()).join("\n");
  if (
    again.diagnostics.length !== parsed.diagnostics.length ||
    !sameMeaning(parsed.tree, again.tree) ||
    comments(parsed.tree.comments) !== comments(again.tree.comments)
  ) {
    throw new InternalError(`Formatting ${source.path} would change what it means`);
  }
  return { kind: "formatted", text };
}
