import { expect, it } from "vitest";
import { board, boardFile, boardFindings, compileBoard } from "./board.js";

const FIX = `overlay: 1.0.0
info: { title: Fixes, version: "1" }
actions:
  - target: $.paths['/cards'].post.requestBody.content['application/json'].schema
    update:
      required: [priority]
      properties: { effort: { type: integer } }
`;

/** The board's file with an overlay of its document. */
const overlaid = (task: string, fix: string | undefined, overlay = 'overlay "fix.yaml"') => ({
  task,
  files: {
    "cards.rvr": boardFile({ task }).replace(
      'api board from "board.yaml"',
      `api board from "board.yaml" ${overlay}`,
    ),
    ...(fix === undefined ? {} : { "fix.yaml": fix }),
  },
});

it("corrects the document that tools, gold and validation rest on", async () => {
  const task = 'gold create_card { title = "Fix", priority = "low", effort = 3 }';
  expect(await boardFindings({ task })).toEqual(['RVR3002 "effort"']);
  const scenario = await board(overlaid(task, FIX));
  const episode = scenario.start(scenario.bind({ task: "train/0" }));
  expect(episode.call({ tool: "create_card", arguments: { title: "Fix" } }).status).toBe(400);
  expect(scenario.gold(episode.task)).toEqual([
    { tool: "create_card", arguments: { title: "Fix", priority: "low", effort: 3 } },
  ]);
});

it("reports an overlay that is missing, and a target that is, each at its place", async () => {
  const task = 'gold create_card { title = "Fix" }';
  expect(await boardFindings(overlaid(task, undefined))).toEqual(['RVR2013 "\\"fix.yaml\\""']);
  const lost = FIX.replace("'/cards'", "'/cads'");
  const { diagnostics } = await compileBoard(overlaid(task, lost));
  expect(diagnostics.map(({ code, file, severity }) => [code, file, severity])).toEqual([
    ["RVR7043", "fix.yaml", "warning"],
  ]);
});

it("is part of the sources", async () => {
  const { sources } = await compileBoard(
    overlaid('gold create_card { title = "Fix", priority = "low" }', FIX),
  );
  expect([...sources.keys()]).toContain("fix.yaml");
});
