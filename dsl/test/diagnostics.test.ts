import { expect, it } from "vitest";
import {
  applyFixes,
  type Diagnostic,
  didYouMean,
  type Fix,
  parse,
  renderDiagnostic,
  SourceFile,
  sortDiagnostics,
} from "../index.js";

const base: Diagnostic = {
  code: "RVR1020",
  severity: "error",
  message: "Wrong.",
  why: "Because.",
  remedy: "Change it.",
  file: "a.rvr",
  span: { start: 0, end: 1 },
  related: [],
  fixes: [],
};

function frame(
  text: string,
  span: { start: number; end: number },
  extra: Partial<Diagnostic> = {},
): string[] {
  const sources = new Map([
    ["a.rvr", new SourceFile("a.rvr", text)],
    ["b.rvr", new SourceFile("b.rvr", "other\n  place\n")],
  ]);
  return renderDiagnostic({ ...base, span, ...extra }, sources).split("\n");
}

it("shows what, where, why and what to do", () => {
  expect(frame("ab cd\n", { start: 3, end: 5 })).toEqual([
    "error[RVR1020] Wrong.",
    "  --> a.rvr:1:4",
    " 1 | ab cd",
    "   |    ^^",
    "   = why: Because.",
    "   = do:  Change it.",
  ]);
});

it("underlines several places, also in other files", () => {
  const related = [
    { file: "a.rvr", span: { start: 0, end: 2 }, message: "first" },
    { file: "b.rvr", span: { start: 8, end: 13 }, message: "second" },
    { file: "gone.rvr", span: { start: 0, end: 1 }, message: "third" },
  ];
  expect(frame("ab cd", { start: 3, end: 5 }, { related }).slice(1, 9)).toEqual([
    "  --> a.rvr:1:4",
    " 1 | ab cd",
    "   | -- first",
    "   |    ^^",
    "  --> b.rvr:2:3",
    " 2 |   place",
    "   |   ----- second",
    "  --> gone.rvr",
  ]);
});

it("counts tabs, wide characters and combining marks in columns", () => {
  expect(frame("\tx", { start: 1, end: 2 })[3]).toBe("   |     ^");
  expect(frame("\ud55c\uad6d x", { start: 3, end: 4 })[3]).toBe("   |      ^");
  expect(frame("e\u0301 x", { start: 3, end: 4 })[3]).toBe("   |   ^");
  expect(frame("\ud55c\uad6d", { start: 0, end: 2 })[3]).toBe("   | ^^^^");
});

it("clips long lines around the mark", () => {
  const lines = frame(`${"a".repeat(500)}X${"b".repeat(500)}`, { start: 500, end: 501 });
  expect(lines[2]).toHaveLength(5 + 98);
  expect(lines[2]?.charAt(lines[3]?.indexOf("^") ?? 0)).toBe("X");
  const end = frame("a".repeat(500), { start: 500, end: 500 });
  expect(end[3]?.endsWith("^")).toBe(true);
});

it("keeps control characters from the terminal", () => {
  expect(frame("a\u001b[31mb", { start: 0, end: 1 }).join("")).not.toContain("\u001b");
});

it("colours only when asked", () => {
  const sources = new Map([["a.rvr", new SourceFile("a.rvr", "ab")]]);
  const plain = renderDiagnostic(base, sources);
  const coloured = renderDiagnostic(base, sources, { color: true });
  expect(coloured).not.toBe(plain);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes start with this character
  expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(plain);
});

it("suggests the nearest name, the first of equals", () => {
  expect(didYouMean("sumary", ["status", "summary"])).toBe("summary");
  expect(didYouMean("getissue", ["getIssue", "getIssues"])).toBe("getIssue");
  expect(didYouMean("get-issue", ["get_issue"])).toBe("get_issue");
  expect(didYouMean("teh", ["the", "ten"])).toBe("ten");
  expect(didYouMean("abc", ["xyz", "abcdefg"])).toBeUndefined();
  expect(didYouMean("a", ["b"])).toBeUndefined();
  expect(didYouMean("a", ["a"])).toBeUndefined();
});

const edit = (start: number, end: number, text: string, file = "a.rvr") => ({
  file,
  span: { start, end },
  text,
});
const fix = (...edits: Fix["edits"][number][]): Fix => ({ title: "fix", edits });

it("makes fixes wholly or not at all", () => {
  const sources = new Map([["a.rvr", new SourceFile("a.rvr", "one two")]]);
  const first = fix(edit(0, 3, "1"), edit(7, 7, "!"));
  const overlapping = fix(edit(2, 5, "x"), edit(4, 4, "y"));
  const outside = fix(edit(0, 99, ""));
  const elsewhere = fix(edit(0, 0, "", "b.rvr"));
  const result = applyFixes([first, overlapping, outside, elsewhere, first], sources);
  expect([...result.files]).toEqual([["a.rvr", "1 two!"]]);
  expect(result.applied).toEqual([first, first]);
  expect(result.skipped).toEqual([overlapping, outside, elsewhere]);
});

it("offers fixes that remove the finding", () => {
  const text =
    "scenario s {\n  task t {\n    promt \"a {b\"\n    let x = 'y' && [1 2]\n    let z = a is strng\n  }\n";
  let source = new SourceFile("a.rvr", text);
  for (let round = 0; round < 4; round++) {
    const fixes = parse(source).diagnostics.flatMap((diagnostic) => diagnostic.fixes);
    source = new SourceFile(
      "a.rvr",
      applyFixes(fixes, new Map([["a.rvr", source]])).files.get("a.rvr") ?? source.text,
    );
  }
  expect(parse(source).diagnostics).toEqual([]);
  expect(source.text).toContain('prompt "a \\{b"');
});

it("sorts by place and drops repetitions", () => {
  const later = { ...base, span: { start: 5, end: 6 } };
  expect(sortDiagnostics([later, base, { ...base }])).toEqual([base, later]);
});
