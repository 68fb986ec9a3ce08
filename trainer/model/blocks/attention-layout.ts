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

/** Adds a transposed gradient [size, width] to the rows that `gatherKeys` took. */
export function scatterKeysTransposed(
  gradient: Float32Array,
  into: Float32Array,
  head: number,
  size: number,
  tile: Tile,
): void {
  const { prefix, ownStart, width } = tile;
  const shared = prefix.end - prefix.start;
  for (let column = 0; column < width; column += 1) {
    const row = column < shared ? prefix.start + column : ownStart + column - shared;
    const at = head + row * size;
    for (let i = 0; i < size; i += 1) {
      into[at + i] = (into[at + i] as number) + (gradient[i * width + column] as number);
    }
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
