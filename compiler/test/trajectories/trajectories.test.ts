import { beforeAll, describe, expect, it } from "vitest";
import type { EmittedCall } from "../../../runtime/abi/trace.js";
import * as runtime from "../../../runtime/index.js";
import { memoryHost } from "../../host/memory-host.js";
import { compileScenarios, type ScenarioSummary } from "../../pipeline/compile.js";
import { synthesise } from "../../synth/synthesise.js";
import { faultOf, groundingFault, play } from "../../trajectories/check.js";
import { makeTrajectories } from "../../trajectories/make-trajectories.js";
import { shapeOf, signatureOf } from "../../trajectories/signature.js";
import { LIBRARY } from "../infer/library.js";

/** Scenarios that were synthesised for some operations of the library, compiled. */
async function compiled(wanted: readonly string[], change = (text: string) => text) {
  const host = memoryHost({ "library.yaml": LIBRARY });
  const made = await synthesise({
    host,
    document: "library.yaml",
    out: ".",
    seed: 1,
    runtime,
    audit: false,
    wanted: ({ id }) => wanted.includes(id),
  });
  const files = [...made.files].map(([path, text]) => [path, path.endsWith(".rvr") ? change(text) : text]);
  const over = memoryHost({ "library.yaml": LIBRARY, ...Object.fromEntries(files) });
  const result = await compileScenarios({
    host: over,
    paths: ["."],
    out: "generated",
    runtime,
    emit: false,
    replay: false,
  });
  expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return result.scenarios;
}

const options = { split: "train", perTask: 1 };
let change: ScenarioSummary;
let scenario: NonNullable<ScenarioSummary["compiled"]>;

beforeAll(async () => {
  const [first] = await compiled(["changeBook"]);
  if (first?.compiled === undefined) throw new Error("nothing was compiled");
  change = first;
  scenario = first.compiled;
}, 60_000);

