import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { miniProject, rvrc } from "./rvrc.js";

it("writes episodes that score 1 again, the same every time", async () => {
  const cwd = await miniProject({});
  const args = ["trajectories", "close.rvr", "--out", "base.jsonl"];
  const first = await rvrc(args, { cwd });
  expect([first.code, first.stderr]).toEqual([
    0,
    expect.stringMatching(/^\d+ trajector(?:y|ies) in base\.jsonl\.$/mu),
  ]);
  const text = readFileSync(join(cwd, "base.jsonl"), "utf8");
  const lines = text.trimEnd().split("\n");
  const { scenarios } = JSON.parse((await rvrc([...args, "--json"], { cwd })).stdout);
  expect(scenarios).toEqual([expect.objectContaining({ kept: lines.length, tasks: lines.length, lost: [] })]);
  expect(readFileSync(join(cwd, "base.jsonl"), "utf8")).toBe(text);
  const printed = await rvrc(["trajectories", "close.rvr"], { cwd });
  expect(printed.stdout).toBe(text);
  const scored = await rvrc(["score", "close.rvr", "--trace", "base.jsonl", "--json"], { cwd });
  const scores = scored.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(scores.every(({ reward, success }) => reward === 1 && success === true)).toBe(true);
  expect(scores).toHaveLength(lines.length);
});

it.each([
  ["a split that is not there", ["close.rvr", "--split", "trian"], "It has train, heldout."],
  ["a reward that is not there", ["close.rvr", "--reward", "fair"], "has no reward 'fair'"],
  ["a path without scenarios", ["none.rvr"], "There is no scenario file at none.rvr."],
])("refuses %s", async (_, args, text) => {
  const cwd = await miniProject({});
  const { code, stderr } = await rvrc(["trajectories", ...args], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
});
