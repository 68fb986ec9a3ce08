import { expect, it } from "vitest";
import type { JsonObject } from "../../../runtime/abi/json.js";
import { apiTools } from "../../tools/api-tools.js";
import { lintTool } from "../../tools/lint-tool.js";
import { cutDescription } from "../../tools/plain-form.js";
import { PROVIDER_RULES, PROVIDERS } from "../../tools/provider-rules.js";
import { STRICT_LIMITS, strictForm } from "../../tools/strict-form.js";
import { toolNamesOf } from "../../tools/tool-name.js";
import { desk } from "./desk.js";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it("gives valid names, all different, whatever the order of the document", async () => {
  const names = toolNamesOf((await desk()).operations.values());
  const reversed = toolNamesOf((await desk((paths) => [...paths].reverse())).operations.values());
  expect(new Map([...names].sort())).toEqual(new Map([...reversed].sort()));
  expect(new Set(names.values()).size).toBe(names.size);
  for (const name of names.values()) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/u);
  expect(names.get("putNote")).toBe("putNote");
  expect(names.get("trees/plant")).toMatch(/^trees_plant_[0-9a-f]{8}$/u);
  expect(names.get("trees_plant")).toMatch(/^trees_plant_[0-9a-f]{8}$/u);
  expect(names.get("very".repeat(20))).toMatch(/^(very)+ver_[0-9a-f]{8}$|^v[very]+_[0-9a-f]{8}$/u);
});

it("keeps a name apart from one that looks like a name with a hash", async () => {
  const [one] = (await desk()).operations.values();
  const pair = [
    { ...one!, id: "a/b", path: "/1" },
    { ...one!, id: "a_b", path: "/2" },
  ];
  const hashed = toolNamesOf(pair).get("a/b")!;
  const names = toolNamesOf([...pair, { ...one!, id: hashed, path: "/3" }]);
  expect(new Set(names.values()).size).toBe(3);
});

it("says once what the tools show otherwise than the document", async () => {
  const { diagnostics } = apiTools(await desk(), { view: "flat", flavour: "plain" });
  const said = diagnostics.map(({ code, message }) => `${code} ${message}`).sort();
  expect(said.map((line) => line.slice(0, 7))).toEqual([
    "RVR7050",
    "RVR7052",
    "RVR7053",
    "RVR7053",
    "RVR7054",
    "RVR7054",
    "RVR7054",
    "RVR7055",
  ]);
  expect(said[1]).toContain("300 values");
});

it("cuts descriptions at a word, and lists no values of a long enum", async () => {
  const { tools } = apiTools(await desk(), { view: "flat", flavour: "plain" });
  const { description, parameters } = tools[0]!.definition.function;
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(description).toMatch(/(note|Replaces|a)\.?…$/u);
  expect(cutDescription("x".repeat(2000)).length).toBeLessThanOrEqual(1024);
  const properties = parameters["properties"] as JsonObject;
  expect(plain(properties["currency"])).toEqual({
    type: "string",
    description: expect.stringContaining("300 values"),
  });
});

it("makes strict tools that the strict rules accept, and plain ones that they do not", async () => {
  const model = await desk();
  for (const view of ["flat", "canonical"] as const) {
    const strict = apiTools(model, { view, flavour: "strict" });
    expect(strict.tools.flatMap(({ definition }) => lintTool(definition, ["openai-strict"]))).toEqual([]);
    const loose = apiTools(model, { view, flavour: "plain" });
    const broken = loose.tools.flatMap(({ definition }) => lintTool(definition, ["openai-strict"]));
    expect(broken.map(({ rule }) => rule.aspect)).toEqual(expect.arrayContaining(["all-required", "typed"]));
  }
});

it("keeps the strict form within its levels, properties and listed values", () => {
  let deep: JsonObject = { type: "string" };
  for (let level = 0; level < 14; level++)
    deep = { type: "object", properties: { in: deep }, required: ["in"], additionalProperties: false };
  const values = Array.from({ length: 150 }, (_, index) => `v${index}`);
  const lists = Object.fromEntries(
    values.slice(0, 9).map((name) => [name, { type: "string", enum: values }]),
  );
  const wide = Object.fromEntries(
    Array.from({ length: 6000 }, (_, index) => [`p${index}`, { type: "string" }]),
  );
  const parameters = {
    type: "object",
    properties: { deep, ...lists, wide: { type: "object", properties: wide, additionalProperties: false } },
    required: ["deep"],
    additionalProperties: false,
  };
  const form = strictForm(parameters);
  const tool = { name: "t", description: "", parameters: form.parameters };
  expect(lintTool({ type: "function", function: tool }, ["openai-strict"])).toEqual([]);
  expect([form.cutPlaces, form.droppedLists]).toEqual([2, 9 - Math.floor(STRICT_LIMITS.values / 150)]);
  const before = lintTool({ type: "function", function: { ...tool, parameters } }, ["openai-strict"]);
  expect(before.map(({ rule }) => rule.aspect)).toEqual(
    expect.arrayContaining(["all-required", "depth", "properties", "values"]),
  );
});

const OBJECT = { type: "object", properties: {}, additionalProperties: false };

it.each([
  ["openai-plain", "name", { name: "a.b" }],
  ["anthropic", "name", { name: "x".repeat(129) }],
  ["gemini", "name", { name: "1st" }],
  ["mcp", "name", { name: "a/b" }],
  ["openai-plain", "description", { description: "x".repeat(1025) }],
  ["anthropic", "root-alternatives", { parameters: { ...OBJECT, oneOf: [OBJECT] } }],
  ["mcp", "root-type", { parameters: { type: "array", items: {} } }],
  ["anthropic", "argument-name", { parameters: { ...OBJECT, properties: { "a[b]": {} } } }],
  ["openai-strict", "all-required", { parameters: { ...OBJECT, properties: { a: { type: "null" } } } }],
  ["openai-strict", "closed", { parameters: { type: "object" } }],
  ["openai-strict", "keyword", { parameters: { ...OBJECT, minProperties: 1 } }],
  ["openai-strict", "typed", { parameters: { ...OBJECT, properties: { a: {} }, required: ["a"] } }],
  ["gemini", "items", { parameters: { ...OBJECT, properties: { a: { type: "array" } } } }],
  ["gemini", "enum-text", { parameters: { ...OBJECT, properties: { a: { type: "integer", enum: [1] } } } }],
  [
    "openai-strict",
    "text",
    { parameters: { ...OBJECT, properties: { ["x".repeat(120_001)]: {} }, required: [] } },
  ],
] as const)("finds that %s refuses a tool for its %s", (provider, aspect, change) => {
  const sound = { name: "a", description: "", parameters: OBJECT };
  expect(lintTool({ type: "function", function: sound }, PROVIDERS)).toEqual([]);
  const changed = { type: "function", function: { ...sound, ...(change as object) } } as const;
  expect(lintTool(changed, [provider]).map(({ rule }) => rule.aspect)).toContain(aspect);
});

it("says of every rule where it is from", () => {
  for (const { says, from } of PROVIDER_RULES)
    expect([says, from].every((text) => text.length > 5)).toBe(true);
});
