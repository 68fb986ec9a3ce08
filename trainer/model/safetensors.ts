import { UsageError } from "../../runtime/index.js";

export interface NamedTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** Largest header that is read, in bytes; real ones are far smaller. */
const maxHeaderBytes = 64 * 1024 * 1024;
const bytesPer = new Map([
  ["F32", 4],
  ["F16", 2],
  ["BF16", 2],
]);

/**
 * Reads a safetensors file: 8 bytes little-endian header length, a JSON header, the data. F32, F16 and BF16 become
 * 32-bit floats. The file is untrusted: every length and offset is checked. Throws UsageError on a bad file.
 */
export function readSafetensors(bytes: Uint8Array, label: string): ReadonlyMap<string, NamedTensor> {
  const refuse = (what: string): UsageError =>
    new UsageError(`${label} is not a usable safetensors file: ${what}`, "fetch the file again");
  if (bytes.byteLength < 8) throw refuse("it is shorter than its header length");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerLength = Number(view.getBigUint64(0, true));
  if (headerLength > maxHeaderBytes || headerLength > bytes.byteLength - 8) {
    throw refuse("its header is longer than the file");
  }
  let header: unknown;
  try {
    header = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(8, 8 + headerLength)),
    );
  } catch {
    throw refuse("its header is not JSON");
  }
  if (typeof header !== "object" || header === null || Array.isArray(header)) {
    throw refuse("its header is not an object");
  }
  const start = 8 + headerLength;
  const available = bytes.byteLength - start;
  const tensors = new Map<string, NamedTensor>();
  for (const [name, entry] of Object.entries(header as { readonly [name: string]: unknown })) {
    if (name === "__metadata__") continue;
    if (typeof entry !== "object" || entry === null) throw refuse(`${name} is not described`);
    const { dtype, shape, data_offsets: offsets } = entry as { readonly [key: string]: unknown };
    const width = typeof dtype === "string" ? bytesPer.get(dtype) : undefined;
    if (width === undefined)
      throw refuse(`${name} has the type ${JSON.stringify(dtype)}, not F32, F16 or BF16`);
    if (!isCounts(shape)) throw refuse(`${name} has no shape`);
    if (!isCounts(offsets) || offsets.length !== 2) throw refuse(`${name} has no offsets`);
    const [from, to] = offsets as readonly [number, number];
    const size = shape.reduce((product, side) => product * side, 1);
    if (!Number.isSafeInteger(size) || from > to || to > available || to - from !== size * width) {
      throw refuse(`the offsets of ${name} do not fit its shape or the file`);
    }
    tensors.set(name, { shape, data: widen(view, start + from, size, dtype as string) });
  }
  return tensors;
}

/** Writes tensors as F32, in the order given. */
export function writeSafetensors(tensors: ReadonlyMap<string, NamedTensor>): Uint8Array {
  const entries: string[] = [`"__metadata__":{"format":"pt"}`];
  let offset = 0;
  for (const [name, tensor] of tensors) {
    const end = offset + tensor.data.length * 4;
    entries.push(
      `${JSON.stringify(name)}:${JSON.stringify({ dtype: "F32", shape: tensor.shape, data_offsets: [offset, end] })}`,
    );
    offset = end;
  }
  let header = `{${entries.join(",")}}`;
  header = header.padEnd(Math.ceil(header.length / 8) * 8, " ");
  const headerBytes = Buffer.from(header, "utf8");
  const bytes = new Uint8Array(8 + headerBytes.length + offset);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(headerBytes.length), true);
  bytes.set(headerBytes, 8);
  let at = 8 + headerBytes.length;
  for (const { data } of tensors.values()) {
    for (let i = 0; i < data.length; i += 1) view.setFloat32(at + 4 * i, data[i] as number, true);
    at += data.length * 4;
  }
  return bytes;
}

function isCounts(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && (item as number) >= 0);
}

function widen(view: DataView, start: number, size: number, dtype: string): Float32Array {
  const out = new Float32Array(size);
  const bits = new Uint32Array(out.buffer);
  for (let i = 0; i < size; i += 1) {
    if (dtype === "F32") bits[i] = view.getUint32(start + 4 * i, true);
    else if (dtype === "BF16") bits[i] = view.getUint16(start + 2 * i, true) << 16;
    else out[i] = halfToNumber(view.getUint16(start + 2 * i, true));
  }
  return out;
}

/** IEEE 754 binary16. */
function halfToNumber(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
