/** A constant with a written type whose value goes over several lines, the last one at the margin. */
const CONSTANT = /^((?:export )?const [\w$]+: [^\n]*? =) [^\n]*[[({]\n(?: [^\n]*\n|\n)*[\])}]+;$/gmu;

/** A function; its parameters may stand on lines of their own. */
const FUNCTION =
  /^((?:export )?(?:async )?function [^\n]*(?:\(\n(?: [^\n]*\n)+\)[^\n]*)? \{)\n(?: [^\n]*\n|\n)*\}$/gmu;

/**
 * The text without what its declarations cannot depend on: values of constants whose type is written, and bodies of
 * functions. In printed modules everything inside such a part is indented, and no string holds a line break. Most edits
 * of a scenario change values only, so most texts that remain were seen before.
 */
export function declaredParts(text: string): string {
  return text.replace(CONSTANT, "$1 null!;").replace(FUNCTION, "$1}");
}
