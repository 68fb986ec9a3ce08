import { beforeAll, describe, expect, test } from "vitest";
import type { CompiledScenario } from "../../../runtime/abi/scenario.js";
import * as runtime from "../../../runtime/index.js";
import type { EmittedFile } from "../../emit/file.js";
import { emitModules } from "../../emit/project.js";
import type { ExpectationIr, TestIr, TestStepIr } from "../../ir/scenario.js";
import { describeDifference } from "../../run/describe-difference.js";
import { buildFixtures, changedFixtures } from "../../run/fixtures.js";
import { Linker, loadScenario, scenarioOf } from "../../run/load.js";
import { replay, replayGold } from "../../run/replay.js";
import { runTest } from "../../run/run-test.js";
import { scenario as ir, scenarioInput, worldInput } from "../emit/mini.js";

let files: readonly EmittedFile[];
let scenario: CompiledScenario;

beforeAll(async () => {
  files = await emitModules({ worlds: [worldInput()], scenarios: [scenarioInput()] });
  scenario = loadScenario(files, "note_taking", runtime);
});

const first = () => scenario.splits["train"]?.[0] ?? expect.fail("no task");
const read = (id: string) => ({ tool: "get_note", arguments: { id } });
const write = (title: string, folder?: string) => ({
  tool: "create_note",
  arguments: folder === undefined ? { title } : { title, folder: { key: folder } },
});

describe("a compiled scenario", () => {
  test("is what the IR says", () => {
    expect(scenario.name).toBe("note_taking");
    expect(scenario.system.hinted).toBe("You keep notes.\nRead before you write.");
    expect(scenario.tools).toEqual(ir.tools.map(({ definition }) => definition));
    expect(scenario.train).toEqual(ir.train);
    expect(Object.entries(scenario.splits).map(([split, tasks]) => [split, tasks.length])).toEqual([
      ["train", 2],
      ["heldout", 1],
    ]);
    expect(first().prompt).toBe("Write 'Buy milk' beside note 1.");
    expect(scenario.splits["heldout"]?.[0]?.prompt).toBe("In folder work note down: Book a room");
  });

  test("gives gold that reaches the goal in every task", () => {
    for (const tasks of Object.values(scenario.splits)) {
      for (const task of tasks) {
        const { score, trace } = replayGold(scenario, task);
        expect(trace.calls.map(({ status }) => status)).toEqual([201]);
        expect([score.success, score.reward]).toEqual([true, 0.8]);
      }
    }
  });

  test("answers as the world is written", () => {
    const calls = [
      read("1"),
      read("first"),
      read("9"),
      write("a <b>", "home"),
      write("", "home"),
      write("Loose"),
      read("n2"),
    ];
    const { trace } = replay(scenario, first(), calls);
    expect(trace.calls.map(({ status, body }) => [status, body])).toEqual([
      [200, { id: "1", slug: "first", title: "First note", folder: { key: "home" } }],
      [200, { id: "1", slug: "first", title: "First note", folder: { key: "home" } }],
      [404, { error: "no note 9" }],
      [400, { error: "bad title" }],
      [422, { error: "body.title: minLength" }],
      [201, { id: "n2", title: "Loose" }],
      [200, { id: "n2", title: "Loose", folder: { key: "home" }, stars: 0 }],
    ]);
  });

  test("shows the model the shown part", () => {
    const episode = scenario.start(first());
    expect(episode.call(read("1")).text).toBe('{"id":"1","folder":{"key":"home"}}');
  });

  test("scores the sound reward and the additive one", () => {
    const [task] = [first()];
    const gold = scenario.gold(task);
    const best = [read("1"), ...gold, read("n2")];
    const scores = (calls: typeof best) =>
      ["sound", "plain"].map((reward) => replay(scenario, task, calls, reward).score.reward);
    expect(scores(best)).toEqual([1, 1]);
    // Slots 2 x 0.1, steps 2 x 0.1, c = 0.5: a unit is 1.25. Twice costs 0.1 of it; plain takes 0.25 off its 1.
    expect(scores([...gold, ...gold])).toEqual([0.125, 0.75]);
    expect(scores([])).toEqual([0, 0]);
    // The right folder under a wrong title: one slot of two; the set of plain wants both, its recall one.
    expect(scores([write("Other", "home")])).toEqual([0.125, 0.4]);
  });

  test("shares nothing between two loads", () => {
    const other = loadScenario(files, "note_taking", runtime);
    expect(other).not.toBe(scenario);
    expect(replayGold(other, first()).score.reward).toBe(0.8);
  });
});

describe("the linker", () => {
  test("runs a module once, and only what is asked for", () => {
    const linker = new Linker(files, runtime);
    expect(scenarioOf(linker, "note_taking")).toBe(scenarioOf(linker, "note_taking"));
    expect(linker.load("note_taking/harness.js")["harness"]).toEqual({
      scenario: scenarioOf(linker, "note_taking"),
      defaults: ir.train,
    });
  });

  test("gives a module nothing but its neighbours and the runtime", () => {
    const module = (text: string) => new Linker([{ path: "x/m.js", text }], runtime);
    const forbidden = ["node:fs", "fs", "../../../package.json", "./none.js", "/etc/passwd"];
    for (const specifier of forbidden) {
      const linker = module(`import * as m from "${specifier}";\nexport const n = m;\n`);
      expect(() => linker.load("x/m.js")).toThrow(/imports|no module/);
    }
    const linker = module("export const seen = [typeof require, typeof module, typeof __filename];");
    expect(linker.load("x/m.js")["seen"]).toEqual(["function", "undefined", "undefined"]);
  });

  test("refuses files without the scenario", () => {
    expect(() => loadScenario(files, "other", runtime)).toThrow("no module other/scenario.js");
  });
});

