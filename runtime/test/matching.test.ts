import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MatcherProgram } from "../abi/matcher.js";
import type { Value } from "../abi/value.js";
import { assign } from "../matching/assignment.js";
import { match } from "../matching/match.js";
import { anyJson } from "./any-json.js";

type Kind = Exclude<MatcherProgram["kind"], "number" | "pattern" | "one_of">;
const KINDS: readonly Kind[] = ["exact", "id", "text", "richtext", "set", "superset"];
const document = {
  type: "doc",
  version: 1,
  content: [{ type: "paragraph", content: [{ type: "text", text: "Hi you" }] }],
};

/** Every kind that takes the pair; all the others must refuse it. */
const PAIRS: readonly (readonly [what: string, actual: Value, expected: Value, takenBy: readonly Kind[]])[] =
  [
    ["a part of the text", "10", "1", []],
    ["the text around it", "1", "10", []],
    ["a truth value for a number", true, 1, []],
    ["a truth value for its text", "true", true, []],
    ["a number for its text", 1, "1", ["id"]],
    ["a text for its number", "1", 1, ["id"]],
    ["a whole number written with a point", 1.0, 1, ["exact", "id", "text"]],
    ["the text of a fraction", "1.5", 1.5, []],
    ["a padded number", "01", 1, []],
    ["null for the empty text", null, "", []],
    ["null for the empty list", null, [], []],
    ["the empty text for null", "", null, []],
    ["the empty list for null", [], null, []],
    ["the empty list for the empty text", [], "", []],
    ["null for null", null, null, ["exact", "text"]],
    ["the empty list for itself", [], [], ["exact", "text", "set", "superset"]],
    ["a list in another order", ["a", "b"], ["b", "a"], ["set", "superset"]],
    ["a list with an item twice", ["a", "b", "a"], ["a", "b"], ["set", "superset"]],
    ["a list with an item more", ["a", "b", "c"], ["a", "b"], ["superset"]],
    ["a list with an item less", ["a"], ["a", "b"], []],
    ["no list at all", "a", ["a"], []],
    ["items of another type", [1], ["1"], []],
    [
      "records in another order of keys",
      [{ a: 1, b: 2 }],
      [{ b: 2, a: 1 }],
      ["exact", "text", "set", "superset"],
    ],
    ["an argument too many", { a: 1, b: 2 }, { a: 1 }, []],
    ["no arguments", {}, { a: 1 }, []],
    ["the JSON text of an object", '{"a":1}', { a: 1 }, []],
    ["an object for its JSON text", { a: 1 }, '{"a":1}', []],
    ["a decomposed letter", "cafe\u0301", "caf\u00e9", ["text", "richtext"]],
    ["a no-break space", "Hi\u00a0you", "Hi you", ["text", "richtext"]],
    ["white space around and within", " Hi \n you ", "Hi you", ["text", "richtext"]],
    ["a letter of no width", "Hi\u200b you", "Hi you", []],
    ["another case", "high", "High", []],
    ["a dotless i", "\u0131", "i", []],
    ["a dotted capital I", "\u0130", "I", []],
    ["a key in lower case", "proj-1", "PROJ-1", []],
    ["an id for a key", "10001", "PROJ-1", []],
    ["a number that lost digits", 2 ** 60, "1152921504606846976", []],
    ["marked-up text", "<p>Hi&nbsp;<b>you</b></p>", "Hi you", ["richtext"]],
    ["another mark-up of the same text", "<h2>Hi you</h2>", "<p>Hi you</p>", ["richtext"]],
    ["a document for its text", document, "Hi you", ["richtext"]],
    ["a text for a document", "Hi you", document, ["richtext"]],
    ["a list for rich text", [document], document, []],
  ];

