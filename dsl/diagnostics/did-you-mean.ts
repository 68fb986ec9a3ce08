import { compareText } from "../text/compare.js";

/** Longest name that is compared: keeps the cost of one look-up small for hostile input. */
const longestName = 80;

/**
 * The candidate nearest to a misspelt name, or undefined when none is near.
 *
 * Nearness is the number of inserted, dropped, changed or swapped neighbouring letters; letter
 * case counts for less than one. At most a third of the letters may differ (one at least). Of
 * equally near candidates the one nearer in letter case is taken, then the first in code-unit order.
 */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length === 0 || name.length > longestName) return undefined;
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate === name || candidate.length > longestName) continue;
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const distance = nearness(name, candidate);
    if (distance > limit || distance > bestDistance) continue;
    // One letter against another one is no spelling mistake.
    if (distance >= Math.max(name.length, candidate.length)) continue;
    if (distance < bestDistance || best === undefined || isBetter(name, candidate, best)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Of two names that are equally near but for letter case. */
function isBetter(name: string, candidate: string, best: string): boolean {
  const difference = editDistance(name, candidate) - editDistance(name, best);
  return difference < 0 || (difference === 0 && compareText(candidate, best) < 0);
}

function nearness(left: string, right: string): number {
  const lowerLeft = left.toLowerCase();
  const lowerRight = right.toLowerCase();
  if (lowerLeft === lowerRight) return 0.5;
  // `get-issue`, `getIssue` and `get_issue` are one word to whoever types it.
  if (lowerLeft.replace(/[-_]/g, "") === lowerRight.replace(/[-_]/g, "")) return 0.5;
  return editDistance(lowerLeft, lowerRight);
}

/** Optimal string alignment distance (Damerau-Levenshtein without repeated edits). */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length]!;
}
