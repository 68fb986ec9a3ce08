import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../abi/json.js";
import { WorldBase } from "../world/base.js";
import { difference } from "../world/difference.js";
import type { WorldFork } from "../world/fork.js";
import { sameDifference } from "../world/goal.js";
import { miniWorld } from "./mini-world.js";

const base = new WorldBase(miniWorld());

type Change = (fork: WorldFork) => void;

/** Creates an issue as the service does: key and id follow the order of creation. */
function create(fork: WorldFork, fields: JsonObject): JsonObject {
  const serial = fork.serial("Issue") + 1;
  return fork.create("Issue", { key: `T-${serial}`, id: `${100 + serial}`, fields: { seen: 0, ...fields } });
}

function note(fork: WorldFork, issue: Json, text: string): JsonObject {
  const id = `note-${fork.serial("Note")}`;
  return fork.create("Note", { id, at: fork.now, issue, text });
}

function changesOf(change: Change) {
  const fork = base.fork();
  change(fork);
  return difference(fork);
}

function same(gold: Change, episode: Change): boolean {
  return sameDifference(base, changesOf(gold), changesOf(episode));
}

const nothing: Change = () => undefined;

const inOrder =
  (...changes: readonly Change[]): Change =>
  (fork) => {
    for (const change of changes) change(fork);
  };
const retitle =
  (title: string): Change =>
  (fork) => {
    fork.update("Issue", "T-1", ["fields", "title"], title);
  };

describe("difference", () => {
  it("names created, updated and deleted records of the resources that changed", () => {
    const found = changesOf((fork) => {
      create(fork, { title: "New" });
      retitle("x")(fork);
      fork.remove("Issue", "T-2");
    });
    expect(found.map((part) => part.resource)).toEqual(["Issue"]);
    expect(found[0]?.created.map((record) => record["key"])).toEqual(["T-4"]);
    expect([...(found[0]?.updated.keys() ?? [])]).toEqual([0]);
    expect([...(found[0]?.deleted ?? [])]).toEqual([1]);
  });

  it.each<[string, Change]>([
    ["nothing", nothing],
    ["an update that is undone", inOrder(retitle("x"), retitle("First"))],
    ["an update to the same text in other spaces", retitle(" First ")],
    ["a computed path", (fork) => fork.update("Issue", "T-1", ["fields", "seen"], 5)],
    ["a set in another order", (fork) => fork.update("Issue", "T-1", ["fields", "labels"], ["b", "a"])],
    ["a record created and deleted again", (fork) => fork.remove("Issue", create(fork, { title: "x" }))],
  ])("finds none in %s", (_, change) => {
    expect(changesOf(change)).toEqual([]);
  });

  it("tells null from absent", () => {
    expect(changesOf((fork) => fork.update("Issue", "T-3", ["fields", "body"], undefined))).toHaveLength(1);
    expect(changesOf((fork) => fork.update("Issue", "T-1", ["fields", "body"], null))).toHaveLength(1);
  });
});

