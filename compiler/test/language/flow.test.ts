import { describe, expect, it } from "vitest";
import { type BoardParts, board, boardFindings, compileBoard } from "./board.js";

const FLOW = `flow state {
      "open" -> "doing", "dropped"
      "doing" -> "done", "open"
      "done" -> "open"
    }`;
const MOVE = 'move card to body.state else 409 { error: "{card.state} does not lead to {body.state}" }';
const GOLD = `gold move_card { key = "C-2", state = "done" }`;

const parts = (more: BoardParts = {}): BoardParts => ({ flow: FLOW, move: MOVE, task: GOLD, ...more });

async function moves(more: BoardParts, calls: readonly (readonly [key: string, state: string])[]) {
  const scenario = await board(parts(more));
  const episode = scenario.start(scenario.bind({ task: "train/0" }));
  for (const [key, state] of calls) episode.call({ tool: "move_card", arguments: { key, state } });
  return episode.trace.calls.map(({ status, body }) => [status, body]);
}

describe("a move", () => {
  it("follows the edges of the flow, and is refused elsewhere", async () => {
    expect(
      await moves({}, [
        ["C-1", "done"],
        ["C-1", "doing"],
        ["C-1", "done"],
        ["C-1", "done"],
        ["C-1", "nowhere"],
        ["C-9", "done"],
      ]),
    ).toEqual([
      [409, { error: "open does not lead to done" }],
      [204, null],
      [204, null],
      [409, { error: "done does not lead to done" }],
      [409, { error: "done does not lead to nowhere" }],
      [404, { error: "no such card" }],
    ]);
  });

  it("may stand under a condition, and see a state of the same name", async () => {
    const move = `let next = body.state
    when next is present { move card to next else 409 }`;
    expect(
      await moves({ move }, [
        ["C-1", "doing"],
        ["C-1", "dropped"],
      ]),
    ).toEqual([
      [204, null],
      [409, null],
    ]);
  });

  it("makes a tool that writes, with its refusal among the typed answers", async () => {
    const { scenarios } = await compileBoard(parts());
    expect(scenarios[0]?.ir.tools.map(({ name }) => name)).toContain("move_card");
    const scenario = await board(parts());
    const episode = scenario.start(scenario.bind({ task: "train/0" }));
    episode.call({ tool: "move_card", arguments: { key: "C-1", state: "doing" } });
    expect(episode.finish().success).toBe(false);
  });
});

const flow = (edges: string) => ({ flow: `flow state { ${edges} }` });
const ALL = `"open" -> "doing" "doing" -> "done"`;

describe("reports", () => {
  it.each<[string, BoardParts, string[]]>([
    ["a seed in no state", flow(`"open" -> "doing"`), ['RVR4006 "seed \\"cards.yaml\\""']],
    [
      "a state that the schema refuses",
      flow(`${ALL} "open" -> "finished"`),
      ['RVR2007 "\\"open\\""', 'RVR4009 "\\"finished\\""'],
    ],
    ["a path that the schema lacks", { flow: `flow stat { ${ALL} }` }, ['RVR2005 "stat"']],
    [
      "an edge that is given twice",
      flow(`"open" -> "doing", "doing" "doing" -> "done"`),
      ['RVR2007 "\\"doing\\""'],
    ],
    [
      "two flows",
      { flow: `${FLOW} flow state { ${ALL} }` },
      ['RVR4008 "flow state { \\"open\\" -> \\"doing\\" \\"doing\\" -> \\"done\\" }"'],
    ],
    ["a move to no state", { move: 'move card to "dome" else 409' }, ['RVR4010 "\\"dome\\""']],
    [
      "a move that no edge allows",
      { ...flow(ALL), move: 'move card to "open" else 409' },
      ['RVR4011 "\\"open\\""'],
    ],
    ["a change to no state", { move: 'update card { state: "dome" }' }, ['RVR4010 "\\"dome\\""']],
    ["a move without a flow", { flow: "" }, ['RVR4013 "card"']],
    ["a move of what is no record", { move: 'move body to "done" else 409' }, ['RVR3005 "body"']],
    [
      "a move after a change",
      { move: `update card { title: "x" } ${MOVE}` },
      [`RVR4002 ${JSON.stringify(MOVE.slice(0, 60))}`],
    ],
    [
      "a move in a list",
      { move: 'each c in Card { move c to "done" else 409 }' },
      ['RVR4014 "move c to \\"done\\" else 409"'],
    ],
  ])("%s", async (_, more, expected) => {
    const known = new Set(["RVR4012"]);
    const found = await boardFindings(parts({ ...more, task: "decline" }));
    expect(found.filter((finding) => !known.has(finding.slice(0, 7)))).toEqual(expected);
  });

  it("a state in which no record can be", async () => {
    // Cards are created with what the body says last, so any state may be a beginning.
    expect(await boardFindings(parts())).toEqual([]);
    const world = `flow state { "open" -> "doing" "doing" -> "done" "dropped" -> "open" }
    }
    resource Other { key id flow state { "new" -> "old" "lost" -> "found" }`;
    expect(await boardFindings(parts({ flow: world }))).toEqual([
      'RVR4012 "\\"new\\""',
      'RVR4012 "\\"old\\""',
      'RVR4012 "\\"lost\\""',
      'RVR4012 "\\"found\\""',
    ]);
  });

  it("the state that was meant, with a fix", async () => {
    const { diagnostics } = await compileBoard(
      parts({ move: 'move card to "dome" else 409', task: "decline" }),
    );
    expect(diagnostics[0]?.remedy).toBe("Did you mean 'done'?");
    expect(diagnostics[0]?.fixes[0]?.edits[0]?.text).toBe('"done"');
  });
});
