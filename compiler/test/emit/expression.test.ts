import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../runtime/abi/json.js";
import type { Value } from "../../../runtime/abi/value.js";
import * as rt from "../../../runtime/index.js";
import { condition, operand, value } from "../../emit/expression.js";
import { FunctionScope, ModuleScope } from "../../emit/scope.js";
import { evaluate } from "../../evaluate/expression.js";
import type { BuiltinName, ExpressionIr, ObjectEntryIr } from "../../ir/expression.js";
import { hostileText } from "./hostile.js";
import { get, literal, local, variable } from "./mini.js";

const records: readonly JsonObject[] = [
  { id: "1", a: { b: ["x", 1] }, n: 3 },
  { id: "2", a: null, n: 1 },
];
const variables: Record<string, Value> = { v: { a: { b: [1, "x", null] } }, w: "a b", n: 2, none: undefined };

function find(_resource: string, key: Value): JsonObject | undefined {
  return records.find((record) => record["id"] === key);
}

interface Printed {
  readonly text: string;
  readonly scope: FunctionScope;
  /** What the text comes to, or what a text around it does. */
  run(around?: (text: string) => string): unknown;
}

function print(expression: ExpressionIr, as: typeof value = value): Printed {
  const scope = new FunctionScope({
    module: new ModuleScope(),
    offers: ["world", "variables"],
    shape: (name) => ({ callee: `shapes.$${name}`, needsWorld: name === "wide" }),
  });
  const text = as(expression, scope);
  const patterns = scope.module
    .patternDeclarations()
    .join("\n")
    .replaceAll(/: RegExp =/g, " =");
  const world = { all: () => records, find, serial: () => 7, nextKey: () => 9, now: "now" };
  const run = (around = (inner: string) => inner) =>
    new Function("rt", "world", "variables", `${patterns}\nreturn ${around(text)};`)(rt, world, variables);
  return { text, scope, run };
}

const builtins: readonly (readonly [BuiltinName, number])[] = [
  ["count", 1],
  ["union", 2],
  ["except", 2],
  ["unique", 1],
  ["pick", 2],
  ["text", 1],
  ["number", 1],
  ["lower", 1],
  ["join", 2],
  ["split", 2],
  ["plain", 1],
  ["adf", 1],
  ["slice", 3],
  ["sort", 2],
  ["keys", 1],
  ["query", 3],
];

