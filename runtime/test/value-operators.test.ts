import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../abi/json.js";
import type { Value } from "../abi/value.js";
import {
  collect,
  count,
  except,
  first,
  keys,
  pick,
  slice,
  sort,
  union,
  unique,
} from "../value/collection.js";
import {
  canonical,
  contains,
  equal,
  is,
  less,
  lessOrEqual,
  matches,
  type TestWord,
  truthy,
} from "../value/compare.js";
import { add, join, lower, number, split, subtract, text } from "../value/text.js";
import { anyJson, anyValue, fromText, reversedKeys } from "./any-json.js";

describe("equal and canonical", () => {
  it.each<[Value, Value]>([
    [1, "1"],
    [1, true],
    [0, false],
    [null, undefined],
    [null, ""],
    ["", undefined],
    [[], undefined],
    [[], {}],
    [[], ""],
    [{}, null],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 1]],
    [{ a: 1 }, { a: 1, b: null }],
    [fromText('{"__proto__": 1}'), {}],
    ["\u00e9", "e\u0301"],
  ])("tells %j from %j", (left, right) => {
    expect(equal(left, right)).toBe(false);
    expect(equal(right, left)).toBe(false);
    expect(canonical(left)).not.toBe(canonical(right));
  });

  it.each<[Value, Value]>([
    [1, 1.0],
    [0, -0],
    [undefined, undefined],
    [
      { a: 1, b: [{}] },
      { b: [{}], a: 1 },
    ],
  ])("takes %j for %j", (left, right) => {
    expect(equal(left, right)).toBe(true);
    expect(canonical(left)).toBe(canonical(right));
  });

  it("agree with each other and do not see the order of keys", () => {
    fc.assert(
      fc.property(anyValue, anyValue, (left, right) => {
        expect(equal(left, right)).toBe(canonical(left) === canonical(right));
      }),
    );
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(equal(value, reversedKeys(value))).toBe(true);
        expect(canonical(JSON.parse(canonical(value)) as Json)).toBe(canonical(value));
      }),
    );
  });

  it("order keys by code unit, digits as text", () => {
    expect(canonical({ b: 1, "10": 2, "9": 3, a: 4, Z: 5 })).toBe('{"10":2,"9":3,"Z":5,"a":4,"b":1}');
  });
});

describe("comparison", () => {
  it.each<[Value, Value, boolean, boolean]>([
    [1, 2, true, true],
    [2, 2, false, true],
    ["10", "9", true, true],
    ["a", "B", false, false],
    [1, "2", false, false],
    [null, 1, false, false],
    [undefined, undefined, false, false],
    [[1], [2], false, false],
  ])("%j before %j", (left, right, strictly, orEqual) => {
    expect(less(left, right)).toBe(strictly);
    expect(lessOrEqual(left, right)).toBe(orEqual);
  });
});

describe("contains", () => {
  it.each<[Value, Value, boolean]>([
    [["1", "10"], "1", true],
    [["10"], "1", false],
    [[1], "1", false],
    [[{ a: 1 }], { a: 1 }, true],
    [[null], undefined, false],
    ["abc", "b", true],
    ["abc", "", true],
    ["1", 1, false],
    [{ a: 1 }, "a", true],
    [{}, "constructor", false],
    [[], "length", false],
    [undefined, "a", false],
    [null, null, false],
  ])("%j contains %j: %j", (container, item, expected) => {
    expect(contains(container, item)).toBe(expected);
  });
});

describe("tests of a value", () => {
  it.each<[Value, readonly TestWord[]]>([
    [undefined, ["absent", "empty"]],
    [null, ["null", "present", "empty"]],
    ["", ["string", "present", "empty"]],
    ["x", ["string", "present"]],
    [0, ["number", "integer", "present"]],
    [1.5, ["number", "present"]],
    [false, ["boolean", "present"]],
    [[], ["array", "present", "empty"]],
    [[0], ["array", "present"]],
    [{}, ["object", "present", "empty"]],
    [{ a: 1 }, ["object", "present"]],
  ])("%j is %j and nothing else", (value, holding) => {
    const words: readonly TestWord[] = [
      "string",
      "number",
      "integer",
      "boolean",
      "array",
      "object",
      "null",
      "present",
      "absent",
      "empty",
    ];
    expect(words.filter((word) => is(value, word)).sort()).toEqual([...holding].sort());
  });

  it("lets only true hold", () => {
    for (const value of [undefined, null, 1, "true", [true], {}, false]) expect(truthy(value)).toBe(false);
    expect(truthy(true)).toBe(true);
  });

  it("tries patterns on texts of bounded length, sticky ones from the start", () => {
    expect(matches("a1", /[0-9]/u)).toBe(true);
    expect(matches(1, /1/u)).toBe(false);
    expect(matches(`${"a".repeat(10_000)}`, /a/u)).toBe(true);
    expect(matches(`${"a".repeat(10_001)}`, /a/u)).toBe(false);
    const sticky = /a/gu;
    expect([matches("a", sticky), matches("a", sticky)]).toEqual([true, true]);
  });
});

