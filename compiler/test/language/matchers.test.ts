import { describe, expect, it } from "vitest";
import type { Json } from "../../../runtime/abi/json.js";
import type { CompiledScenario } from "../../../runtime/abi/scenario.js";
import type { EmittedCall } from "../../../runtime/abi/trace.js";
import { board, boardFindings } from "./board.js";

const create = (args: { readonly [name: string]: Json }): EmittedCall => ({
  tool: "create_card",
  arguments: args,
});

function succeeds(scenario: CompiledScenario, calls: readonly EmittedCall[], task = "train/0"): boolean {
  const episode = scenario.start(scenario.bind({ task }));
  for (const call of calls) episode.call(call);
  return episode.finish().success;
}

describe("a gold line with a matcher", () => {
  it("lets a call send any text of the pattern", async () => {
    const scenario = await board({
      task: `gold create_card { title = "Fix {card.key}" as pattern("^Fix C") }`,
    });
    expect(succeeds(scenario, [create({ title: "Fix C-1" })])).toBe(true);
    expect(succeeds(scenario, [create({ title: "Fix Card 1" })])).toBe(true);
    expect(succeeds(scenario, [create({ title: "Add C-1" })])).toBe(false);
    // What the call sent is what must be there, and nothing else.
    expect(succeeds(scenario, [create({ title: "Fix C" }), create({ title: "Fix C" })])).toBe(false);
    expect(succeeds(scenario, [create({ title: "Fix C", priority: "low" })])).toBe(false);
  });

  it("lets a call send a member of the list", async () => {
    const scenario = await board({
      task: `gold create_card { title = card.title, priority = "low" as one_of(["middle", card.priority]) }`,
    });
    const sent = (priority: string) => [create({ title: "Logout", priority })];
    // train/1 is about a card of high priority.
    expect(succeeds(scenario, sent("low"), "train/1")).toBe(true);
    expect(succeeds(scenario, sent("middle"), "train/1")).toBe(true);
    expect(succeeds(scenario, sent("high"), "train/1")).toBe(true);
    expect(succeeds(scenario, [create({ title: "Login", priority: "high" })], "train/0")).toBe(false);
    expect(succeeds(scenario, [create({ title: "Logout" })], "train/1")).toBe(false);
  });

  it("honours the other matchers, too", async () => {
    const scenario = await board({
      task: `gold create_card { title = card.title as text, labels = ["a", "b"] as superset }`,
    });
    expect(succeeds(scenario, [create({ title: " Login ", labels: ["c", "b", "a"] })])).toBe(true);
    expect(succeeds(scenario, [create({ title: "Login", labels: ["a"] })])).toBe(false);
  });

  it("pairs the calls of one tool with the gold calls that they fit", async () => {
    const scenario = await board({
      task: `gold create_card { title = "a" as pattern("^[ab]$"), priority = "low" }
        gold create_card { title = "c" as pattern("^[cd]$"), priority = "high" }`,
    });
    const [low, high] = [create({ title: "b", priority: "low" }), create({ title: "d", priority: "high" })];
    expect(succeeds(scenario, [low, high])).toBe(true);
    expect(succeeds(scenario, [high, low])).toBe(true);
    expect(succeeds(scenario, [low, low])).toBe(false);
    expect(succeeds(scenario, [high])).toBe(false);
  });

  it("takes the call that made the state where several fit", async () => {
    const scenario = await board({
      task: `gold move_card { key = card.key, state = "done" as one_of(["dropped"]) }`,
    });
    const move = (state: string): EmittedCall => ({ tool: "move_card", arguments: { key: "C-1", state } });
    expect(succeeds(scenario, [move("done"), move("dropped")])).toBe(true);
    expect(succeeds(scenario, [move("dropped"), move("done")])).toBe(true);
    expect(succeeds(scenario, [move("dropped"), move("doing")])).toBe(false);
  });

  it("gives R1 the same verdict", async () => {
    const scenario = await board({
      task: `gold create_card { title = "Fix {card.key}" as pattern("^Fix"), priority = "low" as one_of(["high"]) }`,
    });
    const episode = scenario.start(scenario.bind({ task: "train/0" }));
    episode.call(create({ title: "Fix it", priority: "high", labels: ["x"] }));
    const { success, terms } = episode.finish();
    expect(success).toBe(false);
    const right = terms.filter(({ group, value }) => group === "R1" && value > 0).map(({ id }) => id);
    expect(right).toEqual(["create_card.title", "create_card.priority"]);
  });
});

describe("arguments that gold does not name", () => {
  const sent = create({ title: "Fix C-1", labels: ["x"], parent: { key: "C-4" } });

  it("are a side effect", async () => {
    expect(succeeds(await board(), [sent])).toBe(false);
  });

  it("are none where gold allows them", async () => {
    const scenario = await board({
      task: `gold create_card { title = "Fix {card.key}" allow labels, parent.key }`,
    });
    expect(succeeds(scenario, [sent])).toBe(true);
    expect(succeeds(scenario, [create({ title: "Fix C-1" })])).toBe(true);
    expect(succeeds(scenario, [create({ title: "Fix C-1", labels: ["x"], priority: "low" })])).toBe(false);
    expect(succeeds(scenario, [create({ title: "Fix C-2", labels: ["x"] })])).toBe(false);
  });
});

const CASES: readonly (readonly [name: string, task: string, expected: readonly string[]])[] = [
  ["a literal that its pattern refuses", `title = "Fix" as pattern("^Add")`, ['RVR3010 "\\"Fix\\""']],
  [
    "a value that its pattern refuses in a task",
    `title = card.key as pattern("^C-1$")`,
    ['RVR3010 "card.key"'],
  ],
  ["a pattern that could run away", `title = "a" as pattern("(a+)+")`, ['RVR3004 "\\"(a+)+\\""']],
  ["a pattern without its text", `title = "a" as pattern`, ['RVR3009 "as pattern"']],
  ["a pattern that is no text", `title = "a" as pattern(4)`, ['RVR3009 "4"']],
  ["a list that is none", `title = "a" as one_of("b")`, ['RVR3009 "\\"b\\""']],
  ["a matcher with something to set", `title = "a" as text(3)`, ['RVR3009 "3"']],
  ["a pattern for a list", `title = "a", labels = ["a"] as pattern("a")`, ['RVR3006 "as pattern(\\"a\\")"']],
  [
    "a member that the schema refuses",
    `title = "a", priority = "low" as one_of(["urgent", "high"])`,
    ['RVR3001 "\\"urgent\\""'],
  ],
  ["an unknown allowed path", `title = "a" allow lables`, ['RVR3002 "lables"']],
  ["an allowed path that gold writes", `title = "a" allow title`, ['RVR5009 "title"']],
  ["a path that is allowed twice", `title = "a" allow labels, labels`, ['RVR2007 "labels"']],
];

describe("reports", () => {
  for (const [name, lines, expected] of CASES) {
    it(name, async () => {
      expect(await boardFindings({ task: `gold create_card { ${lines} }` })).toEqual(expected);
    });
  }

  it("a list of values for the paths of a resource", async () => {
    expect(await boardFindings({ flow: `match title as one_of(["a"])` })).toEqual([
      'RVR3009 "as one_of([\\"a\\"])"',
    ]);
  });
});