/** Expressions of the kinds that the compiler itself can evaluate. Locals are named by their depth, so none hides one. */
function expressions(depth: number, locals: readonly string[]): fc.Arbitrary<ExpressionIr> {
  const leaves: fc.Arbitrary<ExpressionIr>[] = [
    fc.oneof(fc.integer({ min: -3, max: 3 }), fc.boolean(), fc.constant(null), hostileText).map(literal),
    fc.constantFrom("v", "w", "n", "none").map(variable),
    fc.constant({ kind: "records", resource: "R" } as const),
    ...(locals.length === 0 ? [] : [fc.constantFrom(...locals).map(local)]),
  ];
  if (depth === 0) return fc.oneof(...leaves);
  const inner = fc.oneof(expressions(depth - 1, locals), ...leaves);
  const name = `x${depth}`;
  const bound = expressions(depth - 1, [...locals, name]);
  const record = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(shape) as fc.Arbitrary<T>;
  const entries: fc.Arbitrary<ObjectEntryIr> = fc.oneof(
    fc.record({ kind: fc.constant("entry" as const), key: hostileText, value: inner }),
    fc.record({ kind: fc.constant("computed-entry" as const), key: inner, value: inner }),
    fc.record({ kind: fc.constant("spread" as const), value: inner }),
  );
  return fc.oneof(
    ...leaves,
    fc.record({
      kind: fc.constant("template" as const),
      parts: fc.array(fc.oneof(hostileText, inner), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant("lookup" as const), resource: fc.constant("R"), key: inner }),
    fc
      .constantFrom(...builtins)
      .chain(([builtin, arity]) =>
        fc
          .array(inner, { minLength: arity, maxLength: arity })
          .map((args): ExpressionIr => ({ kind: "builtin", name: builtin, arguments: args })),
      ),
    fc.record({
      kind: fc.constant("get" as const),
      object: inner,
      key: fc.oneof(fc.constantFrom("a", "b", "id"), hostileText),
    }),
    fc.record({ kind: fc.constant("index" as const), object: inner, index: inner }),
    fc.record({ kind: fc.constant("not" as const), operand: inner }),
    fc.record({
      kind: fc.constant("binary" as const),
      operator: fc.constantFrom("or", "and", "==", "!=", "<", "<=", ">", ">=", "in", "+", "-"),
      left: inner,
      right: inner,
    }),
    fc.record({
      kind: fc.constant("is" as const),
      operand: inner,
      negated: fc.boolean(),
      test: fc.constantFrom("string", "integer", "array", "object", "null", "present", "absent", "empty"),
    }),
    fc.record({
      kind: fc.constant("matches" as const),
      operand: inner,
      pattern: fc.constantFrom("a", "^[\"'`</]+$", "\\u2028|\\n", "x+"),
    }),
    fc.record({ kind: fc.constant("if" as const), condition: inner, yes: inner, no: inner }),
    fc.record({ kind: fc.constant("array" as const), items: fc.array(inner, { maxLength: 3 }) }),
    record<Extract<ExpressionIr, { kind: "comprehension" }>>({
      kind: fc.constant("comprehension"),
      item: bound,
      local: fc.constant(name),
      list: inner,
      condition: fc.option(bound, { nil: undefined }),
    }),
    record<Extract<ExpressionIr, { kind: "quantifier" }>>({
      kind: fc.constant("quantifier"),
      quantifier: fc.constantFrom("all", "any", "first"),
      local: fc.constant(name),
      list: inner,
      condition: fc.option(bound, { nil: undefined }),
    }),
    fc.record({ kind: fc.constant("object" as const), entries: fc.array(entries, { maxLength: 3 }) }),
  );
}

const environment = { variables: new Map(Object.entries(variables)), records: () => records, find };
const shown = (result: unknown) => (result === undefined ? "absent" : JSON.stringify(result));

describe("printed expressions", () => {
  test("mean what the compiler's own evaluation means, whatever strings they hold", () => {
    fc.assert(
      fc.property(expressions(3, []), (expression) => {
        const wanted = evaluate(expression, environment);
        expect(shown(print(expression).run())).toBe(shown(wanted));
        expect(print(expression, condition).run()).toBe(wanted === true);
        // An operator beside the operand takes it whole.
        const beside = print(expression, operand).run((text) => `[${text} ?? null]`);
        expect(JSON.stringify(beside)).toBe(JSON.stringify([wanted ?? null]));
      }),
      { numRuns: 600 },
    );
  });

  test("read like code that a person would write", () => {
    const read = get(variable("parent"), "fields", "project", "key");
    expect(print(read).text).toBe('rt.get(variables["parent"], "fields", "project", "key")');
    expect(print({ kind: "index", object: read, index: literal(0) }).text).toBe(
      'rt.get(variables["parent"], "fields", "project", "key", 0)',
    );
    const both: ExpressionIr = { kind: "binary", operator: "and", left: variable("a"), right: variable("b") };
    const either: ExpressionIr = { kind: "binary", operator: "or", left: both, right: variable("c") };
    expect(print({ kind: "not", operand: either }).text).toBe(
      '!((rt.truthy(variables["a"]) && rt.truthy(variables["b"])) || rt.truthy(variables["c"]))',
    );
    expect(print({ kind: "template", parts: ["Under ", variable("p"), "."] }).text).toBe(
      '"Under " + rt.text(variables["p"]) + "."',
    );
  });

  test("flatten a long chain instead of nesting it", () => {
    let chain: ExpressionIr = variable("v0");
    for (let n = 1; n < 12; n++) {
      chain = { kind: "binary", operator: "and", left: chain, right: variable(`v${n}`) };
    }
    const { text } = print(chain);
    expect(text.split("\n")).toHaveLength(12);
    expect(text).not.toContain('(rt.truthy(variables["v0"]) &&');
  });

  test("leave out a parameter that nothing uses, and wrap a body that begins with a brace", () => {
    const list: Json = [1, 2];
    const mapped: ExpressionIr = {
      kind: "comprehension",
      item: { kind: "literal", value: { a: 1 } },
      local: "class",
      list: { kind: "literal", value: list },
      condition: { kind: "binary", operator: ">", left: local("class"), right: literal(1) },
    };
    expect(print(mapped).text).toBe("rt.collect([1, 2], () => ({ a: 1 }), ($class) => rt.less(1, $class))");
    expect(print(mapped).run()).toEqual([{ a: 1 }]);
  });

  test("hand the world to shapes that need it", () => {
    const { text, scope } = print({ kind: "shape", name: "wide", arguments: [literal(1)] });
    expect(text).toBe("shapes.$wide(world, 1)");
    expect(scope.uses("world")).toBe(true);
    expect(print({ kind: "shape", name: "narrow", arguments: [] }).text).toBe("shapes.$narrow()");
  });

  test("refuse what the place does not offer", () => {
    expect(() => print({ kind: "response", tool: "t" })).toThrow(/uses "responses"/);
    expect(() => print({ kind: "request", part: "body" })).toThrow(/uses "request"/);
  });

  test("share one constant between equal patterns", () => {
    const same: ExpressionIr = { kind: "matches", operand: variable("w"), pattern: "^a" };
    const { scope, text } = print({ kind: "binary", operator: "and", left: same, right: same });
    expect(scope.module.patternDeclarations()).toEqual(['const PATTERN_1: RegExp = new RegExp("^a", "u");']);
    expect(text).toBe('rt.matches(variables["w"], PATTERN_1) && rt.matches(variables["w"], PATTERN_1)');
  });
});
