/**
 * Assigns each row to a column of its own so that the total gain is highest; with more rows than columns some rows
 * stay without one. Gains are at least 0. Returns the column of each row, or -1.
 *
 * The Hungarian method with row and column potentials (Kuhn 1955, Munkres 1957), one shortest augmenting path per
 * row: O(rows * rows * columns). Ties are broken by order, so the result is deterministic.
 */
export function assign(gains: readonly (readonly number[])[], columns: number): readonly number[] {
  const rows = gains.length;
  if (rows === 0) return [];
  if (rows === 1) return [columns === 0 ? -1 : firstHighest(gains[0] ?? [])];
  // Dummy columns of no gain let a row stay alone.
  const width = Math.max(columns, rows);
  const cost = (row: number, column: number): number => -(gains[row]?.[column] ?? 0);
  const rowPotential = new Float64Array(rows);
  const columnPotential = new Float64Array(width);
  const rowOf = new Int32Array(width).fill(-1);
  for (let row = 0; row < rows; row++) augment(row, width, cost, rowPotential, columnPotential, rowOf);
  const result = new Array<number>(rows).fill(-1);
  for (let column = 0; column < columns; column++) {
    const row = rowOf[column] as number;
    if (row >= 0) result[row] = column;
  }
  return result;
}

function firstHighest(gains: readonly number[]): number {
  let best = 0;
  for (let i = 1; i < gains.length; i++) if ((gains[i] as number) > (gains[best] as number)) best = i;
  return best;
}

function augment(
  start: number,
  width: number,
  cost: (row: number, column: number) => number,
  rowPotential: Float64Array,
  columnPotential: Float64Array,
  rowOf: Int32Array,
): void {
  const distance = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  const previous = new Int32Array(width).fill(-1);
  const done = new Uint8Array(width);
  let row = start;
  let last = -1;
  let travelled = 0;
  for (;;) {
    let nearest = -1;
    for (let column = 0; column < width; column++) {
      if (done[column] === 1) continue;
      const reduced =
        travelled + cost(row, column) - (rowPotential[row] as number) - (columnPotential[column] as number);
      if (reduced < (distance[column] as number)) {
        distance[column] = reduced;
        previous[column] = last;
      }
      if (nearest < 0 || (distance[column] as number) < (distance[nearest] as number)) nearest = column;
    }
    done[nearest] = 1;
    travelled = distance[nearest] as number;
    last = nearest;
    const holder = rowOf[nearest] as number;
    if (holder < 0) break;
    row = holder;
  }
  rowPotential[start] = (rowPotential[start] as number) + travelled;
  for (let column = 0; column < width; column++) {
    if (done[column] !== 1 || column === last) continue;
    const slack = travelled - (distance[column] as number);
    columnPotential[column] = (columnPotential[column] as number) - slack;
    const holder = rowOf[column] as number;
    rowPotential[holder] = (rowPotential[holder] as number) + slack;
  }
  for (let column = last; column >= 0; ) {
    const before = previous[column] as number;
    rowOf[column] = before < 0 ? start : (rowOf[before] as number);
    column = before;
  }
}
