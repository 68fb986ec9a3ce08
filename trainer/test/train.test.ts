import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Task } from "../../runtime/index.js";
import { listCheckpoints } from "../checkpoint/checkpoint.js";
import { mean } from "../grpo/advantages.js";
import { readSafetensors } from "../model/safetensors.js";
import { evaluateScenario } from "../run/evaluate-scenario.js";
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
const metrics = (name: string): Record<string, unknown>[] =>
  read(name, "metrics.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const weights = (name: string): Float32Array[] =>
  [...readSafetensors(readFileSync(join(root, name, "policy", "model.safetensors")), name).values()].map(
    (tensor) => tensor.data,
  );

/** Everything that must not differ between two runs with the same seed. */
const outcome = (name: string): object => ({
  metrics: read(name, "metrics.jsonl"),
  episodes: read(name, "episodes.jsonl"),
  summary: read(name, "summary.json"),
  weights: weights(name),
});

describe("trainScenario", () => {
  it("learns the toy scenario", async () => {
    const result = await trainScenario(toyScenario(), options("learn", { steps: 60, evalEvery: 0 }));
    const rewards = metrics("learn").map((line) => line["reward"] as number);
    const before = result.preflight?.reward ?? 1;
    expect(before).toBeLessThan(0.35);
    expect(rewards).toHaveLength(60);
    expect(mean(rewards.slice(-5))).toBeGreaterThan(before + 0.4);
    expect(result.final?.greedy.reward).toBeGreaterThan(before + 0.4);
    expect(loadTokenizer(join(root, "learn", "policy")).vocabSize).toBe(17);
  });

  it("writes the same bytes for the same seed, and other ones for another", async () => {
    for (const [name, seed] of [
      ["one", 5],
      ["two", 5],
      ["other", 6],
    ] as const) {
      await trainScenario(toyScenario(), options(name, { seed }));
    }
    expect(outcome("two")).toEqual(outcome("one"));
    expect(read("other", "metrics.jsonl")).not.toBe(read("one", "metrics.jsonl"));
  });

  it("logs under TRL's names, without times, and episodes in the file format", () => {
    const lines = metrics("one");
    expect(lines.filter((line) => "reward" in line).map((line) => line["step"])).toEqual([1, 2, 3, 4, 5, 6]);
    expect(lines.filter((line) => "eval/reward" in line).map((line) => line["step"])).toEqual([2, 4, 6]);
    for (const name of [
      ...["reward", "reward_std", "frac_reward_zero_std", "kl", "entropy", "clip_ratio/region_mean"],
      ...["completions/mean_length", "tools/call_frequency", "tools/failure_frequency", "loss", "grad_norm"],
    ]) {
      expect(lines[0], name).toHaveProperty([name], expect.any(Number));
    }
    const episodes = read("one", "episodes.jsonl").trim().split("\n");
    // Preflight 2 groups of 8; 6 batches of 2 x 8; 3 evaluations of 2; 2 final ones of 2.
    expect(episodes).toHaveLength(16 + 96 + 6 + 4);
    expect(JSON.parse(episodes[0] ?? "")).toMatchObject({
      scenario: "toy",
      task: "train/0",
      given: { word: "a" },
      seed: 5,
      calls: expect.any(Array),
      reward: expect.any(Number),
      success: expect.any(Boolean),
    });
    expect(JSON.parse(read("one", "config.json"))).toMatchObject({
      groupSize: 8,
      loss: "dapo",
      kl: 0,
      seed: 5,
    });
  });

  it("goes on after an abort to the same bytes", async () => {
    const controller = new AbortController();
    const aborted = await trainScenario(toyScenario(), options("broken", { seed: 5 }), {
      signal: controller.signal,
      onProgress: ({ phase, step }) => {
        if (phase === "train" && step === 3) controller.abort();
      },
    });
    expect(aborted).toMatchObject({ stop: "aborted", steps: 3, policyDir: undefined });
    expect(listCheckpoints(join(root, "broken", "checkpoints"))).toEqual(["step-000002", "step-000003"]);
    const resumed = await trainScenario(toyScenario(), {
      policyDir: join(root, "policy"),
      outDir: join(root, "broken"),
      engine: "wasm",
      threads: 1,
      resume: true,
    });
    expect(resumed).toMatchObject({ stop: "steps", steps: 6 });
    expect(outcome("broken")).toEqual(outcome("one"));
  });

  it("refuses another run's folder and other options on resume", async () => {
    await expect(trainScenario(toyScenario(), options("one"))).rejects.toThrow(/already holds a run/);
    const other = { ...options("one", { seed: 5, learningRate: 1e-3 }), resume: true };
    await expect(trainScenario(toyScenario(), other)).rejects.toThrow(/learningRate/);
    await expect(trainScenario(toyScenario(), options("new", { reward: "none" }))).rejects.toThrow(
      /no reward named/,
    );
    await expect(trainScenario(toyScenario(), options("new", { groupSize: 1 }))).rejects.toThrow(/groupSize/);
  });

  it("trains with several iterations, a KL term and clipping", async () => {
    await trainScenario(
      toyScenario(),
      options("kl", {
        iterations: 2,
        kl: 0.05,
        clip: 0.02,
        steps: 4,
        evalEvery: 0,
        loss: "grpo",
        learningRate: 0.02,
      }),
    );
    const lines = metrics("kl");
    // Before the first update the policy is the reference; afterwards it has moved.
    expect(lines[0]?.["kl"]).toBeLessThan(lines[3]?.["kl"] as number);
    expect(lines[3]?.["kl"]).toBeGreaterThan(0);
    expect(lines.some((line) => (line["clip_ratio/region_mean"] as number) > 0)).toBe(true);
  });

  it("stops at the target and on convergence", async () => {
    const target = await trainScenario(
      toyScenario(),
      options("target", { targetReward: 0, targetBatches: 2 }),
    );
    expect(target).toMatchObject({ stop: "target", steps: 2 });
    const scenario = toyScenario();
    const block = { ...scenario, train: { ...scenario.train, targetReward: 0 } };
    expect(await trainScenario(block, options("block"))).toMatchObject({ stop: "target", steps: 3 });
    const rule = { delta: 1, patience: 1 };
    const still = await trainScenario(toyScenario(), options("still", { steps: 20, convergence: rule }));
    expect(still.stop).toBe("converged");
    expect(still.steps).toBeLessThan(8);
  });

  it("refuses a loss that is not finite", async () => {
    const dir = join(root, "infinite");
    writeToyPolicy(dir);
    const file = join(dir, "model.safetensors");
    const bytes = readFileSync(file);
    bytes.writeFloatLE(Number.NaN, bytes.length - 4);
    writeFileSync(file, bytes);
    const run = trainScenario(toyScenario(), options("nan", { policyDir: dir, preflightEpisodes: 0 }));
    await expect(run).rejects.toMatchObject({ name: "UsageError", message: /not finite/ });
  });

  it("refuses a policy without signal when asked to", async () => {
    const scenario = toyScenario();
    const flat = { ...scenario, start: (task: Task) => ({ ...scenario.start(task), finish: () => nothing }) };
    const nothing = { reward: 0.5, success: false, terms: [] };
    const run = trainScenario(flat, options("flat", { requireSignal: true }));
    await expect(run).rejects.toThrow(/no gradient/);
    const result = await trainScenario(flat, options("flat2", { steps: 2 }));
    expect(result.preflight).toMatchObject({
      zeroVariance: 1,
      warnings: [expect.stringContaining("no gradient")],
    });
    expect(metrics("flat2")[0]).toMatchObject({ frac_reward_zero_std: 1, loss: 0, grad_norm: 0 });
  });
});

describe("evaluateScenario", () => {
  it("evaluates a folder with pass^k", async () => {
    const { evaluation, episodes } = await evaluateScenario(toyScenario(), {
      policyDir: join(root, "learn", "policy"),
      engine: "wasm",
      threads: 1,
      samples: 3,
      temperature: 1,
    });
    expect(episodes).toHaveLength(6);
    expect(evaluation).toMatchObject({ tasks: 2, samples: 3, success: { of: 6 } });
    expect(evaluation.passHat).toHaveLength(3);
    expect(evaluation.passHat[0]).toBeCloseTo(evaluation.success.count / 6, 9);
    expect(evaluation.passHat[2]).toBeLessThanOrEqual(evaluation.passHat[0] as number);
    await expect(
      evaluateScenario(toyScenario(), { policyDir: join(root, "policy"), split: "toString" }),
    ).rejects.toThrow(/no split/);
  });
});
