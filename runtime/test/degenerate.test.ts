import { describe, expect, it } from "vitest";
import { scenario as crossProduct } from "../../generated/cross_product/index.js";
import { scenario as pageCreation } from "../../generated/page_creation/index.js";
import { scenario as pageLabeling } from "../../generated/page_labeling/index.js";
import { scenario as subtaskCreation } from "../../generated/subtask_creation/index.js";
import { scenario as ticketTransition } from "../../generated/ticket_transition/index.js";
import type { CompiledScenario, Task } from "../abi/scenario.js";
import type { EmittedCall } from "../abi/trace.js";

const scenarios: readonly CompiledScenario[] = [
  ticketTransition,
  subtaskCreation,
  pageCreation,
  pageLabeling,
  crossProduct,
];

const isRead = (name: string) => /^(get|search)_/.test(name);

/** Traces of policies that did not do what was asked, by what they do instead. */
function degenerate(scenario: CompiledScenario, task: Task): ReadonlyMap<string, readonly EmittedCall[]> {
  const names = scenario.tools.map((tool) => tool.function.name);
  const gold = scenario.gold(task);
  const first = gold[0] as EmittedCall;
  const last = gold.at(-1) as EmittedCall;
  const wrongWay = gold.map((call) => ({
    tool: call.tool,
    raw: JSON.stringify(JSON.stringify(call.arguments)),
  }));
  return new Map<string, readonly EmittedCall[]>([
    ["nothing", []],
    [
      "reads only",
      names.filter(isRead).flatMap((tool) => Object.values(task.given).map((id) => read(tool, id))),
    ],
    ["every tool with {}", names.map((tool) => ({ tool, arguments: {} }))],
    ["every tool without arguments", names.map((tool) => ({ tool }))],
    ["invented tools", ["do_it", "create", "__proto__"].map((tool) => ({ tool, ...withArguments(first) }))],
    ["raw noise", names.map((tool) => ({ tool, raw: "{not json" }))],
    ["gold as a text in a text", wrongWay],
    [
      "a read ten times",
      Array.from({ length: 10 }, () => read(names.find(isRead) ?? "", Object.values(task.given)[0])),
    ],
    ["the last write ten times", Array.from({ length: 10 }, () => last)],
    ["gold twice", [...gold, ...gold]],
    [
      "the prompt in every text",
      names.map((tool) => ({ tool, arguments: { fields: { summary: task.prompt }, title: task.prompt } })),
    ],
  ]);
}

function read(tool: string, id: unknown): EmittedCall {
  return { tool, arguments: { issueIdOrKey: String(id), page_id: String(id), id: String(id) } };
}

function withArguments(call: EmittedCall): Pick<EmittedCall, "arguments"> {
  return call.arguments === undefined ? {} : { arguments: call.arguments };
}

describe.each(scenarios)("$name", (scenario) => {
  const tasks = Object.values(scenario.splits).flatMap((split) => split.slice(0, 3));

  it("gives a trace that missed the goal at most one half", () => {
    for (const task of tasks) {
      for (const [what, calls] of degenerate(scenario, task)) {
        const episode = scenario.start(task, { reward: "sound" });
        for (const call of calls) episode.call(call);
        const { reward, success } = episode.finish(task.prompt);
        const seen = `${scenario.name} ${task.id}, ${what}: ${reward}`;
        if (success) expect(reward, seen).toBeGreaterThanOrEqual(0.76);
        else expect(reward, seen).toBeLessThanOrEqual(0.5);
      }
    }
  });

  it("gives those that did nothing of it no success and little", () => {
    const idle = [
      "nothing",
      "reads only",
      "every tool with {}",
      "every tool without arguments",
      "invented tools",
      "raw noise",
    ];
    for (const task of tasks) {
      const traces = degenerate(scenario, task);
      for (const what of [...idle, "gold as a text in a text", "a read ten times"]) {
        const episode = scenario.start(task, { reward: "sound" });
        for (const call of traces.get(what) ?? []) episode.call(call);
        const { reward, success } = episode.finish();
        expect(success, `${task.id}, ${what}`).toBe(false);
        expect(reward, `${task.id}, ${what}`).toBeLessThanOrEqual(0.3);
      }
    }
  });

  it("takes the gold calls for a success", () => {
    for (const task of tasks) {
      const episode = scenario.start(task, { reward: "sound" });
      for (const call of scenario.gold(task)) episode.call(call);
      expect(episode.finish().success, task.id).toBe(true);
    }
  });
});
