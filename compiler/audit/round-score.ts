/** Decimals of a score, as the checker rounds. */
const SCALE = 1e12;

/** A score of a machine, rounded as the compiled checker rounds its own; never negative zero. */
export function roundScore(value: number): number {
  return Math.round(value * SCALE) / SCALE + 0;
}
