import type { Segment } from "../packed-batch.js";

/** Query rows [start, start + rows) of a segment with the keys they may see: its prefix, then its own rows. */
export interface Tile {
  readonly start: number;
  readonly rows: number;
  readonly prefix: { readonly start: number; readonly end: number };
  readonly ownStart: number;
  /** Keys in all; the last `rows` of them are the tile's own rows. */
  readonly width: number;
}

/** Rows of a tile: larger ones waste products behind the causal diagonal, smaller ones cost more calls. */
const tileRows = 192;

/** Cuts segments into tiles of nearly equal height, none higher than 192 rows. */
export function tilesOf(segments: readonly Segment[]): readonly Tile[] {
  return segments.flatMap((segment) => {
    const prefix = segment.prefix ?? { start: 0, end: 0 };
    const length = segment.end - segment.start;
    const count = Math.ceil(length / tileRows);
    return Array.from({ length: count }, (_, index): Tile => {
      const start = segment.start + Math.floor((index * length) / count);
      const end = segment.start + Math.floor(((index + 1) * length) / count);
      const width = prefix.end - prefix.start + end - segment.start;
      return { start, rows: end - start, prefix, ownStart: segment.start, width };
    });
  });
}
