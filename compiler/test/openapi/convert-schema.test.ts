import { describe, expect, it } from "vitest";
import { codesOf, type Data, documentOf, load, plain } from "./fixture.js";

async function convert(
  schema: unknown,
  openapi: string,
): Promise<{ schema: unknown; codes: readonly string[] }> {
  const loaded = await load(documentOf({ A: schema }, openapi));
  const codes = codesOf(loaded).filter((code) => code !== "RVR7005");
  return { schema: plain(loaded.model?.schemas.get("A")), codes };
}

describe("keywords of 3.0 become those of 2020-12", () => {
  it.each<[string, Data, Data]>([
    ["nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["nullable: false", { type: "string", nullable: false }, { type: "string" }],
    [
      "exclusive flags",
      { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { type: "number", exclusiveMinimum: 1, maximum: 5 },
    ],
    ["example", { type: "string", example: "x" }, { type: "string", examples: ["x"] }],
    [
      "what stands beside a reference",
      {
        type: "object",
        properties: { x: { $ref: "#/components/schemas/A", type: "string", description: "d" } },
      },
      { type: "object", properties: { x: { $ref: "#/$defs/A", description: "d" } } },
    ],
    [
      "a discriminator",
      { type: "object", discriminator: { propertyName: "kind" }, properties: { kind: { type: "string" } } },
      { type: "object", "x-discriminator": "kind", properties: { kind: { type: "string" } } },
    ],
  ])("%s", async (_, before, after) => {
    expect(await convert(before, "3.0.3")).toEqual({ schema: after, codes: [] });
  });

  it("nullable beside an enum that lacks null accepts null and is reported", async () => {
    const { schema, codes } = await convert({ type: "string", nullable: true, enum: ["a"] }, "3.0.3");
    expect(schema).toEqual({ type: ["string", "null"], enum: ["a", null] });
    expect(codes).toEqual(["RVR7032"]);
  });

  it("nullable beside a combination accepts null and is reported", async () => {
    const { schema, codes } = await convert(
      {
        allOf: [{ type: "object", properties: { x: { type: "string" } } }],
        nullable: true,
        description: "d",
      },
      "3.0.3",
    );
    expect(codes).toEqual(["RVR7028"]);
    expect(schema).toEqual({
      description: "d",
      anyOf: [{ allOf: [{ type: "object", properties: { x: { type: "string" } } }] }, { type: "null" }],
    });
  });

  it("nullable means nothing in 3.1", async () => {
    expect((await convert({ type: "string", nullable: true }, "3.1.0")).schema).toEqual({ type: "string" });
  });
});

describe("keywords of 3.1", () => {
  it.each<[string, unknown, unknown]>([
    ["lists of types", { type: ["string", "null"] }, { type: ["string", "null"] }],
    ["true", { properties: { x: true } }, { properties: { x: {} } }],
    ["false", { properties: { x: false } }, { properties: { x: { not: {} } } }],
    [
      "items as a list",
      { type: "array", items: [{ type: "string" }] },
      { type: "array", prefixItems: [{ type: "string" }] },
    ],
    ["const and numbers", { const: 1, exclusiveMinimum: 0 }, { const: 1, exclusiveMinimum: 0 }],
    [
      "what stands beside a reference",
      { properties: { x: { $ref: "#/components/schemas/A", maxProperties: 2 } } },
      { properties: { x: { $ref: "#/$defs/A", maxProperties: 2 } } },
    ],
    [
      "conditions",
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { if: { type: "string" }, then: { maxLength: 1 }, else: { not: { const: 1 } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { if: { type: "string" }, then: { maxLength: 1 }, else: { not: { const: 1 } } },
    ],
  ])("%s stay or become what they mean", async (_, before, after) => {
    expect((await convert(before, "3.1.0")).schema).toEqual(after);
  });
});

describe("what has no meaning is left out and reported", () => {
  it.each<[string, unknown, unknown, string]>([
    ["an unknown type", { type: "file" }, {}, "RVR7027"],
    ["an empty enum", { enum: [] }, {}, "RVR7027"],
    [
      "required as a flag",
      { properties: { x: { type: "string", required: true } } },
      { properties: { x: { type: "string" } } },
      "RVR7027",
    ],
    ["a negative length", { type: "string", minLength: -1 }, { type: "string" }, "RVR7027"],
    ["a bound that is text", { type: "integer", maximum: "5" }, { type: "integer" }, "RVR7027"],
    ["an empty allOf", { allOf: [] }, {}, "RVR7027"],
    ["a pattern of another engine", { type: "string", pattern: "(?i)abc" }, { type: "string" }, "RVR7023"],
    ["a pattern that is broken", { type: "string", pattern: "[a" }, { type: "string" }, "RVR7023"],
    ["a list for a schema", { properties: { x: [] } }, { properties: { x: {} } }, "RVR7027"],
  ])("%s", async (_, before, after, code) => {
    const { schema, codes } = await convert(before, "3.1.0");
    expect(schema).toEqual(after);
    expect(codes).toEqual([code]);
  });

  it("needless escapes in a pattern are removed, needed ones kept", async () => {
    const { schema, codes } = await convert(
      { type: "string", pattern: "^[\\w\\-\\_]+\\@\\-\\.\\/$" },
      "3.1.0",
    );
    expect(codes).toEqual([]);
    expect(schema).toEqual({ type: "string", pattern: "^[\\w\\-_]+@-\\.\\/$" });
  });

  it("an unknown format is kept as a remark and reported once", async () => {
    const text = { type: "string", format: "color" };
    const { schema, codes } = await convert({ type: "object", properties: { a: text, b: text } }, "3.1.0");
    expect(codes).toEqual(["RVR7024"]);
    expect(schema).toMatchObject({ properties: { a: text } });
  });
});

describe("hostile names and shapes", () => {
  it("a property called __proto__ is left out, others of prototypes are ordinary", async () => {
    const text = `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{},"components":{"schemas":{
      "__proto__":{"type":"integer"},
      "constructor":{"type":"object","required":["__proto__","toString"],"properties":{
        "__proto__":{"type":"string"},"toString":{"type":"string"},"hasOwnProperty":{"type":"boolean"}},
        "default":{"__proto__":{"polluted":true},"x":1}}}}}`;
    const loaded = await load(text);
    expect(codesOf(loaded)).toContain("RVR7026");
    const schema = loaded.model?.schemas.get("constructor");
    expect(plain(schema)).toEqual({
      type: "object",
      required: ["toString"],
      properties: { toString: { type: "string" }, hasOwnProperty: { type: "boolean" } },
      default: { x: 1 },
    });
    expect(Object.getPrototypeOf(schema?.["properties"])).toBeNull();
    expect(loaded.model?.schemas.get("__proto__")).toBeDefined();
    expect(({} as Data)["polluted"]).toBeUndefined();
  });

  it("names that are no whole characters are names like others", async () => {
    const text = `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{},"components":{"schemas":{
      "\\ud800%":{"type":"object","properties":{"\\udc00":{"$ref":"#/components/schemas/\\ud800%25"},"n":{"type":"integer"}}}}}}`;
    const { model, diagnostics } = await load(text);
    // OpenAPI wants other names of schemas.
    expect(diagnostics.map(({ code }) => code)).toEqual(["RVR7005"]);
    expect(model?.schemas.get("\ud800%")?.["properties"]).toMatchObject({
      "\udc00": { $ref: "#/$defs/\ud800%25" },
    });
  });

  it("schemas without end in depth are cut", async () => {
    let deep: Data = { type: "string" };
    for (let level = 0; level < 1000; level++) deep = { type: "array", items: deep };
    const loaded = await load(documentOf({ A: deep }));
    expect(codesOf(loaded)).toEqual(["RVR7031"]);
  });

  it("values of any kind where schemas belong never throw", async () => {
    for (const value of [
      null,
      1,
      "x",
      [],
      [[]],
      { $ref: 3 },
      { type: {} },
      { properties: [] },
      { allOf: [3] },
    ]) {
      for (const openapi of ["3.0.3", "3.1.0"]) {
        const loaded = await load({
          openapi,
          info: value,
          servers: value,
          paths: {
            "/a": value,
            "/b": { get: value, post: { parameters: value, requestBody: value, responses: value } },
          },
          components: {
            schemas: { A: value, B: { properties: { x: value }, items: value, required: value } },
          },
        });
        expect(loaded.model?.operations.size).toBeGreaterThanOrEqual(1);
      }
    }
  });

  it("texts and chains of absurd size are read or refused, never thrown at", async () => {
    const nested = (await load(`openapi: 3.1.0\npaths: ${"[".repeat(3000)}`)).diagnostics;
    expect(nested[0]?.message).toContain("nested too deeply");
    const links = Array.from({ length: 1000 }, (_, index) => [
      `S${index}`,
      { allOf: [{ $ref: `#/components/schemas/S${index + 1}` }] },
    ]);
    expect(codesOf(await load(documentOf(Object.fromEntries(links))))).toEqual(["RVR7020"]);
    const branches = Array.from({ length: 1000 }, () => ({ type: "object" }));
    expect(codesOf(await load(documentOf({ A: { oneOf: branches } })))).toEqual([]);
  });
});
