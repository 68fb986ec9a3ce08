import type { JsonObject } from "../../../runtime/abi/json.js";
import type { ScenarioInput } from "../../emit/scenario-input.js";
import type { WorldInput } from "../../emit/world.js";
import type { ExpressionIr } from "../../ir/expression.js";
import type { RewardIr, SlotIr } from "../../ir/reward.js";
import type { ScenarioIr } from "../../ir/scenario.js";
import type { WorldIr } from "../../ir/world.js";
import type { ApiModel } from "../../openapi/api-model.js";
import { buildValidators } from "../../schema/build-validators.js";

/** A made-up API of notes in folders, small enough to know every number that comes out of it. */
export const api: ApiModel = {
  title: "Notes",
  version: "1",
  openapi: "3.1.0",
  servers: [],
  operations: new Map([
    [
      "getNote",
      {
        id: "getNote",
        method: "GET",
        path: "/notes/{id}",
        tag: "",
        summary: "",
        deprecated: false,
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            description: "",
            schema: { type: "string" },
            style: "simple",
            explode: false,
          },
        ],
        responses: [
          { status: "200", description: "", schema: { $ref: "#/$defs/Note" } },
          { status: "404", description: "", schema: { $ref: "#/$defs/Problem" } },
        ],
        mutates: false,
      },
    ],
    [
      "createNote",
      {
        id: "createNote",
        method: "POST",
        path: "/notes",
        tag: "",
        summary: "",
        deprecated: false,
        parameters: [],
        body: {
          required: true,
          description: "",
          contentType: "application/json",
          schema: { $ref: "#/$defs/NewNote" },
        },
        responses: [
          { status: "201", description: "", schema: { $ref: "#/$defs/Note" } },
          { status: "4XX", description: "", schema: { $ref: "#/$defs/Problem" } },
        ],
        mutates: true,
      },
    ],
  ]),
  schemas: new Map<string, JsonObject>([
    [
      "Note",
      {
        type: "object",
        required: ["id", "title"],
        properties: {
          id: { type: "string" },
          title: { type: "string" },
          folder: { $ref: "#/$defs/Folder" },
          stars: { type: "integer" },
        },
      },
    ],
    [
      "Folder",
      {
        type: "object",
        required: ["key"],
        properties: { key: { type: "string" }, parent: { $ref: "#/$defs/Folder" } },
      },
    ],
    [
      "NewNote",
      {
        type: "object",
        required: ["title"],
        properties: {
          title: { type: "string", minLength: 1 },
          folder: {
            type: "object",
            required: ["key"],
            properties: { key: { type: "string" } },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
    ],
    ["Problem", { type: "object", required: ["error"], properties: { error: { type: "string" } } }],
  ]),
};

export const literal = (value: string | number | boolean | null): ExpressionIr => ({
  kind: "literal",
  value,
});
export const local = (name: string): ExpressionIr => ({ kind: "local", name });
export const variable = (name: string): ExpressionIr => ({ kind: "variable", name });

/** `object.a.b` */
export const get = (object: ExpressionIr, ...keys: readonly string[]): ExpressionIr =>
  keys.reduce<ExpressionIr>((inner, key) => ({ kind: "get", object: inner, key }), object);

const body: ExpressionIr = { kind: "request", part: "body" };
const problem = (...parts: readonly (string | ExpressionIr)[]): ExpressionIr => ({
  kind: "shape",
  name: "problem",
  arguments: [{ kind: "template", parts }],
});

export const world: WorldIr = {
  name: "desk",
  resources: [
    {
      name: "Note",
      schema: "notes.Note",
      key: ["id"],
      aliases: [["slug"]],
      seed: [
        { id: "1", slug: "first", title: "First note", folder: { key: "home" } },
        { id: "2", slug: "second", title: "Second note", folder: { key: "work" } },
      ],
      computed: [["id"], ["slug"]],
      matchers: [{ path: ["title"], matcher: { kind: "text" } }],
    },
  ],
  shapes: [
    {
      name: "problem",
      parameters: ["message"],
      body: { kind: "object", entries: [{ kind: "entry", key: "error", value: local("message") }] },
    },
    {
      name: "summary",
      parameters: ["id", "unused"],
      body: get({ kind: "lookup", resource: "Note", key: local("id") }, "title"),
    },
  ],
  invalid: [
    {
      api: "notes",
      status: 422,
      body: problem(get(local("violation"), "path"), ": ", get(local("violation"), "keyword")),
    },
  ],
  operations: [
    {
      api: "notes",
      operation: "getNote",
      method: "GET",
      path: "/notes/{id}",
      mutates: false,
      statements: [
        {
          kind: "let",
          local: "note",
          value: { kind: "lookup", resource: "Note", key: get({ kind: "request", part: "path" }, "id") },
        },
        { kind: "let", local: "nobody_reads_this", value: { kind: "now" } },
        {
          kind: "require",
          condition: { kind: "is", operand: local("note"), negated: false, test: "present" },
          status: 404,
          body: problem("no note ", get({ kind: "request", part: "path" }, "id")),
        },
        { kind: "validate" },
        { kind: "respond", status: 200, body: local("note") },
      ],
    },
    {
      api: "notes",
      operation: "createNote",
      method: "POST",
      path: "/notes",
      mutates: true,
      statements: [
        { kind: "validate" },
        {
          kind: "require",
          condition: { kind: "matches", operand: get(body, "title"), pattern: "^[^\"'`</]+$" },
          status: 400,
          body: problem("bad title"),
        },
        {
          kind: "create",
          resource: "Note",
          record: {
            kind: "object",
            entries: [
              {
                kind: "entry",
                key: "id",
                value: { kind: "template", parts: ["n", { kind: "serial", resource: "Note" }] },
              },
              { kind: "spread", value: body },
            ],
          },
          as: "created",
        },
        {
          kind: "when",
          condition: { kind: "is", operand: get(body, "folder"), negated: false, test: "absent" },
          effects: [
            {
              kind: "update",
              resource: "Note",
              record: local("created"),
              entries: [
                { path: ["folder", "key"], value: literal("home") },
                { path: ["stars"], value: literal(0) },
              ],
            },
          ],
        },
        {
          kind: "respond",
          status: 201,
          body: {
            kind: "object",
            entries: [
              { kind: "entry", key: "id", value: get(local("created"), "id") },
              {
                kind: "entry",
                key: "title",
                value: {
                  kind: "shape",
                  name: "summary",
                  arguments: [get(local("created"), "id"), literal(null)],
                },
              },
            ],
          },
        },
      ],
    },
  ],
};

const slot = (path: readonly string[], value: ExpressionIr, kind: "exact" | "text"): SlotIr => ({
  id: `create_note.${path.join(".")}`,
  weight: 0.1,
  sources: ["gold"],
  lines: [{ path, value, matcher: { kind } }],
});

const titleSlot = slot(["title"], variable("title"), "text");
const folderSlot = slot(["folder", "key"], get(variable("near"), "folder", "key"), "exact");

export const rewards: readonly RewardIr[] = [
  {
    form: "sound",
    name: "sound",
    world: "desk",
    procedure: 0.2,
    excess: 0.04,
    partial: 0.5,
    budget: 3,
    writes: [{ tool: "create_note", slots: [titleSlot, folderSlot] }],
    steps: [
      {
        id: "read before",
        weight: 0.1,
        required: false,
        tool: "get_note",
        arguments: [{ path: ["id"], value: get(variable("near"), "id"), matcher: "id" }],
        order: { relation: "before", any: false, tool: "create_note" },
        when: [],
      },
      {
        id: "read after",
        weight: 0.1,
        required: false,
        tool: "get_note",
        arguments: [
          { path: ["id"], value: get({ kind: "response", tool: "create_note" }, "id"), matcher: "id" },
        ],
        order: { relation: "after", any: false, tool: "create_note" },
        when: [{ kind: "accepted", tool: "create_note" }],
      },
    ],
    penalties: true,
  },
  {
    form: "additive",
    name: "plain",
    world: "desk",
    clamp: [0, 1],
    slotSets: [
      {
        id: "slots",
        tool: "create_note",
        aggregate: "mean",
        weight: 0.6,
        slots: [{ ...titleSlot, lines: [...titleSlot.lines, ...folderSlot.lines] }],
      },
    ],
    recalls: [
      {
        id: "recall",
        tool: "create_note",
        weight: 0.1,
        path: ["folder", "key"],
        wanted: { kind: "array", items: [get(variable("near"), "folder", "key")] },
      },
    ],
    steps: [],
    charges: [
      {
        id: "written",
        group: "R2",
        weight: 0.3,
        frequency: "once",
        events: [{ kind: "accepted", tool: "create_note" }],
      },
      {
        id: "again",
        group: "R3",
        weight: 0.25,
        frequency: "each",
        events: [{ kind: "duplicate", tool: "create_note" }],
      },
      { id: "long", group: "R3", weight: 0.05, frequency: "each", events: [{ kind: "call", over: 3 }] },
    ],
  },
];

export const scenario: ScenarioIr = {
  name: "note_taking",
  title: "Write a note beside another",
  world: "desk",
  worlds: ["desk"],
  system: { bare: "You keep notes.", hinted: "You keep notes.\nRead before you write." },
  tools: [
    {
      name: "get_note",
      api: "notes",
      operation: "getNote",
      definition: {
        type: "function",
        function: {
          name: "get_note",
          description: "Read one note.",
          parameters: {
            type: "object",
            properties: { id: { type: "string" } },
            required: ["id"],
            additionalProperties: false,
          },
        },
      },
      arguments: [{ name: "id", target: ["path", "id"], wire: "string" }],
      rest: "query",
      fixed: [],
      show: [["id"], ["folder", "key"]],
    },
    {
      name: "create_note",
      api: "notes",
      operation: "createNote",
      definition: {
        type: "function",
        function: {
          name: "create_note",
          description: "Write a note.",
          parameters: {
            type: "object",
            properties: {
              title: { type: "string" },
              folder: {
                type: "object",
                properties: { key: { type: "string" } },
                required: ["key"],
                additionalProperties: false,
              },
            },
            required: ["title", "folder"],
            additionalProperties: false,
          },
        },
      },
      arguments: [
        { name: "title", target: ["body", "title"], wire: undefined },
        { name: "folder", target: ["body", "folder"], wire: undefined },
      ],
      rest: "body",
      fixed: [],
      show: undefined,
    },
  ],
  variables: [
    {
      kind: "record",
      name: "near",
      resource: "Note",
      where: { kind: "is", operand: get(variable("near"), "folder"), negated: false, test: "object" },
    },
    { kind: "text", name: "title", where: undefined },
    {
      kind: "let",
      name: "place",
      value: get({ kind: "lookup", resource: "Note", key: get(variable("near"), "slug") }, "folder", "key"),
    },
  ],
  prompts: [
    {
      name: "main",
      text: {
        kind: "template",
        parts: ["Write '", variable("title"), "' beside note ", get(variable("near"), "id"), "."],
      },
    },
    {
      name: "second",
      text: { kind: "template", parts: ["In folder ", variable("place"), " note down: ", variable("title")] },
    },
  ],
  gold: [
    {
      tool: "create_note",
      lines: [
        { path: ["title"], value: variable("title"), matcher: { kind: "text" } },
        {
          path: ["folder", "key"],
          value: get(variable("near"), "folder", "key"),
          matcher: { kind: "exact" },
        },
      ],
    },
  ],
  splits: [
    {
      name: "train",
      tasks: [
        { id: "train/0", given: { near: "1", title: "Buy milk" }, wording: "main" },
        { id: "train/1", given: { near: "2", title: "Call Ann" }, wording: "second" },
      ],
    },
    {
      name: "heldout",
      tasks: [{ id: "heldout/0", given: { near: "2", title: "Book a room" }, wording: "second" }],
    },
  ],
  rewards,
  defaultReward: "sound",
  train: { policy: "embedded", groupSize: 8, convergence: { delta: 0.01, patience: 5 } },
  tests: [
    {
      title: "reads, writes, reads again",
      task: "train/0",
      given: undefined,
      reward: undefined,
      expectations: [
        { kind: "reward", term: undefined, comparison: "==", value: 1 },
        { kind: "success", term: undefined, comparison: "==", value: 0 },
        { kind: "term", term: "read before", comparison: "==", value: 0.1 },
      ],
      steps: [
        {
          kind: "call",
          tool: "get_note",
          arguments: { id: "1" },
          status: 200,
          body: { folder: { key: "home" } },
        },
        { kind: "gold" },
        { kind: "call", tool: "get_note", arguments: { id: "n2" }, status: undefined, body: undefined },
      ],
    },
  ],
};

const origin = { source: "scenarios/notes.rvr", hash: "0".repeat(64) };

/** A world with validators, ready to print. */
export function worldInput(ir: WorldIr = world): WorldInput {
  const ids = ir.operations.map((operation) => operation.operation);
  return { ir, origin, validators: [{ api: "notes", ...buildValidators(api, ids) }] };
}

export function scenarioInput(ir: ScenarioIr = scenario, worldIr: WorldIr = world): ScenarioInput {
  return { ir, origin, worlds: new Map([[worldIr.name, worldIr]]), apis: new Map([["notes", api]]) };
}
