/** A proportion with its exact (Clopper-Pearson, 1934) interval. */
export interface Proportion {
  readonly count: number;
  readonly of: number;
  readonly low: number;
  readonly high: number;
}

/** The 95 % interval, or another level. With `of` = 0 the interval is [0, 1]. */
export function proportion(count: number, of: number, level = 0.95): Proportion {
  const tail = (1 - level) / 2;
  // The bounds are the p at which so many successes, or so few, have the probability `tail`.
  const low = count === 0 ? 0 : bisect((p) => 1 - binomialCdf(count - 1, of, p) - tail);
  const high = count === of ? 1 : bisect((p) => tail - binomialCdf(count, of, p));
  return { count, of, low, high };
}

/** Zero of an increasing function on [0, 1]. */
function bisect(f: (p: number) => number): number {
  let low = 0;
  let high = 1;
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (f(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(X <= k) for X binomial(n, p), summed with logarithms of the terms. */
function binomialCdf(k: number, n: number, p: number): number {
  if (p <= 0) return 1;
  if (p >= 1) return k >= n ? 1 : 0;
  let sum = 0;
  let logChoose = 0;
  for (let i = 0; i <= k; i += 1) {
    if (i > 0) logChoose += Math.log((n - i + 1) / i);
    sum += Math.exp(logChoose + i * Math.log(p) + (n - i) * Math.log1p(-p));
  }
  return Math.min(sum, 1);
}
