import { type WasmMemory, webAssembly } from "./web-assembly.js";

/**
 * Two WebAssembly SIMD loops for decoding with a key-value cache: one query against many keys, and a weighted sum of
 * many values. TensorFlow.js has no kernel for many short products of different lengths: one call per sequence and
 * head costs more than the arithmetic, and plain JavaScript runs ten times slower than these loops.
 *
 * The module is written out by hand because it is forty instructions long; the comments beside them read as the
 * source. All addresses, strides and widths are in bytes; widths are multiples of 64 (16 floats).
 */
export interface DotKernel {
  /** out[t] = sum over i of query[i] * keys[t][i], for t in [0, count), count >= 1. */
  dots(query: number, keys: number, stride: number, count: number, width: number, out: number): void;
  /** out[i] += sum over t of weights[t] * values[t][i], for t in [0, count), count >= 1. */
  weigh(weights: number, values: number, stride: number, count: number, width: number, out: number): void;
}

/** Instantiates the loops over a memory. */
export function createDotKernel(memory: WasmMemory): DotKernel {
  const instance = new webAssembly.Instance(new webAssembly.Module(moduleBytes()), { env: { memory } });
  return instance.exports as unknown as DotKernel;
}

type Code = readonly number[];

const I32 = 0x7f;
const V128 = 0x7b;

const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const constant = (value: number): Code => [0x41, ...signed(value)];
const add: Code = [0x6a];
const multiply: Code = [0x6c];
const lessThan: Code = [0x49];
/** A loop that goes round again while `again` leaves a true value. */
const loop = (body: Code, again: Code): Code => [0x03, 0x40, ...body, ...again, 0x0d, 0x00, 0x0b];
const load = (offset: number): Code => [0xfd, 0x00, 0x04, ...unsigned(offset)];
const loadSplat: Code = [0xfd, 0x09, 0x02, 0x00];
const store = (offset: number): Code => [0xfd, 0x0b, 0x04, ...unsigned(offset)];
const zeros: Code = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const addLanes: Code = [0xfd, 0xe4, 0x01];
const multiplyLanes: Code = [0xfd, 0xe6, 0x01];
const lane = (index: number): Code => [0xfd, 0x1f, index];
const addFloat: Code = [0x92];
const storeFloat: Code = [0x38, 0x02, 0x00];
const advance = (local: number, by: Code): Code => [...get(local), ...by, ...add, ...set(local)];

const four = [0, 1, 2, 3] as const;

/** Parameters 0 query, 1 keys, 2 stride, 3 count, 4 width, 5 out; locals 6 end of out, 7 i, 8 to 11 sums. */
function dotsBody(): Code {
  return [
    // end = out + count * 4
    ...[...get(5), ...get(3), ...constant(4), ...multiply, ...add, ...set(6)],
    ...loop(
      [
        ...four.flatMap((n) => [...zeros, ...set(8 + n)]),
        ...[...constant(0), ...set(7)],
        ...loop(
          [
            // sum[n] += query[i + 16 n] * keys[i + 16 n], four floats at a time
            ...four.flatMap((n) => [
              ...[...get(8 + n), ...get(0), ...get(7), ...add, ...load(16 * n)],
              ...[...get(1), ...get(7), ...add, ...load(16 * n)],
              ...[...multiplyLanes, ...addLanes, ...set(8 + n)],
            ]),
            ...advance(7, constant(64)),
          ],
          [...get(7), ...get(4), ...lessThan],
        ),
        // *out = sum over all lanes
        ...[...get(8), ...get(9), ...addLanes, ...get(10), ...get(11), ...addLanes, ...addLanes, ...set(8)],
        ...get(5),
        ...four.flatMap((n) => [...get(8), ...lane(n), ...(n === 0 ? [] : addFloat)]),
        ...storeFloat,
        ...advance(1, get(2)),
        ...advance(5, constant(4)),
      ],
      [...get(5), ...get(6), ...lessThan],
    ),
    0x0b,
  ];
}

/**
 * Parameters 0 weights, 1 values, 2 stride, 3 count, 4 width, 5 out; locals 6 end of weights, 7 column, 8 weight
 * address, 9 value address, 10 to 13 sums, 14 weight.
 */
function weighBody(): Code {
  const column = [...get(5), ...get(7), ...add];
  return [
    // end = weights + count * 4; column = 0
    ...[...get(0), ...get(3), ...constant(4), ...multiply, ...add, ...set(6)],
    ...[...constant(0), ...set(7)],
    ...loop(
      [
        ...four.flatMap((n) => [...column, ...load(16 * n), ...set(10 + n)]),
        ...[...get(0), ...set(8)],
        ...[...get(1), ...get(7), ...add, ...set(9)],
        ...loop(
          [
            ...[...get(8), ...loadSplat, ...set(14)],
            ...four.flatMap((n) => [
              ...[...get(10 + n), ...get(14), ...get(9), ...load(16 * n)],
              ...[...multiplyLanes, ...addLanes, ...set(10 + n)],
            ]),
            ...advance(8, constant(4)),
            ...advance(9, get(2)),
          ],
          [...get(8), ...get(6), ...lessThan],
        ),
        ...four.flatMap((n) => [...column, ...get(10 + n), ...store(16 * n)]),
        ...advance(7, constant(64)),
      ],
      [...get(7), ...get(4), ...lessThan],
    ),
    0x0b,
  ];
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const body = (locals: readonly Code[], code: Code): Code => {
    const whole = [...vector(locals), ...code];
    return [...unsigned(whole.length), ...whole];
  };
  const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];
  const signature = [0x60, ...vector(new Array<Code>(6).fill([I32])), 0x00];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector([signature])),
    ...section(2, vector([[...text("env"), ...text("memory"), 0x02, 0x00, 0x00]])),
    ...section(3, vector([[0x00], [0x00]])),
    ...section(
      7,
      vector([
        [...text("dots"), 0x00, 0x00],
        [...text("weigh"), 0x00, 0x01],
      ]),
    ),
    ...section(
      10,
      vector([
        body(
          [
            [2, I32],
            [4, V128],
          ],
          dotsBody(),
        ),
        body(
          [
            [4, I32],
            [5, V128],
          ],
          weighBody(),
        ),
      ]),
    ),
  ]);
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): Code {
  return vector([...Buffer.from(value)].map((byte) => [byte]));
}

/** LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** Signed LEB128 of a small non-negative number: the sign bit of the last byte must be clear. */
function signed(value: number): Code {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
