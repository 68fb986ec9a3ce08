import { describe, expect, it } from "vitest";
import type { Json } from "../../../runtime/abi/json.js";
import { misfit } from "../../openapi/misfit.js";
import type { Data } from "./fixture.js";

const schemas = new Map<string, Data>([
  ["Name", { type: "string" }],
  [
    "Loop",
    { properties: { next: { $ref: "#/$defs/Loop" } }, anyOf: [{ $ref: "#/$defs/Name" }, { type: "object" }] },
  ],
]);
const closed = { type: "object", properties: { a: { $ref: "#/$defs/Name" } }, additionalProperties: false };
const needs = (more: Data) => ({
  type: "object",
  required: ["a"],
  properties: { a: { type: "string", ...more } },
});

const reason = (schema: Data, value: unknown) => misfit({ schemas } as never, schema as never, value as Json);

describe("why a value does not fit", () => {
  it.each<[Data, unknown, string]>([
    [{ type: "integer" }, 1.5, "1.5 is of no type that the schema takes (integer)"],
    [{ type: ["string", "null"] }, [], "[] is of no type that the schema takes (string, null)"],
    [{ enum: ["a", { b: 1 }] }, { b: 2 }, '{"b":2} is no value that the schema lists'],
    [{ const: 1 }, "1", '"1" is no value that the schema lists'],
    [closed, { b: 1 }, 'there is no property "b"'],
    [closed, { a: 1 }, '"a": 1 is of no type that the schema takes (string)'],
    [needs({}), {}, 'it lacks "a"'],
    [
      { type: "array", items: { $ref: "#/$defs/Name" } },
      ["a", 2],
      "2 is of no type that the schema takes (string)",
    ],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, 3, "3 is of no type that the schema takes (string)"],
    [{ allOf: [{ $ref: "#/$defs/Name" }] }, 3, "3 is of no type that the schema takes (string)"],
    [{ $ref: "#/$defs/Loop" }, { next: { next: 3 } }, "3 is of no type that the schema takes (string)"],
  ])("%j %j", (schema, value, expected) => expect(reason(schema, value)).toContain(expected));

  it.each<[Data, unknown]>([
    [{}, 3],
    [{ type: "number" }, 3],
    [{ type: "integer" }, "12345678901234567890"],
    [{ enum: [{ b: 1 }] }, { b: 1 }],
    [closed, { a: "x" }],
    [needs({ readOnly: true }), {}],
    [needs({ writeOnly: true }), {}],
    [{ type: "string", pattern: "^a$", minLength: 9 }, "b"],
    [{ oneOf: [{ type: "string" }, { type: "integer" }] }, 3],
    [{ type: "array", prefixItems: [{}], items: { type: "string" } }, [3]],
    [{ ...closed, patternProperties: { "^x": {} } }, { x: 1 }],
  ])("is not told of %j %j", (schema, value) => expect(reason(schema, value)).toBeUndefined());

  it("ends where alternatives inside alternatives multiply", () => {
    const wide = new Map(
      Array.from({ length: 12 }, (_, level) => [
        `W${level}`,
        { anyOf: Array.from({ length: 12 }, () => ({ allOf: [{ $ref: `#/$defs/W${level + 1}` }] })) },
      ]),
    );
    expect(misfit({ schemas: wide } as never, { $ref: "#/$defs/W0" }, 3)).toBeUndefined();
  });
});
