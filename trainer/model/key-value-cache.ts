import type { DotKernel } from "../engine/dot-kernel.js";
import { type WasmMemory, webAssembly } from "../engine/web-assembly.js";
import type { ModelConfig } from "./model-config.js";

/** Room for the keys and values of one sequence in all layers. */
export interface CacheRegion {
  /** Byte address. */
  readonly start: number;
  /** Tokens that fit. */
  readonly capacity: number;
  /** Tokens that are there. */
  length: number;
}

const pageBytes = 65536;

/**
 * Keys and values in one WebAssembly memory, where the dot kernel can reach them. A region holds, for each layer,
 * [capacity, keyWidth] keys, then as many values.
 */
export class CacheMemory {
  readonly memory: WasmMemory;
  readonly #config: ModelConfig;
  readonly #keyWidth: number;
  /** Where a query, the scores of one head and the mixed result lie. */
  readonly #query: number;
  readonly #scores: number;
  readonly #mixed: number;
  #top: number;
  readonly #free = new Map<number, number[]>();
  #floats: Float32Array;

  constructor(config: ModelConfig) {
    this.#config = config;
    this.#keyWidth = config.keyValueHeads * config.headSize;
    const queryBytes = config.heads * config.headSize * 4;
    this.#query = 0;
    this.#mixed = queryBytes;
    this.#scores = 2 * queryBytes;
    this.#top = Math.ceil((this.#scores + config.maxPositions * 4) / pageBytes) * pageBytes;
    this.memory = new webAssembly.Memory({ initial: this.#top / pageBytes, maximum: 65536 });
    this.#floats = new Float32Array(this.memory.buffer);
  }

  allocate(capacity: number): CacheRegion {
    const reused = this.#free.get(capacity)?.pop();
    if (reused !== undefined) return { start: reused, capacity, length: 0 };
    const start = this.#top;
    this.#top += capacity * this.#keyWidth * 8 * this.#config.layers;
    const missing = this.#top - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / pageBytes));
      this.#floats = new Float32Array(this.memory.buffer);
    }
    return { start, capacity, length: 0 };
  }

  release(region: CacheRegion): void {
    const list = this.#free.get(region.capacity);
    if (list === undefined) this.#free.set(region.capacity, [region.start]);
    else list.push(region.start);
  }

  /** Stores the key at `source[key...]` and the value at `source[value...]` of one token. */
  write(
    region: CacheRegion,
    layer: number,
    slot: number,
    source: Float32Array,
    key: number,
    value: number,
  ): void {
    const width = this.#keyWidth;
    const keys = this.#keys(region, layer) / 4 + slot * width;
    this.#floats.set(source.subarray(key, key + width), keys);
    this.#floats.set(source.subarray(value, value + width), keys + region.capacity * width);
  }

  /**
   * One token's attention over a prefix and the first `count` tokens of its own region; all heads. The result is a
   * view that the next call overwrites.
   */
  attend(
    kernel: DotKernel,
    layer: number,
    prefix: CacheRegion | undefined,
    own: CacheRegion,
    count: number,
    query: Float32Array,
  ): Float32Array {
    const { heads, keyValueHeads, headSize } = this.#config;
    const floats = this.#floats;
    const width = headSize * 4;
    const stride = this.#keyWidth * 4;
    const shared = prefix?.length ?? 0;
    const total = shared + count;
    const scores = this.#scores / 4;
    floats.set(query, this.#query / 4);
    floats.fill(0, this.#mixed / 4, this.#mixed / 4 + heads * headSize);
    for (let head = 0; head < heads; head += 1) {
      const column = Math.floor((head * keyValueHeads) / heads) * width;
      const ownKeys = this.#keys(own, layer) + column;
      const at = this.#query + head * width;
      if (prefix !== undefined && shared > 0) {
        kernel.dots(at, this.#keys(prefix, layer) + column, stride, shared, width, this.#scores);
      }
      kernel.dots(at, ownKeys, stride, count, width, this.#scores + shared * 4);
      softmaxInPlace(floats, scores, total, 1 / Math.sqrt(headSize));
      const out = this.#mixed + head * width;
      if (prefix !== undefined && shared > 0) {
        const values = this.#keys(prefix, layer) + column + prefix.capacity * stride;
        kernel.weigh(this.#scores, values, stride, shared, width, out);
      }
      kernel.weigh(this.#scores + shared * 4, ownKeys + own.capacity * stride, stride, count, width, out);
    }
    return floats.subarray(this.#mixed / 4, this.#mixed / 4 + heads * headSize);
  }

  /** Byte address of a region's keys of one layer; its values follow them. */
  #keys(region: CacheRegion, layer: number): number {
    return region.start + layer * region.capacity * this.#keyWidth * 8;
  }
}

/** softmax(scale * x) of x[start, start + count), in place. */
function softmaxInPlace(x: Float32Array, start: number, count: number, scale: number): void {
  const end = start + count;
  let top = Number.NEGATIVE_INFINITY;
  for (let i = start; i < end; i += 1) if ((x[i] as number) > top) top = x[i] as number;
  let sum = 0;
  for (let i = start; i < end; i += 1) {
    const value = Math.exp(((x[i] as number) - top) * scale);
    x[i] = value;
    sum += value;
  }
  const inverse = 1 / sum;
  for (let i = start; i < end; i += 1) x[i] = (x[i] as number) * inverse;
}
