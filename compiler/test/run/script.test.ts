import { compileFunction } from "node:vm";
import { describe, expect, test } from "vitest";
import { emitModules } from "../../emit/project.js";
import { toScript } from "../../run/script.js";
import { scenarioInput, worldInput } from "../emit/mini.js";

function run(text: string, require: (from: string) => unknown = () => expect.fail("no import")): object {
  const exports = {};
  compileFunction(toScript("m.js", text), ["exports", "require"])(exports, require);
  return exports;
}

describe("scripts of printed modules", () => {
  test("export constants, functions and classes", () => {
    const text = [
      "export const one = 1;",
      "export const sum = twice(one) + 1;",
      "export function twice(n) {",
      "    return 2 * n;",
      "}",
      "export async function later() {",
      "    return new Made().sum;",
      "}",
      "export class Made {",
      "    sum = sum;",
      "}",
      "export {};",
    ].join("\n");
    const exports = run(text) as { one: number; sum: number; later(): Promise<number>; Made: unknown };
    expect([exports.one, exports.sum]).toEqual([1, 3]);
    expect(Object.keys(exports).sort()).toEqual(["Made", "later", "one", "sum", "twice"]);
    return expect(exports.later()).resolves.toBe(3);
  });

  test("import and pass on by name", () => {
    const text = [
      'import * as all from "./a.js";',
      'import { x, y as z } from "./a.js";',
      'export { x, y as w } from "./a.js";',
      "export const got = [all.x, x, z];",
    ].join("\n");
    expect(run(text, () => ({ x: 1, y: 2 }))).toEqual({ x: 1, w: 2, got: [1, 1, 2] });
  });

  test("keep strictness and line numbers", () => {
    expect(() => run("\nundeclared = 1;")).toThrow(ReferenceError);
    expect(toScript("m.js", "a\nexport const b = 1;\nc").split("\n")).toHaveLength(3);
  });

  test("come in no other form", () => {
    const others = [
      'import "./a.js";',
      'import d from "./a.js";',
      'export * from "./a.js";',
      "export default 1;",
      "export let a = 1;",
      "export { a };",
      'import * as a from "./a.js"; process.exit();',
    ];
    for (const other of others) expect(() => toScript("m.js", other), other).toThrow(/m\.js: no such form/);
  });

  test("exist for every module that is printed", async () => {
    const files = await emitModules({ worlds: [worldInput()], scenarios: [scenarioInput()] });
    const modules = files.filter(({ path }) => path.endsWith(".js"));
    expect(modules.length).toBeGreaterThan(10);
    for (const { path, text } of modules) {
      expect(() => compileFunction(toScript(path, text), ["exports", "require"])).not.toThrow();
    }
  });
});
