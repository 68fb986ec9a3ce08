import { describe, expect, it } from "vitest";
import { complete } from "../lsp/features/completion/complete.js";
import { edited, editedWorld, marked, offers } from "./marked.js";

const GOLD = `gold move_ticket { ticketId = ticket.key  move.id = "7" }`;
const TAKE = "take path.ticketId, move.id, move.note, owner.key, priority, marks";
const STEP = "step get_ticket(ticketId: ticket.key) before move_ticket";

/** Where the cursor is, and exactly what is offered there. */
const EXACT: readonly (readonly [what: string, text: string, labels: readonly string[]])[] = [
  ["an empty file", "┆", ["api", "fragment", "use", "world", "scenario"]],
  ["a tool's API", edited("desk.getTicket", "┆"), ["desk"]],
  ["an operation", edited("desk.getTicket", "desk.┆"), ["getTicket", "moveTicket"]],
  ["an operation, half written", edited("desk.getTicket", "desk.get┆"), ["getTicket", "moveTicket"]],
  ["a path of take", edited(TAKE, "take ┆"), ["ticketId", "move", "owner", "priority", "marks"]],
  ["a deeper path of take", edited(TAKE, "take move.id, move.┆"), ["id", "note"]],
  ["a path with its location", edited(TAKE, "take path.┆"), ["ticketId"]],
  ["a shown path", edited("= desk.getTicket", "= desk.getTicket { show owner.┆ }"), ["key"]],
  ["a type", edited("ticket: Ticket", "ticket: ┆"), ["Ticket", "Move", "text", "integer"]],
  ["a tool of gold", edited("gold move_ticket", "gold ┆"), ["get_ticket", "move_ticket"]],
  ["the tool of a step", edited(STEP, "step 0.1 ┆"), ["all", "get_ticket", "move_ticket"]],
  ["the argument of a step", edited(STEP, "step get_ticket(┆"), ["ticketId"]],
  ["the argument of a step within brackets", edited("ticketId: ticket.key)", "┆)"), ["ticketId"]],
  ["the order of a step", edited(STEP, "step get_ticket before ┆"), ["get_ticket", "move_ticket", "any"]],
  ["what is derived", edited("derive slots", "derive ┆"), ["slots", "penalties"]],
  [
    "a field of gold, nothing after the dot",
    edited(GOLD, "gold move_ticket {\n      move.┆\n    }"),
    ["id", "note"],
  ],
  ["a field of gold, its block not closed", edited(GOLD, "gold move_ticket {\n      move.┆"), ["id", "note"]],
  [
    "the file cut at the cursor",
    `${edited(GOLD, "gold move_ticket {\n      move.┆").split("┆")[0]}┆`,
    ["id", "note"],
  ],
  [
    "a matcher",
    edited(`"7" }`, `"7" as ┆ }`),
    ["exact", "text", "richtext", "set", "superset", "number", "pattern", "one_of"],
  ],
  ["a value of an enum", edited(`move.id = "7"`, `priority = "┆"`), ["low", "high"]],
  ["a value of an enum, half written", edited(`move.id = "7"`, `priority = "hi┆"`), ["low", "high"]],
  ["members of a variable", edited(GOLD, "gold move_ticket { owner.key = ticket.owner.┆ }"), ["key"]],
  ["members within a text", edited("Close {ticket.key}", "Close {ticket.owner.┆}"), ["key"]],
  [
    "members within a text that is not closed",
    edited("Close {ticket.key}.", "Close {ticket.owner.┆"),
    ["key"],
  ],
  ["a variable of a split", edited("disjoint ticket", "disjoint ┆"), ["ticket", "in"]],
  ["a world", edited("world office\n  tools", "world ┆\n  tools"), ["office"]],
  ["a file", edited(`from "office.rvr"`, `from "┆"`), ["office.rvr"]],
  [
    "a test word",
    edited(GOLD, "let a = ticket is ┆"),
    [
      "string",
      "number",
      "integer",
      "boolean",
      "array",
      "object",
      "null",
      "present",
      "absent",
      "empty",
      "not",
    ],
  ],
  [
    "what an expectation is",
    edited("  }\n  \n}", `  }\n  test "t" expect ┆`),
    ["success", "failure", "reward", "term"],
  ],
  ["nothing in a comment", edited("derive slots", "# derive ┆"), []],
  ["nothing in plain text", edited("Close {ticket.key}.", "Close ┆"), []],
];

