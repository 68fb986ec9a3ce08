import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadTokenizer } from "../tokenizer/index.js";

const folder = fileURLToPath(new URL("../models/embedded", import.meta.url));
const json = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));

describe("the embedded model's folder", () => {
  const config = json("config.json");
  const bytes = readFileSync(join(folder, "model.safetensors"));
  const headerLength = Number(bytes.readBigUInt64LE(0));
  const header: { [name: string]: { dtype: string; shape: number[]; data_offsets: [number, number] } } =
    JSON.parse(bytes.subarray(8, 8 + headerLength).toString("utf8"));

  it("holds every tensor of the shape that the config states, and no other", () => {
    const {
      hidden_size: width,
      intermediate_size: inner,
      head_dim: head,
      num_hidden_layers: layers,
    } = config;
    const [q, kv] = [config.num_attention_heads * head, config.num_key_value_heads * head];
    const expected: { [name: string]: number[] } = {
      "model.embed_tokens.weight": [config.vocab_size, width],
      "model.norm.weight": [width],
    };
    for (let i = 0; i < layers; i += 1) {
      Object.assign(expected, {
        [`model.layers.${i}.input_layernorm.weight`]: [width],
        [`model.layers.${i}.post_attention_layernorm.weight`]: [width],
        [`model.layers.${i}.self_attn.q_norm.weight`]: [head],
        [`model.layers.${i}.self_attn.k_norm.weight`]: [head],
        [`model.layers.${i}.self_attn.q_proj.weight`]: [q, width],
        [`model.layers.${i}.self_attn.k_proj.weight`]: [kv, width],
        [`model.layers.${i}.self_attn.v_proj.weight`]: [kv, width],
        [`model.layers.${i}.self_attn.o_proj.weight`]: [width, q],
        [`model.layers.${i}.mlp.gate_proj.weight`]: [inner, width],
        [`model.layers.${i}.mlp.up_proj.weight`]: [inner, width],
        [`model.layers.${i}.mlp.down_proj.weight`]: [width, inner],
      });
    }
    const found = Object.entries(header).filter(([name]) => name !== "__metadata__");
    expect(Object.fromEntries(found.map(([name, tensor]) => [name, tensor.shape]))).toEqual(expected);
  });

  it("holds finite numbers of a trained size", () => {
    for (const [name, tensor] of Object.entries(header)) {
      if (name === "__metadata__") continue;
      expect(tensor.dtype).toBe("F32");
      const [from, to] = tensor.data_offsets;
      const part = bytes.subarray(8 + headerLength + from, 8 + headerLength + to);
      // A copy of its own starts at an aligned offset; a slice of a Buffer does not copy.
      const values = new Float32Array(Uint8Array.from(part).buffer);
      let most = 0;
      for (const value of values)
        most = Math.max(most, Number.isFinite(value) ? Math.abs(value) : Number.POSITIVE_INFINITY);
      expect(most, name).toBeGreaterThan(0.01);
      expect(most, name).toBeLessThan(100);
    }
  });

  it("agrees with its tokenizer", () => {
    const tokenizer = loadTokenizer(folder);
    expect(tokenizer.vocabSize).toBe(config.vocab_size);
    expect(tokenizer.eosId).toBe(config.eos_token_id);
    expect(tokenizer.padId).toBe(config.pad_token_id);
    expect(json("generation_config.json").eos_token_id).toBe(config.eos_token_id);
  });
});
