import { expect, test } from "vitest";
import type { Json } from "../../../runtime/abi/json.js";
import { firstLack } from "../../run/subset.js";

const cases: readonly (readonly [expected: Json, actual: Json | undefined, lack: string | undefined])[] = [
  [{ a: 1 }, { a: 1, b: 2 }, undefined],
  [{}, { a: 1 }, undefined],
  [{ a: { b: [1, { c: null }] } }, { a: { b: [1, { c: null, d: 1 }], e: 1 } }, undefined],
  [{ a: { b: "1" } }, { a: { b: 1 } }, "a.b"],
  [{ a: null }, {}, "a"],
  [{ a: [1, 2] }, { a: [1, 2, 3] }, "a"],
  [{ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, { b: 3 }] }, "a.1.b"],
  [[1], { 0: 1 }, "the body"],
  [{ a: 1 }, [1], "the body"],
  ["x", "y", "the body"],
  [null, null, undefined],
  [null, undefined, "the body"],
  [{ constructor: 1 }, {}, "constructor"],
];

test.each(cases)("%j within %j", (expected, actual, lack) => {
  expect(firstLack(expected, actual)).toBe(lack);
});