describe("trajectories", () => {
  it("solve every task with everything that the reward asks for, and say what was seen", () => {
    const { trajectories, report } = makeTrajectories(change.bound, scenario, options, new Set());
    const tasks = scenario.splits["train"] ?? [];
    expect(trajectories.map(({ task }) => task)).toEqual(tasks.map(({ id }) => id));
    expect(report).toMatchObject({ tasks: tasks.length, kept: tasks.length, duplicates: 0, lost: [] });
    for (const { calls, results, reward, success, prompt } of trajectories) {
      expect(calls.map(({ tool }) => tool)).toEqual(["get_book", "change_book", "get_book"]);
      expect([reward, success, results.length]).toEqual([1, true, 3]);
      expect(prompt).not.toBe("");
    }
  });

  it("replay to the reward that they were kept with", () => {
    const { trajectories } = makeTrajectories(change.bound, scenario, options, new Set());
    for (const { task, calls } of trajectories) {
      const again = play(scenario, scenario.bind({ task }), "sound", calls);
      expect([again.score, again.success]).toEqual([1, true]);
    }
  });

  it("are the same every time, and kept once", () => {
    const known = new Set<string>();
    const first = makeTrajectories(change.bound, scenario, options, known);
    expect(makeTrajectories(change.bound, scenario, options, new Set())).toEqual(first);
    const second = makeTrajectories(change.bound, scenario, options, known);
    expect(second.trajectories).toEqual([]);
    expect(second.report.duplicates).toBe(first.report.kept);
    expect(second.report.lost).toEqual([]);
  });

  it("take what a call needs from an earlier answer", async () => {
    const [create] = await compiled(["createBook"]);
    if (create?.compiled === undefined) throw new Error("nothing was compiled");
    const { trajectories } = makeTrajectories(create.bound, create.compiled, options, new Set());
    expect(trajectories.length).toBeGreaterThan(0);
    for (const { calls } of trajectories) {
      expect(calls.map(({ tool }) => tool)).toEqual(["create_book", "get_book"]);
      expect(calls[1]?.arguments).toEqual({ bookIdOrSlug: "10025" });
    }
  });

  it("leave out tasks whose request does not say what gold sends, with the reason", async () => {
    const [hidden] = await compiled(["changeBook"], (text) =>
      text.replaceAll('title \\"{title}\\"', "a title"),
    );
    if (hidden?.compiled === undefined) throw new Error("nothing was compiled");
    const { trajectories, report } = makeTrajectories(hidden.bound, hidden.compiled, options, new Set());
    expect(trajectories).toEqual([]);
    expect(report.refused.ungrounded).toBeGreaterThanOrEqual(report.tasks);
    expect(report.refused.ungrounded + report.refused.unsolved).toBe(report.candidates);
    expect(report.lost[0]?.detail).toMatch(/^change_book: nothing shows title = "/u);
  });
});

describe("a check", () => {
  const task = () => {
    const [first] = scenario.splits["train"] ?? [];
    if (first === undefined) throw new Error("no task");
    return first;
  };
  const faultWith = (edit: (calls: readonly EmittedCall[]) => readonly EmittedCall[], given = task()) => {
    const gold = scenario.gold(task());
    const book = gold[0]?.arguments?.["bookIdOrSlug"] ?? "";
    const look: EmittedCall = { tool: "get_book", arguments: { bookIdOrSlug: book } };
    return faultOf(play(scenario, given, "sound", edit([look, ...gold, look])))?.fault;
  };

  it("finds nothing in what is right", () => {
    expect(faultWith((calls) => calls)).toBeUndefined();
  });

  it.each([
    ["no call", () => [], "format"],
    ["a tool that is not there", (calls) => [...calls, { tool: "shout", arguments: {} }], "format"],
    ["arguments that do not parse", (calls) => [{ tool: "get_book", raw: "{" }, ...calls], "format"],
    ["a schema that is broken", (calls) => [{ tool: "get_book", arguments: {} }, ...calls], "format"],
    [
      "a record that is not there",
      (calls) => [{ tool: "get_book", arguments: { bookIdOrSlug: "nowhere" } }, ...calls],
      "refused",
    ],
    ["a goal that is not reached", (calls) => calls.slice(0, 1), "unsolved"],
    ["a step that is left out", (calls) => calls.slice(0, 2), "unsolved"],
    [
      "a value from nowhere",
      (calls) => [{ tool: "get_book", arguments: { bookIdOrSlug: "10024" } }, ...calls.slice(0, 3)],
      "ungrounded",
    ],
    ["a call too many", (calls) => [calls[0], ...calls], "redundant"],
  ] as readonly (readonly [string, (calls: readonly EmittedCall[]) => readonly EmittedCall[], string])[])(
    "finds %s",
    (_, edit, fault) => {
      expect(faultWith(edit)).toBe(fault);
    },
  );

  it("finds a task with nothing to do", () => {
    const done = { ...scenario, start: scenario.start.bind(scenario) };
    const idle = {
      ...done,
      start: (...args: Parameters<typeof scenario.start>) => {
        const episode = scenario.start(...args);
        for (const call of scenario.gold(args[0])) episode.call(call);
        return episode;
      },
    };
    const gold = scenario.gold(task());
    const book = gold[0]?.arguments?.["bookIdOrSlug"] ?? "";
    const look: EmittedCall = { tool: "get_book", arguments: { bookIdOrSlug: book } };
    const played = play(scenario, task(), "sound", [look, ...gold, look]);
    expect(faultOf({ ...played, scenario: idle })?.fault).toBe("nothing-to-do");
  });
});

describe("grounding", () => {
  it.each([
    ["Close ABC-123.", "ABC-123", true],
    ["Close ABC-123.", "1", false],
    ["Close ABC-123.", "C", false],
    ["Close ABC-123.", 123, true],
    ["Close ABC-123.", 12, false],
    ['Call it "a \\"b\\"".', 'a "b"', true],
    ["Write Release Notes.", "<p>Release Notes</p>", true],
    ["x", "properties", false],
    ["x", "string", false],
    ["x", true, true],
    ["here or lost", "lost", true],
  ])("of %j shows %j: %s", async (prompt, value, shown) => {
    const [first] = scenario.splits["train"] ?? [];
    if (first === undefined) throw new Error("no task");
    const task = { ...first, prompt };
    const calls = [{ tool: "get_book", arguments: { bookIdOrSlug: value } }];
    const quiet = { ...scenario, system: { bare: "", hinted: "" } };
    const played = {
      scenario: quiet,
      task,
      reward: "sound",
      calls,
      trace: [],
      results: [],
      score: 1,
      success: true,
    };
    expect(groundingFault(played) === undefined).toBe(shown);
  });
});

describe("a signature", () => {
  const call = (args: EmittedCall["arguments"]): readonly EmittedCall[] => [
    { tool: "write", ...(args === undefined ? {} : { arguments: args }) },
  ];

  it("does not see the order of keys, case and white space", () => {
    expect(signatureOf("s", call({ a: "Big  Ink ", b: 1 }))).toBe(
      signatureOf("s", call({ b: 1, a: "big ink" })),
    );
  });

  it("sees values, types, order of calls and scenarios", () => {
    const one = signatureOf("s", call({ a: "1" }));
    expect(signatureOf("s", call({ a: 1 }))).not.toBe(one);
    expect(signatureOf("t", call({ a: "1" }))).not.toBe(one);
    expect(signatureOf("s", [...call({ a: "1" }), ...call({ a: "2" })])).not.toBe(
      signatureOf("s", [...call({ a: "2" }), ...call({ a: "1" })]),
    );
  });

  it("has a shape without values", () => {
    expect(shapeOf("s", call({ a: "x", list: [1] }))).toBe(shapeOf("s", call({ a: "y", list: [2] })));
    expect(shapeOf("s", call({ a: "x" }))).not.toBe(shapeOf("s", call({ a: null })));
  });
});
