import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SHELF } from "../../compiler/test/synth/shelf.js";
import { miniProject, rvrc } from "./rvrc.js";

async function shelf(): Promise<string> {
  const cwd = await miniProject({});
  mkdirSync(join(cwd, "api"));
  writeFileSync(join(cwd, "api/shelf.yaml"), SHELF);
  return cwd;
}

const IDS = ["--operations", "t*"];

it("writes scenarios, says what became of each operation, and changes nothing the second time", async () => {
  const cwd = await shelf();
  const { stdout, stderr, code } = await rvrc(["synth", "api/shelf.yaml", "--no-audit"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^unaudited +8 +72\.7% +compiles, tests hold, not audited$/mu);
  expect(stdout).toMatch(/^none +3 +27\.3% +no scenario was written$/mu);
  expect(stdout).toMatch(/^2 none: no argument of it takes enough .* \(close, setDoor\)$/mu);
  expect(stderr).toContain("11 operations; scenarios and coverage.json are in scenarios/shelf.");
  const touch = readFileSync(join(cwd, "scenarios/shelf/touch.rvr"), "utf8");
  const coverage = readFileSync(join(cwd, "scenarios/shelf/coverage.json"), "utf8");

  const again = await rvrc(["synth", "api/shelf.yaml", "--no-audit", "--json"], { cwd });
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toEqual(JSON.parse(coverage));
  expect(readFileSync(join(cwd, "scenarios/shelf/touch.rvr"), "utf8")).toBe(touch);
  expect(readFileSync(join(cwd, "scenarios/shelf/coverage.json"), "utf8")).toBe(coverage);
  const compiled = await rvrc(["compile", "scenarios/shelf"], { cwd });
  expect([compiled.code, compiled.stdout]).toEqual([0, expect.stringContaining("touch: slots ")]);
});

it("does not write over what was edited, but with --force, and keeps what it knows of other operations", async () => {
  const cwd = await shelf();
  await rvrc(["synth", "api/shelf.yaml", "--no-audit", "--operations", "lend"], { cwd });
  await rvrc(["synth", "api/shelf.yaml", ...IDS], { cwd });
  const { operations } = JSON.parse(readFileSync(join(cwd, "scenarios/shelf/coverage.json"), "utf8"));
  expect(
    operations.map((one: { operation: string; outcome: string }) => [one.operation, one.outcome]),
  ).toEqual([
    ["lend", "unaudited"],
    ["touch", "ok"],
  ]);
  const file = join(cwd, "scenarios/shelf/touch.rvr");
  const made = readFileSync(file, "utf8");
  writeFileSync(file, made.replace("budget 3", "budget 4"));
  const refused = await rvrc(["synth", "api/shelf.yaml", ...IDS], { cwd });
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("scenarios/shelf/touch.rvr would be written over, and was changed"),
  ]);
  expect(readFileSync(file, "utf8")).toContain("budget 4");
  expect((await rvrc(["synth", "api/shelf.yaml", ...IDS, "--force"], { cwd })).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(made);
});

it.each([
  ["a document that is not there", ["api/none.yaml"], 1, "does not exist"],
  ["one outside of the project", ["../other.yaml"], 2, "lies outside of the project"],
  ["operations that it does not have", ["api/shelf.yaml", "--operations", "x*"], 2, "is called x*"],
  ["a document that changes nothing", ["desk-reads.yaml"], 2, "describes no operation that changes anything"],
])("refuses %s", async (_, args, exit, message) => {
  const cwd = await shelf();
  const info = 'openapi: 3.1.0\ninfo: { title: R, version: "1" }\n';
  writeFileSync(
    join(cwd, "desk-reads.yaml"),
    `${info}paths: { /a: { get: { operationId: a, responses: { "200": { description: A. } } } } }\n`,
  );
  const { code, stderr } = await rvrc(["synth", ...args], { cwd });
  expect([code, stderr]).toEqual([exit, expect.stringContaining(message)]);
  expect(existsSync(join(cwd, "scenarios"))).toBe(false);
});
