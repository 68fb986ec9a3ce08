import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Value } from "../abi/value.js";
import { match } from "../matching/match.js";
import { gather, get, list } from "../value/access.js";
import { array, object, spread } from "../value/build.js";
import * as collection from "../value/collection.js";
import * as compare from "../value/compare.js";
import { adf, plain } from "../value/rich-text.js";
import * as texts from "../value/text.js";
import { anyPath, anyValue } from "./any-json.js";

const unary: { readonly [name: string]: (value: Value) => unknown } = {
  list,
  plain,
  adf,
  count: collection.count,
  keys: collection.keys,
  unique: collection.unique,
  sort: collection.sort,
  first: collection.first,
  truthy: compare.truthy,
  canonical: compare.canonical,
  empty: (value) => compare.is(value, "empty"),
  matches: (value) => compare.matches(value, /x/u),
  text: texts.text,
  number: texts.number,
  lower: texts.lower,
};

const binary: { readonly [name: string]: (left: Value, right: Value) => unknown } = {
  get,
  array,
  object: (key, value) => object([key, value], spread(value)),
  union: collection.union,
  except: collection.except,
  pick: collection.pick,
  sort: collection.sort,
  slice: (items, from) => collection.slice(items, from, from),
  order: collection.order,
  equal: compare.equal,
  compare: compare.compare,
  contains: compare.contains,
  less: compare.less,
  join: texts.join,
  split: texts.split,
  add: texts.add,
  subtract: texts.subtract,
  exact: (left, right) => match({ kind: "exact" }, left, right),
  id: (left, right) => match({ kind: "id" }, left, right),
  words: (left, right) => match({ kind: "text" }, left, right),
  richtext: (left, right) => match({ kind: "richtext" }, left, right),
  set: (left, right) => match({ kind: "set" }, left, right),
  superset: (left, right) => match({ kind: "superset" }, left, right),
  tolerance: (left, right) => match({ kind: "number", tolerance: 0.1 }, left, right),
};

describe("every operator is total", () => {
  it.each(Object.entries(unary))("%s of anything", (_, operator) => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const before = compare.canonical(value);
        operator(value);
        expect(compare.canonical(value)).toBe(before);
      }),
    );
  });

  it.each(Object.entries(binary))("%s of any two", (_, operator) => {
    fc.assert(
      fc.property(anyValue, anyValue, (left, right) => {
        const before = compare.canonical(left) + compare.canonical(right);
        operator(left, right);
        expect(compare.canonical(left) + compare.canonical(right)).toBe(before);
      }),
    );
  });

  it("gather along any path", () => {
    fc.assert(
      fc.property(anyValue, anyPath, (value, path) => {
        expect(Array.isArray(gather(value, path))).toBe(true);
      }),
    );
  });
});
