import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rvrc, temporaryFolder } from "./rvrc.js";

type Line = Readonly<Record<string, unknown>>;

const lines = (text: string): Line[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

const SHORT = ["--engine", "wasm", "--threads", "1", "--seed", "3", "--preflight", "8", "--eval-tasks", "2"];

it("stops at Ctrl-C with a checkpoint, says how to go on, and goes on", { timeout: 300_000 }, async () => {
  const out = join(temporaryFolder(), "run");
  let stopped = false;
  const first = await rvrc(
    ["train", "subtask-creation", ...SHORT, "--steps", "500", "--out", out, "--json"],
    {
      onOutput(running) {
        if (stopped || !running.printed().includes('"phase":"preflight"')) return;
        stopped = true;
        running.kill("SIGINT");
      },
    },
  );
  expect(first.code).toBe(130);
  expect(first.stderr).toContain(`Continue with: rvrc train subtask_creation --resume ${out}`);
  const [before = {}] = lines(first.stdout).slice(-1);
  expect(before).toMatchObject({ version: 1, scenario: "subtask_creation", result: { stop: "aborted" } });
  expect(existsSync(join(out, "policy"))).toBe(false);

  const again = await rvrc(["train", "subtask_creation", ...SHORT, "--out", out]);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain(`Continue it with --resume ${out}`);

  const { steps } = before["result"] as { readonly steps: number };
  const resume = ["--resume", out, "--steps", String(steps), "--threads", "1", "--json"];
  const second = await rvrc(["train", "subtask_creation", ...resume]);
  expect(second.code).toBe(0);
  const after = lines(second.stdout);
  expect(after.filter((line) => line["phase"] === "preflight")).toEqual([]);
  expect(after.at(-1)).toMatchObject({ result: { stop: "steps", steps }, outDir: out });
  expect(existsSync(join(out, "policy", "model.safetensors"))).toBe(true);

  // Episodes of a run are episodes that can be scored.
  const file = join(out, "episodes.jsonl");
  const scored = await rvrc(["score", "subtask_creation", "--trace", file, "--json"]);
  expect([scored.code, scored.stderr]).toEqual([0, ""]);
  const rewards = (text: string) => lines(text).map((line) => line["reward"]);
  expect(rewards(scored.stdout)).toEqual(rewards(readFileSync(file, "utf8")));
});
