import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../abi/json.js";
import { query } from "../value/query.js";
import { anyValue } from "./any-json.js";

const issues = [
  {
    key: "A-1",
    status: "To Do",
    labels: ["red", "blue"],
    points: 3,
    parent: { key: "A-9" },
    summary: 'Say "hi"',
  },
  { key: "A-2", status: "Done", labels: [], points: 10, summary: "Write release notes" },
  { key: "A-10", status: "To Do", labels: ["blue"], points: 9, parent: null, summary: "Order by hand" },
];
const fields = {
  key: "key",
  status: "status",
  Labels: "labels",
  points: "points",
  parent: "parent.key",
  text: ["summary", "key"],
};

function keysOf(source: string): readonly unknown[] {
  const result = query(source, issues, fields);
  expect(result["ok"], String(result["error"])).toBe(true);
  return (result["items"] as readonly JsonObject[]).map((item) => item["key"]);
}

describe("query", () => {
  it.each<[string, readonly string[]]>([
    ["", ["A-1", "A-2", "A-10"]],
    ["   ", ["A-1", "A-2", "A-10"]],
    ["key = A-1", ["A-1"]],
    ["KEY = a-1", ["A-1"]],
    ['status = "to do"', ["A-1", "A-10"]],
    ["status = 'To Do' and key != A-1", ["A-10"]],
    ["labels = blue", ["A-1", "A-10"]],
    ["labels != blue", ["A-2"]],
    ["labels in (red, green)", ["A-1"]],
    ["labels not in (red, green)", ["A-2", "A-10"]],
    ["points = 10", ["A-2"]],
    ["parent = A-9", ["A-1"]],
    ["parent != A-9", ["A-2", "A-10"]],
    ["text ~ release", ["A-2"]],
    ["text ~ a-1", ["A-1", "A-10"]],
    ["text !~ notes ORDER BY points DESC", ["A-10", "A-1"]],
    ['text = "say \\"hi\\""', ["A-1"]],
    ["order by points", ["A-1", "A-10", "A-2"]],
    ["ORDER BY status ASC, points DESC", ["A-2", "A-10", "A-1"]],
    ["key=A-1 AND status='To Do'", ["A-1"]],
    ["order by parent", ["A-1", "A-2", "A-10"]],
  ])("%s", (source, expected) => {
    expect(keysOf(source)).toEqual(expected);
  });

  it.each([
    "key",
    "key =",
    "= A-1",
    "key = A-1 AND",
    "key = A-1 OR key = A-2",
    "key = A-1 key = A-2",
    "key in A-1",
    "key in ()",
    "key in (A-1",
    "key > A-1",
    "key = 'A-1",
    "order points",
    "order by",
    "order by points,",
    "ORDER BY points sideways",
    "nothing = 1",
    "constructor = 1",
    "__proto__ = 1",
    "order by nothing",
    "key = A-1 \u0000(",
    `key = ${"x".repeat(5000)}`,
  ])("refuses %s", (source) => {
    const result = query(source, issues, fields);
    expect(result).toMatchObject({ ok: false, items: [] });
    expect(result["error"]).toMatch(/\w/);
  });

  it("says when nothing restricts the result", () => {
    expect(query("order by key", issues, fields)["unbounded"]).toBe(true);
    expect(query(undefined, issues, fields)["unbounded"]).toBe(true);
    expect(query("key = A-1", issues, fields)["unbounded"]).toBe(false);
  });

  it("never throws, whatever it is given", () => {
    const sources = fc.oneof(
      fc.string(),
      fc
        .array(
          fc.constantFrom(
            "key",
            "=",
            "!=",
            "~",
            "in",
            "not",
            "(",
            ")",
            ",",
            "and",
            "order",
            "by",
            "desc",
            "'a'",
          ),
        )
        .map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(sources, (source) => {
        const result = query(source, issues, fields);
        expect(typeof result["ok"]).toBe("boolean");
      }),
    );
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, (source, items, map) => {
        expect(typeof query(source, items, map)["ok"]).toBe("boolean");
      }),
    );
  });
});