describe("the goal", () => {
  const one: Change = (fork) => void create(fork, { title: "New", labels: ["a"] });

  it.each<[string, Change, Change]>([
    ["doing nothing where nothing is wanted", nothing, nothing],
    ["the same creation", one, one],
    [
      "a creation that a matcher takes",
      one,
      (fork) => void create(fork, { labels: ["a", "a"], title: "New " }),
    ],
    [
      "another value at a computed path",
      one,
      (fork) => void create(fork, { title: "New", labels: ["a"], seen: 7 }),
    ],
    [
      "a mistake that is deleted again",
      one,
      inOrder((fork) => fork.remove("Issue", create(fork, { title: "Bad" })), one),
    ],
    ["a wrong update that is put right", retitle("x"), inOrder(retitle("y"), retitle("x"))],
    ["a deletion", (fork) => fork.remove("Issue", "T-2"), (fork) => fork.remove("Issue", "102")],
    [
      "two creations the other way round",
      (fork) => void [create(fork, { title: "A" }), create(fork, { title: "B" })],
      (fork) => void [create(fork, { title: "B" }), create(fork, { title: "A" })],
    ],
    [
      "references to records that got other keys",
      (fork) => {
        const [a, b] = [create(fork, { title: "A" }), create(fork, { title: "B" })];
        note(fork, a["key"] ?? null, "on a");
        note(fork, b["id"] ?? null, "on b");
      },
      (fork) => {
        const [b, a] = [create(fork, { title: "B" }), create(fork, { title: "A" })];
        note(fork, b["id"] ?? null, "on b");
        note(fork, a["key"] ?? null, "on a");
      },
    ],
    [
      "twins told apart by who refers to them only",
      (fork) => {
        const [a] = [create(fork, { title: "A" }), create(fork, { title: "A" })];
        note(fork, a?.["key"] ?? null, "x");
      },
      (fork) => {
        const [, b] = [create(fork, { title: "A" }), create(fork, { title: "A" })];
        note(fork, b?.["key"] ?? null, "x");
      },
    ],
    [
      "an update that refers to a created record",
      (fork) => fork.update("Issue", "T-1", ["fields", "next"], create(fork, { title: "A" })["key"]),
      (fork) => {
        fork.remove("Issue", create(fork, { title: "Bad" }));
        fork.update("Issue", "T-1", ["fields", "next"], create(fork, { title: "A" })["key"]);
      },
    ],
  ])("is reached by %s", (_, gold, episode) => {
    expect(same(gold, episode)).toBe(true);
    expect(same(episode, gold)).toBe(true);
  });

  it.each<[string, Change, Change]>([
    ["nothing", one, nothing],
    ["something where nothing is wanted", nothing, one],
    ["the right creation, twice", one, inOrder(one, one)],
    ["the right creation and a change more", one, inOrder(one, retitle("x"))],
    ["the right creation and a deletion more", one, inOrder(one, (fork) => fork.remove("Issue", "T-3"))],
    ["the right creation and a note more", one, inOrder(one, (fork) => void note(fork, "T-1", "x"))],
    ["a field too few", one, (fork) => void create(fork, { title: "New" })],
    ["a field too many", one, (fork) => void create(fork, { title: "New", labels: ["a"], extra: null })],
    ["another title", one, (fork) => void create(fork, { title: "Newer", labels: ["a"] })],
    [
      "an update of another record",
      retitle("x"),
      (fork) => fork.update("Issue", "T-2", ["fields", "title"], "x"),
    ],
    ["another update", retitle("x"), retitle("y")],
    [
      "deleting the other record",
      (fork) => fork.remove("Issue", "T-2"),
      (fork) => fork.remove("Issue", "T-3"),
    ],
    [
      "deleting and creating again",
      retitle("x"),
      (fork) => {
        fork.remove("Issue", "T-1");
        fork.create("Issue", { key: "T-1", id: "101", fields: { title: "x", labels: ["a", "b"], seen: 0 } });
      },
    ],
    [
      "references the wrong way round",
      (fork) => {
        const [a, b] = [create(fork, { title: "A" }), create(fork, { title: "B" })];
        note(fork, a["key"] ?? null, "on a");
        note(fork, b["key"] ?? null, "on b");
      },
      (fork) => {
        const [a, b] = [create(fork, { title: "A" }), create(fork, { title: "B" })];
        note(fork, b["key"] ?? null, "on a");
        note(fork, a["key"] ?? null, "on b");
      },
    ],
    [
      "a reference to a seed instead of the created record",
      (fork) => void note(fork, create(fork, { title: "A" })["key"] ?? null, "x"),
      (fork) => void [create(fork, { title: "A" }), note(fork, "T-1", "x")],
    ],
    [
      "the id of a record where its key is wanted",
      (fork) => void note(fork, create(fork, { title: "A" })["key"] ?? null, "x"),
      (fork) => void note(fork, create(fork, { title: "A" })["id"] ?? null, "x"),
    ],
    [
      "another key of the author's own making",
      (fork) => void fork.create("Tag", { ref: "T-1/red", issue: "T-1", name: "red" }),
      (fork) => void fork.create("Tag", { ref: "T-1/rot", issue: "T-1", name: "red" }),
    ],
  ])("is missed by %s", (_, gold, episode) => {
    expect(same(gold, episode)).toBe(false);
    expect(same(episode, gold)).toBe(false);
  });

  it("does not depend on the order of creation, with any references among the records", () => {
    const graph = fc.array(fc.record({ title: fc.constantFrom("A", "B"), to: fc.nat({ max: 4 }) }), {
      minLength: 1,
      maxLength: 5,
    });
    const build =
      (plan: readonly { readonly title: string; readonly to: number }[], order: readonly number[]): Change =>
      (fork) => {
        const made = new Map<number, JsonObject>();
        for (const i of order) made.set(i, create(fork, { title: plan[i]?.title ?? "" }));
        for (const i of order) {
          const target = made.get((plan[i]?.to ?? 0) % plan.length)?.["key"] ?? null;
          note(fork, target, `${plan[i]?.title} ${made.size}`);
        }
      };
    fc.assert(
      fc.property(
        graph.chain((plan) =>
          fc.tuple(fc.constant(plan), fc.shuffledSubarray([...plan.keys()], { minLength: plan.length })),
        ),
        ([plan, order]) => {
          expect(same(build(plan, [...plan.keys()]), build(plan, order))).toBe(true);
          const more: Change = inOrder(build(plan, order), (fork) => void create(fork, { title: "A" }));
          expect(same(build(plan, [...plan.keys()]), more)).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("gives up on very many twins instead of trying for ever", () => {
    const many =
      (wrong: boolean): Change =>
      (fork) => {
        const made = Array.from({ length: 9 }, () => create(fork, { title: "same" }));
        for (const [i, record] of made.entries()) {
          note(fork, record["key"] ?? null, "a");
          note(fork, made[wrong ? 0 : (i + 1) % 9]?.["key"] ?? null, "b");
        }
      };
    expect(same(many(false), many(true))).toBe(false);
  });
});
