/** Counts the rounds of a workspace: one for each bind or compile. */
export interface Rounds {
  now: number;
}

/** An entry that this many rounds did not ask for is forgotten. */
const KEPT_ROUNDS = 32;

/** Versions of one thing that are remembered: an edit, its undoing and a few steps around them. */
const VERSIONS = 4;

interface Version<Value> {
  readonly value: Value;
  used: number;
}

/**
 * What earlier rounds made, by key, a few versions of each. Whoever asks decides whether a version still fits; a
 * memory never judges by time. Bounded: old versions make room for new ones, and what nobody asks for is forgotten.
 */
export class Memory<Value> {
  private readonly entries = new Map<string, Version<Value>[]>();

  constructor(private readonly rounds: Rounds) {}

  /** The newest version that fits. */
  find(key: string, fits: (value: Value) => boolean = () => true): Value | undefined {
    const found = this.entries.get(key)?.findLast((version) => fits(version.value));
    if (found !== undefined) found.used = this.rounds.now;
    return found?.value;
  }

  /** Every version, the newest first, for a check that takes time; `add` marks the one that fits as used. */
  versions(key: string): readonly Value[] {
    return (this.entries.get(key) ?? []).map((version) => version.value).reverse();
  }

  add(key: string, value: Value): Value {
    const others = (this.entries.get(key) ?? []).filter((version) => version.value !== value);
    this.entries.set(key, [...others, { value, used: this.rounds.now }].slice(-VERSIONS));
    return value;
  }

  /** Number of versions held. */
  get size(): number {
    return [...this.entries.values()].reduce((sum, versions) => sum + versions.length, 0);
  }

  forgetUnused(): void {
    const oldest = this.rounds.now - KEPT_ROUNDS;
    for (const [key, versions] of this.entries) {
      const kept = versions.filter((version) => version.used >= oldest);
      if (kept.length === 0) this.entries.delete(key);
      else if (kept.length < versions.length) this.entries.set(key, kept);
    }
  }
}
