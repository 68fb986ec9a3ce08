import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompiledScenario } from "../../runtime/index.js";
import { openEngine } from "../engine/open-engine.js";
import { Decoder } from "../model/decoder.js";
import { readModelConfig } from "../model/model-config.js";
import { loadParameters } from "../model/parameters.js";
import { createRandom } from "../random.js";
import { EpisodeRunner, type EpisodeSettings } from "../sampler/episodes.js";
import { generate, type RowRequest, type SampledTurn, type TurnHandler } from "../sampler/generate.js";
import { sampleToken } from "../sampler/sample-token.js";
import { loadTokenizer, type Tokenizer } from "../tokenizer/index.js";
import { toyScenario, writeToyPolicy } from "./toy.js";

let root = "";
let tokenizer: Tokenizer;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "rvrc-sampler-"));
  writeToyPolicy(root);
  tokenizer = loadTokenizer(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("sampleToken", () => {
  const logits = Float32Array.of(1, 3, 3, -2);

  it("is greedy at temperature 0, the lowest id among equals", () => {
    const sample = sampleToken(logits, 0, createRandom(1));
    const total = Math.exp(-2) + 2 + Math.exp(-5);
    expect(sample.id).toBe(1);
    expect(sample.logProb).toBeCloseTo(-Math.log(total), 6);
  });

  it("draws with the softmax's frequencies and reports its log-probabilities and entropy", () => {
    const random = createRandom(2);
    const weights = [...logits].map((logit) => Math.exp(logit / 2));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const counts = [0, 0, 0, 0];
    const draws = 20_000;
    for (let i = 0; i < draws; i += 1) {
      const { id, logProb, entropy } = sampleToken(logits, 2, random);
      counts[id] = (counts[id] as number) + 1;
      if (i > 0) continue;
      expect(logProb).toBeCloseTo(Math.log((weights[id] as number) / total), 6);
      const wanted = -weights.reduce((sum, w) => sum + (w / total) * Math.log(w / total), 0);
      expect(entropy).toBeCloseTo(wanted, 6);
    }
    counts.forEach((count, id) => {
      const p = (weights[id] as number) / total;
      expect(Math.abs(count / draws - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / draws));
    });
  });
});

describe("generate", () => {
  const settings = { temperature: 1, maxNewTokens: 5, maxContext: 40, stopIds: [2], width: 3 };
  const rows: RowRequest[] = Array.from({ length: 7 }, (_, row) => ({
    row,
    prompt: row < 4 ? [1, 6, 7] : [1, 9, 8, 7, 6],
    promptKey: row < 4 ? 0 : 1,
    seed: `row ${row}`,
  }));

  async function sample(requests: readonly RowRequest[], width: number): Promise<Map<number, number[]>> {
    const { tf } = await openEngine("wasm");
    const config = readModelConfig(root);
    const decoder = new Decoder(tf, config);
    const before = tf.memory().numTensors;
    decoder.setParameters(loadParameters(root, config));
    const held = tf.memory().numTensors;
    const sequences = new Map<number, number[]>();
    const turnsOf = new Map<number, number>();
    const answer: TurnHandler = async (turns) =>
      turns.map(({ row, ids, logProbs, end }) => {
        expect(ids).toHaveLength(logProbs.length);
        expect(end === "stop").toBe(ids.at(-1) === 2);
        const sequence = sequences.get(row) ?? [];
        sequence.push(...ids);
        sequences.set(row, sequence);
        const count = (turnsOf.get(row) ?? 0) + 1;
        turnsOf.set(row, count);
        if (count === 3) return { row, append: undefined };
        sequence.push(10, 11, 3);
        return { row, append: [10, 11, 3] };
      });
    await generate(decoder, config.vocabSize, requests, { ...settings, width }, answer);
    expect(tf.memory().numTensors).toBe(held);
    decoder.dispose();
    expect(tf.memory().numTensors).toBe(before);
    return sequences;
  }

  it("gives each row the same ids whatever runs beside it", async () => {
    const together = await sample(rows, 7);
    const narrow = await sample(rows, 2);
    const alone = await sample(rows.slice(5, 6), 1);
    expect(new Set([...together.values()].map(String)).size).toBeGreaterThan(4);
    for (const { row } of rows) expect(narrow.get(row)).toEqual(together.get(row));
    expect(alone.get(5)).toEqual(together.get(5));
  });

  it("hands on a failure of the environment", async () => {
    const { tf } = await openEngine("wasm");
    const config = readModelConfig(root);
    const decoder = new Decoder(tf, config);
    decoder.setParameters(loadParameters(root, config));
    const broken: TurnHandler = async () => {
      throw new Error("the world is gone");
    };
    await expect(generate(decoder, config.vocabSize, rows, settings, broken)).rejects.toThrow(
      "world is gone",
    );
    decoder.dispose();
  });
});

describe("EpisodeRunner", () => {
  const settings: EpisodeSettings = { reward: "sound", system: "bare", maxCalls: 2, maxContext: 60 };
  const runner = (more: Partial<EpisodeSettings> = {}, scenario = toyScenario()): EpisodeRunner => {
    const task = scenario.splits["train"]?.[0];
    if (task === undefined) throw new Error("the toy has tasks");
    return new EpisodeRunner(scenario, tokenizer, [{ task, seed: "x" }], { ...settings, ...more });
  };
  const turn = (text: string, end: SampledTurn["end"] = "stop"): SampledTurn => {
    const ids = [...tokenizer.encode(text), ...(end === "stop" ? [tokenizer.eosId] : [])];
    return { row: 0, ids, logProbs: ids.map(() => -0.5), entropies: ids.map(() => 0.25), end };
  };

  it("ends with the final message and scores it", () => {
    const run = runner();
    expect(run.rows[0]?.prompt).toEqual(tokenizer.encode("<start>ua<end><start>a"));
    expect(run.answer([turn("bbbb")])).toEqual([{ row: 0, append: undefined }]);
    const [episode] = run.finish();
    expect(episode).toMatchObject({ final: "bbbb", calls: [], truncated: false, failedCalls: 0 });
    expect(episode?.score).toMatchObject({ reward: 1, success: true });
    expect(episode?.mask).toEqual([true, true, true, true, true]);
  });

  it("keeps a call that does not parse as raw text, and masks the answer", () => {
    const run = runner();
    const [reply] = run.answer([turn("<tool_call>gh</tool_call>")]);
    expect(tokenizer.decode(reply?.append ?? [])).toBe("<start>tcc<end><start>a");
    run.answer([turn("ab")]);
    const [episode] = run.finish();
    expect(episode?.calls).toEqual([{ tool: "", raw: "gh" }]);
    expect(episode?.failedCalls).toBe(1);
    const masked = episode?.ids.filter((_, i) => !episode.mask[i]);
    expect(masked).toEqual(reply?.append);
    expect(episode?.logProbs.filter((value) => value !== 0)).toHaveLength(8);
    expect(tokenizer.decode(episode?.ids ?? [])).toBe(
      "<tool_call>gh</tool_call><end><start>tcc<end><start>aab<end>",
    );
  });

  it("closes a turn that was cut off before answering it", () => {
    const [reply] = runner().answer([turn("<tool_call>gh", "length")]);
    expect(tokenizer.decode(reply?.append ?? [])).toBe("<end><start>tcc<end><start>a");
  });

  it("ends with a call that closes the episode, which is no limit", () => {
    const toy = toyScenario();
    const closing: CompiledScenario = {
      ...toy,
      start(task) {
        const episode = toy.start(task);
        let closed = false;
        return {
          task,
          get trace() {
            return episode.trace;
          },
          get done() {
            return closed || episode.done;
          },
          call(call) {
            closed = true;
            return episode.call(call);
          },
          fork: () => episode.fork(),
          get fingerprint() {
            return episode.fingerprint;
          },
          get goalReached() {
            return episode.goalReached;
          },
          finish: (final) => episode.finish(final),
        };
      },
    };
    const run = runner({ maxCalls: 1 }, closing);
    expect(run.answer([turn("<tool_call>a</tool_call><tool_call>b</tool_call>")])).toEqual([
      { row: 0, append: undefined },
    ]);
    expect(run.finish()[0]).toMatchObject({ truncated: false, final: undefined });
    expect(run.finish()[0]?.calls).toHaveLength(1);
  });

  it("stops at the limit of calls and at the end of the context", () => {
    const calls = runner();
    calls.answer([turn("<tool_call>a</tool_call>")]);
    expect(calls.answer([turn("<tool_call>b</tool_call>")])).toEqual([{ row: 0, append: undefined }]);
    expect(calls.finish()[0]).toMatchObject({ truncated: true, final: undefined });
    const short = runner({ maxContext: 12 });
    expect(short.answer([turn("<tool_call>a</tool_call>")])).toEqual([{ row: 0, append: undefined }]);
    expect(short.finish()[0]?.truncated).toBe(true);
    const cut = runner();
    cut.answer([turn("bb", "context")]);
    expect(cut.finish()[0]).toMatchObject({ truncated: true, final: "bb" });
  });
});
