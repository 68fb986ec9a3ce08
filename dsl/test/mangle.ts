import fc from "fast-check";
import type { SourceFile } from "../index.js";
import { tokenizeFile } from "../syntax/lexer.js";
import { endOf } from "../syntax/token-layout.js";

/** What is put in place of the white space between two tokens. */
export type Mangling =
  | { readonly kind: "space"; readonly text: string }
  /** A comment at the end of the line. */
  | { readonly kind: "trailing" }
  /** Two comments on lines of their own. */
  | { readonly kind: "lines" };

export const manglingArbitrary: fc.Arbitrary<Mangling> = fc.oneof(
  fc
    .constantFrom(" ", "   ", "\t", "\n", "\n\n\n", "  \r\n\t")
    .map((text): Mangling => ({ kind: "space", text })),
  fc.constant<Mangling>({ kind: "trailing" }),
  fc.constant<Mangling>({ kind: "lines" }),
);

/**
 * A text with the same tokens and other gaps between them, by the number of the token after the gap. Gaps with a
 * comment stay as they are. Line breaks tell items apart in some places, so the result may mean something else.
 */
export function mangle(source: SourceFile, changes: ReadonlyMap<number, Mangling>): string {
  let result = "";
  let position = 0;
  tokenizeFile(source).tokens.forEach((token, index) => {
    const gap = source.text.slice(position, token.startOffset);
    const change = gap.includes("#") ? undefined : changes.get(index);
    result += change === undefined ? gap : gapOf(change, gap, index);
    result += source.text.slice(token.startOffset, endOf(token));
    position = endOf(token);
  });
  return result + source.text.slice(position);
}

function gapOf(change: Mangling, gap: string, index: number): string {
  switch (change.kind) {
    case "space":
      // Tokens that touch may be one token when they are parted, and the other way round.
      return gap === "" ? gap : change.text;
    case "trailing":
      return `${gap} # trailing ${index}\n  `;
    case "lines":
      return `\n\n# first ${index}\n\n\n  # second ${index}\n`;
  }
}
