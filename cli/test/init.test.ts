import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, rvrc, temporaryFolder, write } from "./rvrc.js";

it("makes a project that compiles, passes its tests and the audit, and can be trained on", async () => {
  const folder = temporaryFolder();
  const made = await rvrc(["init", "My Desk"], { cwd: folder });
  expect(made.code).toBe(0);
  expect(made.stdout).toContain("My Desk/scenarios/open-ticket.rvr");
  expect(made.stderr).toContain("cd My Desk");
  const cwd = join(folder, "My Desk");
  expect(JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"))).toMatchObject({
    name: "my-desk",
    type: "module",
    dependencies: { rvrc: expect.stringMatching(/^\^\d/u) },
  });
  // What `npm install` does.
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(ROOT, join(cwd, "node_modules", "rvrc"), "dir");
  const tested = await rvrc(["test", "scenarios/"], { cwd });
  expect(tested.stdout).toContain("3 passed, 0 failed");
  expect((await rvrc(["audit", "scenarios/"], { cwd })).code).toBe(0);
  const compiled = await rvrc(["compile", "scenarios/", "--strict"], { cwd });
  expect([compiled.code, compiled.stderr]).toEqual([0, expect.stringContaining("0 warnings")]);
  const trained = await rvrc(
    ["train", "open_ticket", "--steps", "1", "--preflight", "8", "--eval-tasks", "2", "--engine", "wasm"],
    { cwd },
  );
  expect([trained.code, trained.stdout]).toEqual([0, expect.stringContaining("trained policy")]);
}, 300_000);

it("overwrites nothing, and leaves a package.json that is there", async () => {
  const folder = temporaryFolder();
  write(folder, "package.json", "{}");
  const made = await rvrc(["init", "--json"], { cwd: folder });
  const answer = JSON.parse(made.stdout);
  expect(answer.kept).toEqual(["package.json"]);
  expect(answer.written).toContain("openapi/desk.yaml");
  expect(readFileSync(join(folder, "package.json"), "utf8")).toBe("{}");
  const again = await rvrc(["init"], { cwd: folder });
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("nothing is overwritten")]);
  write(folder, "file", "");
  expect((await rvrc(["init", "file"], { cwd: folder })).code).toBe(2);
  expect(existsSync(join(folder, "scenarios", "open-ticket.rvr"))).toBe(true);
});
