import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../runtime/abi/json.js";
import type { ParameterStyle } from "../../openapi/api-model.js";
import {
  isDefined,
  readParameter,
  type Shape,
  shapeOf,
  writeParameter,
} from "../../openapi/parameter-style.js";

const PLAIN = "blue";
const LIST = ["blue", "black", "brown"];
const OBJECT = { R: 100, G: 200, B: 150 };

/** Style, whether it explodes, and the texts of a plain value, a list and an object; undefined where none is defined. */
type Row = readonly [ParameterStyle, boolean, string | undefined, string | undefined, string | undefined];

const TABLE: readonly Row[] = [
  ["simple", false, "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["simple", true, "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ["label", false, ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
  ["label", true, ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
  ["matrix", false, ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"],
  ["matrix", true, ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"],
  ["form", false, "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["form", true, "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
  ["spaceDelimited", false, undefined, "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"],
  ["spaceDelimited", true, undefined, undefined, undefined],
  ["pipeDelimited", false, undefined, "color=blue|black|brown", "color=R|100|G|200|B|150"],
  ["pipeDelimited", true, undefined, undefined, undefined],
  ["deepObject", false, undefined, undefined, "color[R]=100&color[G]=200&color[B]=150"],
  ["deepObject", true, undefined, undefined, "color[R]=100&color[G]=200&color[B]=150"],
  [
    "json",
    false,
    "color=%22blue%22",
    "color=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D",
    "color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D",
  ],
  [
    "json",
    true,
    "color=%22blue%22",
    "color=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D",
    "color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D",
  ],
];

const CASES = TABLE.flatMap(([style, explode, ...texts]) =>
  [PLAIN, LIST, OBJECT].map((value, at) => ({
    style,
    explode,
    value: value as Json,
    shape: shapeOf(value as Json),
    text: texts[at],
  })),
);

/** Values in a URL are texts, but in JSON. */
const asTexts = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, String(inner)]));
  return String(value);
};

describe("the table of styles", () => {
  it("has each style with and without explode, for each shape", () => {
    expect(CASES.length).toBe(8 * 2 * 3);
    expect(new Set(CASES.map(({ style, explode, shape }) => `${style} ${explode} ${shape}`)).size).toBe(48);
  });

  it.each(CASES)("$style $explode $shape", ({ style, explode, value, shape, text }) => {
    const parameter = { name: "color", style, explode };
    expect(isDefined(style, explode, shape)).toBe(text !== undefined);
    expect(writeParameter(parameter, value)).toBe(text);
    if (text === undefined) expect(readParameter(parameter, shape, "color=blue")).toBeUndefined();
    else expect(readParameter(parameter, shape, text)).toEqual(style === "json" ? value : asTexts(value));
  });
});

const texts = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ minLength: 1, unit: "binary" }),
  fc.constantFrom("a.b", "a,b", "a|b", "a&b", "a=b", "%41", ";", "[x]"),
);
const words = texts.filter((text) => !/\p{Surrogate}/u.test(text));
const values: Readonly<Record<Shape, fc.Arbitrary<Json>>> = {
  primitive: words,
  array: fc.array(words, { minLength: 1, maxLength: 4 }),
  object: fc.dictionary(words, words, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
};

describe("what is written", () => {
  it("can be read again, whatever the texts are", () => {
    const styles = fc.constantFrom(...TABLE.map(([style, explode]) => ({ style, explode })));
    const shapes = fc.constantFrom<Shape>("primitive", "array", "object");
    const cases = fc
      .tuple(styles, words, shapes)
      .chain(([style, name, shape]) => values[shape].map((value) => ({ ...style, name, shape, value })));
    let read = 0;
    fc.assert(
      fc.property(cases, ({ shape, value, ...parameter }) => {
        const written = writeParameter(parameter, value);
        if (written === undefined) return;
        read++;
        expect(readParameter(parameter, shape, written)).toEqual(value);
      }),
      { numRuns: 2000 },
    );
    expect(read).toBeGreaterThan(1000);
  });

  it("replaces what has no bytes, and never throws", () => {
    const parameter = { name: "\ud800", style: "form", explode: true } as const;
    expect(writeParameter(parameter, "\udfff")).toBe("%EF%BF%BD=%EF%BF%BD");
  });

  it("is nothing for lists and objects inside others, which only JSON holds", () => {
    for (const value of [[["a"]], { a: { b: 1 } }, [{ a: 1 }]] as Json[]) {
      for (const [style, explode] of TABLE) {
        const written = writeParameter({ name: "x", style, explode }, value);
        expect(written === undefined).toBe(style !== "json");
      }
    }
  });

  it.each<[ParameterStyle, boolean, Shape, string]>([
    ["label", false, "primitive", "blue"],
    ["matrix", true, "array", "color=blue"],
    ["matrix", false, "primitive", ";colour=blue"],
    ["form", true, "array", "color=a&colour=b"],
    ["form", false, "object", "color=a,b,c"],
    ["deepObject", true, "object", "color[a=1"],
    ["deepObject", true, "object", "colour[a]=1"],
    ["json", true, "object", "color=%7B"],
  ])("%s %s does not read %s %j", (style, explode, shape, written) => {
    expect(readParameter({ name: "color", style, explode }, shape, written)).toBeUndefined();
  });
});
