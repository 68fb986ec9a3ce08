import { beforeAll, describe, expect, it } from "vitest";
import type { ApiModel } from "../../openapi/api-model.js";
import { buildValidators, compileValidators, type RequestValidator } from "../../schema/build-validators.js";
import { type Data, documentOf, modelOf } from "../openapi/fixture.js";

const text = { type: "string" };
const json = (schema: Data) => ({ content: { "application/json": { schema } } });
const ok = { "200": { description: "ok" } };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas = {
  Create: {
    type: "object",
    required: ["title", "id", "parent"],
    properties: {
      id: { type: "string", readOnly: true },
      title: { type: "string", minLength: 1, maxLength: 3 },
      secret: { type: "string", writeOnly: true },
      parent: { allOf: [reference("Link")], nullable: true },
      tags: { type: "array", uniqueItems: true, items: { type: "string", pattern: "^\\S+$" } },
      size: { type: "integer", format: "int32" },
      due: { type: "string", format: "date" },
      color: { type: "string", format: "color" },
      constructor: { type: "integer" },
    },
    additionalProperties: false,
  },
  Link: { type: "object", properties: { key: text, up: reference("Link") }, required: ["key"] },
  Mixed: {
    allOf: [
      { type: "object", properties: { stamp: { type: "string", readOnly: true } } },
      { required: ["stamp", "toString"] },
    ],
  },
};

const operation = (id: string, more: Data = {}) => ({ operationId: id, responses: ok, ...more });
const paths = {
  "/things/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer", format: "int64" } }],
    get: operation("readThing", {
      parameters: [
        { name: "fields", in: "query", schema: { type: "array", items: text } },
        { name: "constructor", in: "query", schema: text },
        { name: "X-Need", in: "header", required: true, schema: text },
      ],
    }),
    put: operation("delete", { requestBody: { required: true, ...json(reference("Create")) } }),
  },
  "/things": {
    post: operation("a-b", { requestBody: { ...json(reference("Create")) } }),
    patch: operation("a.b", { requestBody: { required: true, ...json(reference("Mixed")) } }),
    put: operation("hostile", {
      requestBody: {
        required: true,
        ...json({
          type: "object",
          required: ["*/ } ); throw 1; //"],
          properties: {
            "*/ } ); throw 1; //": { enum: [["`$", "{1}`"].join(""), "\u2028</script>", 'require("fs")'] },
            '"];x["': { type: "string", pattern: "^[`\"'$]{1,2}$" },
          },
        }),
      },
    }),
  },
};

const priced = {
  "/price": {
    put: operation("price", {
      requestBody: { required: true, ...json({ type: "number", multipleOf: 0.01 }) },
    }),
  },
};

let model: ApiModel;
let printed: Readonly<Record<string, RequestValidator>>;
let inProcess: ReadonlyMap<string, RequestValidator>;
let names: ReadonlyMap<string, string>;
beforeAll(async () => {
  model = await modelOf(documentOf(schemas, "3.0.3", paths));
  const ids = [...model.operations.keys()];
  const built = buildValidators(model, ids);
  names = built.names;
  printed = await import(`data:text/javascript;base64,${Buffer.from(built.js).toString("base64")}`);
  inProcess = compileValidators(model, ids);
});

/** Keywords and places that both forms of a validator report. */
function judge(id: string, request: unknown): readonly string[] {
  const forms = [printed[names.get(id) ?? ""], inProcess.get(id)];
  const [left, right] = forms.map((validate) => {
    if (validate === undefined) throw new Error(`no validator for ${id}`);
    const fine = validate(request);
    const errors = (validate.errors ?? []).map(({ keyword, instancePath }) => `${instancePath} ${keyword}`);
    expect(errors.length === 0).toBe(fine);
    return errors;
  });
  expect(left).toEqual(right);
  return left ?? [];
}

const request = (body?: unknown, more: Data = {}) => ({
  path: {},
  query: {},
  header: {},
  ...(body === undefined ? {} : { body }),
  ...more,
});

