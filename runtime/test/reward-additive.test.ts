import { describe, expect, it } from "vitest";
import type { TraceCall } from "../abi/trace.js";
import type { AdditiveReward, ChargeProgram, EventProgram, StepProgram } from "../program/reward.js";
import { ceiling, scoreTrace } from "../reward/score.js";
import { gather, get } from "../value/access.js";
import { slot, step } from "./mini-scenario.js";
import { call, evidence, paid, sumOf, violation } from "./traces.js";

const empty: AdditiveReward = {
  form: "additive",
  name: "a",
  world: "w",
  clamp: [-10, 10],
  slotSets: [],
  recalls: [],
  steps: [],
  charges: [],
};

function score(reward: Partial<AdditiveReward>, calls: readonly TraceCall[], variables = {}) {
  const program = { ...empty, ...reward };
  const base = evidence(calls);
  return scoreTrace(program, { ...base, variables: { ...base.variables, ...variables } });
}

const ok = (tool: string) => call(tool);
const refused = (tool: string) => call(tool, {}, { outcome: "refused" });
const unparsed = (tool: string) => call(tool, undefined, { outcome: "unparsed", arguments: undefined });
const unknown = call("nothing", {}, { outcome: "unknown-tool" });

describe("slot sets", () => {
  const slots = [slot("add_note", ["key"], "key", 1), slot("add_note", ["text"], "title", 3)];
  const set = (aggregate: "mean" | "best") => ({
    slotSets: [{ id: "s", tool: "add_note", aggregate, weight: 0.8, slots }],
  });
  const note = (key: string, text: string) => call("add_note", { key, text });

  it("pay the mean over all calls, unparsed and refused ones counted", () => {
    expect(score(set("mean"), [note("T-1", "Alpha")]).reward).toBe(0.8);
    const calls = [
      note("T-1", "Alpha"),
      note("T-1", "x"),
      unparsed("add_note"),
      { ...note("x", "Alpha"), outcome: "refused" as const },
    ];
    expect(paid(score(set("mean"), calls))).toEqual({ "add_note.key": 0.1, "add_note.text": 0.3 });
  });

  it("pay the best call, the first of equals", () => {
    const calls = [note("T-1", "x"), note("x", "Alpha"), note("y", "Alpha")];
    const result = score(set("best"), calls);
    expect(paid(result)).toEqual({ "add_note.text": 0.6 });
    expect(result.terms.map((term) => term.why)).toEqual([
      "wrong in the best call, number 2",
      "right in the best call, number 2",
    ]);
  });

  it("pay nothing without a call", () => {
    for (const aggregate of ["mean", "best"] as const) {
      const result = score(set(aggregate), [ok("get_issue")]);
      expect(result.reward).toBe(0);
      expect(result.terms.map((term) => term.why)).toEqual(["no call of add_note", "no call of add_note"]);
    }
  });
});

describe("recall", () => {
  const reward: Partial<AdditiveReward> = {
    recalls: [
      {
        id: "r",
        tool: "add_labels",
        weight: 0.1,
        sent: (args) => gather(args, ["labels", "name"]),
        wanted: (variables) => get(variables["labels"]) as readonly string[],
      },
    ],
  };
  const add = (...names: readonly (string | number)[]) =>
    call("add_labels", { labels: names.map((name) => ({ name })) });
  const labels = { labels: ["a", "b", "a", "c"] };

  it.each<[string, readonly TraceCall[], number]>([
    ["no call", [], 0],
    ["some of them", [add("a", "z")], 0.1],
    ["each one once, over several calls", [add("a", "a"), add("b", "a")], 0.2],
    ["all of them and more", [add("a", "b", "c", "d", "e")], 0.3],
    ["refused calls for nothing", [{ ...add("a"), outcome: "refused" }], 0],
    ["values of another type for nothing", [add(1)], 0],
  ])("pays %s", (_, calls, expected) => {
    expect(score(reward, calls, labels).reward).toBe(expected);
  });

  it("has the ceiling of the task that wants most", () => {
    const program = { ...empty, ...reward, clamp: [0, 1] as const };
    const tasks = [["a"], ["a", "b", "b", "c"]].map((names) => ({ labels: names }));
    expect(ceiling(program, () => tasks)).toBe(0.3);
    expect(ceiling(program, () => [])).toBe(0);
  });
});

