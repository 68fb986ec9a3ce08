import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { ApiModel } from "../../openapi/api-model.js";
import { printOperationTypes } from "../../schema/print-operation-types.js";
import { printKey, printType } from "../../schema/print-type.js";
import { identifier, typeName } from "../../schema/type-names.js";
import { type Data, documentOf, modelOf } from "../openapi/fixture.js";

const object = (properties: Data, more: Data = {}) => ({ type: "object", properties, ...more });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const json = (schema: Data) => ({ content: { "application/json": { schema } } });

let model: ApiModel;
beforeAll(async () => {
  model = await modelOf(
    documentOf(
      {
        Issue: object(
          {
            id: { type: "string", readOnly: true },
            secret: { type: "string", writeOnly: true },
            parent: reference("Issue"),
            tags: { type: "array", items: { enum: ["a", "b*/"] } },
            assignee: { type: ["object", "null"], properties: { accountId: text }, required: ["accountId"] },
            "sub-tasks": { type: "array", items: reference("Issue") },
            constructor: { type: "integer", description: "How */ many.\nSecond line." },
          },
          { required: ["id", "tags"], description: "An issue. More." },
        ),
        "my issue": {
          allOf: [reference("Issue"), object({ size: { type: "number" } }, { required: ["size", "parent"] })],
        },
        my_issue: { type: "object", additionalProperties: text },
        MyIssue: { anyOf: [reference("Issue"), { type: "null" }] },
        Open: object({ a: text }, { additionalProperties: { type: "integer" } }),
        Array: { type: "array", items: {} },
        "9": { const: "nine" },
        Loop: { type: "array", items: reference("Loop") },
        DoRequest: text,
      },
      "3.1.0",
      {
        "/x/{id}": {
          post: {
            operationId: "do",
            summary: "Does */ it",
            parameters: [
              { name: "id", in: "path", required: true, schema: { type: "integer" } },
              { name: "body-format", in: "query", schema: { enum: ["storage", 1, true, null] } },
            ],
            requestBody: {
              required: true,
              ...json(
                object({
                  all: {
                    type: "array",
                    items: {
                      anyOf: [
                        "my issue",
                        "my_issue",
                        "MyIssue",
                        "Open",
                        "Array",
                        "9",
                        "Loop",
                        "DoRequest",
                      ].map(reference),
                    },
                  },
                }),
              ),
            },
            responses: {
              "200": { description: "ok", ...json(reference("my issue")) },
              "204": { description: "no" },
              default: { description: "e", ...json({}) },
            },
          },
        },
      },
    ),
  );
});

const print = (schema: Data, direction: "request" | "response" = "request") =>
  printType(model, schema as never, direction);

describe("printType", () => {
  it.each<[Data, string]>([
    [{}, "unknown"],
    [{ type: "integer" }, "number"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ enum: ["a", 1, null] }, '"a" | 1 | null'],
    [{ const: '\u2028"' }, '"\\u2028\\""'],
    [{ type: "array", items: { type: ["string", "null"] } }, "readonly (string | null)[]"],
    [{ type: "array" }, "readonly unknown[]"],
    [{ type: "object" }, "{\n  readonly [name: string]: unknown;\n}"],
    [{ type: "object", additionalProperties: false }, "{}"],
    [{ $ref: "#/$defs/Issue" }, "IssueInput"],
    [{ anyOf: [{ $ref: "#/$defs/Issue" }, { type: "null" }] }, "IssueInput | null"],
    [{ not: {}, type: "string", enum: [1] }, "never"],
    [{ properties: { a: {} }, additionalProperties: false }, "{\n  readonly a?: unknown;\n}"],
  ])("%j", (schema, expected) => expect(print(schema)).toBe(expected));

  it("quotes what is no identifier", () => {
    expect(printKey("a_1$")).toBe("a_1$");
    expect(printKey("sub-tasks")).toBe('"sub-tasks"');
    expect(printKey('"]: x; ["')).toBe('"\\"]: x; [\\""');
    expect(printKey("")).toBe('""');
  });
});

describe("names of types", () => {
  it("are identifiers, distinct, and no type of the language", () => {
    const names = [...model.schemas.keys()].flatMap((name) => [
      typeName(model, name, "request"),
      typeName(model, name, "response"),
    ]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z_$][\w$]*$/);
    expect(typeName(model, "Array", "response")).toBe("ArrayType");
    expect(typeName(model, "9", "response")).toBe("T9");
    expect(identifier("get-a.b")).toBe("GetAB");
  });
});

describe("printOperationTypes", () => {
  it("prints requests and answers with what they need, each direction for itself", () => {
    const printed = printOperationTypes(model, ["do"]);
    expect(printed).toContain("export interface Do2Request {");
    expect(printed).toContain('    readonly "body-format"?: "storage" | 1 | true | null;');
    expect(printed).toContain("  | { readonly status: 204; readonly body: null }");
    expect(printed).toContain("  | { readonly status: number; readonly body: unknown };");
    const input = printed.slice(
      printed.indexOf("interface IssueInput "),
      printed.indexOf("interface Issue "),
    );
    expect(input).toContain("secret?: string");
    expect(input).not.toContain("readonly id");
    expect(printOperationTypes(model, ["do"])).toBe(printed);
  });

  it("prints what the compiler takes, and what refuses wrong values", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rvrc-types-"));
    try {
      const good = 'export const good: Do2Request = { path: { id: 1 }, body: { all: ["nine", [1], null] } };';
      const bad = 'export const bad: IssueInput = {\n  tags: ["c"],\n};';
      const issue =
        'export const issue: Issue = { id: "1", tags: ["b*/"], parent: { id: "2", tags: [], constructor: 2 }, "sub-tasks": [], constructor: 1 };';
      const file = join(folder, "types.ts");
      await writeFile(file, [printOperationTypes(model, ["do"]), good, issue, bad].join("\n"));
      const errors = await typeCheck(file);
      expect(errors.map((line) => line.replace(/^.*error /, ""))).toEqual([
        expect.stringContaining("Type '\"c\"' is not assignable"),
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

async function typeCheck(file: string): Promise<readonly string[]> {
  const home = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--target", "es2022", "--types", ""];
  try {
    await promisify(execFile)(process.execPath, [join(home, "bin/tsc"), ...options, file]);
    return [];
  } catch (error) {
    const out = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
    return out.split("\n").filter((line) => line.includes("error TS"));
  }
}
