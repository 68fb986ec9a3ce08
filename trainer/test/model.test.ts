import { beforeAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine/open-engine.js";
import { Decoder } from "../model/decoder.js";
import { logProbs, lossGradient, type TrainableModel } from "../model/log-probs.js";
import { type ModelConfig, parseModelConfig } from "../model/model-config.js";
import { type Completion, packGroup, packSequences } from "../model/packed-batch.js";
import { initialParameters, parameterLayout } from "../model/parameters.js";
import { ropeTable } from "../model/rope.js";
import { uploadWeights } from "../model/weights.js";
import { createRandom, type Random } from "../random.js";
import { referenceLogits, referenceLogProb } from "./reference-model.js";

const base = {
  vocab_size: 23,
  hidden_size: 32,
  intermediate_size: 20,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  head_dim: 16,
  max_position_embeddings: 300,
};
const families: readonly (readonly [string, ModelConfig])[] = [
  ["qwen3, tied", parseModelConfig({ ...base, model_type: "qwen3", tie_word_embeddings: true }, "test")],
  ["qwen2, untied, biases", parseModelConfig({ ...base, model_type: "qwen2" }, "test")],
  ["llama, other base", parseModelConfig({ ...base, model_type: "llama", rope_theta: 500 }, "test")],
];
const temperature = 0.7;

function parametersOf(config: ModelConfig, random: Random): Float32Array {
  // Larger than at initialisation, so that no gradient is too small to compare; biases get values too.
  return initialParameters(config, random).map((value) => 1.5 * value + 0.1 * (random.next() - 0.5));
}

function someCompletions(random: Random, lengths: readonly number[]): Completion[] {
  return lengths.map((length) => ({
    ids: Array.from({ length }, () => random.below(base.vocab_size)),
    mask: Array.from({ length }, (_, i) => i % 3 !== 1),
  }));
}

function sum(values: ArrayLike<number>, weights: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value, i) => total + value * (weights[i] as number), 0);
}

describe.each(families)("%s", (_, config) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine("wasm");
  });
  const random = createRandom(`model/${config.modelType}`);
  const flat = parametersOf(config, random);
  const prompt = Array.from({ length: 5 }, () => random.below(base.vocab_size));
  const completions = someCompletions(random, [4, 1, 7]);
  const batch = packGroup(prompt, completions);
  const rope = ropeTable(config.headSize, config.ropeBase, config.maxPositions);
  const model = (parameters: Float32Array): TrainableModel => ({
    tf: engine.tf,
    config,
    rope,
    weights: uploadWeights(engine.tf, config, parameters),
  });
  const reference = (parameters: ArrayLike<number>): number[] =>
    completions.flatMap(({ ids, mask }) => {
      const logits = referenceLogits(config, parameters, [...prompt, ...ids]);
      return ids.flatMap((id, i) =>
        mask[i] ? [referenceLogProb(logits[prompt.length + i - 1] ?? [], id, temperature)] : [],
      );
    });

  it("gives the reference's log-probabilities for packed completions", () => {
    const made = model(flat);
    const found = engine.tf.tidy(() => logProbs(made, batch, temperature).dataSync());
    made.weights.dispose();
    const wanted = reference(flat);
    expect(found).toHaveLength(wanted.length);
    wanted.forEach((value, i) => {
      expect(found[i]).toBeCloseTo(value, 4);
    });
  });

  it("has the reference's gradients, and leaks no tensor", () => {
    const made = model(flat);
    const weights = Float32Array.from(batch.targetIds, () => random.next() - 0.5);
    const before = engine.tf.memory().numTensors;
    const { gradient, loss } = lossGradient(made, batch, temperature, (found) => ({
      loss: sum(found, weights),
      gradient: weights,
    }));
    expect(engine.tf.memory().numTensors).toBe(before);
    made.weights.dispose();
    expect(loss).toBeCloseTo(sum(reference(flat), weights), 3);
    for (const { name, offset, size } of parameterLayout(config).specs) {
      const direction = Array.from({ length: size }, () => random.next() - 0.5);
      const step = 1e-5;
      const moved = (sign: number): number => {
        const parameters = Float64Array.from(flat);
        direction.forEach((d, i) => {
          parameters[offset + i] = (parameters[offset + i] as number) + sign * step * d;
        });
        return sum(reference(parameters), weights);
      };
      const wanted = (moved(1) - moved(-1)) / (2 * step);
      const found = sum(gradient.subarray(offset, offset + size), direction);
      expect(Math.abs(found - wanted), name).toBeLessThan(2e-4 * Math.max(1, Math.abs(wanted)));
    }
  });

  it("decodes token by token, chunk by chunk and with a shared prefix to the same logits", () => {
    const decoder = new Decoder(engine.tf, config);
    const before = engine.tf.memory().numTensors;
    decoder.setParameters(flat);
    const ids = someCompletions(random, [40])[0]?.ids ?? [];
    const wanted = referenceLogits(config, flat, [...prompt, ...ids]);
    const prefix = decoder.allocate(prompt.length);
    const first = decoder.step([{ row: { prefix: undefined, own: prefix }, ids: prompt }]);
    wanted[prompt.length - 1]?.forEach((value, i) => {
      expect(first[i]).toBeCloseTo(value, 4);
    });
    const single = { prefix, own: decoder.allocate(64) };
    let logits = first;
    for (const id of ids) logits = decoder.step([{ row: single, ids: [id] }]);
    wanted.at(-1)?.forEach((value, i) => {
      expect(logits[i]).toBeCloseTo(value, 4);
    });
    // Beside other rows, in chunks, bit for bit: a row's numbers do not depend on its company.
    const chunked = { prefix, own: decoder.allocate(64) };
    const alone = { prefix: undefined, own: decoder.allocate(64) };
    decoder.step([
      { row: alone, ids: prompt.slice(0, 3) },
      { row: chunked, ids: ids.slice(0, 25) },
    ]);
    const both = decoder.step([
      { row: chunked, ids: ids.slice(25) },
      { row: alone, ids: [...prompt.slice(3), ...ids] },
    ]);
    expect([...both.subarray(0, base.vocab_size)]).toEqual([...logits]);
    decoder.dispose();
    expect(engine.tf.memory().numTensors).toBe(before);
  });
});