describe("steps", () => {
  const earned = (
    order: StepProgram["order"],
    calls: readonly TraceCall[],
    when: readonly EventProgram[] = [],
  ) => score({ steps: [step("s", "get_issue", { ...(order && { order }), when })] }, calls).reward === 0.1;
  const read = ok("get_issue");
  const order = (relation: "before" | "after", any: boolean) => ({ relation, any, tool: "create_issue" });

  it.each<[string, boolean, boolean, boolean, boolean, readonly TraceCall[]]>([
    ["read, accepted", true, true, false, false, [read, ok("create_issue")]],
    ["accepted, read", false, false, true, true, [ok("create_issue"), read]],
    ["read, refused", false, true, false, false, [read, refused("create_issue")]],
    ["refused, read", false, false, false, true, [refused("create_issue"), read]],
    [
      "refused, read, accepted",
      true,
      false,
      false,
      true,
      [refused("create_issue"), read, ok("create_issue")],
    ],
    ["accepted, read, accepted", false, false, true, true, [ok("create_issue"), read, ok("create_issue")]],
    ["read alone", false, false, false, false, [read]],
    ["refused read, accepted", false, false, false, false, [refused("get_issue"), ok("create_issue")]],
  ])(
    "%s: before %j, before any %j, after %j, after any %j",
    (_, before, beforeAny, after, afterAny, calls) => {
      expect([
        earned(order("before", false), calls),
        earned(order("before", true), calls),
        earned(order("after", false), calls),
        earned(order("after", true), calls),
      ]).toEqual([before, beforeAny, after, afterAny]);
    },
  );

  it("are paid once, without an order anywhere, and under all their conditions", () => {
    expect(earned(undefined, [read, read])).toBe(true);
    const when: EventProgram[] = [
      { kind: "accepted", tool: "create_issue" },
      { kind: "called", tool: "add_note" },
    ];
    expect(earned(undefined, [read, ok("create_issue")], when)).toBe(false);
    expect(earned(undefined, [read, ok("create_issue"), refused("add_note")], when)).toBe(true);
  });
});

describe("events", () => {
  const calls = [
    ok("a"),
    refused("a"),
    unparsed("a"),
    call("a", {}, { violations: [violation, violation] }),
    call("a", {}, { outcome: "refused", violations: [violation] }),
    ok("b"),
    unknown,
    unknown,
  ];

  it.each<[EventProgram, number]>([
    [{ kind: "called", tool: "a" }, 5],
    [{ kind: "accepted", tool: "a" }, 2],
    [{ kind: "refused", tool: "a" }, 3],
    [{ kind: "invalid", tool: "a" }, 3],
    [{ kind: "missing", tool: "a" }, 0],
    [{ kind: "missing", tool: "c" }, 1],
    [{ kind: "duplicate", tool: "a" }, 4],
    [{ kind: "duplicate", tool: "b" }, 0],
    [{ kind: "duplicate", tool: "c" }, 0],
    [{ kind: "unknown" }, 2],
    [{ kind: "call", over: 6 }, 2],
    [{ kind: "call", over: 0 }, 8],
    [{ kind: "call", over: 20 }, 0],
  ])("%j occurs %i times", (event, times) => {
    const charge: ChargeProgram = { id: "c", group: "R3", weight: -1, frequency: "each", events: [event] };
    expect(score({ charges: [charge] }, calls).reward).toBe(times === 0 ? 0 : Math.max(-10, -times));
    expect(score({ charges: [{ ...charge, frequency: "once" }] }, calls).reward).toBe(times === 0 ? 0 : -1);
  });

  it("of one charge must all occur, and then count once", () => {
    const events: EventProgram[] = [
      { kind: "called", tool: "a" },
      { kind: "called", tool: "b" },
    ];
    const charge: ChargeProgram = { id: "c", group: "R2", weight: 0.5, frequency: "each", events };
    expect(score({ charges: [charge] }, [ok("a"), ok("a"), ok("b"), ok("b")]).reward).toBe(0.5);
    expect(score({ charges: [charge] }, [ok("a"), ok("a")]).reward).toBe(0);
    expect(score({ charges: [{ ...charge, events: [] }] }, [ok("a")]).reward).toBe(0);
  });
});

describe("the sum", () => {
  const bonus = (weight: number): ChargeProgram => ({
    id: `c${weight}`,
    group: weight > 0 ? "R2" : "R3",
    weight,
    frequency: "each",
    events: [{ kind: "called", tool: "a" }],
  });

  it("is cut to the clamp, the terms are not", () => {
    const high = score({ clamp: [0, 1], charges: [bonus(0.7), bonus(0.65)] }, [ok("a")]);
    expect([high.reward, sumOf(high)]).toEqual([1, 1.35]);
    const low = score({ clamp: [0, 1], charges: [bonus(-0.25)] }, [ok("a")]);
    expect([low.reward, sumOf(low)]).toEqual([0, -0.25]);
    expect(Object.is(low.reward, 0)).toBe(true);
  });

  it("is free of the noise of adding", () => {
    const charges = [0.1, 0.2, 0.32].map(bonus);
    expect(score({ clamp: [0, 1], charges }, [ok("a")]).reward).toBe(0.62);
  });

  it("has a ceiling from its positive weights, cut to the clamp", () => {
    const program = { ...empty, clamp: [0, 1] as const };
    const once = { ...bonus(0.3), frequency: "once" as const };
    expect(ceiling({ ...program, charges: [once, bonus(-0.5)], steps: [step("s", "a")] }, () => [])).toBe(
      0.4,
    );
    expect(ceiling({ ...program, charges: [bonus(0.3)] }, () => [])).toBe(1);
  });
});
