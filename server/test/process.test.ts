import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { miniProject } from "../../cli/test/rvrc.js";
import { miniScenario } from "../../compiler/test/bind/mini.js";
import { Client, placeOf } from "./client.js";

/*
 * The real server in a process of its own, driven as an editor drives it. What each feature answers in detail is tested
 * in memory (features.test.ts); here they must come over the wire.
 */

let client: Client;
let text = "";
let clean: (() => void) | undefined;

beforeAll(async () => {
  const folder = await miniProject({}, {}, (remove) => {
    clean = remove;
  });
  client = new Client(folder);
  text = miniScenario();
});

afterAll(() => {
  client.kill();
  clean?.();
});

interface Located {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number } };
}

it("introduces itself with what it can do", async () => {
  const { capabilities, serverInfo } = await client.start();
  expect(serverInfo).toMatchObject({ name: "rvrc" });
  expect(Object.keys(capabilities as object)).toEqual(
    expect.arrayContaining([
      "completionProvider",
      "hoverProvider",
      "renameProvider",
      "semanticTokensProvider",
    ]),
  );
});

it("publishes no findings for a sound file, and those of a mistake as it is typed", async () => {
  expect(await client.open("close.rvr", text)).toEqual([]);
  const found = await client.edit("close.rvr", 'move.id = "7"', "move.id = 7");
  expect(found).toHaveLength(1);
  const [first] = found;
  expect(first).toMatchObject({ code: "RVR3001", severity: 1, source: "rvrc" });
  expect(first?.codeDescription.href).toMatch(/docs\/diagnostics\.md#rvr3001$/);
  expect(first?.range.start).toEqual(
    placeOf(client.textOf("close.rvr"), client.textOf("close.rvr").indexOf("7 }")),
  );
  expect(await client.edit("close.rvr", "move.id = 7", 'move.id = "7"')).toEqual([]);
});

it("completes the fields of the API while the line is half written", async () => {
  const typed = client.edit("close.rvr", 'move.id = "7"', "move.");
  const items = (await client.ask("textDocument/completion", "close.rvr", "move. ", 5)) as {
    readonly label: string;
    readonly detail: string;
  }[];
  expect(items.map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
    "id: string (required)",
    "note: string",
  ]);
  await typed;
  await client.edit("close.rvr", "move. ", 'move.id = "7" ');
});

it("completes the names of the project's files", async () => {
  await client.edit("close.rvr", 'from "office.rvr"', 'from "off"');
  const items = (await client.ask("textDocument/completion", "close.rvr", '"off"', 4)) as {
    readonly label: string;
  }[];
  expect(items.map(({ label }) => label)).toEqual(["office.rvr"]);
  await client.edit("close.rvr", 'from "off"', 'from "office.rvr"');
});

it("shows an operation under the cursor", async () => {
  const { contents } = (await client.ask("textDocument/hover", "close.rvr", "desk.getTicket", 6)) as {
    readonly contents: { readonly value: string };
  };
  expect(contents.value).toContain("GET /tickets/{ticketId}");
  expect(contents.value).toContain("Read a ticket.");
});

it("leads from an operation into the API document, and from a world to its file", async () => {
  const [operation] = (await client.ask(
    "textDocument/definition",
    "close.rvr",
    "desk.getTicket",
    6,
  )) as Located[];
  expect(operation?.uri).toBe(client.uri("desk.yaml"));
  const document = readFileSync(join(client.folder, "desk.yaml"), "utf8").split("\n");
  expect(document[operation?.range.start.line ?? 0]).toContain("get:");
  const [world] = (await client.ask(
    "textDocument/definition",
    "close.rvr",
    "world office\n",
    8,
  )) as Located[];
  expect(world?.uri).toBe(client.uri("office.rvr"));
});

it("finds references in other files, and renames there", async () => {
  const context = { context: { includeDeclaration: true } };
  const places = (await client.ask(
    "textDocument/references",
    "close.rvr",
    "ticket: Ticket",
    10,
    context,
  )) as Located[];
  expect(new Set(places.map(({ uri }) => uri))).toEqual(
    new Set([client.uri("close.rvr"), client.uri("office.rvr")]),
  );
  const edit = (await client.ask("textDocument/rename", "close.rvr", "ticket: Ticket", 10, {
    newName: "Case",
  })) as {
    readonly changes: Record<string, readonly { readonly newText: string }[]>;
  };
  expect(Object.keys(edit.changes).sort()).toEqual(
    [client.uri("close.rvr"), client.uri("office.rvr")].sort(),
  );
  expect(Object.values(edit.changes).flat()).toHaveLength(places.length);
});

it("refuses to rename to a word of the language, and says why", async () => {
  const refused = client.ask("textDocument/rename", "close.rvr", "ticket: Ticket", 0, { newName: "gold" });
  await expect(refused).rejects.toThrow("'gold' is a word of the language");
  const document = client.ask("textDocument/prepareRename", "close.rvr", "desk.getTicket", 6);
  await expect(document).rejects.toThrow("The API document declares the operation getTicket");
});

