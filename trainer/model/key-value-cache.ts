import { UsageError } from "../../runtime/index.js";
import { type AttentionKernel, createAttentionKernel } from "../engine/attention-kernel.js";
import { type WasmMemory, webAssembly } from "../engine/web-assembly.js";
import type { ModelConfig } from "./model-config.js";

/** Room for the keys and values of one sequence in all layers. */
export interface CacheRegion {
  /** First float. */
  readonly start: number;
  /** Tokens that fit. */
  readonly capacity: number;
  /** Tokens that are there. */
  length: number;
}

const pageBytes = 65536;

/**
 * Keys and values in one WebAssembly memory, where the attention kernel can reach them. A region holds, for each
 * layer, [capacity, keyWidth] keys, then as many values. Offsets are counted in floats.
 */
export class CacheMemory {
  readonly #config: ModelConfig;
  readonly #memory: WasmMemory;
  readonly #kernel: AttentionKernel;
  readonly #queryWidth: number;
  readonly #keyWidth: number;
  /** Where a query, the mixed result, and a row of gate and up values lie. */
  readonly #query: number;
  readonly #mixed: number;
  readonly #wide: number;
  #top: number;
  readonly #free = new Map<number, number[]>();
  #floats: Float32Array;

  constructor(config: ModelConfig) {
    this.#config = config;
    this.#queryWidth = config.heads * config.headSize;
    this.#keyWidth = config.keyValueHeads * config.headSize;
    this.#query = 0;
    this.#mixed = this.#queryWidth;
    this.#wide = 2 * this.#queryWidth;
    const scores = this.#wide + 3 * config.intermediateSize;
    const pages = Math.ceil(((scores + config.maxPositions + 4) * 4) / pageBytes);
    this.#top = (pages * pageBytes) / 4;
    this.#memory = new webAssembly.Memory({ initial: pages, maximum: 65536 });
    this.#floats = new Float32Array(this.#memory.buffer);
    this.#kernel = createAttentionKernel(this.#memory, { ...config, scores: scores * 4 });
  }

  /** Throws UsageError when memory is exhausted. */
  allocate(capacity: number): CacheRegion {
    const reused = this.#free.get(capacity)?.pop();
    if (reused !== undefined) return { start: reused, capacity, length: 0 };
    const start = this.#top;
    this.#top += capacity * this.#keyWidth * 2 * this.#config.layers;
    const missing = this.#top * 4 - this.#memory.buffer.byteLength;
    if (missing > 0) {
      try {
        this.#memory.grow(Math.ceil(missing / pageBytes));
      } catch {
        throw new UsageError(
          `there is no memory for the keys and values of another ${capacity} tokens`,
          "lower the context length, or use a smaller policy",
        );
      }
      this.#floats = new Float32Array(this.#memory.buffer);
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
    const keys = this.#keys(region, layer) + slot * width;
    this.#floats.set(source.subarray(key, key + width), keys);
    this.#floats.set(source.subarray(value, value + width), keys + region.capacity * width);
  }

  /**
   * One token's attention over a prefix and the first `count` tokens of its own region; all heads. The query, scaled,
   * is taken from `source[from...]`, the result goes to `out[to...]`.
   */
  attend(
    layer: number,
    { prefix, own }: { readonly prefix: CacheRegion | undefined; readonly own: CacheRegion },
    count: number,
    source: Float32Array,
    from: number,
    out: Float32Array,
    to: number,
  ): void {
    const floats = this.#floats;
    const width = this.#keyWidth;
    floats.set(source.subarray(from, from + this.#queryWidth), this.#query);
    const ownKeys = this.#keys(own, layer);
    const prefixKeys = prefix === undefined ? 0 : this.#keys(prefix, layer);
    // The kernel counts in vectors of four floats.
    this.#kernel.attend(
      this.#query / 4,
      prefixKeys / 4,
      (prefixKeys + (prefix?.capacity ?? 0) * width) / 4,
      prefix?.length ?? 0,
      ownKeys / 4,
      (ownKeys + own.capacity * width) / 4,
      count,
      this.#mixed / 4,
    );
    out.set(floats.subarray(this.#mixed, this.#mixed + this.#queryWidth), to);
  }

  /** silu(gate) * up of one row [gate, up] at `source[from...]`, to `out[to...]`. */
  gate(source: Float32Array, from: number, out: Float32Array, to: number): void {
    const inner = this.#config.intermediateSize;
    const wide = this.#wide;
    this.#floats.set(source.subarray(from, from + 2 * inner), wide);
    this.#kernel.gate(wide / 4, (wide + inner) / 4, (wide + 2 * inner) / 4, inner);
    out.set(this.#floats.subarray(wide + 2 * inner, wide + 3 * inner), to);
  }

  #keys(region: CacheRegion, layer: number): number {
    return region.start + layer * region.capacity * this.#keyWidth * 2;
  }
}
