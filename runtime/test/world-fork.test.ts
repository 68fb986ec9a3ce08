import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../abi/json.js";
import { canonical } from "../value/compare.js";
import { WorldBase } from "../world/base.js";
import type { WorldFork } from "../world/fork.js";
import { miniWorld } from "./mini-world.js";

const base = new WorldBase(miniWorld());
const keysIn = (fork: WorldFork) => fork.all("Issue").map((record) => record["key"]);
const issue = (key: string, id: string): JsonObject => ({ key, id, fields: { title: key } });

describe("a fork", () => {
  it("shares the seeds, which nobody can change", () => {
    const fork = base.fork();
    expect(fork.all("Issue")).toBe(base.fork().all("Issue"));
    const seed = fork.find("Issue", "T-1") as { fields: { title: string } };
    expect(() => {
      seed.fields.title = "changed";
    }).toThrow(TypeError);
  });

  it("finds by key and by alias, as text or number", () => {
    const fork = base.fork();
    const first = fork.find("Issue", "T-1");
    expect(first).toBeDefined();
    expect(fork.find("Issue", "101")).toBe(first);
    expect(fork.find("Issue", 101)).toBe(first);
    for (const key of [
      "t-1",
      "1",
      "",
      " T-1",
      null,
      undefined,
      true,
      ["T-1"],
      { key: "T-1" },
      "__proto__",
      101.5,
    ]) {
      expect(fork.find("Issue", key)).toBeUndefined();
    }
  });

  it("does not see what another one does", () => {
    const left = base.fork();
    const right = base.fork();
    left.create("Issue", issue("T-4", "104"));
    left.update("Issue", left.find("Issue", "T-1"), ["fields", "title"], "Changed");
    left.remove("Issue", left.find("Issue", "T-2"));
    expect(keysIn(left)).toEqual(["T-1", "T-3", "T-4"]);
    expect(keysIn(right)).toEqual(["T-1", "T-2", "T-3"]);
    expect(right.find("Issue", "T-4")).toBeUndefined();
    expect(right.find("Issue", "T-1")).toMatchObject({ fields: { title: "First" } });
    expect(right.find("Issue", "102")).toBeDefined();
    expect(right.serial("Issue")).toBe(3);
    expect(keysIn(base.fork())).toEqual(["T-1", "T-2", "T-3"]);
  });

  it("indexes created records at once", () => {
    const fork = base.fork();
    const made = fork.create("Issue", issue("T-4", "104"));
    expect(fork.find("Issue", "T-4")).toBe(made);
    expect(fork.find("Issue", 104)).toBe(made);
  });

  it("moves the index along with an update of a key", () => {
    const fork = base.fork();
    fork.update("Issue", "T-1", ["id"], "999");
    expect(fork.find("Issue", "101")).toBeUndefined();
    expect(fork.find("Issue", "999")).toMatchObject({ key: "T-1" });
    fork.update("Issue", "T-1", ["id"], undefined);
    expect(fork.find("Issue", "999")).toBeUndefined();
    expect(fork.find("Issue", "T-1")).toBeDefined();
  });

  it("updates through a record that it read before an earlier update", () => {
    const fork = base.fork();
    const old = fork.find("Issue", "T-1");
    fork.update("Issue", old, ["fields", "title"], "x");
    fork.update("Issue", old, ["fields", "seen"], 1);
    expect(fork.find("Issue", "T-1")).toMatchObject({ fields: { title: "x", seen: 1 } });
    expect(old).toMatchObject({ fields: { title: "First", seen: 0 } });
  });

  it("forgets a removed record everywhere, and does nothing to what is not there", () => {
    const fork = base.fork();
    fork.remove("Issue", "T-2");
    fork.remove("Issue", "T-2");
    fork.remove("Issue", undefined);
    expect(fork.find("Issue", "T-2")).toBeUndefined();
    expect(fork.find("Issue", "102")).toBeUndefined();
    expect(fork.update("Issue", "T-2", ["fields", "title"], "x")).toBeUndefined();
    expect(keysIn(fork)).toEqual(["T-1", "T-3"]);
  });

  it("gives a key that became free to the next record, and to the one that held it too", () => {
    const fork = base.fork();
    const twin = fork.create("Issue", issue("T-4", "101"));
    expect(fork.find("Issue", "101")).toMatchObject({ key: "T-1" });
    fork.remove("Issue", "T-1");
    expect(fork.find("Issue", "101")).toBe(twin);
    fork.remove("Issue", twin);
    expect(fork.find("Issue", "101")).toBeUndefined();
    const next = fork.create("Issue", issue("T-1", "101"));
    expect(fork.find("Issue", "101")).toBe(next);
    expect(fork.find("Issue", "T-1")).toBe(next);
  });

  it("takes a primary key before an alias of the same text", () => {
    const fork = base.fork();
    const made = fork.create("Issue", issue("101", "104"));
    expect(fork.find("Issue", "101")).toBe(made);
    fork.update("Issue", made, ["fields", "title"], "x");
    expect(fork.find("Issue", "104")).toMatchObject({ fields: { title: "x" } });
    expect(fork.find("Issue", "T-1")).toMatchObject({ fields: { title: "First" } });
    fork.remove("Issue", "104");
    expect(fork.find("Issue", "101")).toMatchObject({ key: "T-1" });
  });

  it("counts every record it ever held", () => {
    const fork = base.fork();
    fork.create("Issue", issue("T-4", "104"));
    fork.remove("Issue", "T-4");
    fork.remove("Issue", "T-1");
    expect(fork.serial("Issue")).toBe(4);
  });

  it("numbers new records after the largest key that there ever was", () => {
    const fork = base.fork();
    expect(fork.nextKey("Issue")).toBe(1);
    fork.create("Issue", issue("41", "104"));
    fork.create("Issue", issue("T-77", "105"));
    expect(fork.nextKey("Issue")).toBe(42);
    fork.remove("Issue", "41");
    expect(fork.nextKey("Issue")).toBe(42);
    expect(base.fork().nextKey("Issue")).toBe(1);
  });

  it("has a clock of its own that only calls move", () => {
    const fork = base.fork();
    expect(fork.now).toBe("2026-01-05T09:00:00.000Z");
    fork.create("Issue", issue("T-4", "104"));
    fork.tick();
    fork.tick();
    expect(fork.now).toBe("2026-01-05T09:02:00.000Z");
    expect(base.fork().now).toBe("2026-01-05T09:00:00.000Z");
  });

  it("makes records of names that objects inherit", () => {
    const fork = base.fork();
    const made = fork.create("Issue", issue("__proto__", "constructor"));
    expect(fork.find("Issue", "__proto__")).toBe(made);
    expect(fork.find("Issue", "constructor")).toBe(made);
    expect(fork.find("Issue", "toString")).toBeUndefined();
    expect(fork.create("Issue", "no record")).toEqual({});
  });

  it("throws for a resource that no compiled world names", () => {
    expect(() => base.fork().all("Nothing")).toThrow("no resource Nothing");
  });
});

