import type { RopeTable } from "./rope.js";

/** What one call needs besides its input: shapes, the optional norm, positions. */
export interface HeadTransform {
  readonly rows: number;
  readonly heads: number;
  readonly headSize: number;
  /** Weight of the per-head RMSNorm, [headSize]; absent for models without one. */
  readonly norm?: Float32Array;
  readonly epsilon: number;
  readonly rope: RopeTable;
  /** Position of each row. */
  readonly positions: Int32Array;
  /** Factor on the result: 1/sqrt(headSize) for queries, 1 for keys. */
  readonly scale: number;
}

/**
 * Per-head RMSNorm (if any), rotary rotation of the two halves, scale. Input [rows, heads * headSize], output head
 * by head, [heads, rows, headSize]: a head's rows lie together, ready for two-dimensional products.
 */
export function transformHeads(x: Float32Array, t: HeadTransform): Float32Array {
  const { rows, heads, headSize, norm, rope, positions, scale } = t;
  const half = rope.half;
  const out = new Float32Array(x.length);
  for (let row = 0; row < rows; row += 1) {
    const angle = (positions[row] as number) * half;
    for (let head = 0; head < heads; head += 1) {
      const from = (row * heads + head) * headSize;
      const to = (head * rows + row) * headSize;
      const factor = norm === undefined ? scale : scale * inverseRms(x, from, headSize, t.epsilon);
      for (let i = 0; i < half; i += 1) {
        let a = (x[from + i] as number) * factor;
        let b = (x[from + half + i] as number) * factor;
        if (norm !== undefined) {
          a *= norm[i] as number;
          b *= norm[half + i] as number;
        }
        const c = rope.cos[angle + i] as number;
        const s = rope.sin[angle + i] as number;
        out[to + i] = a * c - b * s;
        out[to + half + i] = b * c + a * s;
      }
    }
  }
  return out;
}

export interface HeadGradients {
  /** [rows, heads * headSize]. */
  readonly dx: Float32Array;
  /** [headSize]; zeros without a norm. */
  readonly dNorm: Float32Array;
}

/** The gradient of `transformHeads`: `dOut` is [heads, rows, headSize], `x` the input of the forward call. */
export function transformHeadsGradient(dOut: Float32Array, x: Float32Array, t: HeadTransform): HeadGradients {
  const { rows, heads, headSize, norm, rope, positions, scale } = t;
  const half = rope.half;
  const dx = new Float32Array(x.length);
  const dNorm = new Float32Array(headSize);
  for (let row = 0; row < rows; row += 1) {
    const angle = (positions[row] as number) * half;
    for (let head = 0; head < heads; head += 1) {
      const from = (head * rows + row) * headSize;
      const to = (row * heads + head) * headSize;
      // Rotate back; dx holds the gradient of the normalised, weighted head up to here.
      for (let i = 0; i < half; i += 1) {
        const c = rope.cos[angle + i] as number;
        const s = rope.sin[angle + i] as number;
        const da = (dOut[from + i] as number) * scale;
        const db = (dOut[from + half + i] as number) * scale;
        dx[to + i] = da * c + db * s;
        dx[to + half + i] = db * c - da * s;
      }
      if (norm === undefined) continue;
      const inverse = inverseRms(x, to, headSize, t.epsilon);
      let along = 0;
      for (let i = 0; i < headSize; i += 1) {
        const unit = (x[to + i] as number) * inverse;
        const d = dx[to + i] as number;
        dNorm[i] = (dNorm[i] as number) + d * unit;
        along += d * (norm[i] as number) * unit;
      }
      along /= headSize;
      for (let i = 0; i < headSize; i += 1) {
        const unit = (x[to + i] as number) * inverse;
        dx[to + i] = inverse * ((dx[to + i] as number) * (norm[i] as number) - unit * along);
      }
    }
  }
  return { dx, dNorm };
}

function inverseRms(x: Float32Array, from: number, size: number, epsilon: number): number {
  let sum = 0;
  for (let i = 0; i < size; i += 1) {
    const value = x[from + i] as number;
    sum += value * value;
  }
  return 1 / Math.sqrt(sum / size + epsilon);
}
