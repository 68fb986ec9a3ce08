import { expect, test } from "vitest";
import * as runtime from "../../../runtime/index.js";
import type { Host } from "../../host/host.js";
import { type MemoryHost, memoryHost } from "../../host/memory-host.js";
import { compileScenarios } from "../../pipeline/compile.js";
import { createWorkspace } from "../../pipeline/workspace.js";
import { miniHost, miniScenario } from "../bind/mini.js";

/** Three scenarios in three files over one world and one document. */
function threeScenarios(): MemoryHost {
  const other = (name: string) =>
    miniScenario({ rest: `test "gold" task "train/0" expect success { gold }` }).replace(
      "close_ticket",
      name,
    );
  return miniHost({}, { "first.rvr": other("first"), "second.rvr": other("second") });
}

/** A workspace that notes the work of each round, and hosts whose files a test changes. */
function observed(files: MemoryHost) {
  const texts = new Map(files.files);
  const host: Host = {
    ...files,
    readText: async (path) => texts.get(path),
    list: async (folder) =>
      [...texts.keys()].filter((path) => folder === "." || path.startsWith(`${folder}/`)).sort(),
  };
  const work: string[] = [];
  const workspace = createWorkspace(host, (stage, name) => work.push(`${stage} ${name}`));
  const options = { paths: ["."], out: "generated", runtime, emit: true, replay: true };
  return {
    texts,
    /** What a round does and gives; the same as a fresh compilation gives. */
    async round() {
      work.length = 0;
      const result = await workspace.compile(options);
      const done = [...work];
      const fresh = await compileScenarios({ ...options, host });
      expect(result.files).toEqual(fresh.files);
      expect(result.diagnostics).toEqual(fresh.diagnostics);
      expect(result.testResults).toEqual(fresh.testResults);
      return { result, work: done.sort() };
    },
    edit(path: string, change: (text: string) => string) {
      const before = texts.get(path) ?? "";
      const after = change(before);
      expect(after).not.toBe(before);
      texts.set(path, after);
    },
  };
}

const ALL_WORK = [
  ...["bind scenario", "emit scenario", "replay"].flatMap((stage) =>
    ["close_ticket", "first", "second"].map((name) => `${stage} ${name}`),
  ),
  ...["close_ticket", "first", "second"].map((name) => `test ${name} sound`),
  "bind world office",
  "emit world office",
  ...["close.rvr", "first.rvr", "office.rvr", "second.rvr"].map((file) => `parse ${file}`),
  ...["desk.yaml", "moves.yaml", "tickets.yaml"].map((file) => `read ${file}`),
].sort();

test("a first round does everything once, a second one nothing", async () => {
  const { round } = observed(threeScenarios());
  const first = await round();
  expect(first.result.diagnostics).toEqual([]);
  expect(first.result.files.length).toBeGreaterThan(80);
  expect(first.work).toEqual(ALL_WORK);
  expect((await round()).work).toEqual([]);
});

test("an edit to one scenario compiles that one", async () => {
  const { round, edit } = observed(threeScenarios());
  await round();
  edit("first.rvr", (text) => text.replace("budget 3", "budget 4"));
  expect((await round()).work).toEqual([
    "bind scenario first",
    "emit scenario first",
    "parse first.rvr",
    "test first sound",
  ]);
  // No episode comes to anything else for another text.
  edit("first.rvr", (text) => text.replace("Close {ticket.key}.", "Please close {ticket.key}."));
  edit("first.rvr", (text) => text.replace("Move 7 closes", "Seven closes"));
  expect((await round()).work).toEqual(["bind scenario first", "emit scenario first", "parse first.rvr"]);
  // Gold is played again only when something changes that decides about it.
  edit("first.rvr", (text) => text.replace(`move.id = "7"`, `move.id = "8"`));
  const { work } = await round();
  expect(work).toContain("replay first");
  expect(work.filter((one) => !/ first(?:\.rvr| sound)?$/u.test(one))).toEqual([]);
});

