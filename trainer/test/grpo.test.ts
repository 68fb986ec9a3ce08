import { describe, expect, it } from "vitest";
import { adamWStep, clipGradient, createAdamW, scheduledShare, warmedRate } from "../grpo/adamw.js";
import { advantages, isZeroVariance } from "../grpo/advantages.js";
import { buildBatch } from "../grpo/build-batch.js";
import {
  type PolicyLossInputs,
  type PolicyLossSettings,
  policyLoss,
  tokenWeights,
} from "../grpo/policy-loss.js";
import type { ParameterLayout } from "../model/parameters.js";
import { createRandom } from "../random.js";
import type { SampledEpisode } from "../sampler/episodes.js";

const settings: PolicyLossSettings = { clipLow: 0.2, clipHigh: 0.28, beta: 0, importance: "token" };

describe("advantages", () => {
  it("subtract the group's mean and divide by its sample deviation plus 1e-4", () => {
    // Mean 0.5, squared gaps 0.25 + 0 + 0.25 over 2: deviation 0.5.
    const [first, second] = advantages(
      [
        [0, 0.5, 1],
        [0.2, 0.2, 0.2],
      ],
      "group",
    );
    expect(first?.map((a) => a.toFixed(6))).toEqual(["-0.999800", "0.000000", "0.999800"]);
    expect(second?.every((a) => Math.abs(a) < 1e-9)).toBe(true);
  });

  it("scale by the batch or not at all", () => {
    const groups = [
      [0, 1],
      [0.5, 0.5],
    ];
    // All four: mean 0.5, squared gaps 0.5 over 3.
    expect(advantages(groups, "batch")[0]?.[1]).toBeCloseTo(0.5 / (Math.sqrt(0.5 / 3) + 1e-4), 9);
    expect(advantages(groups, "none")).toEqual([
      [-0.5, 0.5],
      [0, 0],
    ]);
  });

  it("knows groups that teach nothing", () => {
    expect(isZeroVariance([0.3, 0.3, 0.3])).toBe(true);
    expect(isZeroVariance([0.3, 0.3, 0.31])).toBe(false);
  });
});

describe("policyLoss", () => {
  const of = (logProbs: number[], inputs: { [key in keyof PolicyLossInputs]: number[] }, with_ = settings) =>
    policyLoss(
      Float32Array.from(logProbs),
      {
        advantages: Float32Array.from(inputs.advantages),
        weights: Float32Array.from(inputs.weights),
        sequences: Int32Array.from(inputs.sequences),
        ...(inputs.old && { old: Float32Array.from(inputs.old) }),
        ...(inputs.reference && { reference: Float32Array.from(inputs.reference) }),
      },
      with_,
    );

  it("is minus the weighted advantage in the first pass", () => {
    const result = of([-1, -2], { advantages: [0.5, -2], weights: [0.5, 0.25], sequences: [0, 1] });
    expect(result.loss).toBeCloseTo(-0.25 + 0.5, 6);
    expect([...result.gradient]).toEqual([-0.25, 0.5]);
    expect(result.statistics).toEqual({ tokens: 2, kl: 0, clippedLow: 0, clippedHigh: 0 });
  });

  it("clips on the side that the advantage pushes to", () => {
    const ratio = [1.5, 1.5, 0.5, 0.5];
    const result = of(ratio.map(Math.log), {
      advantages: [1, -1, 1, -1],
      weights: [1, 1, 1, 1],
      sequences: [0, 0, 0, 0],
      old: [0, 0, 0, 0],
    });
    // min(1.5, 1.28), min(-1.5, -1.28), min(0.5, 0.8), min(-0.5, -0.8)
    expect(result.loss).toBeCloseTo(-(1.28 - 1.5 + 0.5 - 0.8), 5);
    expect(result.gradient[0]).toBe(0);
    expect(result.gradient[1]).toBeCloseTo(1.5, 5);
    expect(result.gradient[2]).toBeCloseTo(-0.5, 5);
    expect(result.gradient[3]).toBe(0);
    expect(result.statistics).toMatchObject({ clippedLow: 1, clippedHigh: 1 });
  });

  it("adds k3 times the ratio", () => {
    const result = of(
      [-1],
      { advantages: [0], weights: [1], sequences: [0], old: [-1.1], reference: [-1.5] },
      { ...settings, beta: 0.1 },
    );
    const k3 = Math.exp(-0.5) + 0.5 - 1;
    expect(result.statistics.kl).toBeCloseTo(k3 * Math.exp(0.1), 6);
    expect(result.loss).toBeCloseTo(0.1 * k3 * Math.exp(0.1), 6);
  });

  it.each(["token", "sequence"] as const)("has the derivative of its value, %s level", (importance) => {
    const random = createRandom(`loss/${importance}`);
    const n = 12;
    const draw = (scale: number, shift = 0): number[] =>
      Array.from({ length: n }, () => Math.fround(scale * (random.next() - 0.5) + shift));
    const inputs = {
      advantages: draw(4),
      weights: draw(0.5, 0.5),
      sequences: Array.from({ length: n }, (_, i) => Math.floor(i / 4)),
      old: draw(0.8, -1),
      reference: draw(0.8, -1),
    };
    const full = { ...settings, beta: 0.3, importance };
    const at = draw(0.8, -1);
    const { gradient } = of(at, inputs, full);
    const step = 2 ** -8;
    at.forEach((value, i) => {
      const moved = (by: number): number =>
        of(
          at.map((v, j) => (j === i ? value + by : v)),
          inputs,
          full,
        ).loss;
      // The value has kinks where clipping begins: both one-sided slopes are allowed there.
      const [left, right] = [(moved(0) - moved(-step)) / step, (moved(step) - moved(0)) / step];
      const slack = 0.02;
      expect(gradient[i]).toBeGreaterThan(Math.min(left, right) - slack);
      expect(gradient[i]).toBeLessThan(Math.max(left, right) + slack);
    });
  });
});