describe("a test block", () => {
  const base = ir.tests[0] as TestIr;
  const differences = (change: Partial<TestIr>) => runTest({ ...base, ...change }, scenario).differences;
  const expectation = (kind: ExpectationIr["kind"], value = 0, term?: string): ExpectationIr => ({
    kind,
    term,
    comparison: "==",
    value,
  });
  const call = (tool: string, id: string, status?: number, body?: TestStepIr & object): TestStepIr => ({
    kind: "call",
    tool,
    arguments: { id },
    status,
    body: body as undefined,
  });

  test("passes when everything is as it says", () => {
    const outcome = runTest(base, scenario);
    expect(outcome.differences).toEqual([]);
    expect(outcome.passed).toBe(true);
    expect(outcome.run?.trace.calls).toHaveLength(3);
  });

  test("reports a wrong reward, success, term and unknown term", () => {
    const found = differences({
      expectations: [
        expectation("reward", 0.5),
        expectation("failure"),
        expectation("term", 0.3, "read before"),
        expectation("term", 0, "read befor"),
      ],
    });
    expect(found.map(({ kind }) => kind)).toEqual(["reward", "success", "term", "no-term"]);
    expect(found.map(describeDifference)).toEqual([
      "reward == 0.5 is expected; it is 1",
      "failure is expected; the goal is reached",
      'term "read before" == 0.3 is expected; it is 0.1',
      'the score has no term "read befor"; it has "goal", "read before", "read after"',
    ]);
  });

  test("reports a wrong status, or else the first difference of the body", () => {
    const steps: TestStepIr[] = [
      call("get_note", "9", 200),
      call("get_note", "1", 200, { title: "Another", id: "1" } as never),
      { kind: "raw", tool: "get_note", text: "{" },
    ];
    expect(differences({ steps, expectations: [] }).map(describeDifference)).toEqual([
      'step 1 expects status 200 and gets 404 with {"error":"no note 9"}',
      'step 2 expects {"title":"Another","id":"1"} in the body and gets {"id":"1","slug":"first","title":"First note","folder":{"key":"home"}}; they differ at title',
    ]);
  });

  test("compares numbers by every sign, blind to floating-point noise", () => {
    const signs = ["==", "!=", "<", "<=", ">", ">="] as const;
    const failing = (value: number) =>
      signs.filter(
        (comparison) =>
          differences({ expectations: [{ kind: "reward", term: undefined, comparison, value }] }).length > 0,
      );
    expect(failing(1 + 1e-12)).toEqual(["!=", "<", ">"]);
    expect(failing(0.5)).toEqual(["==", "<", "<="]);
    expect(failing(1.5)).toEqual(["==", ">", ">="]);
  });

  test("says so when its task or reward does not exist", () => {
    expect(differences({ task: "train/99" })).toEqual([
      { kind: "task", message: expect.stringContaining("train/99"), remedy: expect.any(String) },
    ]);
    expect(differences({ reward: "none" })).toHaveLength(1);
  });

  test("runs on the first task when it names none", () => {
    expect(runTest({ ...base, task: undefined }, scenario).run?.task.id).toBe("train/0");
    const given = runTest({ ...base, task: undefined, given: { near: "2", title: "Call Ann" } }, scenario);
    expect(given.run?.task.given).toEqual({ near: "2", title: "Call Ann" });
  });
});

describe("fixtures", () => {
  test("cover every split and test under every reward, and hold on a fresh load", () => {
    const fixtures = buildFixtures(ir, () => scenario);
    expect(fixtures.map(({ name }) => name)).toEqual([
      "train: no call",
      "train: gold",
      "train: gold twice",
      "train: gold without its last call",
      "heldout: no call",
      "heldout: gold",
      "heldout: gold twice",
      "heldout: gold without its last call",
      "test: reads, writes, reads again",
    ]);
    expect(fixtures[1]?.expected["sound"]).toMatchObject({ statuses: [201], reward: 0.8, success: true });
    expect(fixtures.at(-1)?.expected["plain"]).toMatchObject({ statuses: [200, 201, 200], reward: 1 });
    const again = loadScenario(files, "note_taking", runtime);
    expect(changedFixtures(again, JSON.parse(JSON.stringify(fixtures)))).toEqual([]);
  });

  test("name the episodes whose outcome has changed", () => {
    const fixtures = buildFixtures({ ...ir, tests: [] }, () => scenario);
    const changed = fixtures.map((fixture, n) =>
      n === 2 ? { ...fixture, calls: fixture.calls.slice(1) } : fixture,
    );
    expect(changedFixtures(scenario, changed)).toEqual(["train: gold twice"]);
  });
});
