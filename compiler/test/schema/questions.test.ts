import { beforeAll, describe, expect, it } from "vitest";
import type { ApiModel } from "../../openapi/api-model.js";
import { checkConstant } from "../../schema/check-constant.js";
import { enumAt } from "../../schema/describe-schema.js";
import { requiredPaths } from "../../schema/required-paths.js";
import { schemaAt } from "../../schema/schema-at.js";
import { typesOf } from "../../schema/types-of.js";
import { type Data, modelOfSchemas, plain } from "../openapi/fixture.js";

const object = (properties: Data, more: Data = {}) => ({ type: "object", properties, ...more });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

let model: ApiModel;
beforeAll(async () => {
  model = await modelOfSchemas({
    Issue: object({
      fields: reference("Fields"),
      update: { type: "object", additionalProperties: { type: "array", items: text } },
    }),
    Fields: object(
      {
        project: object({ key: text, id: { type: "string", pattern: "^\\d+$" } }, { required: ["key"] }),
        parent: { anyOf: [reference("Parent"), { type: "null" }] },
        labels: { type: "array", items: { type: "string", pattern: "^\\S+$" } },
        priority: { enum: ["low", "high"] },
        due: { type: "string", format: "date" },
        count: { type: "integer", format: "int32", minimum: 0 },
        made: { type: "string", readOnly: true },
      },
      { required: ["project", "made"], additionalProperties: true },
    ),
    Parent: object({ key: text }, { additionalProperties: false }),
    Child: {
      allOf: [reference("Parent2"), object({ size: { type: "number" } }, { required: ["size", "name"] })],
    },
    Parent2: object({ name: text, self: reference("Child") }),
    Either: {
      oneOf: [
        object({ kind: { const: "a" }, one: text }, { required: ["kind"], additionalProperties: false }),
        object({ kind: { const: "b" }, two: text }, { required: ["kind"], additionalProperties: false }),
      ],
    },
    Tree: object({ value: text, left: reference("Tree") }, { required: ["left"] }),
    Patterned: object({}, { patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false }),
    Hostile: object({ constructor: text }),
    Free: {},
  });
});

const at = (name: string, path: string) => schemaAt(model, model.schemas.get(name)!, path.split("."));

describe("schemaAt", () => {
  it.each<[string, string, unknown]>([
    ["Issue", "fields.project.key", text],
    ["Issue", "fields.parent.key", text],
    ["Issue", "fields.labels.0", { type: "string", pattern: "^\\S+$" }],
    ["Issue", "update.anything", { type: "array", items: text }],
    ["Child", "name", text],
    ["Child", "self.self.self.size", { type: "number" }],
    ["Either", "kind", { anyOf: [{ const: "a" }, { const: "b" }] }],
    ["Either", "two", text],
    ["Tree", "left.left.left.value", text],
    ["Patterned", "x-rate", { type: "integer" }],
    ["Hostile", "constructor", text],
  ])("%s has %s", (name, path, expected) => {
    const place = at(name, path);
    expect(place.kind).toBe("found");
    expect(place.kind === "found" && plain(place.schema)).toEqual(expected);
  });

  it.each<[string, string, unknown]>([
    ["Issue", "fields.projectKey", { kind: "open", at: 1, declared: true }],
    ["Issue", "fields.project.name", { kind: "open", at: 2, declared: false, candidates: ["key", "id"] }],
    ["Issue", "fields.parent.id", { kind: "unknown", at: 2, candidates: ["key"] }],
    ["Issue", "fields.project.key.x", { kind: "unknown", at: 3, candidates: [] }],
    ["Issue", "fields.labels.x", { kind: "unknown", at: 2, candidates: [] }],
    ["Either", "three", { kind: "unknown", at: 0, candidates: ["kind", "one", "two"] }],
    ["Patterned", "y", { kind: "unknown", at: 0 }],
    ["Hostile", "toString", { kind: "open", at: 0, candidates: ["constructor"] }],
    ["Hostile", "__proto__", { kind: "open", at: 0 }],
    ["Free", "x", { kind: "open", at: 0, declared: true, candidates: [] }],
  ])("%s has no %s", (name, path, expected) => {
    expect(at(name, path)).toMatchObject(expected as object);
  });

  it("tells what is required on the whole way, in a direction, and whether the way is closed", () => {
    const required = (name: string, path: string, direction?: "response") => {
      const place = schemaAt(model, model.schemas.get(name)!, path.split("."), direction);
      return place.kind === "found" && place.required;
    };
    expect(required("Fields", "project.key")).toBe(true);
    expect(required("Fields", "project.id")).toBe(false);
    expect(required("Issue", "fields.project.key")).toBe(false);
    expect(required("Child", "name")).toBe(true);
    expect(required("Fields", "made")).toBe(false);
    expect(required("Fields", "made", "response")).toBe(true);
    expect(at("Parent", "key")).toMatchObject({ closedParents: true });
    expect(at("Issue", "fields.parent.key")).toMatchObject({ closedParents: false });
  });

  it("the empty path is the schema itself", () => {
    expect(schemaAt(model, model.schemas.get("Free")!, [])).toMatchObject({ kind: "found", required: true });
  });
});

