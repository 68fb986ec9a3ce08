import type { JsonObject } from "../abi/json.js";
import { ABI } from "../abi/version.js";
import { match } from "../matching/match.js";
import type { AdditiveReward, SlotProgram, SoundReward, StepProgram } from "../program/reward.js";
import type { ScenarioProgram, ToolProgram } from "../program/scenario.js";
import { get, getPath } from "../value/access.js";
import { miniWorld } from "./mini-world.js";

function tool(name: string, properties: JsonObject, rest: Omit<ToolProgram, "definition">): ToolProgram {
  const parameters = {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return { definition: { type: "function", function: { name, description: name, parameters } }, ...rest };
}

const string = { type: "string" };
const key = { name: "key", target: ["path", "key"], wire: "string" } as const;
const base = { rest: "body", fixed: [], show: undefined } as const;

export const miniTools: readonly ToolProgram[] = [
  tool(
    "get_issue",
    { key: string },
    {
      operation: "t.get",
      arguments: [key],
      rest: "query",
      fixed: [],
      show: [["key"], ["fields", "title"]],
    },
  ),
  tool(
    "list_issues",
    {},
    { ...base, operation: "t.list", arguments: [], rest: "query", show: [["items", "key"]] },
  ),
  tool(
    "create_issue",
    { fields: { type: "object", properties: { title: string, labels: {} }, additionalProperties: false } },
    { ...base, operation: "t.create", arguments: [{ name: "fields", target: ["body", "fields"] }] },
  ),
  tool(
    "edit_issue",
    { key: string, title: string },
    {
      ...base,
      operation: "t.edit",
      arguments: [key, { name: "title", target: ["body", "title"] }],
    },
  ),
  tool("remove_issue", { key: string }, { ...base, operation: "t.remove", arguments: [key] }),
  tool(
    "add_note",
    { key: string, text: string },
    {
      ...base,
      operation: "t.note",
      arguments: [key, { name: "text", target: ["body", "text"] }],
    },
  ),
];

/** A slot whose argument must equal a variable. */
export function slot(tool: string, path: readonly string[], variable: string, weight = 0.1): SlotProgram {
  return {
    id: `${tool}.${path.join(".")}`,
    weight,
    sources: ["gold"],
    right: (args, variables) => match({ kind: "text" }, getPath(args, path), variables[variable]),
  };
}

export function step(id: string, tool: string, more: Partial<StepProgram> = {}): StepProgram {
  return { id, weight: 0.1, required: false, tool, matches: () => true, when: [], ...more };
}

export const readBefore = step("read.before", "get_issue", {
  matches: (call, variables) =>
    match({ kind: "id" }, get(call.arguments, "key"), get(variables["issue"], "key")),
  order: { relation: "before", any: false, tool: "create_issue" },
});

export const readAfter = step("read.after", "get_issue", {
  matches: (call, _, responses) =>
    match({ kind: "id" }, get(call.arguments, "key"), get(responses("create_issue"), "key")),
  order: { relation: "after", any: false, tool: "create_issue" },
});

/** Create an issue, and a note on the issue of the task. */
export const sound: SoundReward = {
  form: "sound",
  name: "sound",
  world: "tracker",
  procedure: 0.2,
  excess: 0.04,
  partial: 0.5,
  budget: 4,
  writes: [
    { tool: "create_issue", slots: [slot("create_issue", ["fields", "title"], "title")] },
    {
      tool: "add_note",
      slots: [slot("add_note", ["key"], "key"), slot("add_note", ["text"], "title")],
    },
  ],
  steps: [readBefore, readAfter],
  penalties: true,
};

export const plain: AdditiveReward = {
  form: "additive",
  name: "plain",
  world: "other",
  clamp: [0, 1],
  slotSets: [],
  recalls: [],
  steps: [step("listed", "list_issues", { weight: 0.25 })],
  charges: [
    {
      id: "bonus",
      group: "R2",
      weight: 0.5,
      frequency: "once",
      events: [{ kind: "accepted", tool: "create_issue" }],
    },
  ],
};

export const miniScenario: ScenarioProgram = {
  abi: ABI,
  name: "mini",
  title: "Create an issue and a note",
  system: { bare: "Work.", hinted: "Work well." },
  tools: miniTools,
  world: "tracker",
  worlds: [miniWorld(), miniWorld("other")],
  variables: [
    { kind: "record", name: "issue", resource: "Issue" },
    { kind: "text", name: "title", where: (_, variables) => variables["title"] !== "" },
    { kind: "let", name: "key", value: (_, variables) => get(variables["issue"], "key") },
  ],
  prompts: {
    main: (variables) => `Create ${String(variables["title"])}, note it on ${String(variables["key"])}.`,
    second: (variables) => `On ${String(variables["key"])}: ${String(variables["title"])}.`,
  },
  gold: [
    { tool: "create_issue", arguments: (variables) => ({ fields: { title: variables["title"] ?? null } }) },
    { tool: "add_note", arguments: ({ key, title }) => ({ key: key ?? null, text: title ?? null }) },
  ],
  splits: {
    train: [
      { id: "train/0", given: { issue: "T-1", title: "Alpha" }, wording: "main" },
      { id: "train/1", given: { issue: "T-2", title: "Beta" }, wording: "second" },
    ],
    heldout: [{ id: "heldout/0", given: { issue: "T-2", title: "Gamma" }, wording: "main" }],
  },
  rewards: [sound, plain],
  defaultReward: "sound",
  train: {},
};
