import type { JsonObject } from "../abi/json.js";
import type { Value } from "../abi/value.js";
import { getPath } from "../value/access.js";
import type { WorldBase } from "./base.js";
import type { Difference, ResourceDifference } from "./difference.js";
import { keyPaths } from "./keys.js";
import { type Reference, type References, references, translateRecord } from "./references.js";
import { sameValue } from "./same-value.js";

/** Complete assignments that are tried before two differences count as different. */
const ATTEMPT_LIMIT = 2_000;

/** One created record that an episode must account for. */
interface Wanted {
  readonly resource: string;
  readonly place: number;
  /** Places of the episode's records that fit, references left open. */
  readonly candidates: readonly number[];
}

/** Episode's created record for each of gold's, by resource and place. */
type Pairing = ReadonlyMap<string, ReadonlyMap<number, number>>;

/**
 * Whether an episode changed a world exactly as gold did: the same seeds deleted, the same seeds updated to the same
 * content, and created records that pair up one to one, nothing else. Computed paths do not count, matchers apply.
 *
 * Identifiers that the service gave to created records may differ, since they follow the order of creation: one that
 * refers to a record of the episode is read as the identifier of the gold record it is paired with.
 */
export function sameDifference(base: WorldBase, gold: Difference, episode: Difference): boolean {
  if (!sameExtent(gold, episode)) return false;
  const goldNames = references(base, gold);
  const episodeNames = references(base, episode);
  const wanted = candidates(base, gold, episode, goldNames, episodeNames);
  if (wanted === undefined) return false;
  for (const pairing of pairings(wanted)) {
    if (agrees(base, gold, episode, episodeNames, pairing)) return true;
  }
  return false;
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
      sameMembers(new Set(ours.updated.keys()), new Set(theirs.updated.keys()))
    );
  });
}

function sameMembers(left: ReadonlySet<number>, right: ReadonlySet<number>): boolean {
  return left.size === right.size && [...left].every((member) => right.has(member));
}

/** For each created gold record the episode's records that fit it when references are blanked on both sides. */
function candidates(
  base: WorldBase,
  gold: Difference,
  episode: Difference,
  goldNames: References,
  episodeNames: References,
): readonly Wanted[] | undefined {
  const blank = ({ resource, path }: Reference): string => `\u0000${resource}\u0000${path}`;
  const wanted: Wanted[] = [];
  for (const [i, { resource, created }] of gold.entries()) {
    const rules = base.resources.get(resource)?.rules;
    const theirs = (episode[i]?.created ?? []).map((record) => translateRecord(record, episodeNames, blank));
    for (const [place, record] of created.entries()) {
      const ours = translateRecord(record, goldNames, blank);
      const fitting = theirs.flatMap((other, at) => (sameValue(ours, other, rules) ? [at] : []));
      if (fitting.length === 0) return undefined;
      wanted.push({ resource, place, candidates: fitting });
    }
  }
  return wanted;
}

/** Complete one-to-one pairings, depth first, the most constrained records first. */
function* pairings(wanted: readonly Wanted[]): Generator<Pairing> {
  const ordered = [...wanted].sort((left, right) => left.candidates.length - right.candidates.length);
  const pairing = new Map<string, Map<number, number>>();
  const used = new Set<string>();
  let attempts = 0;
  function* place(at: number): Generator<Pairing> {
    const next = ordered[at];
    if (next === undefined) {
      attempts++;
      yield pairing;
      return;
    }
    for (const candidate of next.candidates) {
      const taken = `${candidate} ${next.resource}`;
      if (attempts >= ATTEMPT_LIMIT || used.has(taken)) continue;
      used.add(taken);
      let own = pairing.get(next.resource);
      if (own === undefined) {
        own = new Map();
        pairing.set(next.resource, own);
      }
      own.set(next.place, candidate);
      yield* place(at + 1);
      own.delete(next.place);
      used.delete(taken);
    }
  }
  yield* place(0);
}

/** Whether everything is equal once the episode's references are read through the pairing. */
function agrees(
  base: WorldBase,
  gold: Difference,
  episode: Difference,
  episodeNames: References,
  pairing: Pairing,
): boolean {
  const goldName = goldNames(base, gold, pairing);
  return gold.every((ours, i) => {
    const theirs = episode[i];
    return (
      theirs !== undefined &&
      sameRecords(base, ours, theirs, pairing, (record) => {
        return translateRecord(record, episodeNames, goldName);
      })
    );
  });
}

/** The gold identifier that stands for a reference of the episode under a pairing. */
function goldNames(base: WorldBase, gold: Difference, pairing: Pairing): (reference: Reference) => Value {
  const inverse = new Map<string, Map<number, number>>();
  for (const [resource, pairs] of pairing) {
    inverse.set(resource, new Map([...pairs].map(([ours, theirs]) => [theirs, ours])));
  }
  return ({ resource, created, path }) => {
    const own = base.resources.get(resource);
    const place = inverse.get(resource)?.get(created);
    const record = gold.find((part) => part.resource === resource)?.created[place ?? -1];
    const steps = own === undefined ? undefined : keyPaths(own.program)[path];
    return record === undefined || steps === undefined ? undefined : getPath(record, steps);
  };
}

function sameRecords(
  base: WorldBase,
  ours: ResourceDifference,
  theirs: ResourceDifference,
  pairing: Pairing,
  read: (record: JsonObject) => JsonObject,
): boolean {
  const rules = base.resources.get(ours.resource)?.rules;
  for (const [place, { after }] of ours.updated) {
    const other = theirs.updated.get(place)?.after;
    if (other === undefined || !sameValue(after, read(other), rules)) return false;
  }
  const pairs = pairing.get(ours.resource);
  return ours.created.every((record, place) => {
    const other = theirs.created[pairs?.get(place) ?? -1];
    return other !== undefined && sameValue(record, read(other), rules);
  });
}
