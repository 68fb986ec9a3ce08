import type { JsonObject } from "../abi/json.js";
import type { Value } from "../abi/value.js";
import { getPath } from "../value/access.js";
import type { WorldBase } from "./base.js";
import type { Difference } from "./difference.js";
import type { PathNode } from "./path-tree.js";
import { type Reference, type References, references, translateRecord } from "./references.js";
import { sameValue } from "./same-value.js";

/** Pairs that are tried before two differences count as different. */
const ATTEMPT_LIMIT = 5_000;

/** A created record among those of its fork. */
interface Node {
  /** Unique in its fork. */
  readonly id: string;
  readonly resource: string;
  readonly record: JsonObject;
  readonly rules: PathNode | undefined;
  /** The record with all references to created records replaced by what they refer to in general. */
  readonly blank: JsonObject;
  /** Ids of the created records that it refers to. */
  readonly refersTo: ReadonlySet<string>;
  /** Resources of the created records that refer to it, as a text. */
  readonly referrers: string;
}

/** The created records of a fork, ready to be paired. */
export interface Side {
  readonly names: References;
  readonly nodes: readonly Node[];
}

/** Reads a record of the episode as gold would have written it. */
export type Reading = (record: JsonObject, rules: PathNode | undefined) => JsonObject;

/**
 * One-to-one pairings of the created records of two differences, in which every pair is the same once references
 * are read through the pairing. For each gives the reading of the episode's other records.
 *
 * Depth first, and along the references: a record next to those already paired is tried before any other, so that
 * a wrong choice shows at once. After a fixed number of tries it gives up.
 */
export function pairings(base: WorldBase, gold: Side, episode: Side): Generator<Reading> {
  return new Search(base, gold, episode).run();
}

function nodeId({ resource, created }: Reference): string {
  return `${created} ${resource}`;
}

function blank({ resource, path }: Reference): string {
  return `\u0000${resource}\u0000${path}`;
}

/** The created records of a difference. */
export function side(base: WorldBase, difference: Difference): Side {
  const names = references(base, difference);
  const nodes = difference.flatMap(({ resource, created }) => {
    const rules = base.resources.get(resource)?.rules;
    return created.map((record, place) => {
      const refersTo = new Set<string>();
      const general = (reference: Reference): string => {
        refersTo.add(nodeId(reference));
        return blank(reference);
      };
      const form = translateRecord(record, names, general, rules);
      const id = nodeId({ resource, created: place, path: 0 });
      return { id, resource, record, rules, blank: form, refersTo };
    });
  });
  const referrersOf = (id: string): string =>
    nodes
      .filter((other) => other.refersTo.has(id))
      .map((other) => other.resource)
      .join("\n");
  return { names, nodes: nodes.map((node): Node => ({ ...node, referrers: referrersOf(node.id) })) };
}

/** Whether two records are alike when it does not matter which created record they refer to. */
function alike(ours: Node, theirs: Node): boolean {
  return (
    theirs.resource === ours.resource &&
    theirs.referrers === ours.referrers &&
    sameValue(ours.blank, theirs.blank, ours.rules)
  );
}

class Search {
  private attempts = 0;
  /** Episode's record of a gold record, and the other way round, by id. */
  private readonly partner = new Map<string, Node>();
  private readonly origin = new Map<string, Node>();

  /** The episode's records that are like each gold record. */
  private readonly candidates: ReadonlyMap<Node, readonly Node[]>;

  constructor(
    private readonly base: WorldBase,
    private readonly gold: Side,
    private readonly episode: Side,
  ) {
    this.candidates = new Map(
      gold.nodes.map((node) => [node, episode.nodes.filter((other) => alike(node, other))]),
    );
  }

  *run(): Generator<Reading> {
    const node = this.next();
    if (node === undefined) {
      yield (record, rules) => translateRecord(record, this.episode.names, this.goldName, rules);
      return;
    }
    for (const other of this.candidates.get(node) ?? []) {
      if (this.origin.has(other.id) || this.attempts++ >= ATTEMPT_LIMIT) continue;
      this.partner.set(node.id, other);
      this.origin.set(other.id, node);
      if (this.consistentAround(node, other)) yield* this.run();
      this.partner.delete(node.id);
      this.origin.delete(other.id);
    }
  }

  /** The record to pair next: one that touches a paired record if there is any, then the one with least choice. */
  private next(): Node | undefined {
    let best: { node: Node; touches: boolean; choice: number } | undefined;
    for (const node of this.gold.nodes) {
      if (this.partner.has(node.id)) continue;
      const touches = this.gold.nodes.some((other) => this.partner.has(other.id) && adjacent(node, other));
      const choice = this.candidates.get(node)?.length ?? 0;
      const better =
        best === undefined || (touches === best.touches ? choice < best.choice : touches && choice > 0);
      if (better || choice === 0) best = { node, touches, choice };
      if (choice === 0) break;
    }
    return best?.node;
  }

  /** Whether a new pair and the pairs that refer to it agree as far as references are decided. */
  private consistentAround(node: Node, other: Node): boolean {
    for (const [id, paired] of this.partner) {
      const ours = this.origin.get(paired.id);
      if (ours === undefined) continue;
      const concerned = id === node.id || ours.refersTo.has(node.id) || paired.refersTo.has(other.id);
      if (concerned && !this.consistent(ours, paired)) return false;
    }
    return true;
  }

  private consistent(ours: Node, theirs: Node): boolean {
    if (ours.refersTo.size === 0 && theirs.refersTo.size === 0) return true;
    const expected = translateRecord(
      ours.record,
      this.gold.names,
      (reference) => (this.partner.has(nodeId(reference)) ? undefined : blank(reference)),
      ours.rules,
    );
    const actual = translateRecord(
      theirs.record,
      this.episode.names,
      (reference) => this.goldName(reference) ?? blank(reference),
      ours.rules,
    );
    return sameValue(expected, actual, ours.rules);
  }

  /** The gold identifier that a reference of the episode stands for; absent while that is not decided. */
  private readonly goldName = (reference: Reference): Value => {
    const node = this.origin.get(nodeId(reference));
    const steps = this.base.resources.get(reference.resource)?.keys[reference.path];
    return node === undefined || steps === undefined ? undefined : getPath(node.record, steps);
  };
}

function adjacent(left: Node, right: Node): boolean {
  return left.refersTo.has(right.id) || right.refersTo.has(left.id);
}
