import fc from "fast-check";

/** Pieces that end strings, comments, templates, lines or scripts, and names that JavaScript treats in its own way. */
export const PIECES: readonly string[] = [
  '"',
  "'",
  "`",
  "\\",
  "\n",
  "\r",
  "\u2028",
  "\u2029",
  "\0",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not become a placeholder.
  "${process.exit(1)}",
  "*/",
  "/*",
  "//",
  "</script>",
  "<!--",
  "__proto__",
  "constructor",
  "prototype",
  '"; throw new Error("out"); "',
  "@ts-ignore",
  "\ud800",
  "\u202e",
  "é",
  "名",
  " ",
  "a",
  "{",
  "}",
  "$",
];

/** Strings that try to break out of whatever they are printed into. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...PIECES),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((parts) => parts.join("")),
  fc.string({ maxLength: 6 }),
);
