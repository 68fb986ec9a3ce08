import type { JsonObject } from "../abi/json.js";
import type { Steps } from "../abi/value.js";
import { identifierText } from "../matching/match.js";
import { getPath } from "../value/access.js";

/** Marks a text that no record holds any more, over an index below that knows a holder. */
const NOBODY = -1;

/** A record with its place. */
export type Placed = readonly [place: number, record: JsonObject];

/**
 * Places of records by the text of their primary key and of their aliases. A primary key goes before an alias with
 * the same text. The first record to hold a text owns it; the next holder follows when the owner lets go.
 */
export class KeyIndex {
  private readonly primary = new Map<string, number>();
  private readonly aliases = new Map<string, number>();
  /** Texts that a second record held while they had an owner. */
  private readonly contested = new Set<string>();

  /** `paths` leads to the primary key, then to the aliases; `below` is an index that this one changes for itself. */
  constructor(
    private readonly paths: readonly Steps[],
    private readonly below?: KeyIndex,
  ) {}

  /** The same entries over the same index below, to be changed apart from these. */
  copy(): KeyIndex {
    const copy = new KeyIndex(this.paths, this.below);
    for (const [text, place] of this.primary) copy.primary.set(text, place);
    for (const [text, place] of this.aliases) copy.aliases.set(text, place);
    for (const text of this.contested) copy.contested.add(text);
    return copy;
  }

  /** The place of the record with this key or, failing that, this alias. */
  find(text: string): number | undefined {
    return this.findPrimary(text) ?? this.owner("aliases", text);
  }

  findPrimary(text: string): number | undefined {
    return this.owner("primary", text);
  }

  /** Enters a record under each of its texts that has no owner. */
  add(record: JsonObject, place: number): void {
    for (const [i, path] of this.paths.entries()) {
      const text = textAt(record, path);
      if (text === undefined) continue;
      const level = levelOf(i);
      const owner = this.owner(level, text);
      if (owner === undefined) this[level].set(text, place);
      else if (owner !== place) this.contested.add(text);
    }
  }

  /** Takes back the texts of `before` that `after`, now at its place, lacks, and hands each to its next holder. */
  replace(before: JsonObject, after: JsonObject | undefined, place: number, records: Iterable<Placed>): void {
    for (const [i, path] of this.paths.entries()) {
      const text = textAt(before, path);
      const level = levelOf(i);
      if (text === undefined || this.owner(level, text) !== place) continue;
      if (after !== undefined && this.holds(after, level, text)) continue;
      this[level].set(text, this.isContested(text) ? this.nextHolder(level, text, records) : NOBODY);
    }
    if (after !== undefined) this.add(after, place);
  }

  private owner(level: Level, text: string): number | undefined {
    const own = this[level].get(text);
    if (own !== undefined) return own === NOBODY ? undefined : own;
    return this.below?.owner(level, text);
  }

  private isContested(text: string): boolean {
    return this.contested.has(text) || this.below?.isContested(text) === true;
  }

  private nextHolder(level: Level, text: string, records: Iterable<Placed>): number {
    for (const [place, record] of records) if (this.holds(record, level, text)) return place;
    return NOBODY;
  }

  private holds(record: JsonObject, level: Level, text: string): boolean {
    return this.paths.some((path, i) => levelOf(i) === level && textAt(record, path) === text);
  }
}

type Level = "primary" | "aliases";

function levelOf(path: number): Level {
  return path === 0 ? "primary" : "aliases";
}

function textAt(record: JsonObject, path: Steps): string | undefined {
  return identifierText(getPath(record, path));
}