test("an edit to one reward scores episodes under that one, and a title runs nothing", async () => {
  const { round, edit } = observed(threeScenarios());
  edit("first.rvr", (text) =>
    text.replace(/(\s*reward sound \{)/u, "\n  reward plain additive { bonus 0.5 each call clamp 0 .. 1 }$1"),
  );
  edit("first.rvr", (text) =>
    text.replace(
      `test "gold"`,
      `test "gold, scored plainly" reward plain expect reward == 0.5 { gold }\n  test "gold"`,
    ),
  );
  const first = await round();
  expect(first.result.diagnostics.filter((one) => one.severity === "error")).toEqual([]);
  expect(first.result.testResults.every((one) => one.ok)).toBe(true);
  const tested = async () => (await round()).work.filter((one) => /^(?:test|replay)/u.test(one));
  edit("first.rvr", (text) => text.replace("budget 3", "budget 4"));
  expect(await tested()).toEqual(["test first sound"]);
  edit("first.rvr", (text) => text.replace("bonus 0.5", "bonus 0.4"));
  const { work, result } = await round();
  expect(work).toContain("test first plain");
  expect(work).not.toContain("test first sound");
  expect(result.testResults.find((one) => one.title === "gold, scored plainly")?.ok).toBe(false);
  edit("first.rvr", (text) => text.replace("gold, scored plainly", "gold, plainly").replace("0.4", "0.5"));
  expect(await tested()).toEqual([]);
});

test("a comment runs nothing again, though it stands in the hash of the sources", async () => {
  const { round, edit } = observed(threeScenarios());
  const before = await round();
  edit("second.rvr", (text) => `# A remark.\n${text}`);
  const { work, result } = await round();
  expect(work).toEqual(["bind scenario second", "parse second.rvr"]);
  const changed = result.files.filter(
    ({ path, text }) => before.result.files.find((one) => one.path === path)?.text !== text,
  );
  expect(changed.length).toBeGreaterThan(5);
  expect(changed.every(({ path }) => /\/(second\/|registry|manifest)/u.test(path))).toBe(true);
});

test("an edit to the world or its data compiles the world and every scenario in it", async () => {
  const { round, edit } = observed(threeScenarios());
  await round();
  edit("tickets.yaml", (text) => text.replace("Ticket 3", "Ticket three"));
  const { work } = await round();
  expect(work).toEqual(ALL_WORK.filter((one) => !one.startsWith("parse") && !/desk|moves/u.test(one)));
});

test("an edit to the API document, or to a file that it refers to, is seen", async () => {
  const files = threeScenarios();
  const document = files.files.get("desk.yaml") ?? "";
  const owner = "{ type: object, properties: { key: { type: string } }, additionalProperties: false }";
  expect(document).toContain(owner);
  const { round, edit, texts } = observed(files);
  texts.set("desk.yaml", document.replace(owner, `{ $ref: "owner.yaml" }`));
  texts.set("owner.yaml", owner);
  const { result } = await round();
  expect(result.inputs).toContain("owner.yaml");
  expect(result.sources.has("owner.yaml")).toBe(true);
  edit("owner.yaml", (text) => text.replace("type: string", "type: integer"));
  const { work } = await round();
  expect(work).toContain("read desk.yaml");
  expect(work).toContain("bind world office");
  expect((await round()).work).toEqual([]);
});

test("an overlay that was missing is applied as soon as it is there", async () => {
  const { round, edit, texts } = observed(threeScenarios());
  edit("office.rvr", (text) => text.replace(`from "desk.yaml"`, `from "desk.yaml" overlay "more.yaml"`));
  expect((await round()).result.diagnostics.map((one) => one.code)).toEqual(["RVR2013"]);
  const actions = `[{ target: "$.paths['/tickets/{ticketId}'].get", update: { summary: Read one. } }]`;
  texts.set("more.yaml", `overlay: 1.0.0\ninfo: { title: More, version: "1" }\nactions: ${actions}\n`);
  const { result } = await round();
  expect(result.diagnostics).toEqual([]);
  expect(result.files.find(({ path }) => path.endsWith("first/tools.json"))?.text).toContain("Read one.");
  edit("more.yaml", (text) => text.replace("Read one.", "Read any."));
  const again = (await round()).result.files;
  expect(again.find(({ path }) => path.endsWith("first/tools.json"))?.text).toContain("Read any.");
});

test("going back to an earlier text costs no work", async () => {
  const { round, edit } = observed(threeScenarios());
  await round();
  edit("first.rvr", (text) => text.replace("budget 3", "budget 4"));
  await round();
  edit("first.rvr", (text) => text.replace("budget 4", "budget 3"));
  expect((await round()).work).toEqual([]);
});

test("a broken file gives its errors and no files; mended, only that one is compiled", async () => {
  const { round, edit } = observed(threeScenarios());
  await round();
  edit("first.rvr", (text) => text.replace("desk.getTicket", "desk.getTiket"));
  const broken = await round();
  expect(broken.result.diagnostics.map((one) => one.code)).toEqual(["RVR2003"]);
  expect(broken.result.files).toEqual([]);
  expect(broken.work).toEqual(["bind scenario first", "parse first.rvr"]);
  edit("first.rvr", (text) =>
    text.replace("desk.getTiket", "desk.getTicket").replace("budget 3", "budget 5"),
  );
  expect((await round()).work).toEqual([
    "bind scenario first",
    "emit scenario first",
    "parse first.rvr",
    "test first sound",
  ]);
});

test("a file that goes, comes, or cannot be found is noticed", async () => {
  const { round, texts } = observed(threeScenarios());
  await round();
  const moves = texts.get("moves.yaml") ?? "";
  texts.delete("moves.yaml");
  const gone = await round();
  expect(gone.result.diagnostics.map((one) => one.code)).toContain("RVR2013");
  expect(gone.result.inputs).toContain("moves.yaml");
  texts.set("moves.yaml", moves);
  expect((await round()).result.files.length).toBeGreaterThan(80);
  texts.delete("second.rvr");
  const { result, work } = await round();
  expect(result.scenarios.map((one) => one.name)).toEqual(["close_ticket", "first"]);
  expect(work).toEqual([]);
  texts.set("third.rvr", miniScenario().replace("close_ticket", "third"));
  expect((await round()).work).toContain("bind scenario third");
});

test("a world's findings are told in every round, and once", async () => {
  const { round, edit, texts } = observed(threeScenarios());
  edit("office.rvr", (text) => text.replace("invalid desk else", "# invalid desk else"));
  const codes = async () => (await round()).result.diagnostics.map((one) => `${one.code} ${one.file}`);
  const first = await codes();
  expect(first).toEqual(["RVR4004 office.rvr"]);
  expect(await codes()).toEqual(first);
  texts.set("first.rvr", `${texts.get("first.rvr")}\n`);
  expect(await codes()).toEqual(first);
});

test("binding alone is remembered as well, and stops when it is told to", async () => {
  const work: string[] = [];
  const workspace = createWorkspace(threeScenarios(), (stage, name) => work.push(`${stage} ${name}`));
  const program = await workspace.bind(["first.rvr"]);
  expect(work).toContain("bind scenario first");
  expect(work).not.toContain("bind scenario second");
  work.length = 0;
  const again = await workspace.bind(["first.rvr", "second.rvr"]);
  expect(work).toEqual(["parse second.rvr", "bind scenario second"]);
  expect(again.scenarios[0]).toBe(program.scenarios[0]);
  const stop = AbortSignal.abort(new Error("enough"));
  await expect(workspace.bind(["first.rvr"], stop)).rejects.toThrow("enough");
});

test("two worlds of one name are refused wherever they come from", async () => {
  const office = threeScenarios().files.get("office.rvr") ?? "";
  const files = memoryHost({
    ...Object.fromEntries(threeScenarios().files),
    "annex.rvr": office,
    "second.rvr": miniScenario().replace("close_ticket", "second").replace("office.rvr", "annex.rvr"),
  });
  const { round } = observed(files);
  const found = (await round()).result.diagnostics;
  expect(found.map((one) => [one.code, one.file])).toEqual([["RVR2007", "second.rvr"]]);
  expect(found[0]?.related.map((one) => one.file)).toEqual(["annex.rvr"]);
});
