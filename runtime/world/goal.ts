import type { WorldBase } from "./base.js";
import type { Difference } from "./difference.js";
import { pairings, type Reading, type Side, side } from "./pairing.js";
import { sameValue } from "./same-value.js";

/**
 * The change that gold makes. An episode reaches it by changing the world exactly as gold did: the same seeds
 * deleted, the same seeds updated to the same content, and created records that pair up one to one, nothing else.
 * Computed paths do not count, matchers apply.
 *
 * Identifiers that the service gave to created records may differ, since they follow the order of creation: one that
 * refers to a record of the episode is read as the identifier of the gold record it is paired with.
 */
export class Goal {
  private readonly created: Side;

  constructor(
    private readonly base: WorldBase,
    private readonly gold: Difference,
  ) {
    this.created = side(base, gold);
  }

  isReachedBy(episode: Difference): boolean {
    const { base, gold } = this;
    if (!sameExtent(gold, episode)) return false;
    for (const read of pairings(base, this.created, side(base, episode))) {
      if (sameUpdates(base, gold, episode, read)) return true;
    }
    return false;
  }
}

/** Whether an episode changed a world exactly as gold did; see `Goal`, which is for comparing many with one gold. */
export function sameDifference(base: WorldBase, gold: Difference, episode: Difference): boolean {
  return new Goal(base, gold).isReachedBy(episode);
}

/** Same resources, as many created records, the same seeds updated and deleted. */
function sameExtent(gold: Difference, episode: Difference): boolean {
  if (gold.length !== episode.length) return false;
  return gold.every((ours, i) => {
    const theirs = episode[i];
    return (
      theirs !== undefined &&
      ours.resource === theirs.resource &&
      ours.created.length === theirs.created.length &&
      sameMembers(ours.deleted, theirs.deleted) &&
      ours.updated.size === theirs.updated.size &&
      [...ours.updated.keys()].every((place) => theirs.updated.has(place))
    );
  });
}

function sameMembers(left: ReadonlySet<number>, right: ReadonlySet<number>): boolean {
  return left.size === right.size && [...left].every((member) => right.has(member));
}

function sameUpdates(base: WorldBase, gold: Difference, episode: Difference, read: Reading): boolean {
  return gold.every(({ resource, updated }, i) => {
    const rules = base.resources.get(resource)?.rules;
    return [...updated].every(([place, { after }]) => {
      const other = episode[i]?.updated.get(place)?.after;
      return other !== undefined && sameValue(after, read(other, rules), rules);
    });
  });
}
