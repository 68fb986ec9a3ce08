import { describe, expect, it } from "vitest";
import type { Json } from "../../../runtime/abi/json.js";
import type { CompiledScenario } from "../../../runtime/abi/scenario.js";
import type { EmittedCall } from "../../../runtime/abi/trace.js";
import { get } from "../../../runtime/value/access.js";
import { buildFixtures, changedFixtures } from "../../run/fixtures.js";
import { type BoardParts, board, boardFindings, compileBoard } from "./board.js";

const call = (tool: string, args: { readonly [name: string]: Json } = {}): EmittedCall => ({
  tool,
  arguments: args,
});

/** Whether an episode of these calls, ended by the message, reaches the goal. */
function reached(scenario: CompiledScenario, calls: readonly EmittedCall[], final?: string): boolean {
  const episode = scenario.start(scenario.bind({ task: "train/0" }));
  for (const each of calls) episode.call(each);
  return episode.finish(final).success;
}

const finish = (answer: Json) => [call("finish", { answer })];

describe("the closing tools", () => {
  it("are there for a task that says how it ends, and only then", async () => {
    const names = (scenario: CompiledScenario) => scenario.tools.map((tool) => tool.function.name);
    const own = ["get_card", "create_card", "move_card", "send_mail"];
    expect(names(await board())).toEqual(own);
    const closing = ["finish", "ask_user", "decline", "report_failure"];
    const scenario = await board({ task: "decline" });
    expect(names(scenario)).toEqual([...own, ...closing]);
    expect(scenario.tools.at(-1)?.function.parameters).toMatchObject({
      properties: { tool: { type: "string", enum: own }, reason: { type: "string" } },
      required: ["tool", "reason"],
    });
  });

  it("end the episode and stand in its trace", async () => {
    const scenario = await board({ task: "decline" });
    const episode = scenario.start(scenario.bind({ task: "train/0" }));
    expect(episode.call(call("decline", { reason: 4 }))).toMatchObject({ status: 400, outcome: "refused" });
    expect(episode.done).toBe(false);
    expect(episode.call(call("decline", { reason: "no" }))).toMatchObject({ status: 200, outcome: "ok" });
    expect(episode.done).toBe(true);
    expect(episode.call(call("create_card", { title: "x" })).text).toContain("The episode is over.");
    expect(episode.finish("Sorry.").success).toBe(true);
    expect(episode.trace.final).toBe(undefined);
    expect(
      episode.trace.calls.map(({ tool, status, violations }) => [tool, status, violations.length]),
    ).toEqual([
      ["decline", 400, 1],
      ["decline", 200, 0],
    ]);
  });

  it.each<[string, EmittedCall, string]>([
    ["nothing", call("ask_user"), "missing must have required property 'missing'"],
    ["a member of the wrong kind", call("ask_user", { missing: [1] }), "missing.0 must be string"],
    ["an unknown argument", call("decline", { reason: "a", x: 1 }), "x must NOT have additional properties"],
    [
      "a tool that does not exist",
      call("report_failure", { tool: "x", reason: "a" }),
      "tool must be equal to one of the allowed values",
    ],
  ])("refuse %s", async (_, made, error) => {
    const scenario = await board({ task: "decline" });
    const episode = scenario.start(scenario.bind({ task: "train/0" }));
    expect(episode.call(made).body).toEqual({ error });
    expect(episode.done).toBe(false);
  });
});

