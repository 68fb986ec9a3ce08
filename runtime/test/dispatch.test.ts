import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../abi/json.js";
import type { EmittedCall } from "../abi/trace.js";
import { admit, DEPTH_LIMIT, NODE_LIMIT, TEXT_LIMIT } from "../dispatch/admit.js";
import { Dispatcher } from "../dispatch/dispatcher.js";
import { project, projection } from "../dispatch/projection.js";
import { buildRequest, fromWire } from "../dispatch/request.js";
import { flatPath } from "../dispatch/violations.js";
import type { ToolProgram } from "../program/scenario.js";
import { canonical } from "../value/compare.js";
import { WorldBase } from "../world/base.js";
import { anyJson, fromText } from "./any-json.js";
import { miniTools } from "./mini-scenario.js";
import { miniWorld } from "./mini-world.js";

const base = new WorldBase(miniWorld());
const dispatcher = new Dispatcher(miniTools, base.program);

function run(call: EmittedCall, fork = base.fork()) {
  return dispatcher.call(fork, call, 0);
}

function nested(depth: number): JsonObject {
  let value: JsonObject = {};
  for (let i = 1; i < depth; i++) value = { a: value };
  return value;
}

describe("what never reaches the API", () => {
  it("is an unknown tool, whatever its name and arguments", () => {
    for (const tool of ["nothing", "", "__proto__", "constructor", "GET_ISSUE", "get_issue "]) {
      const { call, result } = run({ tool, arguments: { key: "T-1" } });
      expect(call).toMatchObject({
        tool,
        outcome: "unknown-tool",
        status: 0,
        arguments: { key: "T-1" },
        violations: [],
      });
      expect(JSON.parse(result.text)).toEqual({ error: `There is no tool named ${JSON.stringify(tool)}.` });
    }
    expect(run({ tool: "x".repeat(5_000) }).result.text.length).toBeLessThan(200);
  });

  it.each([
    "",
    "{",
    "[]",
    '"text"',
    "null",
    "5",
    "{'key': 'T-1'}",
    '{"key": "T-1"} and more',
    '{"key": NaN}',
    "undefined",
  ])("is the raw text %j", (raw) => {
    const { call, result } = run({ tool: "get_issue", raw });
    expect(call).toMatchObject({ outcome: "unparsed", status: 0, raw, arguments: undefined });
    expect(result).toMatchObject({ outcome: "unparsed", status: 0 });
    expect(JSON.parse(result.text)).toHaveProperty("error");
  });

  it.each<[string, unknown]>([
    ["a list", ["T-1"]],
    ["a text", "T-1"],
    ["a truth value", true],
    ["null", null],
    ["a number that JSON lacks", { key: Number.NaN }],
    ["a function", { key: () => "T-1" }],
    ["a big integer", { key: 1n }],
  ])("is %s as arguments", (_, args) => {
    const outcome = run({ tool: "get_issue", arguments: args as JsonObject }).call.outcome;
    expect(outcome).toBe(args === null ? "refused" : "unparsed");
  });
});

