/** Token rows [start, end) of one sequence. Attention sees `prefix` (all of it) and the rows of the sequence so far. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly prefix?: { readonly start: number; readonly end: number };
}

/**
 * Sequences laid one after another without padding. Completions of one prompt share its rows as their prefix, so a
 * prompt is computed once for its whole group.
 */
export interface PackedBatch {
  /** Token id of each row. */
  readonly ids: Int32Array;
  /** Position of each row within its own sequence (prefix included). */
  readonly positions: Int32Array;
  readonly segments: readonly Segment[];
  /** Rows whose next token carries loss, with that token. A row may occur more than once. */
  readonly targetRows: Int32Array;
  readonly targetIds: Int32Array;
}

export interface Completion {
  /** Ids after the prompt, tool answers included. */
  readonly ids: readonly number[];
  /** Whether each id was sampled (and so carries loss). */
  readonly mask: readonly boolean[];
}

/** Packs one prompt with its completions. Rows after a completion's last loss-bearing token are left out. */
export function packGroup(prompt: readonly number[], completions: readonly Completion[]): PackedBatch {
  const ids: number[] = [...prompt];
  const positions = prompt.map((_, index) => index);
  const prefix = { start: 0, end: prompt.length };
  const segments: Segment[] = [{ start: 0, end: prompt.length }];
  const targetRows: number[] = [];
  const targetIds: number[] = [];
  for (const { ids: own, mask } of completions) {
    const last = mask.lastIndexOf(true);
    const start = ids.length;
    for (let i = 0; i < last; i += 1) {
      ids.push(own[i] as number);
      positions.push(prompt.length + i);
    }
    if (ids.length > start) segments.push({ start, end: ids.length, prefix });
    for (let i = 0; i <= last; i += 1) {
      if (!mask[i]) continue;
      // The first id is predicted by the last row of the prompt.
      targetRows.push(i === 0 ? prompt.length - 1 : start + i - 1);
      targetIds.push(own[i] as number);
    }
  }
  return {
    ids: Int32Array.from(ids),
    positions: Int32Array.from(positions),
    segments,
    targetRows: Int32Array.from(targetRows),
    targetIds: Int32Array.from(targetIds),
  };
}

/** Packs independent sequences; `mask[i]` says whether the i-th id carries loss (the first id never does). */
export function packSequences(sequences: readonly Completion[]): PackedBatch {
  const ids: number[] = [];
  const positions: number[] = [];
  const segments: Segment[] = [];
  const targetRows: number[] = [];
  const targetIds: number[] = [];
  for (const { ids: own, mask } of sequences) {
    const last = mask.lastIndexOf(true);
    if (last < 1) continue;
    const start = ids.length;
    for (let i = 0; i < last; i += 1) {
      ids.push(own[i] as number);
      positions.push(i);
      if (mask[i + 1]) {
        targetRows.push(start + i);
        targetIds.push(own[i + 1] as number);
      }
    }
    segments.push({ start, end: ids.length });
  }
  return {
    ids: Int32Array.from(ids),
    positions: Int32Array.from(positions),
    segments,
    targetRows: Int32Array.from(targetRows),
    targetIds: Int32Array.from(targetIds),
  };
}