describe("matchers", () => {
  it.each(PAIRS)("%s", (_, actual, expected, takenBy) => {
    const taking = KINDS.filter((kind) => match({ kind }, actual, expected));
    expect(taking).toEqual(KINDS.filter((kind) => takenBy.includes(kind)));
  });

  it.each([...KINDS.map((kind): MatcherProgram => ({ kind })), { kind: "number", tolerance: 9 } as const])(
    "$kind: absent is met by absence only",
    (matcher) => {
      for (const value of [null, "", 0, false, [], {}]) {
        expect(match(matcher, undefined, value)).toBe(false);
        expect(match(matcher, value, undefined)).toBe(false);
      }
      expect(match(matcher, undefined, undefined)).toBe(true);
    },
  );

  it("compare numbers within a tolerance, and nothing else", () => {
    const matcher: MatcherProgram = { kind: "number", tolerance: 0.5 };
    expect(match(matcher, 1.5, 1)).toBe(true);
    expect(match(matcher, 1.51, 1)).toBe(false);
    expect(match(matcher, "1", 1)).toBe(false);
    expect(match(matcher, true, 1)).toBe(false);
  });

  it("take a value for itself where they are for its type", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(match({ kind: "exact" }, value, value)).toBe(true);
        expect(match({ kind: "text" }, value, value)).toBe(true);
        expect(match({ kind: "set" }, value, value)).toBe(Array.isArray(value));
      }),
    );
  });

  it("are symmetric but for superset", () => {
    fc.assert(
      fc.property(anyJson, anyJson, (left, right) => {
        for (const kind of KINDS.filter((other) => other !== "superset")) {
          expect(match({ kind }, left, right)).toBe(match({ kind }, right, left));
        }
      }),
    );
  });
});

describe("assign", () => {
  const total = (gains: readonly (readonly number[])[], columns: readonly number[]): number =>
    columns.reduce((sum, column, row) => sum + (column < 0 ? 0 : (gains[row]?.[column] ?? 0)), 0);

  /** The best total by trying everything. */
  function best(gains: readonly (readonly number[])[], row: number, taken: ReadonlySet<number>): number {
    const own = gains[row];
    if (own === undefined) return 0;
    let most = best(gains, row + 1, taken);
    for (const [column, gain] of own.entries()) {
      if (taken.has(column)) continue;
      most = Math.max(most, gain + best(gains, row + 1, new Set([...taken, column])));
    }
    return most;
  }

  it("gives way where that brings more in all", () => {
    const gains = [
      [5, 4],
      [5, 0],
    ];
    expect(assign(gains, 2)).toEqual([1, 0]);
  });

  it("leaves rows alone where there are too few columns", () => {
    expect(assign([[1], [3], [2]], 1)).toEqual([-1, 0, -1]);
    expect(assign([[], []], 0)).toEqual([-1, -1]);
    expect(assign([[]], 0)).toEqual([-1]);
    expect(assign([], 3)).toEqual([]);
  });

  it("finds the highest total there is", () => {
    const table = fc.integer({ min: 0, max: 5 }).chain((columns) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: columns, maxLength: columns }), {
        maxLength: 5,
      }),
    );
    fc.assert(
      fc.property(table, (gains) => {
        const columns = gains[0]?.length ?? 0;
        const assigned = assign(gains, columns);
        const used = assigned.filter((column) => column >= 0);
        expect(new Set(used).size).toBe(used.length);
        expect(total(gains, assigned)).toBe(best(gains, 0, new Set()));
      }),
    );
  });
});

describe("a pattern", () => {
  const pattern = { kind: "pattern", pattern: "^Fix \\p{Lu}" } as const;

  it("takes texts that match it, and the expected one among them", () => {
    expect(match(pattern, "Fix A", "Fix B")).toBe(true);
    expect(match(pattern, "fix A", "Fix B")).toBe(false);
    expect(match(pattern, "Fix A", "Add B")).toBe(false);
    expect(match(pattern, 5, "Fix B")).toBe(false);
    expect(match(pattern, `Fix A${"x".repeat(10_001)}`, "Fix B")).toBe(false);
    expect(match(pattern, undefined, "Fix B")).toBe(false);
  });
});

describe("one of", () => {
  it("takes each member, by exact equality", () => {
    const members = ["low", 1, { a: null }];
    for (const value of members) expect(match({ kind: "one_of" }, value, members)).toBe(true);
    for (const value of ["Low", "1", { a: 1 }, null]) {
      expect(match({ kind: "one_of" }, value, members)).toBe(false);
    }
    expect(match({ kind: "one_of" }, "low", "low")).toBe(false);
  });
});
