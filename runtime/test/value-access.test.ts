import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../abi/json.js";
import type { Value } from "../abi/value.js";
import { gather, get, getPath, setPath } from "../value/access.js";
import { array, assemble, object, spread } from "../value/build.js";
import { canonical } from "../value/compare.js";
import { anyJson, anyPath, anyValue, fromText, HOSTILE_NAMES } from "./any-json.js";

const issue: Json = { key: "ABC-1", fields: { labels: ["a", "b"], parent: null } };

describe("get", () => {
  it.each<[string, Value[], Value]>([
    ["own properties", ["fields", "labels"], ["a", "b"]],
    ["items by number", ["fields", "labels", 1], "b"],
    ["items by the number's text", ["fields", "labels", "0"], "a"],
    ["no item by a padded number", ["fields", "labels", "00"], undefined],
    ["no item by a negative or broken number", ["fields", "labels", -1], undefined],
    ["no item by a fraction", ["fields", "labels", 0.5], undefined],
    ["nothing through null", ["fields", "parent", "key"], undefined],
    ["nothing through absent", ["nothing", "key", "more"], undefined],
    ["nothing inside a text", ["key", "0"], undefined],
    ["no length of an array", ["fields", "labels", "length"], undefined],
    ["nothing by an absent key", [undefined], undefined],
    ["nothing by a key that is no name", [["fields"]], undefined],
    ["the value itself without keys", [], issue],
  ])("reads %s", (_, keys, expected) => {
    expect(get(issue, ...keys)).toEqual(expected);
  });

  it.each(HOSTILE_NAMES)("does not inherit %s, and reads it where it is the object's own", (name) => {
    expect(get({}, name)).toBeUndefined();
    expect(get(fromText(`{${JSON.stringify(name)}: 7}`), name)).toBe(7);
  });

  it("reads an object's key by a number", () => {
    expect(get({ 7: "seven" }, 7)).toBe("seven");
  });
});

describe("gather", () => {
  it("runs through arrays item by item, nested ones too", () => {
    const value = { list: [{ id: 1 }, { id: [2, [3]] }, {}, null] };
    expect(gather(value, ["list", "id"])).toEqual([1, 2, 3]);
    expect(gather(value, ["list", "missing"])).toEqual([]);
  });
});

describe("setPath", () => {
  it("shares what it does not touch and leaves the original alone", () => {
    const before = { a: { b: 1 }, c: { d: 2 } };
    const after = setPath(before, ["a", "b"], 9) as typeof before;
    expect(after).toEqual({ a: { b: 9 }, c: { d: 2 } });
    expect(before.a.b).toBe(1);
    expect(after.c).toBe(before.c);
  });

  it.each<[string, Json, string[], Value, Value]>([
    ["makes objects on the way", {}, ["a", "b"], 1, { a: { b: 1 } }],
    ["replaces what is no object on the way", { a: "x" }, ["a", "b"], 1, { a: { b: 1 } }],
    ["replaces an item in place", { a: [1, 2] }, ["a", "1"], 9, { a: [1, 9] }],
    ["takes an item out", { a: [1, 2] }, ["a", "0"], undefined, { a: [2] }],
    ["does not extend an array", { a: [1] }, ["a", "5"], 9, { a: { 5: 9 } }],
    ["removes a key", { a: 1, b: 2 }, ["a"], undefined, { b: 2 }],
    ["removes nothing where nothing is", { b: 2 }, ["a", "c"], undefined, { b: 2 }],
    ["removes nothing below what is no object", { a: "x" }, ["a", "b"], undefined, { a: "x" }],
    ["removes nothing beyond an array", { a: [1] }, ["a", "3"], undefined, { a: [1] }],
    ["replaces all at the empty path", { a: 1 }, [], "x", "x"],
  ])("%s", (_, before, path, value, after) => {
    expect(setPath(before, path, value)).toEqual(after);
  });

  it("sets __proto__ as a key like any other", () => {
    const made = setPath({}, ["__proto__", "polluted"], true) as JsonObject;
    expect(Object.keys(made)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    expect(get({}, "polluted")).toBeUndefined();
  });

  it("never changes its input, and what was set is read back", () => {
    fc.assert(
      fc.property(anyValue, anyPath, anyJson, (value, path, replacement) => {
        const before = canonical(value);
        const after = setPath(value, path, replacement);
        expect(canonical(value)).toBe(before);
        expect(canonical(getPath(after, path))).toBe(canonical(replacement));
      }),
    );
  });
});

describe("building", () => {
  it("drops absent entries and items", () => {
    expect(object(["a", undefined], ["b", null], [undefined, 1])).toEqual({ b: null });
    expect(array(1, undefined, null)).toEqual([1, null]);
  });

  it("lets later entries win and spreads objects only", () => {
    expect(object(spread({ a: 1, b: 2 }), ["a", 3], spread("text"), spread(undefined))).toEqual({
      a: 3,
      b: 2,
    });
  });

  it("writes keys that are no text in their text form", () => {
    expect(object([7, "x"], [true, "y"])).toEqual({ "7": "x", true: "y" });
  });

  it.each(HOSTILE_NAMES)("makes %s an own key", (name) => {
    for (const made of [
      object([name, 1]),
      object(spread(fromText(`{"${name}": 1}`))),
      assemble([[[name], 1]]),
    ]) {
      expect(Object.keys(made)).toEqual([name]);
      expect(get(made, name)).toBe(1);
      expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    }
  });

  it("assembles lines, absent values left out", () => {
    const made = assemble([
      [["fields", "summary"], "x"],
      [["fields", "parent", "key"], undefined],
      [["fields", "labels"], []],
    ]);
    expect(made).toEqual({ fields: { summary: "x", labels: [] } });
  });
});
