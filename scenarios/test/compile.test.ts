import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { nodeHost } from "../../compiler/host/node-host.js";
import { type CompileResult, compileScenarios } from "../../compiler/pipeline/compile.js";
import type { CompiledScenario, Task } from "../../runtime/abi/scenario.js";
import type { EmittedCall } from "../../runtime/abi/trace.js";
import * as runtime from "../../runtime/index.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const REFUSALS = "compiler/test/fixtures/atlassian-all.rvr";

let result: CompileResult;

beforeAll(async () => {
  result = await compileScenarios({
    host: nodeHost(root),
    paths: ["scenarios", REFUSALS],
    out: "generated",
    runtime,
    emit: false,
    replay: true,
  });
}, 120_000);

function compiled(name: string): CompiledScenario {
  const scenario = result.scenarios.find((s) => s.name === name)?.compiled;
  if (scenario === undefined) throw new Error(`${name} was not compiled`);
  return scenario;
}

const given = (task: Task, name: string) => String(task.given[name]);

/** The reads that a careful policy makes before it writes. */
const READS: Readonly<Record<string, (task: Task) => readonly EmittedCall[]>> = {
  cross_product: (task) => [
    { tool: "get_issue", arguments: { issueIdOrKey: given(task, "parent") } },
    { tool: "get_page", arguments: { page_id: given(task, "parentPage") } },
  ],
  page_creation: (task) => [{ tool: "get_page", arguments: { page_id: given(task, "parentPage") } }],
  page_labeling: (task) => [
    { tool: "get_page_content", arguments: { page_id: given(task, "page") } },
    { tool: "get_page_labels", arguments: { page_id: given(task, "page") } },
  ],
  subtask_creation: (task) => [{ tool: "get_issue", arguments: { issueIdOrKey: given(task, "parent") } }],
  ticket_transition: (task) => [
    { tool: "get_issue_summary_and_description", arguments: { issueIdOrKey: given(task, "ticket") } },
    { tool: "get_transitions", arguments: { issueIdOrKey: given(task, "ticket") } },
  ],
};

/** The read that confirms a write, by the tool that wrote. */
function confirmation(call: EmittedCall, body: unknown, task: Task): EmittedCall | undefined {
  const answer = body as { readonly key?: string; readonly id?: string } | null;
  switch (call.tool) {
    case "create_issue":
      return { tool: "get_issue", arguments: { issueIdOrKey: answer?.key ?? "" } };
    case "create_page":
      return { tool: "get_page", arguments: { page_id: answer?.id ?? "" } };
    case "add_labels":
      return { tool: "get_page_labels", arguments: { page_id: given(task, "page") } };
    default:
      return undefined;
  }
}

describe("the shipped scenarios", () => {
  it("compile without an error, and with exactly the warnings that the kept defects earn", () => {
    const found = result.diagnostics.filter((d) => d.severity !== "info");
    const counts = new Map<string, number>();
    for (const { code, severity } of found) {
      expect(severity, code).toBe("warning");
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({
      // The overlapping page body; weights above the clamp; the id compared with a number.
      RVR7022: 1,
      RVR6006: 4,
      RVR3007: 2,
    });
    expect(result.scenarios.map((s) => s.name).sort()).toEqual([
      "atlassian_all",
      "cross_product",
      "page_creation",
      "page_labeling",
      "subtask_creation",
      "ticket_transition",
    ]);
  });

  it("hold every declared test, the suite of refusals among them", () => {
    expect(result.testResults.filter((test) => !test.ok)).toEqual([]);
    const counts = result.scenarios.map((s): [string, number] => [s.name, s.tests]);
    expect(Object.fromEntries(counts)).toEqual({
      atlassian_all: 24,
      cross_product: 36,
      page_creation: 26,
      page_labeling: 24,
      subtask_creation: 26,
      ticket_transition: 18,
    });
  });

  it.each(Object.keys(READS))("%s: reading, the gold calls and confirming earn 1 on every task", (name) => {
    const scenario = compiled(name);
    const { train = [], heldout = [] } = scenario.splits;
    expect(train.length).toBe({ page_labeling: 48, subtask_creation: 240 }[name] ?? 60);
    expect(heldout.length).toBe(200);
    for (const task of [...train, ...heldout]) {
      const episode = scenario.start(task);
      const calls = [...(READS[name]?.(task) ?? []), ...scenario.gold(task)];
      for (const call of calls) {
        const { body } = episode.call(call);
        const after = confirmation(call, body, task);
        if (after !== undefined) episode.call(after);
      }
      const { reward, success } = episode.finish();
      expect({ task: task.id, reward, success }).toEqual({ task: task.id, reward: 1, success: true });
    }
  });

  it.each(Object.keys(READS))(
    "%s: no prompt is met in both splits, and held-out ones vary in wording",
    (name) => {
      const { train = [], heldout = [] } = compiled(name).splits;
      const seen = new Set(train.map((task) => task.prompt));
      expect(heldout.filter((task) => seen.has(task.prompt))).toEqual([]);
      expect(new Set([...train, ...heldout].map((task) => task.prompt)).size).toBe(
        train.length + heldout.length,
      );
      const words = new Set(heldout.map((task) => task.prompt.split(" ", 1)[0]));
      expect(words.size).toBe(2);
    },
  );
});