describe("collections", () => {
  it("count what can be counted", () => {
    expect([[1, 2], "abc", { a: 1 }, null, undefined, 5].map(count)).toEqual([2, 3, 1, 0, 0, 0]);
  });

  it("keep the first of equal items", () => {
    expect(unique([1, "1", { a: 1, b: 2 }, 1, { b: 2, a: 1 }])).toEqual([1, "1", { a: 1, b: 2 }]);
    expect(union(["a", "b"], ["b", "c"])).toEqual(["a", "b", "c"]);
    expect(union(undefined, ["a", "a"])).toEqual(["a"]);
    expect(except(["a", 1, "b", "a"], ["a", "1"])).toEqual([1, "b"]);
  });

  it("pick own keys only", () => {
    expect(pick({ a: 1, b: 2 }, ["b", "toString", "missing", 3])).toEqual({ b: 2 });
    expect(pick("text", ["length"])).toEqual({});
    expect(keys(fromText('{"__proto__": 1, "a": 2}'))).toEqual(["__proto__", "a"]);
  });

  it("slice within bounds", () => {
    expect(slice([1, 2, 3, 4], 1, 2)).toEqual([2, 3]);
    expect(slice([1, 2], -5, 1)).toEqual([1]);
    expect(slice([1, 2], undefined, undefined)).toEqual([1, 2]);
    expect(slice([1, 2], "1", null)).toEqual([1, 2]);
    expect(slice([1, 2], 9, 9)).toEqual([]);
    expect(slice(undefined, 0, 1)).toEqual([]);
  });

  it("sort numbers, then texts, then the rest, absent last, and keep ties in order", () => {
    expect(sort(["b", 10, null, 9, "a"])).toEqual([9, 10, "a", "b", null]);
    const records = [{ at: { n: 2 }, id: 1 }, { id: 2 }, { at: { n: 1 }, id: 3 }, { at: { n: 2 }, id: 4 }];
    expect(sort(records, "at.n").map((record) => (record as { id: number }).id)).toEqual([3, 1, 4, 2]);
  });

  it("collect and find, absent results left out", () => {
    expect(collect([1, 2, 3], (x) => (x === 2 ? undefined : x))).toEqual([1, 3]);
    expect(
      collect(
        [1, 2, 3],
        (x) => x,
        (x) => x !== 1,
      ),
    ).toEqual([2, 3]);
    expect(first([1, 2], (x) => x === 2)).toBe(2);
    expect(first([])).toBeUndefined();
  });
});

describe("texts and numbers", () => {
  it("show values in holes", () => {
    const shown = ["x", 1.5, true, null, undefined, [1, "a"], { a: 1 }].map((value) => text(value as Value));
    expect(shown).toEqual(["x", "1.5", "true", "null", "", '[1,"a"]', '{"a":1}']);
  });

  it.each<[Value, Value]>([
    ["12", 12],
    ["-0.5e2", -50],
    [7, 7],
    ["012", undefined],
    ["1.", undefined],
    [" 1", undefined],
    ["0x10", undefined],
    ["Infinity", undefined],
    ["1e999", undefined],
    ["", undefined],
    [true, undefined],
    [undefined, undefined],
  ])("read %j as a number: %j", (value, expected) => {
    expect(number(value)).toBe(expected);
  });

  it("add numbers only, and only to a finite sum", () => {
    expect([add(1, 2), add("1", 2), add(1e308, 1e308), subtract(1, 3), subtract(undefined, 1)]).toEqual([
      3,
      undefined,
      undefined,
      -2,
      undefined,
    ]);
  });

  it("join and split", () => {
    expect(join(["a", 1, null], ", ")).toBe("a, 1, null");
    expect(join(undefined, ",")).toBe("");
    expect(split("a,b,", ",")).toEqual(["a", "b", ""]);
    expect(split("ab", "")).toEqual(["ab"]);
    expect(split(5, ",")).toEqual([]);
  });

  it("lower without a locale", () => {
    expect(lower("ISK-1")).toBe("isk-1");
    expect(lower("\u0130")).toBe("i\u0307");
    expect(lower(1)).toBeUndefined();
  });
});