describe("tokenWeights", () => {
  it("follow the aggregations", () => {
    expect(tokenWeights("grpo", [1, 4], 100)).toEqual([0.5, 0.125]);
    expect(tokenWeights("bnpo", [1, 4], 100)).toEqual([0.2, 0.2]);
    expect(tokenWeights("dapo", [1, 4], 100)).toEqual([0.2, 0.2]);
    expect(tokenWeights("dr_grpo", [1, 4], 100)).toEqual([0.005, 0.005]);
  });
});

describe("AdamW", () => {
  const layout = {
    specs: [
      { name: "matrix", shape: [1, 1], offset: 0, size: 1 },
      { name: "norm", shape: [1], offset: 1, size: 1 },
    ],
    byName: new Map(),
    size: 2,
  } satisfies ParameterLayout;
  const adam = { beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0.1 };

  it("moves by the rate at first and decays matrices only", () => {
    const parameters = Float32Array.of(1, 1);
    const state = createAdamW(2);
    adamWStep(parameters, Float32Array.of(3, -0.5), state, 0.01, adam, layout);
    // Corrected moments after one step: g and g^2, so the move is the rate itself.
    expect(parameters[0]).toBeCloseTo(1 - 0.001 - 0.01, 6);
    expect(parameters[1]).toBeCloseTo(1.01, 6);
    adamWStep(parameters, Float32Array.of(0, -0.5), state, 0.01, adam, layout);
    const first = (0.9 * 0.3) / (1 - 0.81);
    const second = (0.95 * 0.45) / (1 - 0.9025);
    expect(parameters[0]).toBeCloseTo(0.989 * 0.999 - (0.01 * first) / Math.sqrt(second), 6);
    expect(parameters[1]).toBeCloseTo(1.02, 6);
    expect(state.step).toBe(2);
  });

  it("clips a gradient to a norm", () => {
    const gradient = Float32Array.of(3, 4);
    expect(clipGradient(gradient, 1)).toBe(5);
    expect(gradient[0]).toBeCloseTo(0.6, 5);
    expect(clipGradient(gradient, 2)).toBeCloseTo(1, 5);
  });

  it("warms up linearly", () => {
    expect([0, 1, 3, 9].map((step) => warmedRate(8, 4, step))).toEqual([2, 4, 8, 8]);
    expect(warmedRate(8, 0, 0)).toBe(8);
  });

  it("falls linearly to 0, or stays", () => {
    expect([0, 5, 9, 10, 12].map((batch) => scheduledShare("linear", batch, 10))).toEqual([
      1,
      0.5,
      expect.closeTo(0.1, 12),
      0,
      0,
    ]);
    expect([0, 9, 12].map((batch) => scheduledShare("constant", batch, 10))).toEqual([1, 1, 1]);
  });
});

describe("buildBatch", () => {
  const episode = (reward: number, mask: readonly boolean[]): SampledEpisode =>
    ({
      prompt: [1, 2],
      ids: mask.map((_, i) => 10 + i),
      mask,
      score: { reward, success: false, terms: [] },
    }) as unknown as SampledEpisode;
  const options = { scaling: "none", loss: "bnpo", maxContext: 64, microTokens: 8, keepZero: false } as const;

  it("drops groups without variance but counts their tokens", () => {
    const groups = [
      [episode(1, [true, false, true]), episode(0, [true, true])],
      [episode(1, [true]), episode(1, [true])],
    ];
    const [batch, ...rest] = buildBatch(groups, { ...options, microTokens: 64 });
    expect(rest).toEqual([]);
    expect([...(batch?.targetIds ?? [])]).toEqual([10, 12, 10, 11]);
    // Row 1 is the prompt's last; 2 and 3 are the first completion's; 4 is the second's.
    expect([...(batch?.targetRows ?? [])]).toEqual([1, 3, 1, 4]);
    expect([...(batch?.advantages ?? [])]).toEqual([0.5, 0.5, -0.5, -0.5]);
    expect([...(batch?.sequences ?? [])]).toEqual([0, 0, 1, 1]);
    expect(batch?.weights[0]).toBeCloseTo(1 / 6, 6);
    expect(buildBatch(groups, { ...options, microTokens: 64, keepZero: true })).toHaveLength(2);
  });

  it("splits a group into parts that fit", () => {
    const group = [1, 0, 1, 0].map((reward) => episode(reward, [true, true, true]));
    const parts = buildBatch([group], options);
    expect(parts.map((part) => part.ids.length)).toEqual([6, 6]);
  });
});
