import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatText, parse, SourceFile } from "../index.js";
import { brokenFixtures, meaningOf, validFixtures } from "./fixtures.js";
import { type Mangling, mangle, manglingArbitrary } from "./mangle.js";
import { programArbitrary } from "./program-arbitrary.js";

function format(text: string): string {
  const result = formatText(new SourceFile("a.rvr", text));
  if (result.kind === "broken") throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  return result.text;
}

/** Checks what must hold of every formatted text, without the formatter's own comparison. */
function expectFaithful(text: string): string {
  const formatted = format(text);
  const before = parse(new SourceFile("a.rvr", text));
  const after = parse(new SourceFile("a.rvr", formatted));
  expect(after.diagnostics).toEqual([]);
  expect(meaningOf(after.tree)).toEqual(meaningOf(before.tree));
  const comments = ({ tree }: typeof before) => tree.comments.map((comment) => comment.text.trimEnd());
  expect(comments(after)).toEqual(comments(before));
  expect(format(formatted)).toBe(formatted);
  return formatted;
}

const task = (body: string): string => `scenario s {\n  task t {\n${body}  }\n}\n`;
const on = (body: string): string => `world w {\n  on a.b {\n${body}  }\n}\n`;
const long = "a_name_of_forty_letters_that_fills_a_line";

const layouts: readonly (readonly [name: string, given: string, wanted: string])[] = [
  [
    "spaces around marks",
    task("given   x:Issue   where  x . n>1\n"),
    task("    given x: Issue where x.n > 1\n"),
  ],
  [
    "runs of empty lines",
    task("\n\n    given x: text\n\n\n\n    given y: text\n\n"),
    task("    given x: text\n\n    given y: text\n"),
  ],
  [
    "comments at every place of a block",
    task("# a\n given x: text # b\n\n # c\n\n # d\n given y: text\n # e\n"),
    task("    # a\n    given x: text # b\n\n    # c\n\n    # d\n    given y: text\n    # e\n"),
  ],
  ["a comment in an empty block", "world w {\n# only\n}", "world w {\n  # only\n}\n"],
  ["comments at both ends of a file", "# first\n\n\nworld w {}\n# last", "# first\n\nworld w {}\n# last\n"],
  ["a file of comments", "\n\n# one\n\n# two\n\n", "# one\n\n# two\n"],
  [
    "comments in an object",
    on("respond 200 { a: 1, # one\n # two\n b: 2 # three\n }\n"),
    on("    respond 200 {\n      a: 1, # one\n      # two\n      b: 2, # three\n    }\n"),
  ],
  [
    "a comment before a comma",
    on("let x = [1 # one\n , 2]\n"),
    on("    let x = [\n      1, # one\n      2,\n    ]\n"),
  ],
  [
    "two comments around a comma",
    on("let x = [1 # one\n , # two\n 2]\n"),
    on("    let x = [\n      1, # one\n      # two\n      2,\n    ]\n"),
  ],
  ["a comment within a line", on("let x = 1 # one\n + 2\n"), on("    let x = 1 # one\n      + 2\n")],
  ["commas of lists", on("let x = [1, 2,]\n"), on("    let x = [1, 2]\n")],
  [
    "an object that the author opened",
    on("respond 200 {\n a: 1 }\n"),
    on("    respond 200 {\n      a: 1,\n    }\n"),
  ],
  [
    "a block of one item on one line",
    "scenario s { tools { a = b.c { take x } } }",
    "scenario s {\n  tools {\n    a = b.c { take x }\n  }\n}\n",
  ],
  [
    "a block of several items",
    "scenario s { tools { a = b.c { take x show y } } }",
    "scenario s {\n  tools {\n    a = b.c {\n      take x\n      show y\n    }\n  }\n}\n",
  ],
  [
    "settings with commas",
    "scenario s {\n  train { a = 1, b = 2, }\n  train {\n a = 1, b = 2 }\n}",
    "scenario s {\n  train { a = 1, b = 2 }\n  train {\n    a = 1\n    b = 2\n  }\n}\n",
  ],
  [
    "a long condition",
    on(`require ${long} is present and b.x or ${long} else 400 { a: 1 }\n`),
    on(`    require ${long} is present and b.x\n      or ${long}\n      else 400 { a: 1 }\n`),
  ],
  [
    "a long call",
    on(`let x = pick(${long}, [${long}], ${long})\n`),
    on(`    let x = pick(\n      ${long},\n      [${long}],\n      ${long},\n    )\n`),
  ],
  [
    "an object at the end of a call",
    on(`let x = query(s, ${long}, { a: ${long}, b: 1, c: 2 })\n`),
    on(`    let x = query(s, ${long}, {\n      a: ${long},\n      b: 1,\n      c: 2,\n    })\n`),
  ],
  [
    "a long chain of conditions",
    on(`let x = if a then ${long} else if b then ${long} else ${long}\n`),
    on(`    let x = if a then ${long}\n      else if b then ${long}\n      else ${long}\n`),
  ],
  [
    "a long comprehension",
    on(`let x = [f(${long}) for n in ${long} if n.x == ${long}]\n`),
    on(`    let x = [\n      f(${long}) for n in ${long}\n      if n.x == ${long}\n    ]\n`),
  ],
  [
    "a long list of paths",
    `scenario s {\n  tools {\n    a = b.c { show ${long}.x, ${long}.y, something.z }\n  }\n}`,
    `scenario s {\n  tools {\n    a = b.c {\n      show ${long}.x, ${long}.y,\n        something.z\n    }\n  }\n}\n`,
  ],
  [
    "a long header of a test",
    `scenario s {\n  test "${long}" task "train/0" reward paper_${long} expect failure { gold }\n}`,
    `scenario s {\n  test "${long}" task "train/0" reward paper_${long}\n      expect failure { gold }\n}\n`,
  ],
  [
    "a block string",
    'scenario s {\n system """\n a\n\n   b {x}"""\n}',
    'scenario s {\n  system """\n    a\n\n      b {x}\n    """\n}\n',
  ],
  [
    "a block string that starts behind its quotes",
    'scenario s {\n system """a\n b"""\n}',
    'scenario s {\n  system """a\n b"""\n}\n',
  ],
  [
    "minus signs and brackets",
    on("let x = 1- -3\nlet y = f (a)[0] . b\nlet z = { [k]:1, ...( a ) }\n"),
    on("    let x = 1 - -3\n    let y = f(a)[0].b\n    let z = { [k]: 1, ...(a) }\n"),
  ],
  ["line ends of Windows", "world w {\r\n  resource R {}\r\n}\r\n", "world w {\n  resource R {}\n}\n"],
];

