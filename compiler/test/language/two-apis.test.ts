import { expect, it } from "vitest";
import type { EmittedCall } from "../../../runtime/abi/trace.js";
import * as runtime from "../../../runtime/index.js";
import { memoryHost } from "../../host/memory-host.js";
import { compileScenarios } from "../../pipeline/compile.js";
import { board, boardFindings, boardHost } from "./board.js";

const parts = {
  task: `gold create_card { title = "Fix {card.key}" }
    gold send_mail { to = "team", text = "See {card.title}." as pattern("^See ") }`,
  reward: `reward sound {
    derive slots
    derive penalties
    step get_card(key: card.key) before create_card
    step create_card exactly once before send_mail
  }`,
};

const call = (tool: string, args: EmittedCall["arguments"]): EmittedCall => ({ tool, arguments: args ?? {} });

it("plays one scenario with the tools of two APIs", async () => {
  const scenario = await board(parts);
  const episode = scenario.start(scenario.bind({ task: "train/0" }));
  const statuses = [
    call("get_card", { key: "C-1" }),
    call("create_card", { title: "Fix C-1" }),
    // Each API refuses in its own way, by its own schema.
    call("send_mail", { to: "team" }),
    call("create_card", { name: "x" }),
    call("send_mail", { to: "team", text: "See it." }),
  ].map((made) => episode.call(made).status);
  expect(statuses).toEqual([200, 201, 422, 400, 202]);
  expect(episode.finish()).toMatchObject({ success: true, reward: 1 });
});

it("prints the types and validators of each API apart", async () => {
  const host = memoryHost(boardHost(parts));
  const { files, diagnostics } = await compileScenarios({
    host,
    paths: ["cards.rvr"],
    out: "generated",
    runtime,
    emit: true,
    replay: true,
  });
  expect(diagnostics).toEqual([]);
  const paths = files.map(({ path }) => path);
  for (const path of ["cards/types-board.ts", "cards/types-mail.ts"])
    expect(paths).toContain(`generated/${path}`);
  for (const api of ["board", "mail"])
    expect(paths).toContain(`generated/worlds/office/validators/${api}.js`);
  const world = files.find(({ path }) => path === "generated/worlds/office/world.ts")?.text ?? "";
  expect(world).toContain('"mail.sendMail": {');
  expect(world).toContain('"board.createCard": {');
});

it("keeps the names of the APIs apart", async () => {
  expect(await boardFindings({ tools: "get_card = mail.getCard send_mail = mail.sendMail" })).toContain(
    'RVR2003 "getCard"',
  );
});
