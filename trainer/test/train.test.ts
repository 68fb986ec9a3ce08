import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSafetensors } from "../model/safetensors.js";
import type { TrainOptions } from "../run/train-options.js";
import { trainScenario } from "../run/train-scenario.js";
import { loadTokenizer } from "../tokenizer/index.js";
import { toyScenario, writeToyPolicy } from "./toy.js";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "rvrc-train-"));
  writeToyPolicy(join(root, "policy"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const options = (name: string, more: Partial<TrainOptions> = {}): TrainOptions => ({
  policyDir: join(root, "policy"),
  outDir: join(root, name),
  engine: "wasm",
  threads: 1,
  steps: 6,
  evalEvery: 2,
  checkpointEvery: 2,
  preflightEpisodes: 16,
  ...more,
});

const read = (name: string, file: string): string => readFileSync(join(root, name, file), "utf8");
const weights = (name: string): Float32Array[] =>
  [...readSafetensors(readFileSync(join(root, name, "policy", "model.safetensors")), name).values()].map(
    (tensor) => tensor.data,
  );

describe("trainScenario", () => {
  it("learns the toy scenario", async () => {
    const result = await trainScenario(toyScenario(), options("learn", { steps: 60, evalEvery: 0 }));
    const rewards = read("learn", "metrics.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).reward as number);
    const before = result.preflight?.reward ?? 1;
    expect(before).toBeLessThan(0.35);
    expect(rewards).toHaveLength(60);
    expect(rewards.slice(-5).reduce((sum, reward) => sum + reward, 0) / 5).toBeGreaterThan(before + 0.4);
    expect(result.final?.greedy.reward).toBeGreaterThan(before + 0.4);
    expect(loadTokenizer(join(root, "learn", "policy")).vocabSize).toBe(14);
  });
});
