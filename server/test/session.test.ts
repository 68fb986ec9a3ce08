import { expect, it } from "vitest";
import { miniHost, miniScenario } from "../../compiler/test/bind/mini.js";
import type { Diagnostic } from "../../dsl/index.js";
import { Session } from "../lsp/session.js";
import { edited, editedWorld } from "./marked.js";

interface Started {
  readonly session: Session;
  /** Codes of the findings that were published, each time: `close.rvr: RVR2006`. */
  readonly published: readonly (readonly string[])[];
  readonly bugs: readonly unknown[];
}

function start(): Started {
  const published: string[][] = [];
  const bugs: unknown[] = [];
  const session = new Session(
    miniHost(),
    (found) => {
      const all = [...found].flatMap(([file, list]) => list.map((one: Diagnostic) => `${file}: ${one.code}`));
      published.push(all);
    },
    (error) => bugs.push(error),
  );
  return { session, published, bugs };
}

const MISTAKE = edited("gold move_ticket", "gold move_tickt");

it("shows an unsaved mistake of a world to the scenario that plays in it", async () => {
  const { session, published } = start();
  session.change("close.rvr", miniScenario(), 1);
  session.change("office.rvr", editedWorld("resource Move {", "resource Mover {"), 1);
  const scenario = await session.snapshot("close.rvr");
  expect(scenario?.program.worlds[0]?.resources.has("Mover")).toBe(true);
  expect(published.at(-1)).toEqual(["office.rvr: RVR2001"]);
});

it("publishes nothing for a text that is out of date", async () => {
  const { session, published } = start();
  session.change("close.rvr", MISTAKE, 1);
  const early = session.snapshot("close.rvr");
  session.change("close.rvr", miniScenario(), 2);
  await early;
  await session.snapshot("close.rvr");
  expect(published.flat()).toEqual([]);
  expect(session.versionOf("close.rvr")).toBe(2);
});

it("answers from the text as it stands, and completes from what was known before", async () => {
  const { session } = start();
  session.change("close.rvr", miniScenario(), 1);
  const first = await session.snapshot("close.rvr");
  session.change("close.rvr", MISTAKE, 2);
  const quick = await session.quickSnapshot("close.rvr");
  expect(quick?.source.text).toBe(MISTAKE);
  expect(quick?.program).toBe(first?.program);
  const settled = await session.snapshot("close.rvr");
  expect(settled?.program.sources.get("close.rvr")?.text).toBe(MISTAKE);
});

it("keeps the last sound program while a part of the scenario is missing", async () => {
  const { session } = start();
  session.change("close.rvr", miniScenario(), 1);
  const sound = await session.snapshot("close.rvr");
  session.change("close.rvr", edited("world office\n  tools", "world \n  tools"), 2);
  const broken = await session.snapshot("close.rvr");
  expect(broken?.program.scenarios).toEqual([]);
  expect(broken?.good).toBe(sound?.program);
});

it("goes back to the disk when a document is closed, and takes its findings away", async () => {
  const { session, published } = start();
  session.change("close.rvr", miniScenario(), 1);
  session.change("office.rvr", editedWorld("resource Move {", "resource Mover {"), 1);
  await session.snapshot("close.rvr");
  session.close("office.rvr");
  const scenario = await session.snapshot("close.rvr");
  expect(scenario?.program.worlds[0]?.resources.has("Move")).toBe(true);
  expect(published.at(-1)).toEqual([]);
  expect(await session.snapshot("office.rvr")).toBeUndefined();
});

it("drops findings of a replay that the text has outrun", async () => {
  const { session, published } = start();
  session.change("close.rvr", miniScenario(), 1);
  const snapshot = await session.snapshot("close.rvr");
  const span = { start: 0, end: 3 };
  const finding = {
    code: "RVR8001",
    severity: "error",
    message: "m",
    why: "w",
    remedy: "r",
    file: "close.rvr",
    span,
    related: [],
    fixes: [],
  } as const;
  session.addReplayed("close.rvr", session.currentRevision, [finding]);
  expect(published.at(-1)).toEqual(["close.rvr: RVR8001"]);
  const old = session.currentRevision;
  session.change("close.rvr", `${snapshot?.source.text}\n`, 2);
  session.addReplayed("close.rvr", old, [finding]);
  await session.snapshot("close.rvr");
  expect(published.at(-1)).toEqual([]);
});

it("knows all programs that may use a name, also those of scenarios that cannot be bound together", async () => {
  const host = miniHost({}, { "copy.rvr": miniScenario(), "unrelated.rvr": "" });
  const session = new Session(
    host,
    () => undefined,
    () => undefined,
  );
  const programs = await session.wholeProject("move_ticket");
  const files = programs.map((program) => program.scenarios.map((scenario) => scenario.file));
  expect(files).toEqual([["close.rvr"], ["copy.rvr"]]);
});
