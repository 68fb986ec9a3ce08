import { describe, expect, it } from "vitest";
import { bindProgram } from "../../compiler/pipeline/bind-program.js";
import { miniHost, miniScenario } from "../../compiler/test/bind/mini.js";
import { parse, SourceFile } from "../../dsl/index.js";
import { codeActions } from "../lsp/features/code-actions.js";
import { definition } from "../lsp/features/definition.js";
import { diagnosticsByFile } from "../lsp/features/diagnostics.js";
import { folds } from "../lsp/features/folding.js";
import { formatted } from "../lsp/features/formatting.js";
import { hover } from "../lsp/features/hover.js";
import { references } from "../lsp/features/references.js";
import { rename } from "../lsp/features/rename.js";
import { semanticTokens } from "../lsp/features/semantic-tokens.js";
import { documentSymbols, matchingSymbols } from "../lsp/features/symbols.js";
import { edited, editedWorld, marked, offers } from "./marked.js";

describe("hover", () => {
  const shown = async (text: string, file?: string) => {
    const { snapshot, offset } = await marked(text, file);
    const found = hover(snapshot, offset);
    return found && { over: snapshot.source.textOf(found.span), text: found.markdown };
  };

  it("shows type, need and words of the API document for a path", async () => {
    const found = await shown(edited("move.id, move.note", "move.i┆d, move.note"));
    expect(found).toEqual({ over: "id", text: "```ts\nid: string\n```\n\nrequired" });
    const gold = await shown(edited(`move.id = "7"`, `prior┆ity = "low"  move.id = "7"`));
    expect(gold?.over).toBe("priority");
    expect(gold?.text).toContain(`priority: "low" | "high"`);
    expect(gold?.text).toContain("optional");
    expect(gold?.text).toContain(`one of "low", "high"`);
  });

  it("shows the type of a variable where it is declared and used", async () => {
    const used = await shown(edited("ticketId = ticket.key", "ticketId = tick┆et.key"));
    expect(used).toEqual({ over: "ticket", text: "```rvr\nvariable ticket: Ticket\n```" });
  });

  it("shows a tool with its operation", async () => {
    const found = await shown(edited("gold move_ticket", "gold ┆move_ticket"));
    expect(found?.text).toContain("tool move_ticket(ticketId, move, owner, priority, marks)");
    expect(found?.text).toContain("POST /tickets/{ticketId}/moves");
  });

  it("shows built-ins, and the form of a resource", async () => {
    const call = await shown(editedWorld("respond 200 ticket", "respond 200 cou┆nt(Ticket)"), "office.rvr");
    expect(call?.text).toContain("count(list)");
    const resource = await shown(edited("ticket: Ticket", "ticket: Tick┆et"));
    expect(resource?.text).toContain("readonly title?: string;");
    expect(resource?.text).toContain("readonly owner?: Owner;");
  });

  it("links the code of a finding", async () => {
    const found = await shown(edited("gold move_ticket", "gold move_tick┆t"));
    expect(found?.over).toBe("move_tickt");
    expect(found?.text).toMatch(/^\[RVR2006\]\(file:.*diagnostics\.md#rvr2006\)/);
    expect(found?.text).toContain("Did you mean 'move_ticket'?");
  });

  it("is silent in plain text and space", async () => {
    expect(await shown(edited("Close a ticket", "Clo┆se a ticket"))).toBeUndefined();
    expect(await shown(edited("\n\nscenario", "\n┆\nscenario"))).toBeUndefined();
  });
});

describe("definition", () => {
  /** The line that a name leads to. */
  const line = async (text: string, file?: string) => {
    const { snapshot, offset, host } = await marked(text, file);
    const found = definition(snapshot, offset);
    if (found === undefined) return undefined;
    const source = new SourceFile(found.file, host.files.get(found.file) ?? "");
    return `${found.file}: ${source.lineText(source.positionAt(found.span.start).line).trim()}`;
  };

  it.each([
    [
      "a variable",
      edited("ticketId = ticket.key", "ticketId = tick┆et.key"),
      "close.rvr: given ticket: Ticket",
    ],
    ["a resource", edited("ticket: Ticket", "ticket: ┆Ticket"), /^office\.rvr: resource Ticket/],
    ["a world", edited("world office\n  tools", "world offi┆ce\n  tools"), "office.rvr: world office {"],
    [
      "a tool",
      edited("before move_ticket", "before mo┆ve_ticket"),
      /^close\.rvr: move_ticket = desk\.moveTicket/,
    ],
    ["an API", edited("desk.getTicket", "de┆sk.getTicket"), 'office.rvr: api desk from "desk.yaml"'],
    ["an operation", edited("desk.getTicket", "desk.get┆Ticket"), "desk.yaml: get:"],
    ["a file", edited(`"office.rvr"`, `"off┆ice.rvr"`), "office.rvr: "],
    ["a field of gold", edited(`move.id = "7"`, `move.i┆d = "7"`), /^desk\.yaml: move: .*properties: \{ id:/],
    [
      "a parameter",
      edited("ticketId = ticket.key", "ticket┆Id = ticket.key"),
      /^desk\.yaml: - \{ name: ticketId/,
    ],
    [
      "a field behind a reference",
      edited("owner.key", "owner.k┆ey"),
      /^desk\.yaml: properties: \{ key:|^desk\.yaml: .*key/,
    ],
    [
      "a field of a record",
      edited("ticketId = ticket.key", "ticketId = ticket.ti┆tle"),
      "desk.yaml: title: { type: string }",
    ],
    [
      "a step's argument",
      edited("(ticketId: ticket.key)", "(ti┆cketId: ticket.key)"),
      /^desk\.yaml: - \{ name: ticketId/,
    ],
  ] as const)("of %s", async (_, text, wanted) => {
    expect(await line(text)).toEqual(typeof wanted === "string" ? wanted : expect.stringMatching(wanted));
  });

  it("of a shape and a local name within a world", async () => {
    const world = editedWorld(
      `404 problem("no such ticket")\n    respond`,
      `404 prob┆lem("no such ticket")\n    respond`,
    );
    expect(await line(world, "office.rvr")).toBe("office.rvr: shape problem(text) = { error: text }");
    expect(await line(editedWorld("respond 200 ticket", "respond 200 tick┆et"), "office.rvr")).toBe(
      "office.rvr: let ticket = Ticket(path.ticketId)",
    );
    expect(await line(editedWorld("desk.Ticket", "desk.Tick┆et"), "office.rvr")).toMatch(
      /^desk\.yaml: Ticket:/,
    );
  });
});

describe("fragments", () => {
  const FRAGMENT =
    "fragment reads(reader, writer) {\n  step 0.2 reader before writer\n}\n\nscenario close_ticket";
  const withFragment = (from: string, to: string) =>
    edited("scenario close_ticket", FRAGMENT)
      .replace("budget 3", "budget 3\n    use reads(get_ticket, move_ticket)")
      .replace(from, () => to);

  it("leads from their use to their declaration, and from their parameters' uses to the parameters", async () => {
    for (const [from, to, wanted] of [
      ["use reads(", "use re┆ads(", "reads"],
      ["step 0.2 reader", "step 0.2 read┆er", "reader"],
      ["before writer", "before wri┆ter", "writer"],
      ["(get_ticket, move_ticket)\n", "(get_ti┆cket, move_ticket)\n", "get_ticket"],
    ] as const) {
      const { snapshot, offset } = await marked(withFragment(from, to));
      const found = definition(snapshot, offset);
      expect(found && snapshot.source.textOf(found.span), to).toBe(wanted);
      expect(found?.span.start, to).toBe(snapshot.source.text.indexOf(wanted));
    }
  });

  it("are renamed with all their uses", async () => {
    const { snapshot, offset } = await marked(withFragment("use reads(", "use re┆ads("));
    const renamed = rename(snapshot, offset, "first_read", [snapshot.program]);
    expect(renamed.kind === "edits" && renamed.edits.length).toBe(2);
  });

  it("are offered where they can be used, and their parameters within them", async () => {
    expect(await offers(withFragment("use reads(get_ticket, move_ticket)", "use ┆"))).toEqual(["reads"]);
    expect(await offers(withFragment("use reads(get_ticket", "use reads(┆"))).toEqual(
      expect.arrayContaining(["get_ticket", "move_ticket"]),
    );
    const inside = await offers(withFragment("step 0.2 reader", "step 0.2 ┆"));
    expect(inside).toEqual(expect.arrayContaining(["reader", "writer"]));
    expect(inside).not.toContain("move_ticket");
  });
});

describe("references and rename", () => {
  const whole = async (text: string) => {
    const host = miniHost({}, { "close.rvr": text.replace("┆", ""), "other.rvr": other });
    return [await bindProgram(host, ["close.rvr", "other.rvr"])];
  };
  const other = miniScenario().replace("scenario close_ticket", "scenario close_other");

  it("finds uses in prompts, splits and rewards, and in other files what they share", async () => {
    const text = edited("given ticket: Ticket", "given tic┆ket: Ticket");
    const { snapshot, offset } = await marked(text);
    const found = references(snapshot, offset, await whole(text), false);
    expect(found.map(({ file, span }) => `${file} ${snapshot.source.positionAt(span.start).line}`)).toEqual([
      "close.rvr 12",
      "close.rvr 13",
      "close.rvr 15",
      "close.rvr 20",
    ]);
    const shared = edited("ticket: Ticket", "ticket: Tic┆ket");
    const at = await marked(shared);
    const everywhere = references(at.snapshot, at.offset, await whole(shared), true);
    expect([...new Set(everywhere.map(({ file }) => file))]).toEqual([
      "close.rvr",
      "office.rvr",
      "other.rvr",
    ]);
  });

  it("renames, and the result binds without a finding", async () => {
    for (const [from, to, name] of [
      ["given ticket: Ticket", "given tic┆ket: Ticket", "issue_at_hand"],
      ["before move_ticket", "before move_┆ticket", "do_move"],
      ["ticket: Ticket", "ticket: Tic┆ket", "Case"],
      ["world office\n  tools", "world off┆ice\n  tools", "bureau"],
      ["split heldout", "split held┆out", "heldout_two"],
    ] as const) {
      const text = edited(from, to);
      const { snapshot, offset, host } = await marked(text);
      const renamed = rename(snapshot, offset, name, await whole(text));
      if (renamed.kind === "refused") throw new Error(renamed.reason);
      const files = Object.fromEntries(host.files);
      files["other.rvr"] = other;
      for (const edit of [...renamed.edits].sort((left, right) => right.span.start - left.span.start)) {
        const before = files[edit.file] ?? "";
        files[edit.file] = before.slice(0, edit.span.start) + edit.text + before.slice(edit.span.end);
      }
      // A split called otherwise than `heldout` is missing; that is the only thing to say.
      const program = await bindProgram(miniHost({}, files), ["close.rvr", "other.rvr"]);
      const codes = program.diagnostics.map(({ code }) => code);
      expect(codes, name).toEqual(name === "heldout_two" ? ["RVR5006"] : []);
    }
  });

  it.each([
    ["given tic┆ket: Ticket", "given ticket: Ticket", "gold", "'gold' is a word of the language"],
    ["given tic┆ket: Ticket", "given ticket: Ticket", "9lives", "is no name"],
    [
      "given tic┆ket: Ticket",
      "given ticket: Ticket",
      "move_ticket",
      "There is a tool called 'move_ticket' already",
    ],
    ["ticket: Tic┆ket", "ticket: Ticket", "Move", "There is a resource called 'Move' already"],
    ["ticket: Tic┆ket", "ticket: Ticket", "count", "'count' is a built-in"],
    ["desk.get┆Ticket", "desk.getTicket", "other", "The API document declares the operation getTicket"],
    ["bud┆get 3", "budget 3", "other", "There is no name here"],
  ])("refuses %s", async (to, from, name, reason) => {
    const text = edited(from, to);
    const { snapshot, offset } = await marked(text);
    const answer = rename(snapshot, offset, name, await whole(text));
    expect(answer).toEqual({ kind: "refused", reason: expect.stringContaining(reason) });
  });
});

it("offers fixes at the place of a finding and all at once", async () => {
  const { snapshot } = await marked(
    `┆${edited("gold move_ticket", "gold move_tickt").replace("desk.getTicket", "desk.getTickt")}`,
  );
  const at = snapshot.source.text.indexOf("desk.getTickt") + 6;
  const actions = codeActions(snapshot.program, snapshot.file, { start: at, end: at });
  expect(actions.map(({ title, kind, preferred }) => [title, kind, preferred])).toEqual([
    ["Write getTicket", "quickfix", true],
    ["Fix everything that rvrc can fix", "source.fixAll", false],
  ]);
  expect(actions[1]?.edits.map(({ text }) => text)).toEqual(["getTicket", "move_ticket"]);
  expect(codeActions(snapshot.program, snapshot.file, { start: 0, end: 0 }).map(({ kind }) => kind)).toEqual([
    "source.fixAll",
  ]);
});

it("has an entry for each file that was read, so that findings can go away", async () => {
  const { snapshot } = await marked(`┆${edited("gold move_ticket", "gold move_tickt")}`);
  const found = diagnosticsByFile(snapshot.program);
  expect([...found].map(([file, list]) => [file, list.length])).toEqual([
    ["close.rvr", 1],
    ["office.rvr", 0],
    ["desk.yaml", 0],
    ["tickets.yaml", 0],
    ["moves.yaml", 0],
  ]);
});

it("outlines a file, and finds parts by some of their letters", async () => {
  const { tree } = parse(new SourceFile("close.rvr", miniScenario()));
  const [scenario] = documentSymbols(tree);
  expect(scenario).toMatchObject({ name: "close_ticket", detail: "Close a ticket", kind: "scenario" });
  expect(scenario?.children.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "tool get_ticket",
    "tool move_ticket",
    "task close",
    "reward sound",
  ]);
  expect(matchingSymbols(tree, "mvt").map(({ name }) => name)).toEqual(["move_ticket", "move_ticket"]);
});

it("colours by meaning, without overlaps and within the span that is asked for", async () => {
  const { snapshot } = await marked(`┆${edited("prompt", "# why\n    prompt")}`);
  const tokens = semanticTokens(snapshot);
  const shown = tokens.map(({ span, type, modifiers }) =>
    [snapshot.source.textOf(span), type, ...modifiers].join(" "),
  );
  expect(shown).toEqual(
    expect.arrayContaining([
      "use keyword",
      "office namespace",
      "close_ticket namespace declaration",
      "get_ticket function declaration",
      "desk namespace",
      "getTicket method",
      "Ticket class",
      "ticket variable declaration",
      "# why comment",
      "key property",
      "4 number",
      "sound class declaration",
    ]),
  );
  for (const [index, token] of tokens.entries()) {
    expect(token.span.start).toBeGreaterThanOrEqual(tokens[index - 1]?.span.end ?? 0);
  }
  const within = { start: snapshot.source.text.indexOf("task"), end: snapshot.source.text.indexOf("gold") };
  const part = semanticTokens(snapshot, within);
  expect(part).toEqual(tokens.filter(({ span }) => span.end > within.start && span.start < within.end));
  expect(part.length).toBeGreaterThan(5);
});

it("formats only what loses nothing", () => {
  const source = (text: string) => new SourceFile("a.rvr", text);
  const text = formatted(source(miniScenario()));
  expect(text).toMatch(/^use world office from "office\.rvr"\n\nscenario close_ticket/);
  expect(formatted(source(text ?? ""))).toBeUndefined();
  expect(formatted(source(`# a comment\n${miniScenario()}`))?.startsWith("# a comment") ?? true).toBe(true);
  expect(formatted(source("scenario {"))).toBeUndefined();
});

it("folds blocks, long texts and comments", () => {
  const text = `# one\n# two\nscenario a {\n  task t {\n    prompt """\n      x\n      """\n  }\n}\n`;
  expect(folds(new SourceFile("a.rvr", text))).toEqual([
    { startLine: 1, endLine: 2, kind: "comment" },
    { startLine: 3, endLine: 8, kind: "region" },
    { startLine: 4, endLine: 7, kind: "region" },
    { startLine: 5, endLine: 7, kind: "region" },
  ]);
});