describe("raw text that parses to an object", () => {
  it("counts as arguments", () => {
    const { call } = run({ tool: "get_issue", raw: ' {"key": "T-1"} ' });
    expect(call).toMatchObject({ outcome: "ok", arguments: { key: "T-1" }, raw: undefined });
  });

  it("keeps a key named __proto__ as a key", () => {
    const { call } = run({
      tool: "create_issue",
      raw: '{"fields": {"title": "x", "__proto__": {"admin": true}}}',
    });
    expect(call.violations.map((violation) => violation.path)).toEqual(["fields.__proto__"]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it("gives way to arguments that are there too", () => {
    expect(run({ tool: "get_issue", arguments: { key: "T-2" }, raw: "{" }).call.arguments).toEqual({
      key: "T-2",
    });
  });
});

describe("bounds on arguments", () => {
  it.each<[string, EmittedCall]>([
    ["nested too deep", { tool: "create_issue", arguments: nested(DEPTH_LIMIT + 1) }],
    ["of too many values", { tool: "create_issue", arguments: { a: new Array<number>(NODE_LIMIT).fill(1) } }],
    ["too long", { tool: "create_issue", arguments: { a: "x".repeat(TEXT_LIMIT) } }],
    ["too long as raw text", { tool: "create_issue", raw: `{"a": "${"x".repeat(TEXT_LIMIT)}"}` }],
    [
      "nested too deep as raw text",
      { tool: "create_issue", raw: `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}` },
    ],
  ])("refuse arguments %s", (_, emitted) => {
    const fork = base.fork();
    const { call, result } = run(emitted, fork);
    expect(call).toMatchObject({ outcome: "refused", status: 413, arguments: undefined });
    expect(call.violations).toHaveLength(1);
    expect(result.text.length).toBeLessThan(200);
    expect(fork.serial("Issue")).toBe(3);
  });

  it("let the deepest allowed nesting through, and end at a circle", () => {
    expect(run({ tool: "create_issue", arguments: nested(DEPTH_LIMIT) }).call.status).toBe(400);
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(run({ tool: "create_issue", arguments: circle as JsonObject }).call.status).toBe(413);
  });
});

describe("the request", () => {
  const tool: ToolProgram = {
    definition: { type: "function", function: { name: "t", description: "", parameters: {} } },
    operation: "t.edit",
    arguments: [
      { name: "id", target: ["path", "id"], wire: "string" },
      { name: "limit", target: ["query", "limit"], wire: "integer" },
      { name: "summary", target: ["body", "fields", "summary"] },
      { name: "fields", target: ["body", "fields"] },
    ],
    rest: "body",
    fixed: [{ target: ["query", "expand"], value: "all" }],
    show: undefined,
  };

  it("has each argument at its target, fixed values last, the rest where the tool says", () => {
    expect(buildRequest(tool, { id: 789, limit: "5", other: 1, expand: "none" })).toEqual({
      path: { id: "789" },
      query: { limit: 5, expand: "all" },
      header: {},
      body: { other: 1, expand: "none" },
    });
    expect(buildRequest({ ...tool, rest: undefined }, { other: 1 }).body).toBeUndefined();
    expect(buildRequest({ ...tool, rest: "query" }, { expand: "none", x: 1 }).query).toEqual({
      expand: "all",
      x: 1,
    });
  });

  it("does not depend on the order of the model's keys", () => {
    const forward = buildRequest(tool, { fields: { a: 1 }, summary: "s", id: "1" });
    const backward = buildRequest(tool, { id: "1", summary: "s", fields: { a: 1 } });
    expect(canonical(forward.body)).toBe(canonical(backward.body));
  });

  it("keeps names that objects inherit to itself", () => {
    const { body } = buildRequest(tool, fromText('{"__proto__": {"x": 1}, "constructor": 2}'));
    expect(Object.keys(body as JsonObject).sort()).toEqual(["__proto__", "constructor"]);
  });

  it.each([
    ["string", 789, "789"],
    ["string", true, "true"],
    ["string", "789", "789"],
    ["string", 2 ** 60, 2 ** 60],
    ["string", null, null],
    ["string", ["a"], ["a"]],
    ["integer", "789", 789],
    ["integer", 789, 789],
    ["integer", "0789", "0789"],
    ["integer", "7.50", "7.50"],
    ["integer", "1152921504606846976", "1152921504606846976"],
    ["integer", "abc", "abc"],
    ["number", "1.5", 1.5],
    ["number", "1e3", "1e3"],
    ["boolean", "true", true],
    ["boolean", "True", "True"],
    ["boolean", 1, 1],
    ["array", "a,b", ["a", "b"]],
    ["array", ["a"], ["a"]],
    ["array", 5, ["5"]],
    ["array", null, null],
    [undefined, "789", "789"],
  ] as const)("reads a %s from %j as %j", (wire, value, expected) => {
    expect(fromWire(wire, value)).toEqual(expected);
  });

  it("names places in the tool's own view", () => {
    expect(flatPath(tool, ["path", "id"])).toBe("id");
    expect(flatPath(tool, ["body", "fields", "summary"])).toBe("summary");
    expect(flatPath(tool, ["body", "fields", "labels", "0"])).toBe("fields.labels.0");
    expect(flatPath(tool, ["body", "other"])).toBe("other");
    expect(flatPath(tool, ["query", "expand"])).toBe("query.expand");
    expect(flatPath(tool, ["body"])).toBe("body");
  });
});

describe("violations", () => {
  const pathsOf = (call: EmittedCall) =>
    run(call).call.violations.map(({ path, keyword }) => `${path} ${keyword}`);

  it("are in the flat view, once each", () => {
    expect(pathsOf({ tool: "create_issue", arguments: { fields: { title: 5 } } })).toEqual([
      "fields.title type",
    ]);
    expect(pathsOf({ tool: "create_issue", arguments: {} })).toEqual(["fields.title required"]);
    expect(pathsOf({ tool: "edit_issue", arguments: { key: "T-1", title: null } })).toEqual(["title type"]);
  });

  it("count unknown arguments, at the top and where the shown schema is closed", () => {
    expect(pathsOf({ tool: "get_issue", arguments: { key: "T-1", verbose: true } })).toEqual([
      "verbose additionalProperties",
    ]);
    expect(pathsOf({ tool: "create_issue", arguments: { fields: { title: "x", colour: "red" } } })).toEqual([
      "fields.colour additionalProperties",
    ]);
  });

  it("are there even when the world refuses for another reason", () => {
    const { call } = run({ tool: "edit_issue", arguments: { key: "T-77", title: 5 } });
    expect(call.status).toBe(404);
    expect(call.violations.map((violation) => violation.path)).toEqual(["title"]);
  });

  it("come in bounded number", () => {
    const args = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, i]));
    expect(run({ tool: "get_issue", arguments: { key: "T-1", ...args } }).call.violations.length).toBe(32);
  });
});

