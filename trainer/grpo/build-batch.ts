import { packGroup } from "../model/packed-batch.js";
import type { MicroBatch } from "../parallel/micro-batch.js";
import type { SampledEpisode } from "../sampler/episodes.js";
import { advantages, type RewardScaling } from "./advantages.js";
import { type LossAggregation, tokenWeights } from "./policy-loss.js";

export interface BatchSettings {
  readonly scaling: RewardScaling;
  readonly loss: LossAggregation;
  /** Longest completion, for dr_grpo. */
  readonly maxContext: number;
  /** Rows of a micro-batch at most, where completions allow. */
  readonly microTokens: number;
  /** Whether groups whose advantages are all zero still count (they do when there is a KL term). */
  readonly keepZero: boolean;
}

/**
 * Turns groups of episodes of one prompt each into micro-batches. The split depends on the episodes alone, so that
 * sums of gradients do not depend on where they are computed.
 */
export function buildBatch(
  groups: readonly (readonly SampledEpisode[])[],
  settings: BatchSettings,
): readonly MicroBatch[] {
  const scores = advantages(
    groups.map((group) => group.map((episode) => episode.score.reward)),
    settings.scaling,
  );
  const lengths = groups.flat().map((episode) => episode.mask.filter(Boolean).length);
  const weights = tokenWeights(settings.loss, lengths, settings.maxContext);
  let first = 0;
  return groups.flatMap((group, index) => {
    const own = group.map((episode, at) => ({
      episode,
      advantage: scores[index]?.[at] as number,
      weight: weights[first + at] as number,
    }));
    first += group.length;
    if (!settings.keepZero && own.every(({ advantage }) => Math.abs(advantage) < 1e-8)) return [];
    return cut(own, settings.microTokens).map(pack);
  });
}

interface Weighted {
  readonly episode: SampledEpisode;
  readonly advantage: number;
  readonly weight: number;
}

/** Splits a group into parts of nearly equal size whose rows, shared prompt included, stay below a limit. */
function cut(group: readonly Weighted[], limit: number): readonly (readonly Weighted[])[] {
  const prompt = group[0]?.episode.prompt.length ?? 0;
  const rows = group.reduce((sum, { episode }) => sum + episode.ids.length, 0);
  const parts = Math.min(group.length, Math.max(1, Math.ceil(rows / Math.max(1, limit - prompt))));
  return Array.from({ length: parts }, (_, part) =>
    group.slice(Math.floor((part * group.length) / parts), Math.floor(((part + 1) * group.length) / parts)),
  );
}

function pack(part: readonly Weighted[]): MicroBatch {
  const packed = packGroup(
    part[0]?.episode.prompt ?? [],
    part.map(({ episode }) => episode),
  );
  const n = packed.targetIds.length;
  const batch = {
    ...packed,
    weights: new Float32Array(n),
    advantages: new Float32Array(n),
    sequences: new Int32Array(n),
  };
  let at = 0;
  part.forEach(({ episode, advantage, weight }, sequence) => {
    for (const sampled of episode.mask) {
      if (!sampled) continue;
      batch.weights[at] = weight;
      batch.advantages[at] = advantage;
      batch.sequences[at] = sequence;
      at += 1;
    }
  });
  return batch;
}
