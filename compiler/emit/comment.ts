/** Longest comment line, in UTF-16 units. */
const WIDTH = 140;

/**
 * Text that may stand in a comment of either form: every control character and line separator becomes a space, the
 * end of a block comment and what TypeScript would obey (`@ts-...`) are broken up, and long text is cut.
 */
export function commentText(text: string): string {
  const flat = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replaceAll("*/", "* /")
    .replaceAll("@ts-", "@ ts-")
    .trim();
  return flat.length <= WIDTH ? flat : `${[...flat].slice(0, WIDTH - 3).join("")}...`;
}

/** One line comment. */
export function lineComment(text: string): string {
  return `// ${commentText(text)}`;
}

/** A declaration under its documentation. */
export function documented(about: string, declaration: string): string {
  return `${docComment(about)}\n${declaration}`;
}

/** A documentation comment, one line for each text. */
export function docComment(...lines: readonly string[]): string {
  if (lines.length === 1) return `/** ${commentText(lines[0] ?? "")} */`;
  return ["/**", ...lines.map((line) => ` * ${commentText(line)}`.trimEnd()), " */"].join("\n");
}
