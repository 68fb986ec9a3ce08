import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { rvrc } from "./rvrc.js";

const work = mkdtempSync(join(tmpdir(), "rvrc-play-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const play = (lines: readonly string[], ...flags: readonly string[]) =>
  rvrc(["play", "subtask_creation", "--task", "train/0", ...flags], { input: lines.join("\n") });

it("shows the task, answers calls, and scores at the end", async () => {
  const lines = ['get_issue {"issueIdOrKey":"ABC-123"}', "gold", "finish Done."];
  const { code, stdout, stderr } = await play(lines);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("system: You work in Jira.");
  expect(stdout).toContain("user:   Create a sub-task 'Write QA test cases' under ABC-123");
  expect(stdout).toMatch(/^get_issue: 200 \{"key":"ABC-123"/mu);
  expect(stdout).toMatch(/^create_issue: 201 /mu);
  expect(stdout).toContain("reward 0.9, goal reached");
  expect(stdout).toMatch(/^R2 +step\.get_issue\.before\.create_issue +0\.1000 /mu);
});

it("takes a call in three spellings", async () => {
  const lines = [
    'get_issue {"issueIdOrKey":"ABC-123"}',
    'get_issue({"issueIdOrKey":"ABC-123"})',
    'get_issue(issueIdOrKey: "ABC-123")',
  ];
  const { stdout } = await play(lines);
  expect(stdout.match(/^get_issue: 200 .*$/gmu)).toHaveLength(3);
});

it("counts what is no call as one, and says what was meant", async () => {
  const { stdout, stderr } = await play(["get_isue {}", "create_issue {bad"]);
  expect(stdout).toContain("get_isue: unknown-tool");
  expect(stderr).toContain("did you mean get_issue?");
  expect(stdout).toContain("create_issue: unparsed");
  expect(stdout).toContain("reward 0, goal not reached");
});

it("leaves without a score", async () => {
  const { code, stdout } = await play(["gold", "quit"]);
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/goal (not )?reached/);
});

it("writes an episode that scores as it was scored", async () => {
  const file = join(work, "episodes.jsonl");
  const first = await play(["gold", "finish Done."], "--out", file, "--json");
  const second = await play(["create_issue {bad", "finish"], "--out", file, "--json");
  const lines = readFileSync(file, "utf8");
  expect(lines).toBe(first.stdout + second.stdout);
  const [good, bad] = lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(good).toMatchObject({
    scenario: "subtask_creation",
    task: "train/0",
    final: "Done.",
    reward: 0.8,
    success: true,
  });
  expect(bad).toMatchObject({ calls: [{ tool: "create_issue", raw: "{bad" }], reward: 0, success: false });
  const scored = await rvrc(["score", "subtask_creation", "--trace", file, "--json"]);
  expect(scored.code).toBe(0);
  const again = scored.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(again.map(({ reward, success }) => ({ reward, success }))).toEqual([
    { reward: 0.8, success: true },
    { reward: 0, success: false },
  ]);
});

it("plays nothing when the episode could not be written", async () => {
  const { code, stderr } = await play(["gold"], "--out", join(work, "nowhere", "episodes.jsonl"));
  expect(code).toBe(2);
  expect(stderr).toContain("There is no folder");
});
