import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../runtime/index.js";
import {
  listCheckpoints,
  loadCheckpoint,
  saveCheckpoint,
  type TrainState,
} from "../checkpoint/checkpoint.js";
import { nativeEngineFolders } from "../engine/native-module.js";
import { openEngine } from "../engine/open-engine.js";
import { createAdamW } from "../grpo/adamw.js";
import { parseModelConfig } from "../model/model-config.js";
import { loadParameters } from "../model/parameters.js";
import { readSafetensors, writeSafetensors } from "../model/safetensors.js";
import { toyModelJson, writeToyPolicy } from "./toy.js";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "rvrc-files-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A file with one tensor described by `entry` over `data`. */
function safetensors(entry: unknown, data: Uint8Array): Uint8Array {
  const header = Buffer.from(JSON.stringify({ x: entry }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return new Uint8Array(Buffer.concat([length, header, data]));
}

describe("safetensors", () => {
  it("reads what it writes", () => {
    const tensors = new Map([
      ["a", { shape: [2, 2], data: Float32Array.of(1, -2, 0.5, 1e-30) }],
      ["b", { shape: [], data: Float32Array.of(7) }],
    ]);
    const read = readSafetensors(writeSafetensors(tensors), "test");
    expect([...read.keys()]).toEqual(["a", "b"]);
    expect(read.get("a")).toEqual(tensors.get("a"));
    expect(read.get("b")?.data[0]).toBe(7);
  });

  it("widens half precision of both kinds", () => {
    const half = Uint8Array.of(0x00, 0x3c, 0x00, 0xc0, 0x01, 0x00, 0x00, 0x7c);
    const f16 = readSafetensors(
      safetensors({ dtype: "F16", shape: [4], data_offsets: [0, 8] }, half),
      "test",
    );
    expect([...(f16.get("x")?.data ?? [])]).toEqual([1, -2, 2 ** -24, Number.POSITIVE_INFINITY]);
    const brain = Uint8Array.of(0x80, 0x3f, 0x40, 0xc0);
    const bf16 = readSafetensors(
      safetensors({ dtype: "BF16", shape: [2], data_offsets: [0, 4] }, brain),
      "test",
    );
    expect([...(bf16.get("x")?.data ?? [])]).toEqual([1, -3]);
  });

  it.each([
    ["offsets behind the end", { dtype: "F32", shape: [2], data_offsets: [0, 8] }],
    ["a shape that does not fit", { dtype: "F32", shape: [3], data_offsets: [0, 4] }],
    ["a negative offset", { dtype: "F32", shape: [1], data_offsets: [-4, 0] }],
    ["an overflowing shape", { dtype: "F32", shape: [2 ** 40, 2 ** 40], data_offsets: [0, 4] }],
    ["an unknown type", { dtype: "I64", shape: [1], data_offsets: [0, 4] }],
    ["no description", null],
  ])("refuses %s", (_, entry) => {
    expect(() => readSafetensors(safetensors(entry, new Uint8Array(4)), "test")).toThrow(UsageError);
  });

  it("refuses or reads arbitrary bytes, and never fails otherwise", () => {
    const good = writeSafetensors(new Map([["a", { shape: [2], data: Float32Array.of(1, 2) }]]));
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, byte, length) => {
        const bytes = good.slice(0, length);
        if (at < length) bytes[at] = byte;
        try {
          readSafetensors(bytes, "test");
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
    );
  });
});

describe("model folders", () => {
  it("refuse what the model code does not cover", () => {
    for (const change of [
      { model_type: "gpt2" },
      { hidden_act: "gelu" },
      { head_dim: 20 },
      { rope_scaling: { type: "yarn" } },
      { num_hidden_layers: 1.5 },
      { vocab_size: "many" },
    ]) {
      expect(() => parseModelConfig({ ...toyModelJson, ...change }, "test")).toThrow(UsageError);
    }
  });

  it("refuse weights of another shape and missing ones", () => {
    const dir = join(root, "model");
    writeToyPolicy(dir);
    const wider = parseModelConfig({ ...toyModelJson, intermediate_size: 64 }, "test");
    expect(() => loadParameters(dir, wider)).toThrow(/48x32, config.json says 64x32/);
    const deeper = parseModelConfig({ ...toyModelJson, num_hidden_layers: 3 }, "test");
    expect(() => loadParameters(dir, deeper)).toThrow(/no weights for model.layers.2/);
  });

  it("cannot name a weight file outside the folder", () => {
    const dir = join(root, "sharded");
    writeToyPolicy(dir);
    const index = { weight_map: { "model.norm.weight": "../model/model.safetensors" } };
    writeFileSync(join(dir, "model.safetensors.index.json"), JSON.stringify(index));
    expect(() => loadParameters(dir, parseModelConfig(toyModelJson, "test"))).toThrow(/weight file/);
  });
});

describe("checkpoints", () => {
  const state = (step: number): TrainState => ({
    step,
    parameters: Float32Array.of(step, 0.1),
    optimizer: { ...createAdamW(2), step },
    sampler: { order: ["train/0"], used: 0, epoch: 0, random: [1, 2, 3, 4] },
    rewards: [0.25],
    epochRewards: [],
    openEpoch: [0.25],
    evaluatedAt: -1,
    logs: { "metrics.jsonl": 10 },
  });

  it("keeps the two newest and gives back what was saved", () => {
    const dir = join(root, "checkpoints");
    for (const step of [1, 2, 3]) saveCheckpoint(dir, state(step));
    expect(listCheckpoints(dir)).toEqual(["step-000002", "step-000003"]);
    expect(loadCheckpoint(dir, 2)).toEqual(state(3));
    expect(() => loadCheckpoint(dir, 3)).toThrow(/another model/);
  });

  it("does not see one that was cut off while being written", () => {
    const dir = join(root, "cut");
    saveCheckpoint(dir, state(1));
    saveCheckpoint(join(dir, "step-000002.tmp"), state(9));
    expect(loadCheckpoint(dir, 2)?.step).toBe(1);
    saveCheckpoint(dir, state(2));
    expect(readdirSync(dir).sort()).toEqual(["step-000001", "step-000002"]);
  });
});

describe("openEngine", () => {
  it("names the remedy for what is not there", async () => {
    for (const name of ["cuda", "webgpu", "quantum"]) {
      await expect(openEngine(name)).rejects.toMatchObject({ name: "UsageError", remedy: /wasm/ });
    }
  });

  it("says what it took and why", async () => {
    const engine = await openEngine("cpu");
    expect(engine).toMatchObject({ name: "cpu", why: /JavaScript/ });
    expect(engine.tf.getBackend()).toBe("cpu");
    await openEngine("wasm");
    expect(engine.tf.getBackend()).toBe("wasm");
  });

  it("looks for the native add-on in the named folder first", () => {
    const folders = nativeEngineFolders({ RVRC_ENGINE_DIR: "/named", XDG_CACHE_HOME: "/cache" });
    expect(folders).toEqual(["/named", join("/cache", "rvrc", "engine", "native")]);
  });
});
