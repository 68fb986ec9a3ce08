import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../abi/json.js";
import { UsageError } from "../abi/usage-error.js";
import { ABI } from "../abi/version.js";
import { defineScenario } from "../scenario/define-scenario.js";
import { miniScenario } from "./mini-scenario.js";
import { sumOf } from "./traces.js";

const scenario = defineScenario(miniScenario);

function usageError(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return `${(error as UsageError).message} | ${(error as UsageError).remedy}`;
  }
  throw new Error("nothing was thrown");
}

const given = (values: { readonly [name: string]: Json }) => () => scenario.bind({ given: values });

describe("a defined scenario", () => {
  it("lists its tasks with their prompts", () => {
    expect(Object.keys(scenario.splits)).toEqual(["train", "heldout"]);
    expect(scenario.splits["train"]?.map(({ id, split, prompt }) => [id, split, prompt])).toEqual([
      ["train/0", "train", "Create Alpha, note it on T-1."],
      ["train/1", "train", "On T-2: Beta."],
    ]);
    expect(scenario.tools.map((tool) => tool.function.name)).toContain("create_issue");
  });

  it("describes its rewards", () => {
    expect(scenario.rewards).toEqual([
      { name: "sound", form: "sound", world: "tracker", ceiling: 1 },
      { name: "plain", form: "additive", world: "other", ceiling: 0.75 },
    ]);
  });

  it("refuses code for another runtime", () => {
    expect(() => defineScenario({ ...miniScenario, abi: ABI + 1 })).toThrow(
      `mini was compiled for runtime ABI ${ABI + 1}, and this is ${ABI}: run rvrc compile again`,
    );
  });
});

describe("bind", () => {
  it("finds a listed task by id", () => {
    expect(scenario.bind({ task: "heldout/0" })).toBe(scenario.splits["heldout"]?.[0]);
  });

  it("finds the listed task with the same values, aliases and numbers read as keys", () => {
    for (const issue of ["T-1", "101", 101]) {
      expect(given({ issue, title: "Alpha" })()).toMatchObject({ id: "train/0", given: { issue: "T-1" } });
    }
  });

  it("takes the rest from the first listed task that agrees", () => {
    expect(given({ issue: "102" })().id).toBe("train/1");
    expect(given({ title: "Gamma" })().id).toBe("heldout/0");
    expect(given({})().id).toBe("train/0");
  });

  it("makes a task of its own from values that no task has", () => {
    const task = given({ issue: "103", title: "Delta" })();
    expect(task).toEqual({
      id: "given",
      split: "",
      given: { issue: "T-3", title: "Delta" },
      prompt: "Create Delta, note it on T-3.",
    });
    expect(scenario.gold(task)).toEqual([
      { tool: "create_issue", arguments: { fields: { title: "Delta" } } },
      { tool: "add_note", arguments: { key: "T-3", text: "Delta" } },
    ]);
  });

  it.each<[string, () => unknown, string]>([
    [
      "nothing",
      () => scenario.bind({}),
      "No task is named. | Tasks are train/0 to train/1, heldout/0 to heldout/0",
    ],
    ["an unknown id", () => scenario.bind({ task: "train/9" }), "mini has no task 'train/9'."],
    ["an inherited name", given({ constructor: "x" } as never), "The task has no variable 'constructor'."],
    ["an unknown variable", given({ isue: "T-1" }), "no variable 'isue'. | Its variables are issue, title"],
    ["a let variable", given({ key: "T-1" }), "The task has no variable 'key'."],
    [
      "values that no task has",
      given({ title: "Omega" }),
      'No listed task agrees with {"title":"Omega"}, and issue is not given.',
    ],
    [
      "a record that is not there",
      given({ issue: "T-77", title: "x" }),
      'issue cannot be "T-77": the world has no such Issue.',
    ],
    [
      "such a record, the rest left out",
      given({ issue: "T-77" }),
      'issue cannot be "T-77": the world has no such Issue.',
    ],
    ["null for a record", given({ issue: null, title: "x" }), "issue cannot be null"],
    ["a number for a text", given({ issue: "T-1", title: 5 }), "title cannot be 5: a text is needed."],
    [
      "a value against the condition",
      given({ issue: "T-1", title: "" }),
      'title cannot be "": it does not satisfy',
    ],
  ])("refuses %s", (_, act, message) => {
    expect(usageError(act)).toContain(message);
  });

  it("knows nothing by names that objects inherit", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(usageError(() => scenario.bind({ task: name }))).toContain(`no task '${name}'`);
      expect(usageError(given(JSON.parse(`{"${name}": 1}`)))).toContain(`no variable '${name}'`);
    }
  });
});

