import {
  add,
  addIntegers,
  advance,
  assembleModule,
  type Code,
  call,
  divide,
  f32Add,
  f32Maximum,
  f32Store,
  floats,
  get,
  i32,
  i32Add,
  i32Less,
  i32Multiply,
  i32ShiftLeft,
  integers,
  lane,
  load,
  loadSplat,
  loop,
  maximum,
  minimum,
  multiply,
  nearest,
  set,
  shiftIntegersLeft,
  splat,
  store,
  subtract,
  truncate,
  type WasmFunction,
  when,
} from "./wasm-assembler.js";
import { type WasmMemory, webAssembly } from "./web-assembly.js";

/**
 * The two loops of decoding that TensorFlow.js has no fast kernel for, as WebAssembly SIMD: one token's attention over
 * its cache, and SwiGLU's gate. A batched product runs sixteen times slower than a plain one, one product per
 * sequence and head costs more in calls than in arithmetic, and plain JavaScript is ten times slower than this.
 *
 * Every address is given in units of 16 bytes, which keeps it a small integer for the engine.
 */
export interface AttentionKernel {
  /**
   * out = softmax(query keys^T) values for all heads of one token. Keys and values lie in two places, a shared prefix
   * (`prefixCount` may be 0) and the sequence's own (`ownCount` >= 1). The query is already scaled.
   */
  attend(
    query: number,
    prefixKeys: number,
    prefixValues: number,
    prefixCount: number,
    ownKeys: number,
    ownValues: number,
    ownCount: number,
    out: number,
  ): void;
  /** out[i] = gate[i] * sigmoid(gate[i]) * up[i] for i in [0, count); count is a multiple of 4. */
  gate(gate: number, up: number, out: number, count: number): void;
}

export interface AttentionShape {
  readonly heads: number;
  readonly keyValueHeads: number;
  /** A multiple of 16. */
  readonly headSize: number;
  /** Byte address of room for the scores of one head, a multiple of 16, with 16 bytes to spare at the end. */
  readonly scores: number;
}

/** Compiles the kernel for a model's shape over a memory. */
export function createAttentionKernel(memory: WasmMemory, shape: AttentionShape): AttentionKernel {
  const bytes = assembleModule([dots, weigh, softmax, attend(shape), gate]);
  const instance = new webAssembly.Instance(new webAssembly.Module(bytes), { env: { memory } });
  return instance.exports as unknown as AttentionKernel;
}

const four = [0, 1, 2, 3] as const;
const bytesOf = (count: Code): Code => [...count, ...i32(4), ...i32Multiply];

/** out[t] = sum over i of query[i] * keys[t][i]. Strides and widths in bytes, widths multiples of 64. */
const dots = ((): WasmFunction => {
  const [query, keys, stride, count, width, out, end, i, sum] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
  const products = four.flatMap((n) => [
    ...get(sum + n),
    ...[...get(query), ...get(i), ...i32Add, ...load(16 * n)],
    ...[...get(keys), ...get(i), ...i32Add, ...load(16 * n)],
    ...[...multiply, ...add, ...set(sum + n)],
  ]);
  const total = [
    ...[...get(sum), ...get(sum + 1), ...add, ...get(sum + 2), ...get(sum + 3), ...add, ...add, ...set(sum)],
    ...four.flatMap((n) => [...get(sum), ...lane(n), ...(n === 0 ? [] : f32Add)]),
  ];
  const row = [
    ...four.flatMap((n) => [...floats(0), ...set(sum + n)]),
    ...[...i32(0), ...set(i)],
    ...loop([...products, ...advance(i, i32(64))], [...get(i), ...get(width), ...i32Less]),
    ...[...get(out), ...total, ...f32Store],
    ...advance(keys, get(stride)),
    ...advance(out, i32(4)),
  ];
  return {
    parameters: 6,
    i32Locals: 2,
    v128Locals: 4,
    body: [
      ...[...get(out), ...bytesOf(get(count)), ...i32Add, ...set(end)],
      ...loop(row, [...get(out), ...get(end), ...i32Less]),
    ],
  };
})();

