import { describe, expect, it } from "vitest";
import { parse, printTree, SourceFile } from "../index.js";
import { tokenizeFile } from "../syntax/lexer.js";
import { endOf } from "../syntax/token-layout.js";
import { brokenFixtures, meaningOf, validFixtures } from "./fixtures.js";
import { violations } from "./invariants.js";

const all = [...validFixtures(), ...brokenFixtures().map((fixture) => fixture.source)];

it("has the expected number of fixtures", () => {
  expect(validFixtures().length).toBe(2);
});

describe("reads without a finding and prints back", () => {
  for (const source of validFixtures()) {
    it(source.path, () => {
      const { tree, diagnostics } = parse(source);
      expect(diagnostics).toEqual([]);
      const text = printTree(tree);
      const again = parse(new SourceFile("printed.rvr", text));
      expect(again.diagnostics).toEqual([]);
      expect(meaningOf(again.tree)).toEqual(meaningOf(tree));
      expect(printTree(again.tree)).toBe(text);
    });
  }
});

describe("keeps the invariants of trees in", () => {
  for (const source of all) {
    it(source.path, () => expect(violations(source, parse(source).tree)).toEqual([]));
  }
});

describe("leaves no token outside a declaration in", () => {
  for (const source of validFixtures()) {
    it(source.path, () => {
      const { tree } = parse(source);
      const owners = [...tree.apis, ...tree.uses, ...tree.worlds, ...tree.fragments, ...tree.scenarios];
      const { tokens } = tokenizeFile(source);
      expect(tokens.length).toBeGreaterThan(50);
      for (const token of tokens) {
        const owner = owners.find(
          (item) => item.span.start <= token.startOffset && endOf(token) <= item.span.end,
        );
        expect(owner, token.image).toBeDefined();
      }
    });
  }
});

it("keeps comments with their places", () => {
  const source = new SourceFile("a.rvr", '# one\napi a from "b" # two\n');
  expect(parse(source).tree.comments).toEqual([
    { text: "# one", span: { start: 0, end: 5 } },
    { text: "# two", span: { start: 21, end: 26 } },
  ]);
});

it.each([
  [
    "an argument that is missing before others",
    "scenario s {\n  tools {\n    a = b.c { take ,, x, y }\n  }\n}\n",
  ],
  ["a spread without a value", "world w {\n  on a.b { respond 200 { ..., x: 1 } }\n}\n"],
  ["a computed key without a value", "world w {\n  on a.b { respond 200 { []: 1, x: 1 } }\n}\n"],
])("keeps the invariants of trees with %s", (_, text) => {
  const source = new SourceFile("a.rvr", text);
  const { tree, diagnostics } = parse(source);
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(violations(source, tree)).toEqual([]);
});

it("prints a variable that is named like a keyword as it was written", () => {
  const source = new SourceFile(
    "a.rvr",
    "world w {\n  on a.b { respond 200 [not .key, (null).key, in.x] }\n}\n",
  );
  const { tree, diagnostics } = parse(source);
  expect(diagnostics).toEqual([]);
  expect(printTree(tree)).toContain("[not.key, (null).key, in.x]");
  expect(parse(new SourceFile("b.rvr", printTree(tree))).diagnostics).toEqual([]);
});
