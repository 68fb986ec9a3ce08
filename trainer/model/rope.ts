/** Cosines and sines of rotary positions (Su et al., 2021), [maxPositions, headSize / 2] each. */
export interface RopeTable {
  readonly half: number;
  readonly cos: Float32Array;
  readonly sin: Float32Array;
}

export function ropeTable(headSize: number, base: number, positions: number): RopeTable {
  const half = headSize / 2;
  const cos = new Float32Array(positions * half);
  const sin = new Float32Array(positions * half);
  for (let position = 0; position < positions; position += 1) {
    for (let i = 0; i < half; i += 1) {
      const angle = position / base ** ((2 * i) / headSize);
      cos[position * half + i] = Math.cos(angle);
      sin[position * half + i] = Math.sin(angle);
    }
  }
  return { half, cos, sin };
}
