import { expect, test } from "vitest";
import { bindMini } from "../bind/mini.js";

const parts = (wanted: number) => ({
  task: `given a: integer where a < 4
    given b: text
    prompt "Close {ticket.key}: {a} {b}."`,
  splits: `split train ${wanted} seed 1 {
      ticket in ["T-1", "T-2", "T-3"]
      a in [1, 2, 3, 4]
      b in ["x", "y", "z"]
    }
    split heldout 1 seed 2 { ticket in ["T-9"] a in [9, 2] b in ["w"] }`,
});

const drawn = async (wanted: number) => {
  const { scenarios, diagnostics } = await bindMini(parts(wanted));
  const train = scenarios[0]?.ir.splits.find((split) => split.name === "train")?.tasks ?? [];
  return { train: train.map((task) => task.given), codes: diagnostics.map((one) => one.code) };
};

test("domains of equal size give all their combinations, not only those that turn up in step", async () => {
  const { train, codes } = await drawn(27);
  expect(codes).toEqual([]);
  expect(new Set(train.map((given) => JSON.stringify(given))).size).toBe(27);
  expect(new Set(train.map((given) => given["a"]))).toEqual(new Set([1, 2, 3]));
});

test("every value comes once before any comes again", async () => {
  const { train } = await drawn(3);
  for (const name of ["ticket", "a", "b"]) expect(new Set(train.map((given) => given[name])).size).toBe(3);
});

test("more than there are combinations is a finding", async () => {
  const { train, codes } = await drawn(28);
  expect([train.length, codes]).toEqual([27, ["RVR5003"]]);
});