describe("the answer", () => {
  it("shows the named paths only, the trace holds all", () => {
    const { call, result } = run({ tool: "get_issue", arguments: { key: "101" } });
    expect(result.text).toBe('{"key":"T-1","fields":{"title":"First"}}');
    expect(call.body).toMatchObject({ id: "101", fields: { labels: ["a", "b"] } });
  });

  it("shows paths through arrays item by item", () => {
    const { result } = run({ tool: "list_issues" });
    expect(result.body).toEqual({ items: [{ key: "T-1" }, { key: "T-2" }, { key: "T-3" }] });
  });

  it("shows refusals whole, with the first broken rule", () => {
    expect(run({ tool: "get_issue", arguments: { key: "T-77" } }).result).toMatchObject({
      status: 404,
      outcome: "refused",
      text: '{"error":"not found"}',
    });
    const { result } = run({ tool: "create_issue", arguments: { fields: { title: [] } } });
    expect(result.text).toBe('{"error":"body.fields.title: type: must be string"}');
  });

  it("shows the status of an empty body", () => {
    const { call, result } = run({ tool: "edit_issue", arguments: { key: "T-1", title: "x" } });
    expect(call.body).toBeNull();
    expect(result.text).toBe('{"status":204}');
  });

  it("is of the API's own making: a call cannot change what it was given", () => {
    const args = { fields: { title: "x" } };
    const fork = base.fork();
    run({ tool: "create_issue", arguments: args }, fork);
    args.fields.title = "changed";
    expect(fork.find("Issue", "T-4")).toMatchObject({ fields: { title: "x" } });
  });

  it("lets the clock advance with every call, answered or not", () => {
    const fork = base.fork();
    for (const tool of ["get_issue", "nothing"]) run({ tool, raw: "{" }, fork);
    expect(fork.now).toBe("2026-01-05T09:02:00.000Z");
  });
});

