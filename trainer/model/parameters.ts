import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../runtime/index.js";
import type { Random } from "../random.js";
import type { ModelConfig } from "./model-config.js";
import { type NamedTensor, readSafetensors } from "./safetensors.js";

export interface ParameterSpec {
  /** The name in Hugging Face form, such as `model.layers.0.mlp.up_proj.weight`. */
  readonly name: string;
  /** Linear weights are [out, in]. */
  readonly shape: readonly number[];
  /** First element in the flat array. */
  readonly offset: number;
  readonly size: number;
}

/** All parameters in one flat array: what the optimizer updates, what checkpoints hold, what workers receive. */
export interface ParameterLayout {
  readonly specs: readonly ParameterSpec[];
  readonly byName: ReadonlyMap<string, ParameterSpec>;
  readonly size: number;
}

/** The parameters a configuration has, in a fixed order. */
export function parameterLayout(config: ModelConfig): ParameterLayout {
  const specs: ParameterSpec[] = [];
  let offset = 0;
  const push = (name: string, ...shape: number[]): void => {
    const size = shape.reduce((product, side) => product * side, 1);
    specs.push({ name, shape, offset, size });
    offset += size;
  };
  const { hiddenSize: hidden, intermediateSize: inner, headSize } = config;
  const queryWidth = config.heads * headSize;
  const keyWidth = config.keyValueHeads * headSize;
  push("model.embed_tokens.weight", config.vocabSize, hidden);
  for (let layer = 0; layer < config.layers; layer += 1) {
    const at = `model.layers.${layer}`;
    push(`${at}.input_layernorm.weight`, hidden);
    push(`${at}.self_attn.q_proj.weight`, queryWidth, hidden);
    push(`${at}.self_attn.k_proj.weight`, keyWidth, hidden);
    push(`${at}.self_attn.v_proj.weight`, keyWidth, hidden);
    if (config.attentionBias) {
      push(`${at}.self_attn.q_proj.bias`, queryWidth);
      push(`${at}.self_attn.k_proj.bias`, keyWidth);
      push(`${at}.self_attn.v_proj.bias`, keyWidth);
    }
    if (config.headNorms) {
      push(`${at}.self_attn.q_norm.weight`, headSize);
      push(`${at}.self_attn.k_norm.weight`, headSize);
    }
    push(`${at}.self_attn.o_proj.weight`, hidden, queryWidth);
    push(`${at}.post_attention_layernorm.weight`, hidden);
    push(`${at}.mlp.gate_proj.weight`, inner, hidden);
    push(`${at}.mlp.up_proj.weight`, inner, hidden);
    push(`${at}.mlp.down_proj.weight`, hidden, inner);
  }
  push("model.norm.weight", hidden);
  if (!config.tiedEmbeddings) push("lm_head.weight", config.vocabSize, hidden);
  return { specs, byName: new Map(specs.map((spec) => [spec.name, spec])), size: offset };
}

/** The part of a flat array that belongs to a parameter; a view, not a copy. Throws RangeError on unknown names. */
export function slot(layout: ParameterLayout, flat: Float32Array, name: string): Float32Array {
  const spec = layout.byName.get(name);
  if (spec === undefined) throw new RangeError(`no parameter ${name}`);
  return flat.subarray(spec.offset, spec.offset + spec.size);
}

/** Normal weights with deviation 1/sqrt(fan in), halved where a block writes to the residual; norms are one. */
export function initialParameters(config: ModelConfig, random: Random): Float32Array {
  const layout = parameterLayout(config);
  const flat = new Float32Array(layout.size);
  for (const spec of layout.specs) {
    const values = slot(layout, flat, spec.name);
    if (spec.name.endsWith(".bias")) continue;
    if (spec.shape.length === 1) {
      values.fill(1);
      continue;
    }
    const last = spec.shape[1] as number;
    const residual = spec.name.endsWith("o_proj.weight") || spec.name.endsWith("down_proj.weight");
    const deviation = spec.name.includes("embed") ? 0.02 : (residual ? 0.5 : 1) / Math.sqrt(last);
    for (let i = 0; i < values.length; i += 1) values[i] = deviation * normal(random);
  }
  return flat;
}

/** Box and Muller, 1958. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** Reads the weights of a model folder, one file or sharded. Throws UsageError on missing or misshapen ones. */
export function loadParameters(dir: string, config: ModelConfig): Float32Array {
  const layout = parameterLayout(config);
  const flat = new Float32Array(layout.size);
  const seen = new Set<string>();
  for (const file of weightFiles(dir)) {
    for (const [name, tensor] of readSafetensors(readBytes(join(dir, file)), join(dir, file))) {
      const spec = layout.byName.get(name);
      // Tied models may still ship the head; rotary tables of old conversions carry nothing.
      if (spec === undefined) continue;
      if (tensor.shape.join("x") !== spec.shape.join("x")) {
        throw new UsageError(
          `${name} in ${file} is ${tensor.shape.join("x")}, config.json says ${spec.shape.join("x")}`,
          "use a folder whose config.json and weights belong together",
        );
      }
      flat.set(tensor.data, spec.offset);
      seen.add(name);
    }
  }
  const missing = layout.specs.find((spec) => !seen.has(spec.name));
  if (missing !== undefined) {
    throw new UsageError(`${dir} has no weights for ${missing.name}`, "fetch the model folder again");
  }
  return flat;
}

/** The parameters as named tensors over the same memory, for writing a file. */
export function namedTensors(layout: ParameterLayout, flat: Float32Array): ReadonlyMap<string, NamedTensor> {
  return new Map(
    layout.specs.map((spec) => [spec.name, { shape: spec.shape, data: slot(layout, flat, spec.name) }]),
  );
}

function weightFiles(dir: string): readonly string[] {
  let index: unknown;
  try {
    index = JSON.parse(readFileSync(join(dir, "model.safetensors.index.json"), "utf8"));
  } catch {
    return ["model.safetensors"];
  }
  const map = (index as { readonly weight_map?: unknown } | null)?.weight_map;
  if (typeof map !== "object" || map === null) return ["model.safetensors"];
  const files = [...new Set(Object.values(map).map(String))].sort();
  const unsafe = files.find((file) => !/^[\w.-]+\.safetensors$/.test(file));
  if (unsafe !== undefined) {
    throw new UsageError(
      `${dir} names a weight file ${JSON.stringify(unsafe)}`,
      "fetch the model folder again",
    );
  }
  return files;
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    throw new UsageError(`${path} does not exist or cannot be read`, "name a Hugging Face model folder");
  }
}
