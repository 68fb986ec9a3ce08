/** One kind of edit that people make. Every `n` gives another text, and none breaks the scenario. */
export interface Edit {
  readonly what: string;
  apply(text: string, n: number): string;
}

export const EDITS: readonly Edit[] = [
  { what: "a comment", apply: (text, n) => `${text}# ${n}\n` },
  {
    what: "a prompt",
    apply: (text, n) => text.replace(/^(\s*prompt (?:\w+ )?"(?!"))/mu, `$1Request ${n}: `),
  },
  {
    what: "a weight",
    apply: (text, n) =>
      text.replace(/^(\s*reward sound \{\n)/mu, `$1    excess ${(0.03 + n / 100_000).toFixed(5)}\n`),
  },
  {
    what: "a test",
    apply: (text, n) => text.replace(/^(\s*test ")/mu, `$1${n}: `),
  },
  {
    what: "gold",
    // Another expression of the same value: gold of every task is played again.
    apply: (text, n) =>
      text.replace(
        /^(\s*gold \w+ \{\n.*? = )(.*?)( as .*)?$/mu,
        (_, head, value, matcher = "") => `${head}if 0 < ${n + 1} then ${value} else ${value}${matcher}`,
      ),
  },
];
