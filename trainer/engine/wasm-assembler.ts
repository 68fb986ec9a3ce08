/** Instructions as bytes. Only what the attention kernel needs; names follow the WebAssembly text format loosely. */
export type Code = readonly number[];

export const I32 = 0x7f;
export const V128 = 0x7b;

export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];
export const i32 = (value: number): Code => [0x41, ...signed(value)];
export const i32Add: Code = [0x6a];
export const i32Multiply: Code = [0x6c];
export const i32Less: Code = [0x49];
export const i32ShiftLeft: Code = [0x74];
export const call = (index: number): Code => [0x10, index];

/** Runs `body` when `condition` leaves a value other than zero. */
export const when = (condition: Code, body: Code): Code => [...condition, 0x04, 0x40, ...body, 0x0b];
/** Runs `body`, and again while `again` leaves a value other than zero. */
export const loop = (body: Code, again: Code): Code => [0x03, 0x40, ...body, ...again, 0x0d, 0x00, 0x0b];
/** local += amount */
export const advance = (local: number, amount: Code): Code => [
  ...get(local),
  ...amount,
  ...i32Add,
  ...set(local),
];

const simd = (opcode: number, ...rest: number[]): Code => [0xfd, ...unsigned(opcode), ...rest];
export const load = (offset: number): Code => simd(0x00, 4, ...unsigned(offset));
export const loadSplat: Code = simd(0x09, 2, 0);
export const store = (offset: number): Code => simd(0x0b, 4, ...unsigned(offset));
export const f32Store: Code = [0x38, 2, 0];

/** Four equal floats. */
export const floats = (value: number): Code => {
  const bytes = [...new Uint8Array(Float32Array.of(value).buffer)];
  return simd(0x0c, ...bytes, ...bytes, ...bytes, ...bytes);
};
/** Four equal integers. */
export const integers = (value: number): Code => [...i32(value), ...simd(0x11)];
export const splat: Code = simd(0x13);
export const lane = (index: number): Code => simd(0x1f, index);
export const add: Code = simd(0xe4);
export const subtract: Code = simd(0xe5);
export const multiply: Code = simd(0xe6);
export const divide: Code = simd(0xe7);
export const minimum: Code = simd(0xe8);
export const maximum: Code = simd(0xe9);
export const nearest: Code = simd(0x6a);
export const truncate: Code = simd(0xf8);
export const addIntegers: Code = simd(0xae);
export const shiftIntegersLeft: Code = simd(0xab);
export const f32Add: Code = [0x92];
export const f32Maximum: Code = [0x97];

export interface WasmFunction {
  /** Number of i32 parameters; there is no result. */
  readonly parameters: number;
  /** Locals after the parameters: so many i32, then so many v128. */
  readonly i32Locals: number;
  readonly v128Locals: number;
  readonly body: Code;
  /** Name under which it is exported, if it is. */
  readonly name?: string;
}

/** A module with one imported memory (`env.memory`) and the given functions, callable by index. */
export function assembleModule(functions: readonly WasmFunction[]): Uint8Array {
  const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];
  const types = functions.map(
    ({ parameters }): Code => [0x60, ...vector(new Array<Code>(parameters).fill([I32])), 0],
  );
  const exported = functions.flatMap(({ name }, index): Code[] =>
    name === undefined ? [] : [[...text(name), 0x00, ...unsigned(index)]],
  );
  const bodies = functions.map(({ i32Locals, v128Locals, body }): Code => {
    const locals = vector([
      [...unsigned(i32Locals), I32],
      [...unsigned(v128Locals), V128],
    ]);
    const whole = [...locals, ...body, 0x0b];
    return [...unsigned(whole.length), ...whole];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector(types)),
    ...section(2, vector([[...text("env"), ...text("memory"), 0x02, 0x00, 0x00]])),
    ...section(3, vector(functions.map((_, index) => unsigned(index)))),
    ...section(7, vector(exported)),
    ...section(10, vector(bodies)),
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

/** Signed LEB128 of a number from 0 to 2^31 - 1: the sign bit of the last byte must be clear. */
function signed(value: number): Code {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
