import { beforeAll, describe, expect, it } from "vitest";
import type { ApiModel } from "../../openapi/api-model.js";
import { inlineSchema } from "../../schema/inline-schema.js";
import { parametersSchema, projectSchema } from "../../schema/project-schema.js";
import { shortText } from "../../schema/short-text.js";
import { type Data, modelOfSchemas, plain } from "../openapi/fixture.js";

const object = (properties: Data, more: Data = {}) => ({ type: "object", properties, ...more });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

let model: ApiModel;
beforeAll(async () => {
  model = await modelOfSchemas({
    Body: object({ fields: reference("Fields"), note: text }, { required: ["note"] }),
    Fields: object(
      {
        project: object({ key: text, id: text, self: { type: "string", readOnly: true } }),
        assignee: { anyOf: [object({ accountId: text }), { type: "null" }] },
        due: { type: ["string", "null"], format: "date" },
        summary: { type: "string", description: "Title, one line. It is shown in lists." },
        labels: { type: "array", items: reference("Label") },
      },
      { additionalProperties: true },
    ),
    Label: { type: "string", maxLength: 9, default: "x", examples: ["y"] },
    Tree: object(
      { value: text, children: { type: "array", items: reference("Tree") } },
      { required: ["value"] },
    ),
    Merged: {
      allOf: [
        object({ a: text }, { required: ["a"] }),
        object({ b: { type: "integer" } }, { required: ["b", "c"] }),
      ],
    },
    Union: {
      oneOf: [
        object({ a: { const: 1 } }, { required: ["a"] }),
        object({ a: { const: 2 } }, { required: ["a"] }),
      ],
    },
    Map: { type: "object", additionalProperties: { type: "integer" } },
    Anything: {},
    Ping: object({ next: reference("Pong"), same: reference("Pong") }),
    Pong: object({ next: reference("Ping"), same: reference("Ping") }),
  });
});

const show = (name: string, ...paths: readonly string[]) =>
  plain(
    projectSchema(
      model,
      model.schemas.get(name)!,
      paths.map((path) => path.split(".")),
    ),
  );
const closed = (properties: Data, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

describe("projectSchema", () => {
  it("shows the paths taken, in their order, each required, in closed objects", () => {
    expect(show("Body", "fields.summary", "fields.project.key", "note")).toEqual(
      closed(
        {
          fields: closed(
            {
              summary: { type: "string", description: "Title, one line." },
              project: closed({ key: text }, ["key"]),
            },
            ["summary", "project"],
          ),
          note: text,
        },
        ["fields", "note"],
      ),
    );
  });

  it("does not require what may be null, nor objects that then require nothing", () => {
    expect(show("Body", "fields.due", "fields.assignee")).toEqual(
      closed(
        {
          fields: closed(
            {
              due: { type: ["string", "null"], format: "date" },
              assignee: {
                type: ["object", "null"],
                properties: { accountId: text },
                additionalProperties: false,
              },
            },
            [],
          ),
        },
        [],
      ),
    );
  });

  it("shows a path below null as taken, and an unknown path as any value", () => {
    expect(show("Fields", "assignee.accountId", "customfield_1")).toEqual(
      closed({ assignee: closed({ accountId: text }, ["accountId"]), customfield_1: {} }, [
        "assignee",
        "customfield_1",
      ]),
    );
  });

  it("without a path, or with the empty one, is the whole schema", () => {
    const schema = model.schemas.get("Fields")!;
    expect(projectSchema(model, schema, [[], ["due"]])).toEqual(inlineSchema(model, schema));
    expect(projectSchema(model, schema, [])).toEqual(inlineSchema(model, schema));
  });
});

describe("inlineSchema", () => {
  const inline = (name: string) => plain(inlineSchema(model, model.schemas.get(name)!));

  it("drops references, remarks and what only answers carry", () => {
    expect(inline("Fields")).toMatchObject({
      type: "object",
      properties: {
        project: { type: "object", properties: { key: text, id: text }, additionalProperties: false },
        labels: { type: "array", items: { type: "string", maxLength: 9 } },
      },
      additionalProperties: false,
    });
    expect(JSON.stringify(inline("Fields"))).not.toMatch(/\$ref|readOnly|default|examples|self/);
  });

  it("merges allOf, shows oneOf as anyOf, keeps typed maps and the schema that says nothing", () => {
    expect(inline("Merged")).toEqual({
      ...closed({ a: text, b: { type: "integer" }, c: {} }, ["a", "b", "c"]),
    });
    expect(inline("Union")).toMatchObject({
      anyOf: [{ properties: { a: { enum: [1] } } }, { properties: { a: { enum: [2] } } }],
    });
    expect(inline("Map")).toEqual({ type: "object", additionalProperties: { type: "integer" } });
    expect(inline("Anything")).toEqual({});
  });

  it("cuts recursion to the bare type", () => {
    const tree = inline("Tree") as {
      properties: { children: { items: { properties: { children: { items: unknown } } } } };
    };
    expect(JSON.stringify(tree)).not.toContain("$ref");
    expect(JSON.stringify(tree).length).toBeLessThan(800);
    expect(tree.properties.children.items.properties.children.items).toBeDefined();
    expect(JSON.stringify(inline("Ping")).length).toBeLessThan(5000);
  });

  it("stays small for a schema of schemas that all contain each other", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `N${index}`);
    const properties = Object.fromEntries(names.map((name) => [name.toLowerCase(), reference(name)]));
    const dense = await modelOfSchemas(Object.fromEntries(names.map((name) => [name, object(properties)])));
    expect(JSON.stringify(inlineSchema(dense, dense.schemas.get("N0")!)).length).toBeLessThan(250_000);
  });
});

describe("parametersSchema", () => {
  it("is the object form that chat models are given", () => {
    const shown = parametersSchema(model, [
      { name: "id", schema: { type: "integer" }, required: true, description: "Number of the page." },
      { name: "tags", schema: { type: "array", items: { $ref: "#/$defs/Label" } }, required: false },
    ]);
    expect(plain(shown)).toEqual(
      closed(
        {
          id: { type: "integer", description: "Number of the page." },
          tags: { type: "array", items: { type: "string", maxLength: 9 } },
        },
        ["id"],
      ),
    );
  });
});

describe("shortText", () => {
  it.each([
    ["One. Two.", "One."],
    ["Version 1.2 of it", "Version 1.2 of it"],
    ["**Bold** `code` and [a link](https://x.example).", "Bold code and a link."],
    ["<p>Text</p>\n\n  more", "Text more"],
    ["", ""],
  ])("%j is %j", (before, after) => expect(shortText(before)).toBe(after));

  it("cuts at a word", () => {
    const short = shortText("word ".repeat(100));
    expect(short.length).toBeLessThanOrEqual(140);
    expect(short).toMatch(/word…$/);
  });
});