describe("an answer", () => {
  it("may be given by the tool or as the final message", async () => {
    const scenario = await board({ task: "answer card.title" });
    expect(reached(scenario, finish("Login"))).toBe(true);
    expect(reached(scenario, finish(" Login "))).toBe(true);
    expect(reached(scenario, [], "Login\n")).toBe(true);
    expect(reached(scenario, [], "It is Login.")).toBe(false);
    expect(reached(scenario, finish("Logout"), "Login")).toBe(false);
    expect(reached(scenario, [call("create_card", { title: "x" }), ...finish("Login")])).toBe(false);
    expect(reached(scenario, [])).toBe(false);
    expect(scenario.gold(scenario.bind({ task: "train/1" }))).toEqual(finish("Logout"));
  });

  it("is compared as its matcher says", async () => {
    const number = await board({
      task: 'let n = count([c for c in Card if c.state == "open"]) answer n as number(0.5)',
    });
    expect([2, 2.5, 3, "2"].map((n) => reached(number, finish(n)))).toEqual([true, true, false, false]);
    expect(["2", "2.4", "two", "[2]"].map((text) => reached(number, [], text))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const set = await board({
      task: 'let open = [c.key for c in Card if c.state == "open"] answer open as set',
    });
    expect(reached(set, finish(["C-3", "C-1"]))).toBe(true);
    expect(reached(set, finish(["C-3"]))).toBe(false);
    expect(reached(set, [], '["C-3", "C-1"]')).toBe(true);
    const exact = await board({ task: "answer card.title as exact" });
    expect(reached(exact, [], " Login")).toBe(false);
    const other = await board({ task: 'answer "open" as one_of(["Open", "unresolved"])' });
    expect(["open", "unresolved", "closed"].map((text) => reached(other, [], text))).toEqual([
      true,
      true,
      false,
    ]);
    const pattern = await board({ task: 'answer "{card.key}: {card.state}" as pattern("^C-")' });
    expect(reached(pattern, [], "C-1 is open")).toBe(true);
  });

  it("types the argument of the tool", async () => {
    const answerOf = async (task: string) => {
      const scenario = await board({ task });
      const finishTool = scenario.tools.find((tool) => tool.function.name === "finish");
      const { properties } = finishTool?.function.parameters ?? {};
      return get(properties, "answer", "type");
    };
    expect(await answerOf("answer card.title")).toBe("string");
    expect(await answerOf("answer count([1])")).toBe("number");
    expect(await answerOf('answer ["a"] as set')).toBe("array");
    expect(await answerOf("decline")).toBe("string");
  });

  it("can be wanted beside a change", async () => {
    const scenario = await board({
      task: 'gold move_card { key = card.key, state = "done" } answer card.title',
    });
    const moved = call("move_card", { key: "C-1", state: "done" });
    expect(reached(scenario, [moved, ...finish("Login")])).toBe(true);
    expect(reached(scenario, finish("Login"))).toBe(false);
    expect(reached(scenario, [moved])).toBe(false);
  });
});

it("asks for just what is missing", async () => {
  const scenario = await board({ task: 'ask for "title", "assignee"' });
  const ask = (...missing: string[]) => [call("ask_user", { missing })];
  expect(reached(scenario, ask("Assignee", "title"))).toBe(true);
  expect(reached(scenario, ask("title"))).toBe(false);
  expect(reached(scenario, ask("title", "assignee", "state"))).toBe(false);
  expect(reached(scenario, [], "title, assignee")).toBe(false);
  expect(reached(scenario, [call("decline", { reason: "title" })])).toBe(false);
});

it("declines for one of the reasons, or for any", async () => {
  const decline = (reason: string) => [call("decline", { reason })];
  const any = await board({ task: "decline" });
  expect(reached(any, decline("because"))).toBe(true);
  const listed = await board({ task: 'decline "read_only", "closed"' });
  expect(["Closed", "read_only", "because"].map((reason) => reached(listed, decline(reason)))).toEqual([
    true,
    true,
    false,
  ]);
});

it("reports a tool that was tried and refused", async () => {
  const scenario = await board({
    task: 'gold move_card { key = "C-9", state = "done" } report move_card',
    rest: 'test "gold" task "train/0" expect success { move_card(key: "C-9", state: "done") -> 404 report_failure(tool: "move_card", reason: "x") -> 200 }',
  });
  const tried = call("move_card", { key: "C-9", state: "done" });
  const report = (tool: string) => call("report_failure", { tool, reason: "It was refused." });
  expect(reached(scenario, [tried, report("move_card")])).toBe(true);
  expect(reached(scenario, [report("move_card")])).toBe(false);
  expect(reached(scenario, [tried, report("get_card")])).toBe(false);
});

describe("rewards", () => {
  it("give credit for the closing call, and count it among the calls", async () => {
    const scenario = await board({
      task: "answer card.title",
      reward: `reward sound { derive slots derive penalties step get_card(key: card.key) before finish budget 2 }
        reward plain additive { bonus 1 once accepted finish }`,
    });
    const task = scenario.bind({ task: "train/0" });
    const score = (calls: readonly EmittedCall[], reward = "sound") => {
      const episode = scenario.start(task, { reward });
      for (const each of calls) episode.call(each);
      return episode.finish().reward;
    };
    const read = call("get_card", { key: "C-1" });
    expect(score([read, ...finish("Login")])).toBe(1);
    expect(score(finish("Login"))).toBe(0.8);
    expect(score([read, read, ...finish("Login")])).toBe(0.99);
    expect(score([read, ...finish("Logout")])).toBe(0.25);
    expect(score([...finish("Logout")])).toBe(0);
    expect(score([...finish("Logout")], "plain")).toBe(1);
  });

  it("keep their outcomes as fixtures, final messages among them", async () => {
    const parts: BoardParts = {
      task: "answer card.title",
      rest: 'test "as a message" task "train/0" expect success, reward == 1 { get_card(key: "C-1") final "Login" }',
    };
    const { scenarios, testResults, diagnostics } = await compileBoard(parts);
    expect(diagnostics).toEqual([]);
    expect(testResults.map(({ ok }) => ok)).toEqual([true]);
    const [summary] = scenarios;
    const compiled = summary?.compiled ?? expect.fail("not compiled");
    const ir = summary?.ir ?? expect.fail("not bound");
    const fixtures = buildFixtures(ir, () => compiled);
    expect(fixtures.at(-1)).toMatchObject({ final: "Login", expected: { sound: { success: true } } });
    expect(changedFixtures(compiled, fixtures)).toEqual([]);
    expect(
      changedFixtures(
        compiled,
        fixtures.map((each) => ({ ...each, final: "Logout" })),
      ),
    ).toContain("test: as a message");
  });
});

describe("reports", () => {
  it.each<[string, BoardParts, string[]]>([
    ["neither gold nor closing", { task: "" }, ['RVR5006 "cards"']],
    ["two closings", { task: 'decline ask for "a"' }, ['RVR5007 "ask for \\"a\\""']],
    [
      "a tool with the name of a closing tool",
      { task: "decline", tools: "finish = board.getCard" },
      ['RVR5011 "finish"'],
    ],
    ["an unknown tool", { task: "report mov_card" }, ['RVR2006 "mov_card"']],
    ["a report of what is never tried", { task: "report move_card" }, ['RVR5010 "move_card"']],
    [
      "a report of what is accepted",
      { task: 'gold move_card { key = card.key, state = "done" } report move_card' },
      ['RVR5002 "move_card"'],
    ],
    ["an answer that is absent", { task: "answer card.parent.key" }, ['RVR5002 "cards"']],
    ["a matcher of another kind", { task: "answer card.title as set" }, ['RVR3006 "as set"']],
    [
      "an answer that its pattern refuses",
      { task: 'answer card.key as pattern("^D")' },
      ['RVR3010 "card.key"'],
    ],
    ["a text that is asked for twice", { task: 'ask for "a", "a"' }, ['RVR2007 "\\"a\\""']],
    ["a text with a hole", { task: 'decline "{card.key}"' }, ['RVR3003 "\\"{card.key}\\""']],
    [
      "a step after the final message",
      { task: "decline", rest: 'test "t" task "train/0" expect failure { final "No." gold }' },
      ['RVR8003 "gold"'],
    ],
  ])("%s", async (_, parts, expected) => {
    expect(await boardFindings(parts)).toEqual(expected);
  });

  it("why gold fails", async () => {
    const messages = async (task: string) =>
      (await compileBoard({ task })).diagnostics.map(({ message }) => message);
    expect(await messages("answer card.parent.key")).toEqual([
      "Gold does not reach the goal for task train/0: the answer has no value.",
    ]);
    expect(await messages('gold move_card { key = card.key, state = "done" } report move_card')).toEqual([
      "Gold does not reach the goal for task train/0: move_card is accepted in the world office, so there is nothing to report.",
    ]);
  });
});
