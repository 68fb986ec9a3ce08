import { describe, expect, it } from "vitest";
import { createRandom, type RandomState, restoreRandom } from "../random/random.js";

const draws = (seed: number | string, n: number): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: n }, () => random.bits());
};

describe("random numbers", () => {
  it("repeat for a seed, and differ between seeds", () => {
    expect(draws(1, 50)).toEqual(draws(1, 50));
    expect(draws("a", 50)).toEqual(draws("a", 50));
    expect(new Set([draws(0, 1)[0], draws(1, 1)[0], draws("a", 1)[0], draws("b", 1)[0]]).size).toBe(4);
  });

  it("continue exactly where the state was read", () => {
    const random = createRandom("resume");
    for (let i = 0; i < 17; i++) random.next();
    const resumed = restoreRandom(JSON.parse(JSON.stringify(random.state())) as RandomState);
    expect(Array.from({ length: 20 }, () => resumed.next())).toEqual(
      Array.from({ length: 20 }, () => random.next()),
    );
  });

  it("refuse a state that no generator has", () => {
    expect(() => restoreRandom([0, 0, 0, 0])).toThrow(RangeError);
    expect(() => restoreRandom([1, 2, 3] as unknown as RandomState)).toThrow(RangeError);
  });

  it("stay in range and cover it evenly", () => {
    const random = createRandom(7);
    const buckets = new Array<number>(10).fill(0);
    for (let i = 0; i < 20_000; i++) {
      const value = random.next();
      expect(value >= 0 && value < 1).toBe(true);
      buckets[random.below(10)]! += 1;
    }
    for (const bucket of buckets) expect(Math.abs(bucket - 2_000)).toBeLessThan(250);
  });

  it("shuffle a copy, and pick from what there is", () => {
    const random = createRandom(3);
    const cards = [1, 2, 3, 4, 5, 6, 7, 8];
    const shuffled = random.shuffle(cards);
    expect(cards).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...shuffled].sort()).toEqual(cards);
    expect(shuffled).not.toEqual(cards);
    expect(cards).toContain(random.pick(cards));
    expect(() => random.pick([])).toThrow(RangeError);
  });

  it("split into streams of their own by label", () => {
    const streams = ["x", "y"].map((label) => createRandom(5).split(label).bits());
    expect(streams[0]).not.toBe(streams[1]);
    expect(createRandom(5).split("x").bits()).toBe(streams[0]);
  });
});