/** out[i] += sum over t of weights[t] * values[t][i]. */
const weigh = ((): WasmFunction => {
  const [weights, values, stride, count, width, out] = [0, 1, 2, 3, 4, 5] as const;
  const [end, column, weightAt, valueAt, sum, weight] = [6, 7, 8, 9, 10, 14] as const;
  const target = [...get(out), ...get(column), ...i32Add];
  const row = [
    ...[...get(weightAt), ...loadSplat, ...set(weight)],
    ...four.flatMap((n) => [
      ...[...get(sum + n), ...get(weight), ...get(valueAt), ...load(16 * n)],
      ...[...multiply, ...add, ...set(sum + n)],
    ]),
    ...advance(weightAt, i32(4)),
    ...advance(valueAt, get(stride)),
  ];
  const block = [
    ...four.flatMap((n) => [...target, ...load(16 * n), ...set(sum + n)]),
    ...[...get(weights), ...set(weightAt)],
    ...[...get(values), ...get(column), ...i32Add, ...set(valueAt)],
    ...loop(row, [...get(weightAt), ...get(end), ...i32Less]),
    ...four.flatMap((n) => [...target, ...get(sum + n), ...store(16 * n)]),
    ...advance(column, i32(64)),
  ];
  return {
    parameters: 6,
    i32Locals: 4,
    v128Locals: 5,
    body: [
      ...[...get(weights), ...bytesOf(get(count)), ...i32Add, ...set(end)],
      ...[...i32(0), ...set(column)],
      ...loop(block, [...get(column), ...get(width), ...i32Less]),
    ],
  };
})();

/**
 * Replaces the four floats in local `x` by their exponentials, within 2e-7 of the exact ones; arguments are taken into
 * [-87, 88]. With x log2(e) = n + f, |f| <= 1/2: e^x = 2^n 2^f, where 2^n is written into the exponent bits and 2^f is
 * the Taylor series of e^(f ln 2) up to the sixth power.
 */
function exponential(x: number, f: number): Code {
  const coefficient = (k: number): number => {
    let value = 1;
    for (let i = 1; i <= k; i += 1) value *= Math.LN2 / i;
    return value;
  };
  const series = [5, 4, 3, 2, 1, 0].flatMap((k) => [
    ...get(f),
    ...multiply,
    ...floats(coefficient(k)),
    ...add,
  ]);
  return [
    ...[...get(x), ...floats(-87), ...maximum, ...floats(88), ...minimum, ...floats(Math.LOG2E), ...multiply],
    ...[...set(x), ...get(x), ...get(x), ...nearest, ...subtract, ...set(f)],
    ...[...floats(coefficient(6)), ...series],
    ...[
      ...get(x),
      ...nearest,
      ...truncate,
      ...integers(127),
      ...addIntegers,
      ...i32(23),
      ...shiftIntegersLeft,
    ],
    ...[...multiply, ...set(x)],
  ];
}

/** softmax of `count` floats, in place; writes into the 16 bytes behind them. */
const softmax = ((): WasmFunction => {
  const [start, count, end, at, top, sum, x, f] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const overAll = (body: Code): Code => [
    ...[...get(start), ...set(at)],
    ...loop([...body, ...advance(at, i32(16))], [...get(at), ...get(end), ...i32Less]),
  ];
  const combined = (local: number, combine: Code): Code => [
    ...four.flatMap((n) => [...get(local), ...lane(n), ...(n === 0 ? [] : combine)]),
    ...[...splat, ...set(local)],
  ];
  return {
    parameters: 2,
    i32Locals: 2,
    v128Locals: 4,
    body: [
      ...[...get(start), ...bytesOf(get(count)), ...i32Add, ...set(end)],
      // Whole vectors from here on: what lies behind the scores must not count.
      ...[...get(end), ...floats(-1e30), ...store(0)],
      ...[...floats(-1e30), ...set(top)],
      ...overAll([...get(top), ...get(at), ...load(0), ...maximum, ...set(top)]),
      ...combined(top, f32Maximum),
      ...[...floats(0), ...set(sum)],
      ...overAll([
        ...[...get(at), ...load(0), ...get(top), ...subtract, ...set(x)],
        ...exponential(x, f),
        ...[...get(at), ...get(x), ...store(0)],
        ...[...get(sum), ...get(x), ...add, ...set(sum)],
      ]),
      ...combined(sum, f32Add),
      ...[...floats(1), ...get(sum), ...divide, ...set(sum)],
      ...overAll([...get(at), ...get(at), ...load(0), ...get(sum), ...multiply, ...store(0)]),
    ],
  };
})();

