import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { miniProject, rvrc, write } from "./rvrc.js";

it("lists operations as tools, and writes them with the way back", async () => {
  const cwd = await miniProject();
  const { code, stdout } = await rvrc(["tools", "desk.yaml", "--operations", "move*"], { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).map((tool: { function: { name: string } }) => tool.function.name)).toEqual([
    "moveTicket",
  ]);
  const args = ["tools", "desk.yaml", "--flavour", "strict", "--out", "tools.json", "--json"];
  const written = await rvrc(args, { cwd });
  const { version, ok, tools, reverse } = JSON.parse(written.stdout);
  expect([written.code, version, ok]).toEqual([0, 1, true]);
  expect(tools.every((tool: { function: { strict: boolean } }) => tool.function.strict)).toBe(true);
  expect(JSON.parse(readFileSync(join(cwd, "tools.json"), "utf8"))).toMatchObject({
    version: 1,
    tools,
    reverse,
  });
});

it("ends with 1 where a provider would refuse a tool, and says why and whence that is known", async () => {
  const cwd = await miniProject();
  const args = ["tools", "desk.yaml", "--provider", "openai-strict"];
  expect((await rvrc(args, { cwd })).code).toBe(0);
  const { code, stdout } = await rvrc([...args, "--flavour", "plain", "--json"], { cwd });
  const { ok, refusals, diagnostics } = JSON.parse(stdout);
  expect([code, ok]).toEqual([1, false]);
  expect(refusals[0]).toMatchObject({ provider: "openai-strict", from: expect.any(String) });
  const finding = diagnostics.find((one: { code: string }) => one.code === "RVR7056");
  expect(finding).toMatchObject({ severity: "error", file: "desk.yaml", line: expect.any(Number) });
});

it("looks at the tools of a scenario", async () => {
  const cwd = await miniProject();
  const { code, stdout } = await rvrc(["tools", "close.rvr", "--provider", "all"], { cwd });
  expect(stdout).toMatch(/^provider +tools +refused\nopenai-strict +\d+ +0\n/u);
  expect(code).toBe(0);
});

it.each([
  ["an unknown provider", ["desk.yaml", "--provider", "acme"], 2, "--provider is not acme"],
  ["an unknown view", ["desk.yaml", "--view", "tree"], 2, "Write one of: canonical, flat."],
  ["a name that nothing has", ["desk.yaml", "--operations", "zzz"], 2, "is called zzz"],
  ["a document without operations", ["empty.yaml"], 2, "has no operations"],
  ["a document that is not there", ["none.yaml"], 1, "does not exist"],
  ["one outside of the project", ["../a.yaml"], 2, "lies outside of the project"],
])("refuses %s", async (_, args, exit, message) => {
  const cwd = await miniProject();
  write(cwd, "empty.yaml", 'openapi: 3.1.0\ninfo: { title: Empty, version: "1" }\npaths: {}\n');
  const { code, stderr } = await rvrc(["tools", ...args], { cwd });
  expect([code, stderr]).toEqual([exit, expect.stringContaining(message)]);
});
