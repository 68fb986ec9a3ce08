import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject } from "../abi/json.js";
import type { Steps, Value } from "../abi/value.js";
import { getPath } from "../value/access.js";
import { equal } from "../value/compare.js";
import { WorldBase } from "../world/base.js";
import type { WorldFork } from "../world/fork.js";
import { anyValue } from "./any-json.js";
import { miniWorld } from "./mini-world.js";

const base = new WorldBase(miniWorld());

/** Few values, so that several records have the same; some that no index tells apart. */
const value: fc.Arbitrary<Value> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<Value>("a", "b", "1", 1, 0, -0, null, true, undefined, ["a"], { a: 1 }),
  },
  { weight: 1, arbitrary: anyValue },
);
const paths: readonly Steps[] = [["kind"], ["fields", "kind"]];

const change = fc.oneof(
  fc.record({ do: fc.constant("create" as const), one: value, two: value }),
  fc.record({ do: fc.constant("update" as const), at: fc.nat(8), one: value, two: value }),
  fc.record({ do: fc.constant("remove" as const), at: fc.nat(8) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function apply(fork: WorldFork, changes: readonly Change[]): void {
  for (const [index, one] of changes.entries()) {
    const key = `T-${"at" in one ? one.at : 10 + index}`;
    if (one.do === "remove") fork.remove("Issue", key);
    else {
      if (one.do === "create") fork.create("Issue", { key });
      fork.update("Issue", key, ["kind"], one.one);
      fork.update("Issue", key, ["fields", "kind"], one.two);
    }
  }
}

const has = (record: JsonObject, asked: readonly Value[]): boolean =>
  paths.every((path, index) => equal(getPath(record, path), asked[index]));

it("gives every record that has the values, in the order of all, whatever was changed", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), value, value, (changes, one, two) => {
      const fork = base.fork();
      apply(fork, changes);
      const copy = fork.copy();
      for (const asked of [
        [one, two],
        [undefined, undefined],
        ["a", "a"],
      ] as const) {
        const all = fork.all("Issue").filter((record) => has(record, asked));
        expect(fork.where("Issue", paths, asked).filter((record) => has(record, asked))).toEqual(all);
        expect(copy.where("Issue", paths, asked).filter((record) => has(record, asked))).toEqual(all);
      }
    }),
  );
});

it("leaves out what cannot be meant", () => {
  const fork = base.fork();
  expect(fork.where("Issue", [["key"]], ["T-2"])).toEqual([fork.find("Issue", "T-2")]);
  expect(fork.where("Issue", [["key"]], ["T-9"])).toEqual([]);
  expect(fork.where("Issue", [["key"]], [["T-2"]])).toEqual(fork.all("Issue"));
});
