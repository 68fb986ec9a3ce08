import type { Score, Term } from "../abi/score.js";

/** Rewards are given to 12 decimals. */
const SCALE = 1e12;

/**
 * A score from its terms. Terms keep their exact floating-point values; their sum is cut to the range and then
 * rounded to 12 decimals, which removes the noise of the addition (0.52, not 0.5200000000000001) and nothing that
 * a weight in a file could mean.
 */
export function totalScore(terms: readonly Term[], success: boolean, low: number, high: number): Score {
  const sum = terms.reduce((total, term) => total + term.value, 0);
  return { reward: round(Math.min(high, Math.max(low, sum))), success, terms };
}

/** Rounds to 12 decimals; never gives a negative zero. */
export function round(value: number): number {
  return Math.round(value * SCALE) / SCALE + 0;
}
