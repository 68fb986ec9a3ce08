import type { Tensor2D, TensorLibrary } from "../engine/tensor-library.js";
import { type DecoderWeights, uploadDecoderWeights } from "./decoder-weights.js";
import { CacheMemory, type CacheRegion } from "./key-value-cache.js";
import type { ModelConfig } from "./model-config.js";
import { type RopeTable, ropeTable } from "./rope.js";

/** A sequence under way: the keys and values of a shared prompt, then its own. */
export interface DecoderRow {
  readonly prefix: CacheRegion | undefined;
  readonly own: CacheRegion;
}

/** Tokens to append to a row, in order. */
export interface Feed {
  readonly row: DecoderRow;
  readonly ids: readonly number[];
}

/**
 * Incremental decoding with a key-value cache. Rows of different lengths take any number of new tokens at a time, so
 * a prompt, a tool answer and one sampled token go through the same step. Products run on the engine; what lies
 * between them works on a few dozen rows and is faster in plain JavaScript than as a string of small kernels.
 */
export class Decoder {
  readonly #tf: TensorLibrary;
  readonly #config: ModelConfig;
  readonly #rope: RopeTable;
  readonly #cache: CacheMemory;
  #weights: DecoderWeights | undefined;

  constructor(tf: TensorLibrary, config: ModelConfig) {
    this.#tf = tf;
    this.#config = config;
    this.#rope = ropeTable(config.headSize, config.ropeBase, config.maxPositions);
    this.#cache = new CacheMemory(config);
  }

  /** Takes new parameters (flat, in the layout's order). Cached keys and values of the old ones become stale. */
  setParameters(flat: Float32Array): void {
    this.#weights?.dispose();
    this.#weights = uploadDecoderWeights(this.#tf, this.#config, flat);
  }

  /** A region for `capacity` tokens. Release it when its sequence is over. */
  allocate(capacity: number): CacheRegion {
    return this.#cache.allocate(capacity);
  }

  release(region: CacheRegion): void {
    this.#cache.release(region);
  }

  dispose(): void {
    this.#weights?.dispose();
    this.#weights = undefined;
  }

  /** Appends tokens and returns the logits after each row's last one, [feeds, vocabulary]. */
  step(feeds: readonly Feed[]): Float32Array {
    const weights = this.#weights;
    if (weights === undefined) throw new Error("the decoder has no parameters yet");
    const { hiddenSize, normEpsilon, heads, keyValueHeads, headSize } = this.#config;
    const queryWidth = heads * headSize;
    const keyWidth = keyValueHeads * headSize;
    const tokens = flatten(feeds);
    const n = tokens.length;
    const x = new Float32Array(n * hiddenSize);
    tokens.forEach((token, at) => {
      const from = token.id * hiddenSize;
      x.set(weights.embedding.subarray(from, from + hiddenSize), at * hiddenSize);
    });
    for (let layer = 0; layer < this.#config.layers; layer += 1) {
      const w = weights.layers[layer] as DecoderWeights["layers"][number];
      const qkv = this.#product(norm(x, w.inputNorm, normEpsilon), n, w.qkv, w.qkvBias);
      const mixed = this.#attend(qkv, tokens, layer, queryWidth, keyWidth, w.qNorm, w.kNorm);
      addTo(x, this.#product(mixed, n, w.output));
      const wide = this.#product(norm(x, w.outputNorm, normEpsilon), n, w.gateUp);
      addTo(x, this.#product(this.#gated(wide, n), n, w.down));
    }
    for (const { row, ids } of feeds) row.own.length += ids.length;
    const lasts = new Float32Array(feeds.length * hiddenSize);
    let end = 0;
    feeds.forEach(({ ids }, at) => {
      end += ids.length;
      lasts.set(x.subarray((end - 1) * hiddenSize, end * hiddenSize), at * hiddenSize);
    });
    return this.#product(norm(lasts, weights.finalNorm, normEpsilon), feeds.length, weights.head);
  }

  /** input [n, in] times weight [in, out], plus an optional bias. */
  #product(input: Float32Array, n: number, weight: Tensor2D, bias?: Float32Array): Float32Array {
    const tf = this.#tf;
    const tensor = tf.tensor2d(input, [n, weight.shape[0]]);
    const result = tf.matMul(tensor, weight);
    const out = result.dataSync() as Float32Array;
    tensor.dispose();
    result.dispose();
    if (bias !== undefined) {
      for (let i = 0; i < out.length; i += 1) out[i] = (out[i] as number) + (bias[i % bias.length] as number);
    }
    return out;
  }

  #gated(wide: Float32Array, n: number): Float32Array {
    const inner = this.#config.intermediateSize;
    const out = new Float32Array(n * inner);
    for (let row = 0; row < n; row += 1) this.#cache.gate(wide, row * 2 * inner, out, row * inner);
    return out;
  }