describe("offers exactly", () => {
  it.each(EXACT)("%s", async (_, text, labels) => {
    expect([...(await offers(text))].sort()).toEqual([...labels].sort());
  });
});

describe("in a world", () => {
  const world = (from: string, to: string) => offers(editedWorld(from, to), "office.rvr");
  const REQUIRE = `require ticket is present else 404 problem("no such ticket")\n    respond 200 ticket`;

  it("offers schemas of the API", async () => {
    expect(await world("Ticket: desk.Ticket", "Ticket: desk.┆")).toEqual(["Owner", "Ticket"]);
  });

  it("offers fields of the record for its key", async () => {
    expect(await world(`key key seed "tickets.yaml"`, "key ┆")).toEqual([
      "key",
      "title",
      "state",
      "number",
      "owner",
    ]);
  });

  it("offers data files for the seed", async () => {
    expect(await world(`seed "tickets.yaml"`, `seed "┆"`)).toEqual([
      "desk.yaml",
      "tickets.yaml",
      "moves.yaml",
    ]);
  });

  it("offers parts of the request", async () => {
    expect(
      await world(
        "Ticket(path.ticketId)\n    require ticket is present",
        "Ticket(path.┆)\n    require ticket is present",
      ),
    ).toEqual(["ticketId"]);
    expect(await world("Move(body.move.id)", "Move(body.┆)")).toEqual(["move", "owner", "priority", "marks"]);
  });

  it("offers the members of a local record, also where the rest of the line is missing", async () => {
    const found = await world(REQUIRE, "require ticket.┆\n    respond 200 ticket");
    expect(found).toEqual(["key", "title", "state", "number", "owner"]);
  });

  it("offers the members of a record that is looked up on the spot, and of the items of a list", async () => {
    expect(await world("respond 200 ticket", `respond 200 Ticket("T-1").owner.┆`)).toEqual(["key"]);
    expect(await world("respond 200 ticket", "respond 200 [t.owner.┆ for t in Ticket]")).toEqual(["key"]);
    expect(await world("respond 200 ticket", "respond 200 first(t in Ticket: t.owner.┆")).toEqual(["key"]);
  });

  it("offers names before functions where a value begins", async () => {
    const found = await world("respond 200 ticket", "respond 200 ┆");
    expect(found.slice(0, 5)).toEqual(expect.arrayContaining(["ticket", "path", "query", "header", "body"]));
    expect(found).toEqual(expect.arrayContaining(["Ticket", "problem", "count", "serial", "if", "not"]));
    expect(found.indexOf("ticket")).toBeLessThan(found.indexOf("count"));
  });

  it("offers statements on a fresh line", async () => {
    const found = await world("respond 200 ticket", "┆\n    respond 200 ticket");
    expect(found).toEqual(expect.arrayContaining(["let", "require", "validate", "create", "respond"]));
  });
});

it("offers keywords of the block that the cursor is in", async () => {
  const found = await offers(edited("budget 3", "┆"));
  expect(found).toEqual(
    expect.arrayContaining(["derive", "step", "budget", "bonus", "penalty", "procedure"]),
  );
  expect(found).not.toContain("gold");
  expect(found).not.toContain("respond");
});

it("offers train settings and tasks by their id", async () => {
  expect(await offers(edited("  }\n  \n}", "  }\n  train { ┆ }\n}"))).toEqual(
    expect.arrayContaining(["policy", "learning_rate", "convergence_delta"]),
  );
  const tasks = await offers(edited("  }\n  \n}", `  }\n  test "t" task "┆"\n}`));
  expect(tasks.slice(0, 4)).toEqual(["train/0", "train/1", "train/2", "train/3"]);
});

it("says of a field what the API document says", async () => {
  const { snapshot, offset } = await marked(edited(GOLD, "gold move_ticket { move.┆ }"));
  const [id, note] = complete(snapshot, offset, []).offers;
  expect([id?.detail, note?.detail]).toEqual(["string (required)", "string"]);
  const operations = await marked(edited("desk.getTicket", "desk.┆"));
  const [get] = complete(operations.snapshot, operations.offset, []).offers;
  expect(get?.detail).toBe("Read a ticket.");
  expect(get?.documentation).toContain("GET /tickets/{ticketId}");
});

it("replaces the word before the cursor and nothing else", async () => {
  const { snapshot, offset } = await marked(edited("desk.getTicket", "desk.get┆"));
  const { replace } = complete(snapshot, offset, []);
  expect(snapshot.source.textOf(replace)).toBe("get");
});
