import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../runtime/index.js";

/** The Llama family: RMSNorm before each block, rotary positions, grouped-query attention, SwiGLU. */
export interface ModelConfig {
  readonly modelType: string;
  readonly vocabSize: number;
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly layers: number;
  readonly heads: number;
  readonly keyValueHeads: number;
  readonly headSize: number;
  readonly normEpsilon: number;
  readonly ropeBase: number;
  readonly maxPositions: number;
  readonly tiedEmbeddings: boolean;
  /** Biases on the query, key and value projections (Qwen2). */
  readonly attentionBias: boolean;
  /** RMSNorm over each query and key head (Qwen3). */
  readonly headNorms: boolean;
}

const families = new Set(["llama", "qwen2", "qwen3", "mistral"]);

/** Reads `config.json` of a model folder. Throws UsageError on anything the model code does not cover. */
export function readModelConfig(dir: string): ModelConfig {
  const path = join(dir, "config.json");
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`cannot read ${path}: ${why}`, "name a Hugging Face model folder with --policy");
  }
  return parseModelConfig(value, path);
}

/** Checks a parsed `config.json`; `path` is for messages only. */
export function parseModelConfig(value: unknown, path: string): ModelConfig {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refuse(path, "is not a JSON object");
  }
  const raw = value as { readonly [key: string]: unknown };
  const whole = (key: string, fallback?: number): number => {
    const found = raw[key] ?? fallback;
    if (typeof found !== "number" || !Number.isSafeInteger(found) || found < 1 || found > 1 << 24) {
      throw refuse(path, `has no usable ${key}`);
    }
    return found;
  };
  const real = (key: string, fallback: number): number => {
    const found = raw[key] ?? fallback;
    if (typeof found !== "number" || !Number.isFinite(found) || found <= 0) {
      throw refuse(path, `has no usable ${key}`);
    }
    return found;
  };
  const modelType = raw["model_type"];
  if (typeof modelType !== "string" || !families.has(modelType)) {
    throw refuse(
      path,
      `names the model type ${JSON.stringify(modelType)}; known are ${[...families].join(", ")}`,
    );
  }
  if ((raw["hidden_act"] ?? "silu") !== "silu") throw refuse(path, "asks for an activation other than silu");
  const rope = ropeSettings(raw);
  if (rope.kind !== "default")
    throw refuse(path, `asks for ${rope.kind} rotary positions, which are not supported`);
  if (raw["use_sliding_window"] === true) throw refuse(path, "asks for a sliding attention window");
  if (raw["mlp_bias"] === true) throw refuse(path, "asks for biases in the feed-forward layers");
  const hiddenSize = whole("hidden_size");
  const heads = whole("num_attention_heads");
  const keyValueHeads = whole("num_key_value_heads", heads);
  const headSize = whole("head_dim", hiddenSize / heads);
  if (heads % keyValueHeads !== 0) throw refuse(path, "has heads that key-value heads do not divide");
  if (whole("intermediate_size") % 4 !== 0)
    throw refuse(path, "has an intermediate size that 4 does not divide");
  if (headSize % 16 !== 0) throw refuse(path, "has a head size that is not a multiple of 16");
  return {
    modelType,
    vocabSize: whole("vocab_size"),
    hiddenSize,
    intermediateSize: whole("intermediate_size"),
    layers: whole("num_hidden_layers"),
    heads,
    keyValueHeads,
    headSize,
    normEpsilon: real("rms_norm_eps", 1e-6),
    ropeBase: rope.base ?? real("rope_theta", 10_000),
    maxPositions: whole("max_position_embeddings"),
    tiedEmbeddings: raw["tie_word_embeddings"] === true,
    attentionBias: modelType === "qwen2" || raw["attention_bias"] === true,
    headNorms: modelType === "qwen3",
  };
}

/** Rotary settings: `rope_theta` with `rope_scaling` in older files, both inside `rope_parameters` in newer ones. */
function ropeSettings(raw: { readonly [key: string]: unknown }): {
  readonly kind: string;
  readonly base: number | undefined;
} {
  const given = raw["rope_parameters"] ?? raw["rope_scaling"];
  if (typeof given !== "object" || given === null) return { kind: "default", base: undefined };
  const { rope_type: kind, type, rope_theta: base } = given as { readonly [key: string]: unknown };
  const usable = typeof base === "number" && Number.isFinite(base) && base > 0;
  return { kind: String(kind ?? type ?? "default"), base: usable ? base : undefined };
}

function refuse(path: string, what: string): UsageError {
  return new UsageError(`${path} ${what}`, "use a Llama, Mistral, Qwen2.5 or Qwen3 model folder");
}
