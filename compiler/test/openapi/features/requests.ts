import { expect } from "vitest";
import { fromWire } from "../../../../runtime/dispatch/request.js";
import { isDefined, type Shape, writeParameter } from "../../../openapi/parameter-style.js";
import { type Feature, read, sending } from "./reading.js";

const ok = '{ "200": { description: ok } }';

/** Rows about parameters and bodies. */
export const requestFeatures: readonly Feature[] = [
  {
    row: 15,
    name: "styles of parameters",
    async check() {
      const list = "{ type: array, items: { type: string } }";
      const object = "{ type: object, properties: { a: { type: integer } } }";
      const api = await read(`paths:
  /a/{id}:
    get:
      operationId: get
      parameters:
        - { name: id, in: path, required: true, style: matrix, schema: ${list} }
        - { name: comma, in: query, schema: ${list}, explode: false }
        - { name: many, in: query, schema: ${list} }
        - { name: pipe, in: query, style: pipeDelimited, explode: false, schema: ${list} }
        - { name: deep, in: query, style: deepObject, explode: true, schema: ${object} }
        - { name: text, in: query, content: { application/json: { schema: ${object} } } }
        - { name: X-Head, in: header, schema: ${list} }
      responses: ${ok}`);
      expect(api.codes).toEqual([]);
      const values: Readonly<Record<string, unknown>> = { deep: { a: 1 }, text: { a: 1 } };
      const written = api.model.operations
        .get("get")
        ?.parameters.map((one) => writeParameter(one, (values[one.name] ?? ["x", "y z"]) as never));
      expect(written).toEqual([
        ";id=x,y%20z",
        "comma=x,y%20z",
        "many=x&many=y%20z",
        "pipe=x|y%20z",
        "deep[a]=1",
        "text=%7B%22a%22%3A1%7D",
        "x,y%20z",
      ]);
      expect(fromWire("array-by-pipes", "x|y")).toEqual(["x", "y"]);
      expect(fromWire("array-by-spaces", "x y")).toEqual(["x", "y"]);
      expect(fromWire("array", "x,y")).toEqual(["x", "y"]);
      const odd = await read(`paths:
  /a:
    get:
      operationId: get
      parameters:
        - { name: nested, in: query, style: deepObject, schema: { type: object, properties: { in: ${list} } } }
        - { name: plain, in: query, style: deepObject, schema: { type: string } }
        - { name: again, in: query, style: deepObject, schema: { type: integer } }
      responses: ${ok}`);
      expect(odd.codes).toEqual(["RVR7018", "RVR7018"]);
      const shapes: readonly Shape[] = ["primitive", "array", "object"];
      expect(shapes.map((shape) => isDefined("deepObject", true, shape))).toEqual([false, false, true]);
    },
  },
  {
    row: 16,
    name: "forms and files",
    async check() {
      const form = await read(
        sending(
          "{ type: object, required: [name], properties: { name: { type: string }, size: { type: integer } } }",
          "application/x-www-form-urlencoded",
        ),
      );
      expect(form.model.operations.get("send")?.body?.contentType).toBe("application/x-www-form-urlencoded");
      expect(
        [{ name: "a", size: 1 }, { name: "a", size: "1" }, {}].map((body) => form.accepts("send", { body })),
      ).toEqual([true, false, false]);
      const parts = await read(
        sending(
          "{ type: object, properties: { file: { type: string, format: binary }, note: { type: string } } }",
          "multipart/form-data",
        ),
      );
      const file = { type: "string", format: "binary", description: "A file, by its handle." };
      expect(parts.shown("send")).toMatchObject({ properties: { file, note: { type: "string" } } });
      expect(parts.accepts("send", { body: { file: "handle-1" } })).toBe(true);
      expect(parts.types()).toContain("readonly file?: string;");
      const now = await read(
        sending(
          "{ type: object, properties: { file: { contentMediaType: image/png } } }",
          "multipart/form-data",
        ),
        "3.1.0",
      );
      expect(now.shown("send")).toMatchObject({ properties: { file } });
      expect([{ file: "handle-1" }, { file: 1 }].map((body) => now.accepts("send", { body }))).toEqual([
        true,
        false,
      ]);
      const bytes = await read(
        `paths:
  /a: { put: { operationId: send, requestBody: { content: { application/octet-stream: {} } }, responses: ${ok} } }`,
        "3.1.0",
      );
      expect(bytes.shown("send")).toEqual(file);
    },
  },
  {
    row: 19,
    name: "parameters of a path, and operations that say otherwise",
    async check() {
      const api = await read(`paths:
  /a/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: q, in: query, required: true, schema: { type: string } }
      - { name: X-One, in: header, schema: { type: string } }
    get:
      operationId: get
      parameters:
        - { name: q, in: query, schema: { type: integer } }
        - { name: id, in: query, schema: { type: boolean } }
        - { name: x-one, in: header, required: true, schema: { type: integer } }
      responses: ${ok}
    delete: { operationId: remove, responses: ${ok} }`);
      const shown = (id: string) =>
        api.model.operations
          .get(id)
          ?.parameters.map((one) => `${one.in} ${one.name} ${one.schema["type"]}${one.required ? "!" : ""}`);
      expect(shown("get")).toEqual([
        "path id string!",
        "query q integer",
        "header x-one integer!",
        "query id boolean",
      ]);
      expect(shown("remove")).toEqual(["path id string!", "query q string!", "header X-One string"]);
      expect(
        api.accepts("get", { path: { id: "1" }, query: { q: 1, id: true }, header: { "x-one": 1 } }),
      ).toBe(true);
      expect(api.accepts("remove", { path: { id: "1" } })).toBe(false);
      expect(api.codes).toEqual(["RVR7015"]);
    },
  },
  {
    row: 38,
    name: "Swagger 2.0",
    async check() {
      const api = await read(`swagger: "2.0"
info: { title: T, version: "1" }
consumes: [application/xml]
securityDefinitions: { key: { type: apiKey, in: query, name: token } }
parameters: { Shared: { name: shared, in: formData, type: string } }
paths:
  /a/{ids}:
    parameters: [{ name: ids, in: path, required: true, type: array, items: { type: integer } }]
    get:
      operationId: list
      produces: [text/plain, application/json]
      parameters:
        - { name: csv, in: query, type: array, items: { type: string } }
        - { name: ssv, in: query, type: array, items: { type: string }, collectionFormat: ssv }
        - { name: pipes, in: query, type: array, items: { type: string }, collectionFormat: pipes }
        - { name: multi, in: query, type: array, items: { type: string }, collectionFormat: multi }
        - { name: tsv, in: query, type: array, items: { type: string }, collectionFormat: tsv }
        - { name: token, in: query, type: string }
      responses: { "200": { description: d, schema: { type: array, items: { $ref: "#/definitions/A" } } } }
    post:
      operationId: upload
      consumes: [multipart/form-data]
      parameters: [{ $ref: "#/parameters/Shared" }, { name: file, in: formData, required: true, type: file }]
      responses: { "204": { description: d } }
    put:
      operationId: put
      consumes: [application/json]
      parameters: [{ name: any, in: body, required: true, schema: { $ref: "#/definitions/A" } }]
      responses: { "204": { description: d } }
definitions: { A: { type: object, required: [n], properties: { n: { type: integer, minimum: 1, exclusiveMinimum: true, x-nullable: true } } } }`);
      expect([...api.codes].sort()).toEqual(["RVR7016", "RVR7018"]);
      const styles = api.model.operations
        .get("list")
        ?.parameters.map(({ name, style, explode }) => [name, style, explode]);
      expect(styles).toEqual([
        ["ids", "simple", false],
        ["csv", "form", false],
        ["ssv", "spaceDelimited", false],
        ["pipes", "pipeDelimited", false],
        ["multi", "form", true],
        ["tsv", "form", false],
      ]);
      const path = { ids: [1] };
      expect(api.accepts("list", { path, query: { multi: ["a"] } })).toBe(true);
      expect(
        [{ file: "h", shared: "s" }, { shared: "s" }].map((body) => api.accepts("upload", { path, body })),
      ).toEqual([true, false]);
      expect([2, 1, null].map((n) => api.accepts("put", { path, body: { n } }))).toEqual([true, false, true]);
      expect(api.types()).toContain("readonly body: readonly A[]");
    },
  },
  {
    row: 47,
    name: "several types of content",
    async check() {
      const api = await read(`paths:
  /a:
    post:
      operationId: send
      requestBody:
        content:
          application/xml: { schema: { type: string } }
          application/x-www-form-urlencoded: { schema: { type: object } }
          application/vnd.cards+json: { schema: { type: array } }
          application/json; charset=utf-8: { schema: { type: object, properties: { a: { type: string } } } }
      responses: ${ok}`);
      expect(api.model.operations.get("send")?.body).toMatchObject({
        contentType: "application/json; charset=utf-8",
        otherContentTypes: [
          "application/xml",
          "application/x-www-form-urlencoded",
          "application/vnd.cards+json",
        ],
      });
      expect([{ a: "b" }, []].map((body) => api.accepts("send", { body }))).toEqual([true, false]);
    },
  },
  {
    row: 48,
    name: "cookies, headers, and keys of clients",
    async check() {
      const api = await read(`paths:
  /a:
    get:
      operationId: get
      parameters:
        - { name: session, in: cookie, required: true, schema: { type: string } }
        - { name: Authorization, in: header, schema: { type: string } }
        - { name: x-api-key, in: header, required: true, schema: { type: string } }
        - { name: X-Trace, in: header, required: true, schema: { type: string } }
      responses: ${ok}
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Api-Key } } }`);
      expect(api.codes).toEqual(["RVR7016", "RVR7016", "RVR7016"]);
      expect(api.model.operations.get("get")?.parameters.map(({ name }) => name)).toEqual(["X-Trace"]);
      expect(api.accepts("get", { header: { "X-Trace": "1" } })).toBe(true);
      expect(api.accepts("get", {})).toBe(false);
      // Other headers may be sent: clients add many.
      expect(api.accepts("get", { header: { "X-Trace": "1", cookie: "a" } })).toBe(true);
    },
  },
];