describe("generated validators", () => {
  it("are a module that imports nothing, the same bytes each time, with a name for each operation", async () => {
    const ids = [...model.operations.keys()];
    const first = buildValidators(model, ids);
    const again = buildValidators(await modelOf(documentOf(schemas, "3.0.3", paths)), ids);
    expect(again.js).toBe(first.js);
    expect(again.dts).toBe(first.dts);
    expect(first.js).not.toMatch(/^\s*import |= require\(|ajv/m);
    expect([...first.names]).toEqual([
      ["readThing", "readThing"],
      ["delete", "operation_delete"],
      ["a-b", "operation_a_b"],
      ["a.b", "operation_a_b_2"],
      ["hostile", "hostile"],
    ]);
    expect(Object.keys(printed).sort()).toEqual([...first.names.values()].sort());
    for (const name of first.names.values())
      expect(first.dts).toContain(`export declare const ${name}: RequestValidator;`);
  });

  it("judge paths, queries and headers without turning types", () => {
    const header = { "X-Need": "x", "x-other": 1 };
    expect(judge("readThing", request(undefined, { path: { id: 7 }, header }))).toEqual([]);
    expect(judge("readThing", request(undefined, { path: { id: "7" }, header }))).toEqual(["/path/id type"]);
    expect(judge("readThing", request(undefined, { path: {}, header }))).toEqual(["/path required"]);
    expect(judge("readThing", request(undefined, { path: { id: 7 } }))).toEqual(["/header required"]);
    const query = { fields: "a", extra: 1, constructor: "fine" };
    expect(judge("readThing", request(undefined, { path: { id: 7 }, header, query }))).toEqual([
      "/query additionalProperties",
      "/query/fields type",
    ]);
    expect(judge("readThing", request({}, { path: { id: 7 }, header }))).toEqual([" additionalProperties"]);
  });

  it("judge bodies: required ones, absent ones, and null is not absent", () => {
    const path = { id: 1 };
    const body = { title: "abc", parent: { key: "A" } };
    expect(judge("delete", request(body, { path }))).toEqual([]);
    expect(judge("delete", request(undefined, { path }))).toEqual([" required"]);
    expect(judge("delete", request(null, { path }))).toEqual(["/body type"]);
    expect(judge("a-b", request())).toEqual([]);
    expect(judge("a-b", request({ ...body, parent: null }))).toEqual([]);
    expect(judge("a-b", request({ ...body, parent: { key: "A", up: { up: {} } } }))).toContain(
      "/body/parent/up required",
    );
    expect(judge("a-b", request({ ...body, title: null }))).toEqual(["/body/title type"]);
  });

  it("judge texts, numbers and lists", () => {
    const body = { title: "abc", parent: null };
    expect(judge("a-b", request({ ...body, title: "\u{1F600}\u{1F600}\u{1F600}" }))).toEqual([]);
    expect(judge("a-b", request({ ...body, title: "abcd" }))).toEqual(["/body/title maxLength"]);
    expect(judge("a-b", request({ ...body, tags: ["a", "b c", "a"] }))).toEqual([
      "/body/tags/1 pattern",
      "/body/tags uniqueItems",
    ]);
    expect(judge("a-b", request({ ...body, size: 2 ** 31 }))).toEqual(["/body/size maximum"]);
    expect(judge("a-b", request({ ...body, size: 1.5 }))).toEqual(["/body/size type"]);
    expect(judge("a-b", request({ ...body, due: "2024-02-30", color: "anything" }))).toEqual([
      "/body/due format",
    ]);
  });

  it("judge multiples of decimal fractions as people do", async () => {
    const { names, js } = buildValidators(await modelOf(documentOf(schemas, "3.0.3", priced)), ["price"]);
    const module = await import(`data:text/javascript;base64,${Buffer.from(js).toString("base64")}`);
    const validate = module[names.get("price") ?? ""] as RequestValidator;
    expect([0.07, 1.1, 19.99, 0.075, 0.0700001].map((body) => validate(request(body)))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("need no property that only answers carry, and none of a prototype", () => {
    expect(judge("a.b", request({}))).toEqual(["/body required"]);
    expect(judge("a.b", request({ toString: 1 }))).toEqual([]);
    expect(judge("a-b", request({ title: "a", parent: null }))).toEqual([]);
    expect(judge("a-b", request({ title: "a", parent: null, constructor: "x" }))).toEqual([
      "/body/constructor type",
    ]);
    const hostile = JSON.parse('{"title":"a","parent":null,"__proto__":{"x":1}}');
    expect(judge("a-b", request(hostile))).toEqual(["/body additionalProperties"]);
  });

  it("carry names and values of the document as data only", () => {
    expect(judge("hostile", request({ "*/ } ); throw 1; //": "\u2028</script>", '"];x["': '"' }))).toEqual(
      [],
    );
    expect(judge("hostile", request({ "*/ } ); throw 1; //": "no", '"];x["': "aa" }))).toEqual([
      "/body/*~1 } ); throw 1; ~1~1 enum",
      '/body/"];x[" pattern',
    ]);
  });

  it("judge any value at all", () => {
    for (const value of [null, 1, "x", [], {}, { path: 1 }])
      expect(judge("readThing", value)).not.toEqual([]);
  });

  it("an operation that is not there is a bug of the caller", () => {
    expect(() => buildValidators(model, ["none"])).toThrow("none");
  });
});
