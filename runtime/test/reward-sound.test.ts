import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceCall } from "../abi/trace.js";
import type { SoundReward } from "../program/reward.js";
import type { Evidence } from "../reward/evidence.js";
import { scoreTrace } from "../reward/score.js";
import { slot, sound, step } from "./mini-scenario.js";
import { call, evidence, paid, sumOf, violation } from "./traces.js";

const read = call("get_issue", { key: "T-1" });
const create = call("create_issue", { fields: { title: "Alpha" } }, { body: { key: "T-4" } });
const readBack = call("get_issue", { key: "T-4" });
const note = call("add_note", { key: "T-1", text: "Alpha" });
const all = [read, create, readBack, note];

function score(calls: readonly TraceCall[], more: Partial<Evidence> = {}, reward: SoundReward = sound) {
  return scoreTrace(reward, evidence(calls, more));
}

describe("a success", () => {
  const success = { stateReached: true };

  it("earns 1 with every step within the budget", () => {
    expect(score(all, success)).toMatchObject({ reward: 1, success: true });
    expect(paid(score(all, success))).toEqual({ goal: 0.8, "read.before": 0.1, "read.after": 0.1 });
  });

  it("loses a share of q for each step", () => {
    expect(score([create, note], success).reward).toBe(0.8);
    expect(score([read, create, note], success).reward).toBe(0.9);
  });

  it("weighs steps", () => {
    const steps = sound.steps.map((each, i) => ({ ...each, weight: i === 0 ? 0.3 : 0.1 }));
    expect(score([read, create, note], success, { ...sound, steps }).reward).toBe(0.95);
  });

  it("pays 0.01 for each call over the budget, 0.04 at most", () => {
    const spare = (n: number) => [...all, ...Array.from({ length: n }, () => call("list_issues"))];
    const rewards = [0, 1, 3, 4, 5, 50].map((n) => score(spare(n), success).reward);
    expect(rewards).toEqual([1, 0.99, 0.97, 0.96, 0.96, 0.96]);
    expect(score(spare(9), success, { ...sound, budget: undefined }).reward).toBe(1);
  });

  it("is not charged for what it did wrong on the way", () => {
    const wrong = call("create_issue", {}, { outcome: "refused", violations: [violation] });
    expect(score([read, wrong, create, readBack], { ...success }).reward).toBe(1);
  });

  it("is complete without steps", () => {
    const result = score([create, note], success, { ...sound, steps: [] });
    expect(result.reward).toBe(1);
    expect(paid(result)).toEqual({ goal: 1 });
    const weightless = sound.steps.map((each) => ({ ...each, weight: 0 }));
    expect(score([create, note], success, { ...sound, steps: weightless }).reward).toBe(1);
  });

  it("needs the required steps, which then earn nothing of their own", () => {
    const steps = [step("must", "list_issues", { required: true }), ...sound.steps];
    const reward = { ...sound, steps };
    expect(score(all, success, reward)).toMatchObject({ success: false });
    expect(score(all, success, reward).reward).toBeLessThanOrEqual(0.5);
    expect(score([...all, call("list_issues")], success, { ...reward, budget: 9 })).toMatchObject({
      success: true,
      reward: 1,
    });
    expect(score(all, {}, reward).terms.find((term) => term.id === "must")?.value).toBe(0);
  });
});

