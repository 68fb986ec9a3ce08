import { describe, expect, it } from "vitest";
import { overlapOf } from "../../openapi/overlap.js";
import { compileValidators } from "../../schema/build-validators.js";
import { codesOf, type Data, documentOf, load, modelOf, plain } from "./fixture.js";

const object = (properties: Data, more: Data = {}) => ({ type: "object", properties, ...more });
const tagged = (value: string) => object({ kind: { const: value } }, { required: ["kind"] });

describe("branches of a oneOf", () => {
  it.each<[string, Data, Data, string]>([
    ["types that differ", { type: "string" }, { type: "integer" }, "disjoint"],
    ["integers and numbers", { type: "integer" }, { type: "number" }, "overlapping"],
    ["constants", { const: 1 }, { const: 2 }, "disjoint"],
    ["enums that share a value", { enum: ["a", "b"] }, { enum: ["b"] }, "overlapping"],
    ["plain strings", { type: "string" }, { type: "string" }, "overlapping"],
    ["patterns", { type: "string", pattern: "^a" }, { type: "string", pattern: "^b" }, "unknown"],
    ["ranges", { type: "number", maximum: 1 }, { type: "number", minimum: 2 }, "unknown"],
    ["objects that require nothing", object({ a: {} }), object({ b: {} }), "overlapping"],
    ["tags", tagged("a"), tagged("b"), "disjoint"],
    ["a tag that is not required", object({ kind: { const: "a" } }), tagged("b"), "overlapping"],
    [
      "a closed object without the other's required name",
      object({ a: {} }, { additionalProperties: false }),
      object({ b: {} }, { required: ["b"] }),
      "disjoint",
    ],
    ["objects with alternatives inside", object({}, { anyOf: [{ required: ["a"] }] }), object({}), "unknown"],
  ])("%s", (_, left, right, expected) => {
    const model = { schemas: new Map() };
    expect(overlapOf(model, left as never, right as never)).toBe(expected);
    expect(overlapOf(model, right as never, left as never)).toBe(expected);
  });

  it("that overlap are read as anyOf and reported; the valid value passes", async () => {
    const document = documentOf(
      {
        Flat: object({ representation: { type: "string" }, value: { type: "string" } }),
        Nested: object({ storage: { $ref: "#/components/schemas/Flat" } }),
        Body: { oneOf: [{ $ref: "#/components/schemas/Flat" }, { $ref: "#/components/schemas/Nested" }] },
      },
      "3.1.0",
      {
        "/p": {
          post: {
            operationId: "write",
            requestBody: {
              required: true,
              content: { "application/json": { schema: { $ref: "#/components/schemas/Body" } } },
            },
            responses: { "200": { description: "ok" } },
          },
        },
      },
    );
    const loaded = await load(document);
    expect(codesOf(loaded)).toEqual(["RVR7022"]);
    expect(plain(loaded.model?.schemas.get("Body"))).toEqual({
      anyOf: [{ $ref: "#/$defs/Flat" }, { $ref: "#/$defs/Nested" }],
    });
    const write = compileValidators(loaded.model!, ["write"]).get("write")!;
    expect(
      write({ path: {}, query: {}, header: {}, body: { representation: "storage", value: "<p/>" } }),
    ).toBe(true);
    expect(write({ path: {}, query: {}, header: {}, body: 3 })).toBe(false);
  });

  it("that exclude each other stay a oneOf; an anyOf beside is kept", async () => {
    const model = await modelOf(
      documentOf({
        Tagged: { oneOf: [tagged("a"), tagged("b")] },
        Both: { anyOf: [{ minProperties: 1 }], oneOf: [object({ a: {} }), object({ b: {} })] },
      }),
    );
    expect(Object.keys(model.schemas.get("Tagged")!)).toEqual(["oneOf"]);
    expect(Object.keys(model.schemas.get("Both")!).sort()).toEqual(["allOf", "anyOf"]);
  });
});

describe("schemas that contain themselves", () => {
  it("inside a property or a list stay as they are", async () => {
    const tree = object({ children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } });
    const loaded = await load(documentOf({ Tree: tree }));
    expect(codesOf(loaded)).toEqual([]);
    expect(plain(loaded.model?.schemas.get("Tree"))).toMatchObject({
      properties: { children: { items: { $ref: "#/$defs/Tree" } } },
    });
  });

  it("as base and descendant: the descendant keeps the base, the base loses its list", async () => {
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const loaded = await load(
      documentOf({
        Base: object({ id: { type: "string" } }, { oneOf: [reference("Leaf")] }),
        Leaf: { allOf: [reference("Base"), object({ size: { type: "integer" } })] },
      }),
    );
    expect(codesOf(loaded)).toEqual(["RVR7021"]);
    expect(plain(loaded.model?.schemas.get("Base"))).toEqual(object({ id: { type: "string" } }));
    expect(plain(loaded.model?.schemas.get("Leaf"))).toEqual({
      allOf: [{ $ref: "#/$defs/Base" }, object({ size: { type: "integer" } })],
    });
  });

  it("without any end are broken so that checking ends", async () => {
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = {
      Self: reference("Self"),
      Ping: { allOf: [reference("Pong")] },
      Pong: { not: reference("Ping") },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      Cond: { if: { type: "object" }, then: reference("Cond") },
    };
    const names = Object.keys(schemas);
    const loaded = await load(
      documentOf(schemas, "3.1.0", {
        "/x": {
          post: {
            operationId: "x",
            requestBody: { content: { "application/json": { schema: { anyOf: names.map(reference) } } } },
            responses: { "200": { description: "ok" } },
          },
        },
      }),
    );
    expect(codesOf(loaded).filter((code) => code === "RVR7021")).toHaveLength(3);
    const x = compileValidators(loaded.model!, ["x"]).get("x")!;
    expect(x({ path: {}, query: {}, header: {}, body: {} })).toBe(true);
  });
});

describe("suspicious schemas", () => {
  it("required but unknown, over allOf, and not where the name may be described elsewhere", async () => {
    const loaded = await load(
      documentOf({
        Plain: object({ a: {} }, { required: ["a", "b"] }),
        Split: { allOf: [object({ a: {} }), { required: ["a"] }] },
        Lost: { allOf: [object({ a: {} }), { required: ["z"] }] },
        Open: object({ a: {} }, { required: ["b"], anyOf: [object({ b: {} })] }),
        Bare: { type: "object", required: ["b"] },
      }),
    );
    const unknown = loaded.diagnostics.filter(({ code }) => code === "RVR7025");
    expect(unknown.map(({ message }) => message)).toEqual([
      '"b" is required but not among the properties.',
      '"z" is required but not among the properties.',
    ]);
  });

  it("a closed part of an allOf", async () => {
    const loaded = await load(
      documentOf({ A: { allOf: [object({ a: {} }, { additionalProperties: false }), object({ b: {} })] } }),
    );
    expect(codesOf(loaded)).toEqual(["RVR7029"]);
    expect(loaded.diagnostics[0]?.message).toContain('"b"');
  });

  it("places point into the text", async () => {
    const text = JSON.stringify(documentOf({ A: { type: "string", pattern: "[" } }), null, 2);
    const { diagnostics } = await load(text);
    const span = diagnostics[0]?.span;
    expect(text.slice(span?.start, span?.end)).toBe('"["');
    const yaml =
      "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n    A:\n      pattern: '['\n";
    const fromYaml = (await load(yaml)).diagnostics[0]?.span;
    expect(yaml.slice(fromYaml?.start, fromYaml?.end)).toBe("'['");
  });
});
