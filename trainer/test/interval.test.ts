import { describe, expect, it } from "vitest";
import { proportion } from "../run/interval.js";
import { converged, reachedTarget } from "../run/stopping.js";
import { firstPosition, nextTasks } from "../run/task-sampler.js";
import { toyScenario } from "./toy.js";

describe("proportion", () => {
  it.each([
    // Published Clopper-Pearson bounds.
    [0, 10, 0, 0.3085],
    [8, 10, 0.4439, 0.9748],
    [5, 5, 0.4782, 1],
    [190, 200, 0.91, 0.9758],
  ])("%i of %i", (count, of, low, high) => {
    const found = proportion(count, of);
    expect(found.low).toBeCloseTo(low, 3);
    expect(found.high).toBeCloseTo(high, 3);
  });

  it("knows nothing from nothing", () => {
    expect(proportion(0, 0)).toMatchObject({ low: 0, high: 1 });
  });
});

describe("stopping", () => {
  it("waits for the mean of the last batches", () => {
    expect(reachedTarget([0.9, 1], 0.95, 3)).toBe(false);
    expect(reachedTarget([0.1, 0.9, 1, 0.95], 0.94, 3)).toBe(true);
    expect(reachedTarget([1, 1, 1], null, 1)).toBe(false);
  });

  it("converges after `patience` epochs that each move less than `delta`", () => {
    const rule = { delta: 0.01, patience: 2 };
    expect(converged([0.5, 0.505], rule)).toBe(false);
    expect(converged([0.5, 0.505, 0.509], rule)).toBe(true);
    expect(converged([0.5, 0.505, 0.52], rule)).toBe(false);
    expect(converged([0.1, 0.5, 0.505, 0.5], rule)).toBe(true);
    expect(converged([1, 1, 1, 1], null)).toBe(false);
  });
});

describe("nextTasks", () => {
  it("visits every task once per epoch and goes on from a saved position", () => {
    const tasks = toyScenario().splits["train"] ?? [];
    let position = firstPosition(tasks, 3);
    const seen: string[] = [];
    for (let i = 0; i < 4; i += 1) {
      const next = nextTasks(tasks, JSON.parse(JSON.stringify(position)), 3);
      seen.push(...next.batch.map((task) => task.id));
      position = next.position;
    }
    for (const epoch of [0, 1, 2]) {
      const part = seen.slice(epoch * 4, epoch * 4 + 4);
      expect([...part].sort()).toEqual(tasks.map((task) => task.id));
    }
    expect(position.epoch).toBe(2);
  });
});