describe("a failure", () => {
  it("earns c times the share of right slots and steps, less penalties", () => {
    // 3 slots and 2 steps of weight 0.1: one unit is 0.5 / 0.5 = 1 for each whole weight.
    const half = call("add_note", { key: "T-1", text: "wrong" });
    expect(paid(score([read, create, half]))).toEqual({
      "create_issue.fields.title": 0.1,
      "add_note.key": 0.1,
      "read.before": 0.1,
    });
    expect(score([read, create, half]).reward).toBe(0.3);
    expect(score(all)).toMatchObject({ reward: 0.5, success: false });
  });

  it("never goes below 0, the terms still add up", () => {
    const result = score(Array.from({ length: 9 }, () => call("nothing", {}, { outcome: "unknown-tool" })));
    expect(result.reward).toBe(0);
    expect(sumOf(result)).toBe(-1.55);
  });

  it.each<[string, readonly TraceCall[], { readonly [id: string]: number }]>([
    [
      "nothing done",
      [],
      { "penalty.missing-write.create_issue": -0.2, "penalty.missing-write.add_note": -0.2 },
    ],
    [
      "a call that breaks the schema, once for all its faults",
      [create, call("add_note", {}, { outcome: "refused", violations: [violation, violation] })],
      { "create_issue.fields.title": 0.1, "penalty.invalid": -0.05 },
    ],
    [
      "arguments that do not parse, tried all the same",
      [create, call("add_note", undefined, { outcome: "unparsed", arguments: undefined, raw: "{" })],
      { "create_issue.fields.title": 0.1, "penalty.unparsed": -0.1 },
    ],
    [
      "an invented tool",
      [create, note, call("nothing", {}, { outcome: "unknown-tool" })],
      {
        "create_issue.fields.title": 0.1,
        "add_note.key": 0.1,
        "add_note.text": 0.1,
        "penalty.unknown-tool": -0.1,
      },
    ],
    [
      "a write more than asked for, refused or not",
      [create, call("create_issue", {}, { outcome: "refused" }), note],
      {
        "create_issue.fields.title": 0.1,
        "add_note.key": 0.1,
        "add_note.text": 0.1,
        "penalty.extra-write.create_issue": -0.1,
      },
    ],
    [
      "a write that nobody asked for",
      [create, note, call("remove_issue", { key: "T-1" })],
      {
        "create_issue.fields.title": 0.1,
        "add_note.key": 0.1,
        "add_note.text": 0.1,
        "penalty.extra-write.remove_issue": -0.1,
      },
    ],
    [
      "calls over the budget",
      [call("list_issues"), call("list_issues"), call("list_issues"), call("list_issues"), create, note],
      {
        "create_issue.fields.title": 0.1,
        "add_note.key": 0.1,
        "add_note.text": 0.1,
        "penalty.over-budget": -0.1,
      },
    ],
  ])("is charged for %s", (_, calls, terms) => {
    expect(paid(score(calls))).toEqual(terms);
  });

  it("is charged nothing where penalties are off", () => {
    expect(score([], {}, { ...sound, penalties: false }).terms.every((term) => term.value === 0)).toBe(true);
  });

  it("of a reward without slots and steps earns 0", () => {
    const result = score([create], {}, { ...sound, writes: [], steps: [] });
    expect(result).toMatchObject({ reward: 0, success: false });
    expect(Object.values(paid(result))).toEqual([]);
  });
});

describe("steps", () => {
  const found = (calls: readonly TraceCall[]) => Object.keys(paid(score(calls, { stateReached: true })));

  it("stand before or after the accepted reference call", () => {
    expect(found([create, read, note])).toEqual(["goal"]);
    expect(found([readBack, create, note])).toEqual(["goal"]);
    const refused = call("create_issue", {}, { outcome: "refused" });
    expect(found([refused, read, create])).toEqual(["goal", "read.before"]);
    expect(found([read, refused])).toEqual(["goal"]);
  });

  it("are not earned by a refused call, nor by one about another record", () => {
    expect(found([{ ...read, outcome: "refused", status: 404 }, create])).toEqual(["goal"]);
    expect(found([call("get_issue", { key: "T-2" }), create])).toEqual(["goal"]);
    expect(found([create, call("get_issue", { key: "T-1" })])).toEqual(["goal"]);
  });
});