describe("typesOf", () => {
  it.each<[string, unknown, readonly string[]]>([
    ["everything", {}, ["array", "boolean", "integer", "null", "number", "object", "string"]],
    ["a number with its integers", { type: "number" }, ["integer", "number"]],
    ["an enum", { enum: [1, null] }, ["integer", "null"]],
    ["an enum within a type", { type: "string", enum: ["a", 1] }, ["string"]],
    ["alternatives", { anyOf: [{ type: "string" }, { type: "null" }] }, ["null", "string"]],
    ["a contradiction", { allOf: [{ type: "string" }, { type: "object" }] }, []],
  ])("%s", (_, schema, expected) => {
    expect([...typesOf({ schemas: new Map() }, schema as never)].sort()).toEqual(expected);
  });
});

describe("requiredPaths", () => {
  it("runs through objects that are required themselves, and leaves out what only answers carry", () => {
    const paths = (name: string, direction?: "response") =>
      requiredPaths(model, model.schemas.get(name)!, direction).map((path) => path.join("."));
    expect(paths("Fields")).toEqual(["project", "project.key"]);
    expect(paths("Fields", "response")).toEqual(["project", "project.key", "made"]);
    expect(paths("Issue")).toEqual([]);
    expect(paths("Child")).toEqual(["size", "name"]);
    expect(paths("Tree")[1]).toBe("left.left");
    expect(paths("Tree")).toHaveLength(8);
  });
});

describe("checkConstant", () => {
  const check = (path: string, value: never) => {
    const place = at("Issue", path);
    if (place.kind !== "found") throw new Error(path);
    return checkConstant(model, place.schema, value);
  };

  it.each<[string, unknown]>([
    ["fields.project.id", "10003"],
    ["fields.parent", null],
    ["fields.parent", { key: "A-1" }],
    ["fields.labels", ["a", "b"]],
    ["fields.due", "2024-02-29"],
    ["fields.count", 0],
    ["fields.priority", "low"],
    ["fields", { project: { key: "A" }, customfield_1: [1] }],
  ])("%s takes %j", (path, value) => {
    expect(check(path, value as never)).toEqual({ ok: true });
  });

  it.each<[string, unknown, string, string]>([
    ["fields.project.id", 10003, "type", "expects a string of digits, not an integer"],
    ["fields.project.id", "ten", "pattern", 'expects a string of digits, not "ten"'],
    ["fields.parent", "A-1", "type", "expects an object or null, not a string"],
    ["fields.parent", { key: 1 }, "type", "key expects a string, not an integer"],
    ["fields.parent", { id: "1" }, "additionalProperties", 'has no property "id"'],
    ["fields.labels", "a", "type", "expects a list, not a string"],
    ["fields.labels", ["a b"], "pattern", 'element 1 expects a string without white space, not "a b"'],
    ["fields.due", "2023-02-29", "format", 'expects a string in the format date, not "2023-02-29"'],
    ["fields.count", -1, "minimum", "must be >= 0"],
    ["fields.count", 2 ** 31, "maximum", "must be <= 2147483647"],
    ["fields.count", 1.5, "type", "expects an integer, not a number"],
    ["fields.priority", "Low", "enum", 'expects one of "low", "high", not "Low"'],
    ["fields.priority", 3, "enum", 'expects one of "low", "high", not 3'],
    ["fields", { project: {} }, "required", 'project lacks "key"'],
  ])("%s refuses %j", (path, value, keyword, reason) => {
    expect(check(path, value as never)).toMatchObject({ ok: false, keyword, reason });
  });

  it("a hostile value is judged like any other", () => {
    const value = JSON.parse('{"__proto__": {"key": "x"}}') as never;
    expect(check("fields.parent", value)).toMatchObject({ ok: false, keyword: "additionalProperties" });
  });

  it("an enum of thousands is summed up", async () => {
    const values = Array.from({ length: 5000 }, (_, index) => `value-${index}`);
    const large = await modelOfSchemas({ Large: { enum: values } });
    const result = checkConstant(large, large.schemas.get("Large")!, "none");
    expect(result).toMatchObject({ ok: false, keyword: "enum" });
    expect(!result.ok && result.expected).toContain("and 4992 more");
  });
});

describe("enumAt", () => {
  it("finds enums and constants through references and allOf, the narrowest of several", () => {
    const lookup = (schema: Data) =>
      enumAt({ schemas: new Map([["E", { enum: ["a", "b"] }]]) }, schema as never);
    expect(lookup({ $ref: "#/$defs/E" })).toEqual(["a", "b"]);
    expect(lookup({ allOf: [{ $ref: "#/$defs/E" }, { const: "a" }] })).toEqual(["a"]);
    expect(lookup({ anyOf: [{ $ref: "#/$defs/E" }] })).toBeUndefined();
  });
});
