import { expect } from "vitest";
import { buildValidators } from "../../../schema/build-validators.js";
import { typeName } from "../../../schema/type-names.js";
import { load } from "../fixture.js";
import { type Feature, read, sending } from "./reading.js";

const ref = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;
const ok = '{ "200": { description: ok } }';

/** Rows about documents as texts and about what they are made of. */
export const documentFeatures: readonly Feature[] = [
  {
    row: 3,
    name: "parameters and answers that refer to each other in a circle",
    async check() {
      const api = await read(`paths:
  /a:
    get:
      operationId: get
      parameters: [{ $ref: "#/components/parameters/A" }, { name: q, in: query, schema: { type: string } }]
      responses: { "200": { $ref: "#/components/responses/R" }, "204": { description: none } }
components:
  parameters:
    A: { $ref: "#/components/parameters/B" }
    B: { $ref: "#/components/parameters/A" }
  responses: { R: { $ref: "#/components/responses/R" } }`);
      expect(api.codes.filter((code) => code !== "RVR7005")).toEqual(["RVR7020", "RVR7020"]);
      expect(api.messages).toContain('The reference "#/components/parameters/A" leads back to itself.');
      expect(api.model.operations.get("get")?.parameters.map(({ name }) => name)).toEqual(["q"]);
      expect(api.model.operations.get("get")?.responses.map(({ status }) => status)).toEqual(["204"]);
    },
  },
  {
    row: 14,
    name: "integers beyond 2^53, in JSON and in YAML",
    async check() {
      const big = "9007199254740993";
      const yaml = `${sending("{ type: object, properties: { id: { type: integer, format: int64, maximum: 9223372036854775807, enum: [7, 9007199254740993] }, plain: { type: integer, default: -9007199254740995, example: 9007199254740992 } } }")}`;
      const json = `{"openapi":"3.0.3","info":{"title":"T","version":"1"},"paths":{"/a":{"post":{"operationId":"send",
        "responses":{"204":{"description":"9007199254740993"}},"requestBody":{"required":true,"content":{"application/json":
        {"schema":{"type":"object","properties":{"id":{"type":"integer","format":"int64","maximum":9223372036854775807,
        "enum":[7,9007199254740993]},"plain":{"type":"integer","default":-9007199254740995,"example":9007199254740992}}}}}}}}}}`;
      for (const text of [yaml, json]) {
        const api = await read(text);
        expect(api.codes).toEqual(["RVR7017", "RVR7017", "RVR7017"]);
        const properties = api.model.operations.get("send")?.body?.schema["properties"];
        expect(properties).toMatchObject({
          id: { enum: [7, big] },
          plain: { default: "-9007199254740995", examples: ["9007199254740992"] },
        });
        const values = [7, big, 9007199254740992, "7"];
        expect(values.map((id) => api.accepts("send", { body: { id } }))).toEqual([true, true, false, false]);
        expect(api.types()).toContain(`readonly id?: 7 | "${big}";`);
      }
    },
  },
  {
    row: 17,
    name: "an operationId that two operations have",
    async check() {
      const api = await read(`paths:
  /a: { get: { operationId: list, responses: ${ok} } }
  /b: { get: { operationId: list, responses: ${ok} } }`);
      expect(api.messages).toEqual(['GET /b is called "list" as GET /a is; it is known as "get_b" here.']);
      expect([...api.model.operations.values()].map(({ id, path }) => [id, path])).toEqual([
        ["list", "/a"],
        ["get_b", "/b"],
      ]);
    },
  },
  {
    row: 20,
    name: "references into other files, with escapes of pointers and of addresses",
    async check() {
      const more = `paths:
  /cards/{id}:
    get: { operationId: far, parameters: [{ name: id, in: path, required: true, schema: { $ref: "#/types/a~1b%20c" } }], responses: ${ok} }
types: { "a/b c": { type: integer }, "x~y": { type: boolean } }`;
      const api = await read(
        `paths:
  /cards/{id}: { $ref: "../more/far%20away.yaml#/paths/~1cards~1%7Bid%7D" }
components:
  schemas:
    Tilde: { type: object, properties: { x: { $ref: "../more/far%20away.yaml#/types/x~0y" } } }
    Out: { type: object, properties: { x: { $ref: "../../../etc/passwd" }, y: { $ref: "https://example.invalid/a.yaml" } } }`,
        "3.0.3",
        { "more/far away.yaml": more },
      );
      expect(api.codes).toEqual(["RVR7020", "RVR7020"]);
      expect([5, "5"].map((id) => api.accepts("far", { path: { id } }))).toEqual([true, false]);
      expect([true, "a"].map((x) => api.fits("Tilde", { x }))).toEqual([true, false]);
    },
  },
  {
    row: 21,
    name: "references in data",
    async check() {
      const data = '{ $ref: "#/nowhere" }';
      const api = await read(
        `paths:
  /a:
    post:
      operationId: send
      requestBody:
        content: { application/json: { schema: ${ref("A")}, example: ${data} } }
      responses: { "200": { description: d, content: { application/json: { examples: { one: { value: ${data} } } } } } }
components:
  schemas:
    A: { type: object, default: ${data}, example: ${data}, enum: [${data}] }`,
      );
      expect(api.codes).toEqual([]);
      const found = { $ref: "#/nowhere" };
      expect(api.schema("A")).toEqual({ type: "object", default: found, examples: [found], enum: [found] });
      expect(api.accepts("send", { body: found })).toBe(true);
      const old = await read(`swagger: "2.0"
info: { title: T, version: "1" }
paths: {}
definitions:
  A: { type: object, properties: { x-nullable: { type: string } }, default: { $ref: "#/definitions/B", type: file } }`);
      expect(old.codes).toEqual([]);
      expect(old.schema("A")).toMatchObject({
        properties: { "x-nullable": { type: "string" } },
        default: { $ref: "#/definitions/B", type: "file" },
      });
    },
  },
  {
    row: 24,
    name: "merge keys of YAML",
    async check() {
      const api =
        await read(`x-named: &named { type: object, required: [name], properties: { name: { type: string } } }
x-closed: &closed { additionalProperties: false }
${sending("{ <<: [*named, *closed], maxProperties: 2 }")}`);
      expect(api.codes).toEqual(["RVR7037"]);
      expect([{ name: "a" }, {}, { name: "a", b: 1 }].map((body) => api.accepts("send", { body }))).toEqual([
        true,
        false,
        false,
      ]);
      expect(JSON.stringify(api.shown("send"))).not.toContain("<<");
      const json = await read(
        '{"openapi":"3.0.3","info":{"title":"T","version":"1"},"paths":{},"components":{"schemas":{"A":{"type":"object","properties":{"<<":{"type":"string"}}}}}}',
      );
      expect(json.codes).toEqual([]);
      expect(json.schema("A")).toMatchObject({ properties: { "<<": { type: "string" } } });
    },
  },
  {
    row: 25,
    name: "aliases of YAML: many, nested ones, and one that holds itself",
    async check() {
      const names = Array.from({ length: 400 }, (_, at) => `p${at}: *text`);
      const api = await read(
        `x-text: &text { type: string, maxLength: 2 }\n${sending(`{ type: object, properties: { ${names.join(", ")} } }`)}`,
      );
      expect(["ab", "abc"].map((p399) => api.accepts("send", { body: { p399 } }))).toEqual([true, false]);
      const bomb = ["openapi: 3.0.3", "a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"];
      for (const pair of ["ba", "cb", "dc", "ed", "fe", "gf", "hg", "ih"])
        bomb.push(`${pair[0]}: &${pair[0]} [${Array(10).fill(`*${pair[1]}`).join(", ")}]`);
      for (const text of [bomb.join("\n"), "openapi: 3.0.3\npaths: &p { /a: *p }"]) {
        const { model, diagnostics } = await load(text);
        expect(model).toBeUndefined();
        expect(diagnostics).toMatchObject([{ code: "RVR7002", message: expect.stringContaining("alias") }]);
      }
    },
  },
  {
    row: 26,
    name: "answers whose status YAML reads as a number, ranges and the default",
    async check() {
      const api = await read(
        `paths:
  /a:
    get:
      operationId: get
      responses:
        default: { description: d, content: { application/json: { schema: { type: boolean } } } }
        4xx: { description: x, content: { application/json: { schema: { type: integer } } } }
        2XX: { description: r, content: { application/json: { schema: { type: string } } } }
        200: { description: o, content: { application/json: { schema: { type: "null" } } } }
`,
        "3.1.0",
      );
      expect(
        api.model.operations.get("get")?.responses.map(({ status, schema }) => [status, schema?.["type"]]),
      ).toEqual([
        ["200", "null"],
        ["2XX", "string"],
        ["4XX", "integer"],
        ["default", "boolean"],
      ]);
      expect(api.types()).toContain(
        "| { readonly status: 200; readonly body: null } | { readonly status: number; readonly body: string }",
      );
    },
  },
  {
    row: 27,
    name: "scalars that YAML 1.1 would turn into something else",
    async check() {
      const api = await read(sending("{ type: string, enum: [NO, on, 12:30:45, 2024-01-02, 1_000, 0b11] }"));
      for (const body of ["NO", "on", "12:30:45", "2024-01-02", "1_000", "0b11"])
        expect(api.accepts("send", { body }), body).toBe(true);
      expect(api.accepts("send", { body: false })).toBe(false);
    },
  },
  {
    row: 29,
    name: "names that are equal but for case and marks",
    async check() {
      const api =
        await read(`${sending(`{ type: object, properties: { a: ${ref("my-pet")}, b: ${ref("MyPet")}, c: ${ref("my_pet")} } }`)}
components:
  schemas:
    my-pet: { type: object, properties: { a: { type: string } } }
    MyPet: { type: object, properties: { b: { type: string } } }
    my_pet: { type: object, properties: { c: { type: string } } }`);
      const names = [...api.model.schemas.keys()].map((name) => typeName(api.model, name, "request"));
      expect(new Set(names).size).toBe(3);
      const types = api.types();
      for (const name of names) expect(types).toContain(`interface ${name} `);
      expect([...buildValidators(api.model, ["send"]).names]).toEqual([["send", "send"]]);
      // The order of the document does not matter.
      const turned = await read(`components:
  schemas:
    my_pet: { type: object }
    MyPet: { type: object }
    my-pet: { type: object }`);
      const named = (one: typeof api) =>
        ["my-pet", "MyPet", "my_pet"].map((name) => typeName(one.model, name, "request"));
      expect(named(turned)).toEqual(named(api));
    },
  },
  {
    row: 31,
    name: "reserved words, digits and letters of all languages in names",
    async check() {
      const api = await read(`paths:
  /a:
    post:
      operationId: delete
      requestBody: { content: { application/json: { schema: ${ref("class")} } } }
      responses: ${ok}
  /b: { get: { operationId: 2-löschen, responses: ${ok} } }
  /c: { get: { operationId: 検索, responses: ${ok} } }
components:
  schemas:
    class: { type: object, properties: { 9lives: { type: integer }, für: { type: string }, "a b": { type: string }, default: { type: boolean } } }
    日本: { type: object }
    中国: { type: object }`);
      const { names } = buildValidators(api.model, [...api.model.operations.keys()]);
      for (const name of names.values()) expect(name).toMatch(/^[A-Za-z_]\w*$/u);
      expect(new Set(names.values()).size).toBe(3);
      expect(api.types()).toContain(
        'readonly "9lives"?: number; readonly "für"?: string; readonly "a b"?: string; readonly default?: boolean;',
      );
      expect(
        new Set(["日本", "中国", "class"].map((name) => typeName(api.model, name, "request"))).size,
      ).toBe(3);
      expect(api.codes).toEqual(["RVR7038"]);
    },
  },
  {
    row: 32,
    name: "documents of thousands of operations",
    async check() {
      const numbers = Array.from({ length: 2000 }, (_, at) => at);
      const paths = Object.fromEntries(
        numbers.map((at) => [
          `/r${at}`,
          {
            post: {
              operationId: `op${at}`,
              requestBody: {
                content: { "application/json": { schema: { $ref: `#/components/schemas/S${at}` } } },
              },
              responses: { "204": { description: "done" } },
            },
          },
        ]),
      );
      const schemas = Object.fromEntries(
        numbers.map((at) => [
          `S${at}`,
          { type: "object", properties: { [`only${at}`]: { type: "string", maxLength: at } } },
        ]),
      );
      const text = JSON.stringify({
        openapi: "3.0.3",
        info: { title: "T", version: "1" },
        paths,
        components: { schemas },
      });
      const { model } = await load(text);
      expect(model?.operations.size).toBe(2000);
      // Only what the chosen operations need is compiled.
      const { js } = buildValidators(model!, ["op1", "op1999"]);
      expect(js).toContain("only1999");
      expect(js).not.toContain("only1998");
      expect(js.length).toBeLessThan(20_000);
    },
  },
  {
    row: 34,
    name: "operations that describe no success",
    async check() {
      const api = await read(`paths:
  /a: { get: { operationId: none, responses: { "404": { description: no } } } }
  /b: { get: { operationId: silent, responses: { "200": { description: yes } } } }
  /c: { get: { operationId: opaque, responses: { "200": { description: yes, content: { application/json: {} } } } } }`);
      expect(api.codes).toEqual(["RVR7030"]);
      expect(api.types()).toContain("type SilentAnswer = | { readonly status: 200; readonly body: null };");
      expect(api.types()).toContain(
        "type OpaqueAnswer = | { readonly status: 200; readonly body: unknown };",
      );
    },
  },
  {
    row: 35,
    name: "examples that are JSON in quotes",
    async check() {
      const api = await read(`paths:
  /a:
    post:
      operationId: send
      requestBody: { content: { application/json: { schema: ${ref("A")}, example: '{"name": "x"}' } } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: string }, example: '{"a": 1}' } } } }
components:
  schemas:
    A: { type: object, example: '{"name": "y"}', properties: { name: { type: string, example: 7 } } }`);
      expect([...api.codes].sort()).toEqual(["RVR7035", "RVR7035", "RVR7036"]);
      const send = api.model.operations.get("send");
      expect(send?.body?.examples).toEqual([{ name: "x" }]);
      expect(send?.responses[0]?.examples).toEqual(['{"a": 1}']);
      expect(api.schema("A")["examples"]).toEqual([{ name: "y" }]);
    },
  },
  {
    row: 43,
    name: "OpenAPI 3.1 without paths",
    async check() {
      const text = `openapi: 3.1.0
info: { title: T, version: "1" }
webhooks: { note: { post: { responses: ${ok} } } }
components: { schemas: { A: { type: string } } }`;
      const api = await read(text);
      expect(api.codes).toEqual(["RVR7019"]);
      expect(api.model.operations.size).toBe(0);
      expect(api.schema("A")).toEqual({ type: "string" });
    },
  },
  {
    row: 44,
    name: "OpenAPI 3.2",
    async check() {
      const { model, diagnostics } = await load(
        "openapi: 3.2.0\ninfo: { title: T, version: '1' }\npaths: {}",
      );
      expect(model).toBeUndefined();
      expect(diagnostics).toMatchObject([
        {
          code: "RVR7003",
          severity: "error",
          message: "OpenAPI 3.2.0 is not supported.",
          remedy: expect.stringContaining("3.1"),
        },
      ]);
    },
  },
  {
    row: 52,
    name: "documents that say less than the server does",
    async check() {
      const overlay = `overlay: 1.0.0
info: { title: What the server does, version: "1" }
actions:
  - target: $.paths['/a'].post.responses
    update: { "409": { description: conflict, content: { application/json: { schema: { type: object, properties: { why: { type: string } } } } } } }
  - target: $.paths['/a'].post.requestBody.content['application/json'].schema
    update: { required: [title] }`;
      const { memoryHost } = await import("../../../host/memory-host.js");
      const { loadApi } = await import("../../../openapi/load-api.js");
      const text = `openapi: 3.0.3\ninfo: { title: T, version: "1" }\n${sending("{ type: object, properties: { title: { type: string } } }")}`;
      const loaded = await loadApi(memoryHost({ "doc.yaml": text }), "doc.yaml", [
        { path: "more.yaml", text: overlay },
      ]);
      const send = loaded.model?.operations.get("send");
      expect(loaded.diagnostics).toEqual([]);
      expect(send?.responses.map(({ status }) => status)).toEqual(["204", "409"]);
      expect(send?.body?.schema["required"]).toEqual(["title"]);
    },
  },
];