describe("an episode", () => {
  const task = scenario.bind({ task: "train/0" });
  const steps = [
    { tool: "get_issue", arguments: { key: "T-1" } },
    ...scenario.gold(task),
    { tool: "get_issue", arguments: { key: "T-4" } },
  ];

  it("succeeds with the gold calls, and earns 1 with the steps", () => {
    for (const [calls, reward] of [
      [scenario.gold(task), 0.8],
      [steps, 1],
    ] as const) {
      const episode = scenario.start(task);
      for (const call of calls) expect(episode.call(call).outcome).toBe("ok");
      expect(episode.finish("Done.")).toMatchObject({ success: true, reward });
    }
  });

  it("does not know of another one", () => {
    const [left, right] = [scenario.start(task), scenario.start(task)];
    for (const call of steps) left.call(call);
    expect(right.call({ tool: "get_issue", arguments: { key: "T-4" } }).status).toBe(404);
    expect(left.finish().success).toBe(true);
    expect(right.finish().success).toBe(false);
  });

  it("is scored once, and ends there", () => {
    const episode = scenario.start(task);
    episode.call(steps[0] ?? { tool: "" });
    expect(episode.done).toBe(false);
    const score = episode.finish("first");
    expect(episode.done).toBe(true);
    for (const call of scenario.gold(task)) {
      expect(episode.call(call)).toMatchObject({ outcome: "refused", status: 0 });
    }
    expect(episode.finish("second")).toBe(score);
    expect(episode.trace).toMatchObject({ final: "first", calls: { length: 1 } });
    expect(score.success).toBe(false);
  });

  it("is scored by the reward it was started with, in that reward's world", () => {
    const episode = scenario.start(task, { reward: "plain" });
    for (const call of [{ tool: "list_issues" }, ...scenario.gold(task)]) episode.call(call);
    expect(episode.finish()).toMatchObject({ reward: 0.75, success: true });
    expect(usageError(() => scenario.start(task, { reward: "toString" }))).toBe(
      "mini has no reward 'toString'. | Use one of sound, plain.",
    );
  });

  it("can be started on a task made elsewhere, if its variables resolve", () => {
    const own = { id: "x", split: "", given: { issue: "T-2", title: "Own" }, prompt: "" };
    const episode = scenario.start(own);
    for (const call of scenario.gold(own)) episode.call(call);
    expect(episode.finish().success).toBe(true);
    expect(usageError(() => scenario.start({ ...own, given: {} }))).toContain("issue cannot be null");
  });

  it("keeps the gold of tasks apart", () => {
    const other = scenario.bind({ task: "train/1" });
    const episode = scenario.start(other);
    for (const call of scenario.gold(task)) episode.call(call);
    expect(episode.finish().success).toBe(false);
  });

  it("goes on alone after a fork, as if every call had been made in it too", () => {
    const right = scenario.start(task);
    for (const call of steps.slice(0, 1)) right.call(call);
    const left = right.fork();
    const answers = [left, right].map((episode) => steps.slice(1, 2).map((call) => episode.call(call)));
    expect(answers[0]).toEqual(answers[1]);
    for (const call of steps.slice(2)) right.call(call);
    expect(left.trace.calls).toHaveLength(2);
    expect(left.fingerprint).toContain("Alpha");
    expect(left.goalReached).toBe(false);
    expect(right.finish("Done.")).toMatchObject({ success: true, reward: 1 });
    expect(left.done).toBe(false);
    expect(left.finish()).toMatchObject({ success: false });
    expect(right.fork().finish("late")).toBe(right.finish());
  });

  it("gives the same score for the same calls, with terms that add up", () => {
    const tool = fc.constantFrom(...scenario.tools.map((each) => each.function.name), "nothing");
    const value = fc.constantFrom("T-1", "T-2", "T-4", "Alpha", 5, null);
    const call = fc.record({
      tool,
      arguments: fc.record({ key: value, text: value, title: value, fields: fc.record({ title: value }) }),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 8 }), fc.constantFrom("sound", "plain"), (calls, reward) => {
        const [left, right] = [1, 2].map(() => {
          const episode = scenario.start(task, { reward });
          for (const each of calls) episode.call(each);
          return episode.finish();
        });
        expect(left).toEqual(right);
        if (left === undefined) return;
        const top = reward === "sound" && !left.success ? 0.5 : 1;
        expect(left.reward).toBeCloseTo(Math.min(top, Math.max(0, sumOf(left))), 11);
      }),
    );
  });
});
