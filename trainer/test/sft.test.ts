import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompiledScenario } from "../../runtime/index.js";
import { createAdamW } from "../grpo/adamw.js";
import { readModelConfig } from "../model/model-config.js";
import { initialParameters, loadParameters, parameterLayout } from "../model/parameters.js";
import { openLocalPolicy } from "../parallel/local-policy.js";
import { createRandom } from "../random.js";
import { alarms } from "../run/alarms.js";
import { runPreflight } from "../run/preflight.js";
import { goldRow } from "../sft/gold-rows.js";
import { supervisedLoss } from "../sft/supervised-loss.js";
import { supervisedStep } from "../sft/train-supervised.js";
import { warmStart } from "../sft/warm-start.js";
import { loadTokenizer } from "../tokenizer/index.js";
import { toyScenario, writeToyPolicy } from "./toy.js";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "rvrc-sft-"));
  writeToyPolicy(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const adam = { beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0 };

describe("supervised training", () => {
  it("has minus the weights as its gradient", () => {
    const found = supervisedLoss(Float32Array.of(-1, -3), Float32Array.of(0.5, 0.25));
    expect(found.loss).toBeCloseTo(1.25, 6);
    expect([...found.gradient]).toEqual([-0.5, -0.25]);
  });

  it("learns a row by heart, and only where the mask says so", async () => {
    const config = readModelConfig(root);
    const layout = parameterLayout(config);
    const parameters = initialParameters(config, createRandom(4));
    const policy = await openLocalPolicy("wasm", config);
    await policy.setParameters(parameters);
    const rows = [
      { ids: [1, 6, 7, 8, 9, 2], mask: [false, false, true, true, true, true] },
      { ids: [1, 9, 3, 3, 7, 2], mask: [false, false, false, false, true, true] },
    ];
    const optimizer = createAdamW(layout.size);
    const losses: number[] = [];
    for (let step = 0; step < 40; step += 1) {
      const settings = { ...adam, learningRate: 1e-2, gradientClip: 1, microTokens: 6 };
      const done = await supervisedStep(policy, layout, parameters, optimizer, rows, settings);
      expect(done.tokens).toBe(6);
      losses.push(done.loss);
    }
    expect(losses[0]).toBeGreaterThan(1.5);
    expect(losses.at(-1)).toBeLessThan(0.05);
    await policy.close();
  });

  it("gives the same step whether rows are packed together or apart", async () => {
    const config = readModelConfig(root);
    const layout = parameterLayout(config);
    const rows = [
      { ids: [1, 6, 7, 8], mask: [false, true, true, true] },
      { ids: [1, 9, 3], mask: [false, true, true] },
    ];
    const steps = [];
    for (const microTokens of [4, 100]) {
      const parameters = loadParameters(root, config);
      const policy = await openLocalPolicy("wasm", config);
      await policy.setParameters(parameters);
      const settings = { ...adam, learningRate: 1e-3, gradientClip: 100, microTokens };
      steps.push(await supervisedStep(policy, layout, parameters, createAdamW(layout.size), rows, settings));
      await policy.close();
    }
    expect(steps[0]?.loss).toBeCloseTo(steps[1]?.loss as number, 5);
    expect(steps[0]?.gradientNorm).toBeCloseTo(steps[1]?.gradientNorm as number, 4);
  });
});

describe("warm start", () => {
  it("teaches the scenario's solutions and saves the policy", async () => {
    const scenario = toyScenario();
    const tokenizer = loadTokenizer(root);
    const task = scenario.splits["train"]?.[0];
    if (task === undefined) throw new Error("the toy has tasks");
    const row = goldRow(scenario, tokenizer, task, "bare", "bbbb");
    expect(tokenizer.decode(row.ids)).toBe("<start>ua<end><start>abbbb<end>");
    expect(row.mask.filter(Boolean)).toHaveLength(5);
    const outDir = join(root, "warm");
    const { losses } = await warmStart(scenario, {
      ...{ policyDir: root, outDir, engine: "wasm", threads: 1 },
      ...{ steps: 30, batch: 2, learningRate: 1e-2, final: "bbbb" },
    });
    expect(losses).toHaveLength(30);
    expect(losses.at(-1)).toBeLessThan(0.2 * (losses[0] as number));
    const config = readModelConfig(outDir);
    expect(loadParameters(outDir, config)).not.toEqual(loadParameters(root, config));
  });
});

describe("preflight", () => {
  it("names slots that no sample earns", async () => {
    const config = readModelConfig(root);
    const policy = await openLocalPolicy("wasm", config);
    await policy.setParameters(loadParameters(root, config));
    const toy = toyScenario();
    const terms = [
      { id: "slot.a", group: "R1", value: 0.25, why: "" },
      { id: "slot.b", group: "R1", value: 0, why: "" },
      { id: "goal", group: "goal", value: 0, why: "" },
    ] as const;
    const scenario: CompiledScenario = {
      ...toy,
      start: (task) => ({ ...toy.start(task), finish: () => ({ reward: 0.25, success: false, terms }) }),
    };
    const { preflight } = await runPreflight(
      {
        scenario,
        tokenizer: loadTokenizer(root),
        policy,
        config: { reward: "sound", system: "bare", maxCalls: 2, maxNewTokens: 4, maxContext: 40 },
      },
      toy.splits["train"] ?? [],
      2,
      1,
      "preflight",
    );
    expect(preflight).toMatchObject({ episodes: 8, reward: 0.25, zeroVariance: 1, neverEarned: ["slot.b"] });
    expect(preflight.terms[0]).toEqual({ id: "slot.a", group: "R1", mean: 0.25, earned: 1 });
    expect(preflight.warnings).toHaveLength(2);
    await policy.close();
  });
});

describe("alarms", () => {
  const line = (more: object) => ({
    ...{ reward: 0.5, entropy: 0.4, frac_reward_zero_std: 0.2 },
    ...{ "tools/failure_frequency": 0.2, "tools/call_frequency": 3 },
    ...more,
  });
  const good = Array.from({ length: 6 }, () => line({}));

  it("are silent while training goes well", () => {
    expect(alarms(good)).toEqual([]);
    expect(
      alarms(good.map((one) => ({ ...one, reward: 0.97, entropy: 0.001, frac_reward_zero_std: 1 }))),
    ).toEqual([]);
  });

  it.each([
    ["equal rewards", { frac_reward_zero_std: 1 }, /equal rewards/],
    ["no entropy", { entropy: 0 }, /deterministic/],
    ["failing calls", { "tools/failure_frequency": 0.8 }, /failed calls/],
    ["a fallen reward", { reward: 0.1 }, /less than half/],
    ["no calls", { "tools/call_frequency": 0 }, /stopped calling/],
  ])("report %s once", (_, change, message) => {
    const history = [...good];
    const raised: string[] = [];
    for (let i = 0; i < 8; i += 1) {
      history.push(line(change));
      raised.push(...alarms(history));
    }
    expect(raised.filter((text) => message.test(text))).toHaveLength(1);
  });
});
