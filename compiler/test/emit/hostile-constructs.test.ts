import { beforeAll, expect, it } from "vitest";
import type { CompiledScenario } from "../../../runtime/abi/scenario.js";
import * as runtime from "../../../runtime/index.js";
import { get } from "../../../runtime/value/access.js";
import { emitModules } from "../../emit/project.js";
import type { ClosingIr, ScenarioIr } from "../../ir/scenario.js";
import type { FlowIr, WorldIr } from "../../ir/world.js";
import { Linker, scenarioOf } from "../../run/load.js";
import { PIECES } from "./hostile.js";
import { literal, scenario, scenarioInput, world, worldInput } from "./mini.js";

/** From the title of the first note to every piece, and back. */
const flow: FlowIr = {
  path: ["title"],
  edges: [{ from: "First note", to: PIECES }, ...PIECES.map((from) => ({ from, to: ["First note"] }))],
};

/** The world with a creation that moves the first note to another title instead. */
const moving: WorldIr = {
  ...world,
  resources: world.resources.map((resource) => ({ ...resource, flow })),
  operations: world.operations.map((operation) =>
    operation.operation === "createNote"
      ? {
          ...operation,
          statements: [
            { kind: "validate" },
            {
              kind: "move",
              resource: "Note",
              record: { kind: "lookup", resource: "Note", key: literal("1") },
              flow,
              to: { kind: "get", object: { kind: "request", part: "body" }, key: "title" },
              status: 409,
              body: literal(PIECES.join("")),
            },
            { kind: "respond", status: 201, body: undefined },
          ],
        }
      : operation,
  ),
};

const quoted = (piece: string) => `^${piece.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")}$`;

const closings: readonly ClosingIr[] = [
  { kind: "ask", answer: { type: "string" }, missing: PIECES },
  { kind: "decline", answer: { enum: PIECES }, reasons: PIECES },
  {
    kind: "answer",
    answer: { description: PIECES.join("") },
    value: literal(PIECES.join("")),
    matcher: { kind: "one_of", values: { kind: "array", items: PIECES.map(literal) } },
  },
];

const scenarios = closings.map(
  (closing, n): ScenarioIr => ({
    ...scenario,
    name: `hostile_${n}`,
    tests: [],
    gold: PIECES.map((piece) => ({
      tool: "create_note",
      lines: [{ path: [piece], value: literal(piece), matcher: { kind: "pattern", pattern: quoted(piece) } }],
      allows: [[piece, piece]],
    })),
    closing,
  }),
);

let compiled: readonly CompiledScenario[] = [];

beforeAll(async () => {
  const modules = await emitModules({
    worlds: [worldInput(moving)],
    scenarios: scenarios.map((ir) => scenarioInput(ir, moving)),
  });
  const linker = new Linker(modules, runtime);
  compiled = scenarios.map(({ name }) => scenarioOf(linker, name));
}, 120_000);

const taskOf = (one: CompiledScenario) => one.splits["train"]?.[0] ?? expect.fail("no task");

it("keeps texts of closings, gold and allowed paths as they are", () => {
  const last = compiled.map((one) => one.gold(taskOf(one)).at(-1));
  expect(last.map((call) => call?.tool)).toEqual(["ask_user", "decline", "finish"]);
  expect(get(last[0]?.arguments, "missing")).toEqual(PIECES);
  expect(get(last[1]?.arguments, "reason")).toBe(PIECES[0]);
  expect(get(last[2]?.arguments, "answer")).toBe(PIECES.join(""));
  const [first] = compiled;
  const gold = first?.gold(taskOf(first)).slice(0, PIECES.length) ?? [];
  // A key that names the prototype is an own key like any other.
  expect(gold.map(({ arguments: args = {} }) => Object.entries(args))).toEqual(
    PIECES.map((piece) => [[piece, piece]]),
  );
});

it("follows edges between states of any text", () => {
  const [one] = compiled;
  if (one === undefined) throw new Error("nothing was compiled");
  const statuses = (titles: readonly string[]) => {
    const episode = one.start(taskOf(one));
    return titles.map((title) => episode.call({ tool: "create_note", arguments: { title } }).status);
  };
  for (const piece of PIECES) {
    expect(statuses([piece, piece, "First note", `${piece}x`])).toEqual([201, 409, 201, 409]);
  }
});

it("ends an episode by the texts that are wanted", () => {
  const ends = compiled.map((one) => {
    const episode = one.start(taskOf(one));
    for (const call of one.gold(taskOf(one))) episode.call(call);
    return [episode.done, episode.trace.calls.at(-1)?.status];
  });
  expect(ends).toEqual([
    [true, 200],
    [true, 200],
    [true, 200],
  ]);
});
