/** Four unsigned 32-bit words, as JSON carries them. */
export type RandomState = readonly [number, number, number, number];

/** A seeded random number generator whose whole state can be saved and restored. */
export interface Random {
  /** Uniform in [0, 1), 53 bits. */
  next(): number;
  /** Uniform integer in [0, 2^32). */
  bits(): number;
  /** Uniform integer in [0, n), n >= 1. */
  below(n: number): number;
  /** True with probability p. */
  chance(p: number): boolean;
  /** One element; throws RangeError on an empty list. */
  pick<T>(list: readonly T[]): T;
  /** A shuffled copy. */
  shuffle<T>(list: readonly T[]): T[];
  /** A generator whose stream depends on this one's state and the label; this one moves on. */
  split(label?: string): Random;
  state(): RandomState;
}

/** xoshiro128** (Blackman and Vigna, 2018), seeded through splitmix32 from a number or a text. */
export function createRandom(seed: number | string): Random {
  let x = typeof seed === "number" ? seed >>> 0 : hashText(seed);
  const word = (): number => {
    x = (x + 0x9e3779b9) >>> 0;
    let z = x;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  const state: [number, number, number, number] = [word(), word(), word(), word()];
  return restoreRandom(state);
}

/** Continues exactly where `state()` was read. Throws RangeError on a state that no generator can have. */
export function restoreRandom(saved: RandomState): Random {
  let [a, b, c, d] = saved.map((value) => value >>> 0) as [number, number, number, number];
  if (saved.length !== 4 || (a | b | c | d) === 0) throw new RangeError("not a random state");

  const bits = (): number => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const t = (b << 9) >>> 0;
    c = (c ^ a) >>> 0;
    d = (d ^ b) >>> 0;
    b = (b ^ c) >>> 0;
    a = (a ^ d) >>> 0;
    c = (c ^ t) >>> 0;
    d = ((d << 11) | (d >>> 21)) >>> 0;
    return result;
  };
  const next = (): number => ((bits() >>> 5) * 0x4000000 + (bits() >>> 6)) / 0x20000000000000;
  const below = (n: number): number => Math.floor(next() * n);
  return {
    next,
    bits,
    below,
    chance: (p) => next() < p,
    pick(list) {
      const value = list[below(list.length)];
      if (value === undefined && list.length === 0) throw new RangeError("cannot pick from an empty list");
      return value as (typeof list)[number];
    },
    shuffle(list) {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i -= 1) {
        const j = below(i + 1);
        const held = copy[i] as (typeof list)[number];
        copy[i] = copy[j] as (typeof list)[number];
        copy[j] = held;
      }
      return copy;
    },
    split: (label = "") => createRandom((bits() ^ hashText(label)) >>> 0),
    state: () => [a, b, c, d],
  };
}

/** FNV-1a over UTF-16 code units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}