const [dotsIndex, weighIndex, softmaxIndex] = [0, 1, 2] as const;

function attend({ heads, keyValueHeads, headSize, scores }: AttentionShape): WasmFunction {
  const [query, prefixKeys, prefixValues, prefixCount] = [0, 1, 2, 3] as const;
  const [ownKeys, ownValues, ownCount, out] = [4, 5, 6, 7] as const;
  const width = headSize * 4;
  const stride = i32(keyValueHeads * width);
  const at = (local: number, offset: number): Code => [...get(local), ...i32(offset), ...i32Add];
  const ownScores = [...i32(scores), ...bytesOf(get(prefixCount)), ...i32Add];
  const head = (index: number): Code => {
    const column = Math.floor((index * keyValueHeads) / heads) * width;
    const row = index * width;
    const product = (keys: number, count: number, into: Code): Code => [
      ...[...at(query, row), ...at(keys, column), ...stride, ...get(count), ...i32(width), ...into],
      ...call(dotsIndex),
    ];
    const mix = (weights: Code, values: number, count: number): Code => [
      ...[...weights, ...at(values, column), ...stride, ...get(count), ...i32(width), ...at(out, row)],
      ...call(weighIndex),
    ];
    return [
      ...when(get(prefixCount), product(prefixKeys, prefixCount, i32(scores))),
      ...product(ownKeys, ownCount, ownScores),
      ...[...i32(scores), ...get(prefixCount), ...get(ownCount), ...i32Add, ...call(softmaxIndex)],
      ...Array.from({ length: width / 16 }, (_, n) => [
        ...get(out),
        ...floats(0),
        ...store(row + 16 * n),
      ]).flat(),
      ...when(get(prefixCount), mix(i32(scores), prefixValues, prefixCount)),
      ...mix(ownScores, ownValues, ownCount),
    ];
  };
  const addresses = [query, prefixKeys, prefixValues, ownKeys, ownValues, out];
  return {
    name: "attend",
    parameters: 8,
    i32Locals: 0,
    v128Locals: 0,
    body: [
      ...addresses.flatMap((local) => [...get(local), ...i32(4), ...i32ShiftLeft, ...set(local)]),
      ...Array.from({ length: heads }, (_, index) => head(index)).flat(),
    ],
  };
}

const gate = ((): WasmFunction => {
  const [gateAt, up, out, count, end, g, x, f] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const step = [
    ...[...get(gateAt), ...load(0), ...set(g)],
    ...[...floats(0), ...get(g), ...subtract, ...set(x)],
    ...exponential(x, f),
    ...[...get(out), ...get(g), ...get(up), ...load(0), ...multiply],
    ...[...get(x), ...floats(1), ...add, ...divide, ...store(0)],
    ...[gateAt, up, out].flatMap((local) => advance(local, i32(16))),
  ];
  return {
    name: "gate",
    parameters: 4,
    i32Locals: 1,
    v128Locals: 3,
    body: [
      ...[gateAt, up, out].flatMap((local) => [...get(local), ...i32(4), ...i32ShiftLeft, ...set(local)]),
      ...[...get(out), ...bytesOf(get(count)), ...i32Add, ...set(end)],
      ...loop(step, [...get(out), ...get(end), ...i32Less]),
    ],
  };
})();
