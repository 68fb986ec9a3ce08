import { expect, test } from "vitest";
import { Memory } from "../../pipeline/memory.js";
import { remembered, type Traced } from "../../pipeline/traced.js";

test("a memory holds a few versions of a thing, and nothing that nobody asks for", () => {
  const rounds = { now: 1 };
  const memory = new Memory<number>(rounds);
  for (let value = 0; value < 100; value++) memory.add("edited", value);
  expect(memory.size).toBeLessThanOrEqual(8);
  expect(memory.find("edited", (value) => value === 99)).toBe(99);
  expect(memory.find("edited", (value) => value === 0)).toBeUndefined();
  memory.add("idle", 7);
  for (; rounds.now < 200; rounds.now++) {
    memory.forgetUnused();
    memory.find("edited", (value) => value === 98);
  }
  expect(memory.find("idle")).toBeUndefined();
  // Of the edited thing only the version that was asked for.
  expect(memory.size).toBe(1);
});

test("a traced result holds while every question is answered as before, and no longer", () => {
  const memory = new Memory<Traced<string>>({ now: 1 });
  const answers = new Map<string, unknown>([
    ["a", "b"],
    ["b", 1],
    ["c", 1],
  ]);
  const asked: string[] = [];
  let made = 0;
  const get = () =>
    remembered(
      memory,
      "thing",
      (question) => {
        asked.push(question);
        return answers.get(question);
      },
      (look) => {
        made++;
        return `${look(String(look("a")))}`;
      },
    );
  expect([get(), get(), made]).toEqual(["1", "1", 1]);
  answers.set("b", 2);
  expect([get(), made]).toEqual(["2", 2]);
  // The second question depends on the first answer: it is not asked when the first has changed.
  answers.set("a", "c");
  asked.length = 0;
  expect([get(), made]).toEqual(["1", 3]);
  expect(asked).not.toContain("b");
  answers.set("a", "b");
  expect([get(), made]).toEqual(["2", 3]);
});