describe("projection", () => {
  it("lets a path above another show everything", () => {
    for (const paths of [
      [["a"], ["a", "b"]],
      [["a", "b"], ["a"]],
    ]) {
      expect(project({ a: { b: 1, c: 2 }, d: 3 }, projection(paths))).toEqual({ a: { b: 1, c: 2 } });
    }
  });

  it("leaves out what is not there, keeps null, runs through nested arrays", () => {
    const shown = projection([["a", "b"], ["constructor"], ["list", "x"]]);
    expect(project({ a: null, list: [[{ x: 1, y: 2 }], "text", { y: 1 }] }, shown)).toEqual({
      a: null,
      list: [[{ x: 1 }], {}],
    });
    expect(project("text", shown)).toEqual({});
  });
});

describe("any call", () => {
  const tools = fc.constantFrom(
    ...miniTools.map((tool) => tool.definition.function.name),
    "nothing",
    "__proto__",
  );
  const odd = fc.oneof(anyJson, fc.constant(undefined), fc.anything());
  const emitted = fc.record({ tool: tools, arguments: odd, raw: fc.option(fc.string(), { nil: undefined }) });

  it("is answered, never thrown at, and its text is JSON", () => {
    fc.assert(
      fc.property(fc.array(emitted, { maxLength: 6 }), (calls) => {
        const fork = base.fork();
        for (const [index, call] of calls.entries()) {
          const dispatched = dispatcher.call(fork, call as EmittedCall, index);
          expect(dispatched.call.index).toBe(index);
          expect(typeof JSON.parse(dispatched.result.text)).toBe("object");
          expect(dispatched.call.outcome).toBe(dispatched.result.outcome);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("repeats: the same calls give the same answers", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ tool: tools, raw: fc.json({ maxDepth: 2 }) }), { maxLength: 5 }),
        (calls) => {
          const [left, right] = [base.fork(), base.fork()].map((fork) =>
            calls.map((call, index) => dispatcher.call(fork, call, index).result.text),
          );
          expect(left).toEqual(right);
        },
      ),
    );
  });
});

describe("long integers in raw arguments", () => {
  it.each<[string, unknown]>([
    ['{"id": 9007199254740993}', { id: "9007199254740993" }],
    [
      '{"id": -9007199254740993, "ids": [9007199254740991, 12345678901234567890]}',
      { id: "-9007199254740993", ids: [9007199254740991, "12345678901234567890"] },
    ],
    [
      '{"id": "9007199254740993", "say": "\\"id\\": 9007199254740993"}',
      { id: "9007199254740993", say: '"id": 9007199254740993' },
    ],
    [
      '{"share": 0.12345678901234567890, "far": 1234567890123456e6}',
      { share: 0.12345678901234568, far: 1234567890123456e6 },
    ],
  ])("%s", (raw, value) => expect(admit(undefined, raw)).toEqual({ kind: "arguments", value }));

  it.each(['{"id": 009007199254740993}', "{9007199254740993: 1}", '{"id": 9007199254740993'])(
    "%s is no JSON and stays none",
    (raw) => {
      expect(admit(undefined, raw)).toEqual({ kind: "unparsed" });
    },
  );

  it("takes one pass over texts that are made to take many", () => {
    const digits = "12345678901234567890";
    const hostile = [
      `"${digits}${'"\\'.repeat(150_000)}`,
      `{"a":"${"\\\\".repeat(200_000)}","b":${digits}}`,
      `[${`${digits} `.repeat(20_000)}`,
    ];
    const began = performance.now();
    expect(hostile.map((raw) => admit(undefined, raw).kind)).toEqual(["unparsed", "arguments", "unparsed"]);
    // A pass takes milliseconds; one pass for each quote took minutes.
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
