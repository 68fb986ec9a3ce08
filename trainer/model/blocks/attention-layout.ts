import type { Tile } from "./attention-tiles.js";

/** [rows, heads * size] to [heads, rows, size]. */
export function headMajor(x: Float32Array, rows: number, heads: number, size: number): Float32Array {
  const out = new Float32Array(x.length);
  for (let row = 0; row < rows; row += 1) {
    for (let head = 0; head < heads; head += 1) {
      const from = (row * heads + head) * size;
      out.set(x.subarray(from, from + size), (head * rows + row) * size);
    }
  }
  return out;
}

/** [heads, rows, size] to [rows, heads * size]. */
export function rowMajor(x: Float32Array, rows: number, heads: number, size: number): Float32Array {
  const out = new Float32Array(x.length);
  for (let head = 0; head < heads; head += 1) {
    for (let row = 0; row < rows; row += 1) {
      const from = (head * rows + row) * size;
      out.set(x.subarray(from, from + size), (row * heads + head) * size);
    }
  }
  return out;
}

/** The key or value rows that a tile sees, [width, size], out of the head that starts at `head`. */
export function gatherKeys(x: Float32Array, head: number, size: number, tile: Tile): Float32Array {
  const { prefix, ownStart, width } = tile;
  const shared = prefix.end - prefix.start;
  const out = new Float32Array(width * size);
  out.set(x.subarray(head + prefix.start * size, head + prefix.end * size));
  out.set(x.subarray(head + ownStart * size, head + (ownStart + width - shared) * size), shared * size);
  return out;
}

/** Adds a gradient [width, size] to the rows that `gatherKeys` took. */
export function scatterKeys(
  gradient: Float32Array,
  into: Float32Array,
  head: number,
  size: number,
  { prefix, ownStart, width }: Tile,
): void {
  const shared = (prefix.end - prefix.start) * size;
  const first = head + prefix.start * size;
  for (let i = 0; i < shared; i += 1) into[first + i] = (into[first + i] as number) + (gradient[i] as number);
  const second = head + ownStart * size - shared;
  for (let i = shared; i < width * size; i += 1) {
    into[second + i] = (into[second + i] as number) + (gradient[i] as number);
  }
}

/** [rows, columns] to [columns, rows]. */
export function transpose(x: Float32Array, rows: number, columns: number): Float32Array {
  const out = new Float32Array(x.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      out[column * rows + row] = x[row * columns + column] as number;
    }
  }
  return out;
}