describe("long sequences", () => {
  it("agree between packing with tiles, packing alone and decoding", async () => {
    const engine = await openEngine("wasm");
    const [, config] = families[0] as (typeof families)[number];
    const random = createRandom("long");
    const flat = parametersOf(config, random);
    const rope = ropeTable(config.headSize, config.ropeBase, config.maxPositions);
    const weights = uploadWeights(engine.tf, config, flat);
    const model = { tf: engine.tf, config, rope, weights };
    const prompt = Array.from({ length: 9 }, () => random.below(base.vocab_size));
    const completions = someCompletions(random, [280, 130]);
    const run = (batch: ReturnType<typeof packGroup>): number[] => [
      ...engine.tf.tidy(() => logProbs(model, batch, 1).dataSync()),
    ];
    const grouped = run(packGroup(prompt, completions));
    const separate = run(
      packSequences(
        completions.map(({ ids, mask }) => ({
          ids: [...prompt, ...ids],
          mask: [...prompt.map(() => false), ...mask],
        })),
      ),
    );
    weights.dispose();
    expect(grouped).toHaveLength(separate.length);
    grouped.forEach((value, i) => {
      expect(value).toBeCloseTo(separate[i] as number, 4);
    });
    const decoder = new Decoder(engine.tf, config);
    decoder.setParameters(flat);
    const row = { prefix: undefined, own: decoder.allocate(300) };
    let logits = decoder.step([{ row, ids: prompt }]);
    let at = 0;
    completions[0]?.ids.forEach((id, i) => {
      if (completions[0]?.mask[i]) {
        expect(referenceLogProb([...logits], id, 1)).toBeCloseTo(grouped[at++] as number, 4);
      }
      logits = decoder.step([{ row, ids: [id] }]);
    });
    decoder.dispose();
  });
});

describe("engines", () => {
  it("cpu and wasm give the same gradient", async () => {
    const [, config] = families[0] as (typeof families)[number];
    const random = createRandom("engines");
    const flat = parametersOf(config, random);
    const batch = packGroup([1, 2, 3], someCompletions(random, [12, 5]));
    const rope = ropeTable(config.headSize, config.ropeBase, config.maxPositions);
    const gradients: Float32Array[] = [];
    for (const name of ["cpu", "wasm"]) {
      const { tf } = await openEngine(name);
      const weights = uploadWeights(tf, config, flat);
      const ones = new Float32Array(batch.targetIds.length).fill(-1);
      const found = lossGradient({ tf, config, rope, weights }, batch, 1, (values) => ({
        loss: -sum(values, ones),
        gradient: ones,
      }));
      gradients.push(found.gradient);
      weights.dispose();
    }
    const [cpu, wasm] = gradients as [Float32Array, Float32Array];
    const norm = Math.sqrt(sum(cpu, cpu));
    const gap = cpu.map((value, i) => value - (wasm[i] as number));
    expect(norm).toBeGreaterThan(1);
    expect(Math.sqrt(sum(gap, gap))).toBeLessThan(1e-5 * norm);
  });
});