it("offers the fix of a finding", async () => {
  await client.edit("close.rvr", "gold move_ticket", "gold move_tickt");
  const at = client.textOf("close.rvr").indexOf("move_tickt");
  const range = {
    start: placeOf(client.textOf("close.rvr"), at),
    end: placeOf(client.textOf("close.rvr"), at + 1),
  };
  const params = { textDocument: { uri: client.uri("close.rvr") }, range, context: { diagnostics: [] } };
  const actions = (await client.request("textDocument/codeAction", params)) as {
    readonly title: string;
    readonly edit: { readonly changes: Record<string, readonly { readonly newText: string }[]> };
  }[];
  expect(actions[0]?.title).toBe("Write move_ticket");
  expect(actions[0]?.edit.changes[client.uri("close.rvr")]?.[0]?.newText).toBe("move_ticket");
  await client.edit("close.rvr", "gold move_tickt", "gold move_ticket");
});

it("lists symbols of the document and of the project", async () => {
  const textDocument = { uri: client.uri("close.rvr") };
  const symbols = (await client.request("textDocument/documentSymbol", { textDocument })) as {
    readonly name: string;
  }[];
  expect(symbols.map(({ name }) => name)).toEqual(["close_ticket"]);
  const all = (await client.request("workspace/symbol", { query: "desk.mT" })) as { readonly name: string }[];
  expect(all.map(({ name }) => name)).toEqual(["desk.moveTicket"]);
});

it("colours the text, as a whole and in part", async () => {
  const textDocument = { uri: client.uri("close.rvr") };
  const whole = (await client.request("textDocument/semanticTokens/full", { textDocument })) as {
    data: number[];
  };
  const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
  const part = (await client.request("textDocument/semanticTokens/range", { textDocument, range })) as {
    data: number[];
  };
  expect(part.data).toEqual(whole.data.slice(0, part.data.length));
  expect(part.data).toHaveLength(5 * 5);
});

it("formats what can be formatted without loss, and folds", async () => {
  const params = {
    textDocument: { uri: client.uri("close.rvr") },
    options: { tabSize: 2, insertSpaces: true },
  };
  const [edit] = (await client.request("textDocument/formatting", params)) as { readonly newText: string }[];
  expect(edit?.newText).toContain('\n    gold move_ticket { ticketId = ticket.key, move.id = "7" }\n');
  const folded = (await client.request("textDocument/foldingRange", params)) as {
    readonly startLine: number;
  }[];
  expect(folded.map(({ startLine }) => startLine)).toContain(2);
});

it("replays gold and tests when a file is saved", async () => {
  const failing = `${text.trimEnd().slice(0, -1)}  test "too much" task "train/0" expect reward > 5 { gold }\n}\n`;
  const { writeFileSync } = await import("node:fs");
  writeFileSync(join(client.folder, "close.rvr"), failing);
  expect(await client.edit("close.rvr", client.textOf("close.rvr"), failing)).toEqual([]);
  const found = client.findings("close.rvr", (list) => list.length > 0);
  client.notify("textDocument/didSave", { textDocument: { uri: client.uri("close.rvr") } });
  expect((await found).map(({ code }) => code)).toEqual(["RVR8001"]);
  // Saved again in good order, twice at once: the thread goes on, and the last save counts.
  writeFileSync(join(client.folder, "close.rvr"), text);
  expect(await client.edit("close.rvr", failing, text)).toEqual([]);
  writeFileSync(join(client.folder, "close.rvr"), failing);
  await client.edit("close.rvr", text, failing);
  const again = client.findings("close.rvr", (list) => list.length > 0);
  client.notify("textDocument/didSave", { textDocument: { uri: client.uri("close.rvr") } });
  client.notify("textDocument/didSave", { textDocument: { uri: client.uri("close.rvr") } });
  expect((await again).map(({ code }) => code)).toEqual(["RVR8001"]);
});

it("answers with nothing for a document that is no file or not open", async () => {
  const position = { line: 0, character: 0 };
  for (const uri of [
    "untitled:Untitled-1",
    "file:///nowhere/at/all.rvr",
    pathToFileURL(client.folder).href,
  ]) {
    expect(await client.request("textDocument/hover", { textDocument: { uri }, position })).toBeNull();
    expect(await client.request("textDocument/completion", { textDocument: { uri }, position })).toBeNull();
  }
});

it("ends with 0 after a shutdown, and has printed nothing but the protocol", async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toBe("");
});

it("ends when the editor goes without a word", async () => {
  const other = new Client(client.folder);
  await other.start();
  other.notify("exit", undefined);
  expect(await other.exited).toBe(1);
});
