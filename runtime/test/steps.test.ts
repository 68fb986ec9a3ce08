import { describe, expect, it } from "vitest";
import type { TraceCall } from "../abi/trace.js";
import type { StepProgram } from "../program/reward.js";
import { judgeStep } from "../reward/steps.js";
import { get } from "../value/access.js";
import { step } from "./mini-scenario.js";
import { call } from "./traces.js";

const read = (key: string) => call("get_issue", { key });
const list = call("list_issues");
const create = call("create_issue", {});
const refused = (made: TraceCall): TraceCall => ({ ...made, outcome: "refused" });

/** A call of get_issue with this key. */
const reads = (key: string) => ({
  tool: "get_issue",
  matches: (made: TraceCall) => get(made.arguments, "key") === key,
});

function earned(program: StepProgram, calls: readonly TraceCall[]): boolean {
  return judgeStep(
    program,
    calls.map((each, index) => ({ ...each, index })),
    {},
  ).earned;
}

const order = (relation: "before" | "after", more: Partial<StepProgram["order"]> = {}) => ({
  order: { relation, any: false, tool: "create_issue", ...more },
});

describe("immediately", () => {
  const before = step("s", "get_issue", order("before", { immediately: true }));
  const after = step("s", "get_issue", order("after", { immediately: true }));

  it("lets no call stand between", () => {
    expect(earned(before, [read("1"), create])).toBe(true);
    expect(earned(before, [read("1"), list, create])).toBe(false);
    expect(earned(before, [list, read("1"), create])).toBe(true);
    expect(earned(after, [create, read("1"), list])).toBe(true);
    expect(earned(after, [create, list, read("1")])).toBe(false);
    expect(earned(after, [create])).toBe(false);
  });

  it("means the first accepted call of the other tool, or the first of any kind", () => {
    const any = step("s", "get_issue", order("before", { immediately: true, any: true }));
    const calls = [read("1"), refused(create), create];
    expect(earned(before, calls)).toBe(false);
    expect(earned(any, calls)).toBe(true);
  });
});

describe("exactly once", () => {
  const once = step("s", "get_issue", { ...reads("1"), once: true, ...order("before") });

  it("is undone by a second accepted call that matches, wherever it stands", () => {
    expect(earned(once, [read("1"), create])).toBe(true);
    expect(earned(once, [read("1"), create, read("1")])).toBe(false);
    expect(earned(once, [read("1"), read("2"), create])).toBe(true);
    expect(earned(once, [refused(read("1")), read("1"), create])).toBe(true);
    expect(earned(once, [create, read("1")])).toBe(false);
    expect(earned(once, [create])).toBe(false);
  });

  it("says how many there were", () => {
    const calls = [read("1"), read("1"), create].map((each, index) => ({ ...each, index }));
    expect(judgeStep(once, calls, {}).why).toBe("2 accepted calls of get_issue match, not one");
  });
});

describe("a group", () => {
  const group = step("s", "get_issue", {
    ...reads("1"),
    others: [reads("2"), { tool: "list_issues", matches: () => true }],
    ...order("before"),
  });

  it("needs every call, in any order", () => {
    expect(earned(group, [read("1"), read("2"), list, create])).toBe(true);
    expect(earned(group, [list, read("2"), read("1"), create])).toBe(true);
    expect(earned(group, [list, read("2"), create, read("1")])).toBe(false);
    expect(earned(group, [read("1"), read("2"), create])).toBe(false);
  });

  it("names the call that is missing, and the calls that earned it", () => {
    const judge = (calls: readonly TraceCall[]) =>
      judgeStep(
        group,
        calls.map((each, index) => ({ ...each, index })),
        {},
      ).why;
    expect(judge([read("1"), read("2"), create])).toBe(
      "no accepted list_issues with the expected arguments before accepted call of create_issue",
    );
    expect(judge([list, read("2"), read("1"), create])).toBe("calls 3, 2, 1 of the trace");
  });

  it("gives each of its members a call of its own", () => {
    const twice = step("s", "get_issue", { others: [reads("1")], ...order("before") });
    expect(earned(twice, [read("1"), create])).toBe(false);
    expect(earned(twice, [read("1"), read("2"), create])).toBe(true);
    expect(earned(twice, [read("1"), read("1"), create])).toBe(true);
  });

  it("stands immediately before a call when nothing else is between", () => {
    const near = step("s", "get_issue", {
      ...reads("1"),
      others: [reads("2")],
      ...order("before", { immediately: true }),
    });
    expect(earned(near, [list, read("2"), read("1"), create])).toBe(true);
    expect(earned(near, [read("2"), list, read("1"), create])).toBe(false);
  });
});