describe("any changes", () => {
  const change = fc.oneof(
    fc.record({ kind: fc.constant("create" as const), n: fc.integer({ min: 1, max: 6 }) }),
    fc.record({
      kind: fc.constant("update" as const),
      n: fc.integer({ min: 1, max: 6 }),
      to: fc.integer({ min: 1, max: 6 }),
    }),
    fc.record({ kind: fc.constant("remove" as const), n: fc.integer({ min: 1, max: 6 }) }),
  );

  type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

  function apply(fork: WorldFork, each: Change): void {
    const key = `T-${each.n}`;
    fork.tick();
    // Primary keys are unique, as the service gives them; aliases may be shared.
    if (each.kind === "create") {
      if (fork.find("Issue", key) === undefined) fork.create("Issue", issue(key, "shared"));
    } else if (each.kind === "update") fork.update("Issue", key, ["id"], `${100 + each.to}`);
    else fork.remove("Issue", key);
  }

  it("of a copy and of what it was copied from do not meet", () => {
    const seen = (fork: WorldFork) => [
      fork.now,
      fork.serial("Issue"),
      fork.nextKey("Issue"),
      canonical(fork.all("Issue")),
      ...["shared", "T-1", "T-4", "T-5", "101", "104"].map((text) => canonical(fork.find("Issue", text))),
    ];
    const some = fc.array(change, { maxLength: 8 });
    fc.assert(
      fc.property(some, some, some, (first, left, right) => {
        const played = (changes: readonly Change[]) => {
          const fork = base.fork();
          for (const each of changes) apply(fork, each);
          return fork;
        };
        const fork = played(first);
        const copy = fork.copy();
        for (const each of left) apply(fork, each);
        for (const each of right) apply(copy, each);
        expect(seen(fork)).toEqual(seen(played([...first, ...left])));
        expect(seen(copy)).toEqual(seen(played([...first, ...right])));
      }),
    );
  });

  it("leave the index agreeing with a look at all records, and the base as it was", () => {
    const before = canonical(base.fork().all("Issue"));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const fork = base.fork();
        for (const each of changes) apply(fork, each);
        const all = fork.all("Issue");
        const texts = ["shared", ...[1, 2, 3, 4, 5, 6].flatMap((n) => [`T-${n}`, `${100 + n}`])];
        for (const text of texts) {
          const holders = all.filter((record) => record["key"] === text || record["id"] === text);
          const found = fork.find("Issue", text);
          if (holders.length === 0) expect(found).toBeUndefined();
          else expect(holders).toContain(found);
        }
        expect(canonical(base.fork().all("Issue"))).toBe(before);
      }),
    );
  });
});
