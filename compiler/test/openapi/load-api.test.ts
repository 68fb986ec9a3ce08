import { describe, expect, it } from "vitest";
import { memoryHost } from "../../host/memory-host.js";
import { loadApi } from "../../openapi/load-api.js";
import { asYaml, codesOf, type Data, documentOf, load, modelOf, plain } from "./fixture.js";

const ok = { "200": { description: "ok" } };
const json = (schema: Data) => ({ "application/json": { schema } });

describe("what is no usable document", () => {
  it.each<[string, string, string]>([
    ["broken JSON", '{"openapi": "3.1.0",', "RVR7002"],
    ["broken YAML", "openapi: [", "RVR7002"],
    ["a key twice", "openapi: 3.1.0\nopenapi: 3.1.0", "RVR7002"],
    ["a list", "- 1", "RVR7004"],
    ["an empty file", "", "RVR7004"],
    ["Swagger 1.2", 'swagger: "1.2"\npaths: {}', "RVR7003"],
    ["OpenAPI 3.2", "openapi: 3.2.0\npaths: {}", "RVR7003"],
    ["OpenAPI 4", "openapi: 4.0.0\npaths: {}", "RVR7003"],
  ])("%s gives one error and no model", async (_, text, code) => {
    const loaded = await load(text);
    expect(loaded.model).toBeUndefined();
    expect(loaded.diagnostics).toMatchObject([{ code, severity: "error", file: "api/doc.yaml" }]);
  });

  it("a missing file and a file outside the root are errors", async () => {
    const host = memoryHost({});
    expect(codesOf(await loadApi(host, "none.yaml"))).toEqual(["RVR7001"]);
    expect(codesOf(await loadApi(host, "../none.yaml"))).toEqual(["RVR7002"]);
  });

  it("too many aliases are refused in words", async () => {
    const bomb = ["openapi: 3.1.0", "a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"];
    const names = ["ba", "cb", "dc", "ed", "fe", "gf"];
    for (const [name, before] of names)
      bomb.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(", ")}]`);
    const { model, diagnostics } = await load(bomb.join("\n"));
    expect(model).toBeUndefined();
    expect(diagnostics[0]?.message).toContain("aliases stand for more than 1000000 values");
  });

  it("the version's place is what a version error points at", async () => {
    const text = 'info: {}\nswagger: "1.2"\n';
    const [error] = (await load(text)).diagnostics;
    expect(text.slice(error?.span.start, error?.span.end)).toBe('"1.2"');
  });
});

describe("text forms", () => {
  it("the same document in JSON and YAML gives the same model", async () => {
    const document = documentOf(
      { A: { type: "object", properties: { "200": { type: "string" } } } },
      "3.0.3",
      {
        "/a": { get: { operationId: "getA", responses: ok } },
      },
    );
    const [left, right] = [await modelOf(document), await modelOf(asYaml(document))];
    expect(plain([...left.schemas])).toEqual(plain([...right.schemas]));
    expect(plain([...left.operations])).toEqual(plain([...right.operations]));
  });

  it("expands merge keys, stringifies keys that are numbers, and keeps words that YAML 1.1 would turn", async () => {
    const model = await modelOf(`
openapi: 3.0.3
info: { title: T, version: 1.0 }
x-base: &base { type: object, properties: { country: { type: string, enum: [NO, 012, 12:30] } } }
paths:
  /a:
    get:
      operationId: a
      responses:
        200: { description: ok, content: { application/json: { schema: { <<: *base, title: merged } } } }
`);
    expect(plain(model.operations.get("a")?.responses)).toEqual([
      {
        status: "200",
        description: "ok",
        schema: {
          title: "merged",
          type: "object",
          properties: { country: { type: "string", enum: ["NO", 12, "12:30"] } },
        },
      },
    ]);
  });
});

describe("places", () => {
  it("of JSON behind a byte order mark, with escapes before them", async () => {
    const text = `\uFEFF {"openapi":"3.1.0","info":{"title":"a \\"b\\\\","version":"1"},"paths":{},
      "components":{"schemas":{"A\\u0041":{"type":"string","format":"odd"}}}}`;
    const [remark] = (await load(text)).diagnostics;
    expect(text.slice(remark?.span.start, remark?.span.end)).toBe('"odd"');
  });

  it("of one remark are reported 25 times, of a warning always", async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `S${at}`,
        { type: "object", properties: { d: { format: "date" }, p: { type: "string", pattern: "[" } } },
      ]),
    );
    const codes = codesOf(await load(documentOf(schemas)));
    expect(codes.filter((code) => code === "RVR7034")).toHaveLength(25);
    expect(codes.filter((code) => code === "RVR7023")).toHaveLength(40);
  });

  it("of long integers are found in overlays and in files that are referred to", async () => {
    const host = memoryHost({
      "doc.yaml": asYaml(documentOf({ A: { type: "integer" }, B: { $ref: "more.yaml#/C" } })),
      "more.yaml": "C: { type: integer, enum: [9007199254740993] }",
    });
    const text = `overlay: 1.0.0
info: { title: O, version: "1" }
actions: [{ target: $.components.schemas.A, update: { default: 9007199254740995 } }]`;
    const { model, diagnostics } = await loadApi(host, "doc.yaml", [{ path: "over.yaml", text }]);
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ["RVR7017", "more.yaml"],
      ["RVR7017", "over.yaml"],
    ]);
    expect(model?.schemas.get("A")?.["default"]).toBe("9007199254740995");
  });
});

describe("operations", () => {
  it("merges parameters of path and operation, drops cookies and reserved headers, mends placeholders", async () => {
    const parameter = (name: string, where: string, more: Data = {}) => ({
      name,
      in: where,
      schema: { type: "string" },
      ...more,
    });
    const loaded = await load(
      documentOf({}, "3.1.0", {
        "/a/{id}/{other}": {
          parameters: [
            parameter("id", "path", { required: true }),
            parameter("q", "query", { description: "from the path" }),
            parameter("lost", "path", { required: true }),
          ],
          get: {
            operationId: "getA",
            parameters: [
              { name: "q", in: "query", required: true, schema: { type: "integer" } },
              parameter("c", "cookie"),
              parameter("Authorization", "header"),
              parameter("X-Trace", "header"),
              { name: "filter", in: "query", style: "deepObject", schema: { type: "object" } },
              {
                name: "list",
                in: "query",
                style: "pipeDelimited",
                explode: false,
                schema: { type: "array" },
              },
              { name: "text", in: "query", content: json({ type: "object" }) },
            ],
            responses: ok,
          },
        },
      }),
    );
    expect(codesOf(loaded)).toEqual(expect.arrayContaining(["RVR7012", "RVR7013"]));
    const shown = loaded.model?.operations.get("getA")?.parameters.map((each) => {
      const { name, in: where, required, style, explode, schema } = each;
      return `${where} ${name}${required ? "!" : ""} ${style}${explode ? "*" : ""} ${schema["type"]}`;
    });
    expect(shown).toEqual([
      "path id! simple string",
      "query q! form* integer",
      "header X-Trace simple string",
      "query filter deepObject object",
      "query list pipeDelimited array",
      "query text json object",
      "path other! simple string",
    ]);
  });

  it("keeps both of two operations with one id, and names those without", async () => {
    const loaded = await load(
      documentOf({}, "3.1.0", {
        "/a": { get: { operationId: "same", responses: ok }, post: { operationId: "same", responses: ok } },
        "/a/{x}": {
          parameters: [{ name: "x", in: "path", required: true, schema: {} }],
          delete: { responses: ok },
        },
      }),
    );
    const operations = [...(loaded.model?.operations.values() ?? [])];
    expect(operations.map(({ id, method, mutates }) => [id, method, mutates])).toEqual([
      ["same", "GET", false],
      ["post_a", "POST", true],
      ["delete_a_x", "DELETE", true],
    ]);
    expect(codesOf(loaded)).toEqual(["RVR7010", "RVR7011"]);
  });

  it("reports paths that match the same requests and operations without success", async () => {
    const at = (name: string) => ({
      get: {
        operationId: name,
        parameters: [{ name, in: "path", required: true, schema: {} }],
        responses: { "404": { description: "no" } },
      },
    });
    const loaded = await load(documentOf({}, "3.1.0", { "/a/{x}": at("x"), "/a/{y}": at("y") }));
    expect([...codesOf(loaded)].sort()).toEqual(["RVR7014", "RVR7030", "RVR7030"]);
  });

  it("prefers JSON bodies and reads answers in order of status", async () => {
    const model = await modelOf(
      documentOf({}, "3.1.0", {
        "/a": {
          post: {
            operationId: "a",
            requestBody: {
              required: true,
              content: {
                "text/plain": { schema: { type: "string" } },
                "multipart/form-data": { schema: { type: "object" } },
                "application/problem+json": { schema: { type: "array" } },
              },
            },
            responses: {
              default: { description: "d", content: json({ type: "null" }) },
              "4XX": { description: "x" },
              "201": { description: "y", content: json({ type: "boolean" }) },
              "x-note": { description: "no status" },
            },
          },
        },
      }),
    );
    const { body, responses } = model.operations.get("a")!;
    expect(body).toMatchObject({
      required: true,
      contentType: "application/problem+json",
      schema: { type: "array" },
    });
    expect(responses.map(({ status, schema }) => [status, schema?.["type"]])).toEqual([
      ["201", "boolean"],
      ["4XX", undefined],
      ["default", "null"],
    ]);
  });
});

describe("references", () => {
  const get = (more: Data) => ({ get: { operationId: "a", responses: ok, ...more } });

  it("reach parameters, bodies, answers and path items, in other files of the root too", async () => {
    const shared = asYaml({
      components: {
        parameters: { P: { name: "q", in: "query", schema: { $ref: "#/components/schemas/S" } } },
        schemas: { S: { type: "integer", enum: [1, 2] } },
      },
      item: {
        get: { operationId: "far", parameters: [{ $ref: "#/components/parameters/P" }], responses: ok },
      },
    });
    const { model, diagnostics } = await load(
      documentOf({ S: { type: "string" } }, "3.1.0", {
        "/near": get({
          parameters: [{ $ref: "../parts/more.yaml#/components/parameters/P" }],
          responses: { "200": { $ref: "#/components/responses/R" } },
        }),
        "/far": { $ref: "../parts/more.yaml#/item" },
      }),
      { "parts/more.yaml": shared },
    );
    expect(diagnostics.filter(({ code }) => code === "RVR7020")).toHaveLength(1);
    expect(model?.operations.get("far")?.parameters[0]?.schema).toEqual({ $ref: "#/$defs/S_2" });
    expect(model?.operations.get("a")?.parameters[0]?.schema).toEqual({ $ref: "#/$defs/S_2" });
    expect(plain([...(model?.schemas ?? [])])).toEqual([
      ["S", { type: "string" }],
      ["S_2", { type: "integer", enum: [1, 2] }],
    ]);
  });

  it.each([
    ["#/components/schemas/None"],
    ["none.yaml#/x"],
    ["../../etc/passwd"],
    ["/etc/passwd"],
    ["https://example.invalid/x.yaml"],
    ["file:///etc/passwd"],
    ["#anchor"],
    ["http://[bad"],
    [""],
  ])("one to %j accepts everything and says so", async (reference) => {
    const loaded = await load(documentOf({ A: { type: "object", properties: { x: { $ref: reference } } } }));
    if (reference === "") {
      expect(plain(loaded.model?.schemas.get("A"))).toMatchObject({
        properties: { x: { $ref: expect.anything() } },
      });
      return;
    }
    expect(codesOf(loaded)).toContain("RVR7020");
    expect(plain(loaded.model?.schemas.get("A"))).toEqual({ type: "object", properties: { x: {} } });
  });

  it("are data inside examples, defaults, enums and constants", async () => {
    const data = { $ref: "#/nowhere" };
    const loaded = await load(
      documentOf({
        A: { type: "object", default: data, example: data, examples: [data], enum: [data], const: data },
      }),
    );
    expect(codesOf(loaded).filter((code) => code === "RVR7020")).toEqual([]);
    expect(plain(loaded.model?.schemas.get("A"))).toMatchObject({
      default: data,
      enum: [data],
      examples: [data],
    });
  });

  it("in a circle of parameters are reported and end", async () => {
    const loaded = await load({
      ...documentOf({}, "3.1.0", { "/a": get({ parameters: [{ $ref: "#/components/parameters/A" }] }) }),
      components: {
        parameters: { A: { $ref: "#/components/parameters/B" }, B: { $ref: "#/components/parameters/A" } },
      },
    });
    expect(codesOf(loaded)).toContain("RVR7020");
    expect(loaded.model?.operations.get("a")?.parameters).toEqual([]);
  });

  it("resolve escaped pointers", async () => {
    const model = await modelOf(
      documentOf({
        "a/b~c%d": { type: "integer" },
        B: { type: "object", properties: { x: { $ref: "#/components/schemas/a~1b~0c%25d" } } },
      }),
    );
    const reference = plain(model.schemas.get("B")) as { properties: { x: { $ref: string } } };
    expect(reference.properties.x.$ref).toBe("#/$defs/a~1b~0c%25d");
    expect(model.schemas.has("a/b~c%d")).toBe(true);
  });
});