describe("several writes of one tool", () => {
  const writes = ["Alpha", "Beta"].map((title) => ({
    tool: "create_issue",
    slots: [
      { ...slot("create_issue", ["fields", "title"], title), id: `${title}.title` },
      { ...slot("create_issue", ["fields", "body"], "body"), id: `${title}.body` },
    ],
  }));
  const reward: SoundReward = { ...sound, writes, steps: [], penalties: false };
  const variables = { Alpha: "Alpha", Beta: "Beta", body: "same" };
  const made = (title: string, body: string) => call("create_issue", { fields: { title, body } });

  it("are assigned their calls so that most is right, whatever the order", () => {
    const calls = [made("Beta", "same"), made("Alpha", "wrong")];
    for (const order of [calls, [...calls].reverse()]) {
      expect(Object.keys(paid(score(order, { variables }, reward)))).toEqual([
        "Alpha.title",
        "Beta.title",
        "Beta.body",
      ]);
    }
  });

  it("share no call", () => {
    expect(Object.keys(paid(score([made("Alpha", "same")], { variables }, reward)))).toEqual([
      "Alpha.title",
      "Alpha.body",
    ]);
  });

  it("take the best of more calls than asked for", () => {
    const calls = [made("x", "x"), made("Beta", "x"), made("x", "same"), made("Alpha", "same")];
    expect(Object.keys(paid(score(calls, { variables }, reward)))).toEqual([
      "Alpha.title",
      "Alpha.body",
      "Beta.title",
    ]);
  });
});

describe("any trace", () => {
  const outcome = fc.constantFrom(
    "ok" as const,
    "refused" as const,
    "unparsed" as const,
    "unknown-tool" as const,
  );
  const text = fc.constantFrom("T-1", "T-4", "Alpha", "x");
  const anyCall = fc
    .record({
      tool: fc.constantFrom("get_issue", "create_issue", "add_note", "remove_issue", "nothing"),
      outcome,
      key: text,
      text,
      faults: fc.nat({ max: 2 }),
    })
    .map((made) => {
      const args = { key: made.key, text: made.text, fields: { title: made.text } };
      return call(made.tool, made.outcome === "unparsed" ? undefined : args, {
        outcome: made.outcome,
        violations: Array.from({ length: made.faults }, () => violation),
        body: { key: "T-4" },
      });
    });
  const anyReward = fc
    .record({
      procedure: fc.constantFrom(0, 0.1, 0.2),
      excess: fc.constantFrom(0, 0.04),
      partial: fc.constantFrom(0, 0.25, 0.5),
      budget: fc.constantFrom(undefined, 0, 2, 4),
      required: fc.boolean(),
      penalties: fc.boolean(),
      weight: fc.constantFrom(0, 0.1, 3),
    })
    .map(({ required, weight, ...rest }): SoundReward => {
      const steps = sound.steps.map((each, i) => ({ ...each, weight, required: required && i === 0 }));
      return { ...sound, ...rest, steps };
    });

  it("has terms that add up, and a success outranks every failure", () => {
    fc.assert(
      fc.property(
        anyReward,
        fc.array(anyCall, { maxLength: 12 }),
        fc.boolean(),
        (reward, calls, stateReached) => {
          const result = score(calls, { stateReached }, reward);
          const [low, high] = result.success ? [0.76, 1] : [0, 0.5];
          expect(result.reward).toBeGreaterThanOrEqual(low);
          expect(result.reward).toBeLessThanOrEqual(high);
          expect(result.reward).toBeCloseTo(
            Math.min(result.success ? 1 : reward.partial, Math.max(0, sumOf(result))),
            11,
          );
          expect(result.success && !stateReached).toBe(false);
          for (const term of result.terms) {
            expect(Number.isFinite(term.value)).toBe(true);
            expect(term.why).not.toBe("");
            expect(term.group === "R3" ? term.value <= 0 : term.value >= 0).toBe(true);
          }
          expect(new Set(result.terms.map((term) => term.id)).size).toBe(result.terms.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("does not earn less for a wrong slot put right", () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 8 }), fc.nat({ max: 7 }), (calls, at) => {
        const before = score(calls).reward;
        const right = calls.map((each, i) =>
          i === at && each.tool === "add_note" && each.arguments !== undefined
            ? { ...each, arguments: { ...each.arguments, key: "T-1" } }
            : each,
        );
        expect(score(right).reward).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});