  #attend(
    qkv: Float32Array,
    tokens: readonly Token[],
    layer: number,
    queryWidth: number,
    keyWidth: number,
    qNorm: Float32Array | undefined,
    kNorm: Float32Array | undefined,
  ): Float32Array {
    const { heads, keyValueHeads, headSize, normEpsilon } = this.#config;
    const width = queryWidth + 2 * keyWidth;
    const cache = this.#cache;
    const rope = this.#rope;
    const scale = 1 / Math.sqrt(headSize);
    // Keys and values of all tokens first: tokens of one row see each other up to their own position.
    tokens.forEach((token, at) => {
      const from = at * width;
      for (let head = 0; head < heads; head += 1) {
        rotate(qkv, from + head * headSize, headSize, qNorm, normEpsilon, rope, token.position, scale);
      }
      for (let head = 0; head < keyValueHeads; head += 1) {
        rotate(
          qkv,
          from + queryWidth + head * headSize,
          headSize,
          kNorm,
          normEpsilon,
          rope,
          token.position,
          1,
        );
      }
      const key = from + queryWidth;
      cache.write(token.row.own, layer, token.slot, qkv, key, key + keyWidth);
    });
    const out = new Float32Array(tokens.length * queryWidth);
    tokens.forEach(({ row, slot }, at) => {
      cache.attend(layer, row, slot + 1, qkv, at * width, out, at * queryWidth);
    });
    return out;
  }
}

interface Token {
  readonly id: number;
  readonly row: DecoderRow;
  /** Index within the row's own region. */
  readonly slot: number;
  readonly position: number;
}

function flatten(feeds: readonly Feed[]): Token[] {
  const tokens: Token[] = [];
  for (const { row, ids } of feeds) {
    const shared = row.prefix?.length ?? 0;
    if (row.own.length + ids.length > row.own.capacity)
      throw new RangeError("the sequence outgrew its cache");
    ids.forEach((id, index) => {
      const slot = row.own.length + index;
      tokens.push({ id, row, slot, position: shared + slot });
    });
  }
  return tokens;
}

/** RMSNorm of every row. */
function norm(x: Float32Array, weight: Float32Array, epsilon: number): Float32Array {
  const size = weight.length;
  const out = new Float32Array(x.length);
  for (let from = 0; from < x.length; from += size) {
    let sum = 0;
    for (let i = 0; i < size; i += 1) sum += (x[from + i] as number) * (x[from + i] as number);
    const inverse = 1 / Math.sqrt(sum / size + epsilon);
    for (let i = 0; i < size; i += 1)
      out[from + i] = (x[from + i] as number) * inverse * (weight[i] as number);
  }
  return out;
}

/** Per-head norm (if any), rotary rotation and scale, in place. */
function rotate(
  x: Float32Array,
  from: number,
  headSize: number,
  weight: Float32Array | undefined,
  epsilon: number,
  rope: RopeTable,
  position: number,
  scale: number,
): void {
  let inverse = scale;
  if (weight !== undefined) {
    let sum = 0;
    for (let i = 0; i < headSize; i += 1) sum += (x[from + i] as number) * (x[from + i] as number);
    inverse = scale / Math.sqrt(sum / headSize + epsilon);
  }
  const { half, cos, sin } = rope;
  const angle = position * half;
  for (let i = 0; i < half; i += 1) {
    let a = (x[from + i] as number) * inverse;
    let b = (x[from + half + i] as number) * inverse;
    if (weight !== undefined) {
      a *= weight[i] as number;
      b *= weight[half + i] as number;
    }
    const c = cos[angle + i] as number;
    const s = sin[angle + i] as number;
    x[from + i] = a * c - b * s;
    x[from + half + i] = b * c + a * s;
  }
}

function addTo(x: Float32Array, y: Float32Array): void {
  for (let i = 0; i < x.length; i += 1) x[i] = (x[i] as number) + (y[i] as number);
}