describe("lays out", () => {
  it.each(layouts)("%s", (_, given, wanted) => {
    expect(expectFaithful(given)).toBe(wanted);
  });
});

it("leaves a file with errors alone and says what they are", () => {
  const fixtures = brokenFixtures();
  expect(fixtures.length).toBeGreaterThan(10);
  for (const { source } of fixtures) {
    const { diagnostics } = parse(source);
    expect(formatText(source)).toEqual({ kind: "broken", diagnostics });
  }
});

it("gives an empty file for an empty file", () => {
  expect(format("")).toBe("");
  expect(format(" \n\n")).toBe("");
});

it("keeps lines within the width where no string is longer", () => {
  for (const source of validFixtures()) {
    const wide = format(source.text)
      .split("\n")
      .filter((line) => line.length > 110 && !line.includes('"'));
    expect(wide).toEqual([]);
  }
});

it("keeps meaning and comments of files with any white space", () => {
  const sources = validFixtures();
  let formatted = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...sources),
      fc.array(fc.tuple(fc.nat(500), manglingArbitrary), { minLength: 1, maxLength: 60 }),
      (source, changes) => {
        const text = mangle(source, new Map<number, Mangling>(changes));
        if (parse(new SourceFile("a.rvr", text)).diagnostics.length > 0) return;
        formatted++;
        expectFaithful(text);
      },
    ),
    { numRuns: 60, seed: 20261201 },
  );
  expect(formatted).toBeGreaterThan(30);
});

it("keeps meaning and comments of generated programs", () => {
  let formatted = 0;
  fc.assert(
    fc.property(programArbitrary, (text) => {
      if (parse(new SourceFile("a.rvr", text)).diagnostics.length > 0) return;
      formatted++;
      expectFaithful(text);
    }),
    { numRuns: 200, seed: 20261201 },
  );
  expect(formatted).toBeGreaterThan(100);
});
