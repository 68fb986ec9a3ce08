import { expect, it } from "vitest";
import { bindMini, findings, type MiniParts } from "./mini.js";

it("binds the mini scenario without a finding", async () => {
  const { scenarios, diagnostics } = await bindMini();
  expect(diagnostics).toEqual([]);
  const ir = scenarios[0]?.ir;
  expect(ir?.splits.map((split) => [split.name, split.tasks.length])).toEqual([
    ["train", 4],
    ["heldout", 4],
  ]);
  expect(ir?.tools[1]?.arguments).toEqual([
    { name: "ticketId", target: ["path", "ticketId"], wire: "string" },
    { name: "move", target: ["body", "move"], wire: undefined },
    { name: "owner", target: ["body", "owner"], wire: undefined },
    { name: "priority", target: ["body", "priority"], wire: undefined },
    { name: "marks", target: ["body", "marks"], wire: undefined },
  ]);
  const reward = ir?.rewards[0];
  expect(
    reward?.form === "sound" &&
      reward.writes.map((write) => write.slots.map((slot) => [slot.id, slot.sources])),
  ).toEqual([
    [
      ["move_ticket.ticketId", ["schema-required", "gold"]],
      ["move_ticket.move.id", ["schema-required", "gold"]],
    ],
  ]);
});

it("draws splits that share no ticket", async () => {
  const { scenarios } = await bindMini();
  const [train, heldout] = scenarios[0]?.ir.splits ?? [];
  const keys = (split: typeof train) => split?.tasks.map((task) => task.given["ticket"]) ?? [];
  expect(keys(train)).toHaveLength(4);
  expect(keys(train).filter((key) => keys(heldout).includes(key))).toEqual([]);
});

const gold = (lines: string): MiniParts => ({ gold: `gold move_ticket { ticketId = ticket.key ${lines} }` });
const reward = (items: string): MiniParts => ({ rewards: `reward sound { derive slots ${items} }` });
const additive = (items: string): MiniParts => ({ rewards: `reward paper additive { ${items} }` });

const CASES: readonly (readonly [name: string, parts: MiniParts, expected: string[]])[] = [
  ["integer gold against a string schema", gold(`move.id = 7`), ['RVR3001 "7"']],
  ["gold that is not in the enum", gold(`move.id = "7" priority = "urgent"`), ['RVR3001 "\\"urgent\\""']],
  ["gold path that the schema lacks", gold(`move.id = "7" moveId = "7"`), ['RVR3002 "moveId"']],
  [
    "gold path that only additionalProperties would allow",
    gold(`move.id = "7" ownerKey = "x"`),
    ['RVR3002 "ownerKey"'],
  ],
  ["bare string where an object belongs", gold(`move.id = "7" owner = ticket.key`), ['RVR3001 "ticket.key"']],
  [
    "number where a string belongs, by its type only",
    gold(`move.id = ticket.number`),
    ['RVR3001 "ticket.number"'],
  ],
  [
    "unchecked line is a warning",
    additive(`slots move_ticket best weight 1 { move.id = 7 unchecked }`),
    ['RVR3007 "7"'],
  ],
  ["matcher of the wrong kind", gold(`move.id = "7" as set`), ['RVR3006 "as set"']],
  [
    "unknown operation",
    { tools: `get_ticket = desk.getTiket move_ticket = desk.moveTicket` },
    ['RVR2003 "getTiket"'],
  ],
  ["unknown API", { tools: `get_ticket = dsk.getTicket move_ticket = desk.moveTicket` }, ['RVR2002 "dsk"']],
  [
    "unknown parameter",
    { tools: `get_ticket = desk.getTicket { take ticketID } move_ticket = desk.moveTicket` },
    ['RVR2010 "ticketID"'],
  ],
  ["unknown variable", { task: `prompt "Close {tiket.key}."` }, ['RVR2001 "tiket"']],
  ["unknown field of a record", { task: `prompt "Close {ticket.kye}."` }, ['RVR2005 "kye"']],
  [
    "unknown resource",
    { task: `given who: Usr prompt "Close {ticket.key} for {who.name}."` },
    ['RVR2004 "Usr"'],
  ],
  ["unknown function", { task: `prompt "Close {uper(ticket.key)}."` }, ['RVR2001 "uper"']],
  ["wrong number of arguments", { task: `prompt "Close {count(ticket, 2)}."` }, ['RVR2009 "count"']],
  [
    "pattern that could run away",
    { task: `let x = ticket.key matches "(a+)+" prompt "{x}"` },
    ['RVR3004 "\\"(a+)+\\""'],
  ],
  ["variable declared twice", { task: `given ticket: Ticket prompt "{ticket.key}"` }, ['RVR2007 "ticket"']],
  ["unknown tool in gold", { gold: `gold mov_ticket { ticketId = ticket.key }` }, ['RVR2006 "mov_ticket"']],
  ["unknown tool in a step", reward(`step get_tickt before move_ticket`), ['RVR2006 "get_tickt"']],
  [
    "step ordered by a call that gold does not need",
    reward(`step move_ticket before get_ticket`),
    ['RVR6005 "get_ticket"'],
  ],
  [
    "additive item in a sound reward",
    reward(`bonus 0.1 called get_ticket`),
    ['RVR6001 "bonus 0.1 called get_ticket"'],
  ],
  ["parameter out of range", reward(`procedure 0.9`), ['RVR3008 "0.9"']],
  [
    "weights above the clamp",
    additive(`bonus 0.7 once called get_ticket bonus 0.7 once called move_ticket`),
    ['RVR6006 "paper"'],
  ],
  ["no reward", { rewards: "" }, ['RVR6002 "close_ticket"']],
  ["split larger than its domain", { splits: "split train 4 split heldout 400" }, ['RVR5003 "heldout"']],
  [
    "unknown variable in a split",
    { splits: "split train 2 split heldout 2 { disjoint tiket }" },
    ['RVR2015 "tiket"'],
  ],
  ["unknown wording", { splits: "split train 2 split heldout 2 { wording second }" }, ['RVR2016 "second"']],
  ["no held-out split", { splits: "split train 4" }, ['RVR5006 "close_ticket"']],
  ["text without values", { task: `given t: text prompt "{t}"` }, ['RVR5008 "train"', 'RVR5008 "heldout"']],
  ["unknown setting", { rest: "train { grup_size = 8 }" }, ['RVR2012 "grup_size"']],
  ["setting out of range", { rest: "train { group_size = 1 }" }, ['RVR3008 "1"']],
  ["unknown reward in a test", { rest: `test "x" reward sond expect success { gold }` }, ['RVR6003 "sond"']],
];

for (const [name, parts, expected] of CASES) {
  it(name, async () => {
    expect((await findings(parts)).sort()).toEqual([...expected].sort());
  });
}

it("reports a task that stands in two splits, with both places", async () => {
  const rows = "- { ticket: T-1 }\n- { ticket: T-2 }\n";
  const parts = { splits: `split train from "a.yaml" split heldout from "b.yaml"` };
  const files = { "a.yaml": rows, "b.yaml": "- { ticket: T-2 }\n" };
  expect(await findings(parts, files)).toEqual(['RVR5001 "heldout"']);
  const { diagnostics } = await bindMini(parts, files);
  expect(diagnostics[0]?.message).toContain('ticket: "T-2"');
  expect(diagnostics[0]?.related).toHaveLength(1);
});

it("reports a shared value of variables that are declared disjoint", async () => {
  const parts = {
    task: `given n: integer prompt "{ticket.key} {n}"`,
    splits: `split train from "a.yaml" split heldout from "b.yaml" { disjoint ticket }`,
  };
  const files = { "a.yaml": "- { ticket: T-1, n: 1 }", "b.yaml": "- { ticket: T-1, n: 2 }" };
  expect(await findings(parts, files)).toEqual(['RVR5005 "heldout"']);
});

it("names the row and the variable that a row file gets wrong", async () => {
  const parts = { splits: `split train from "a.yaml" split heldout 2` };
  const { diagnostics } = await bindMini(parts, {
    "a.yaml": "- { ticket: T-1 }\n- { ticket: T-99 }\n- {}\n",
  });
  expect(diagnostics.map((one) => [one.code, one.message])).toEqual([
    ["RVR5004", "Row 2 of 'a.yaml' does not bind 'ticket': the world has no Ticket \"T-99\"."],
    ["RVR5004", "Row 3 of 'a.yaml' does not bind 'ticket': it has no value."],
  ]);
});

it("reports a file that is missing at the place that names it", async () => {
  const parts = { splits: `split train from "nowhere.yaml" split heldout 2` };
  expect(await findings(parts)).toEqual(['RVR2013 "\\"nowhere.yaml\\""']);
});

it("suggests the operation that was meant, with a fix", async () => {
  const { diagnostics } = await bindMini({
    tools: `get_ticket = desk.getTiket move_ticket = desk.moveTicket`,
  });
  const unknown = diagnostics.find((one) => one.code === "RVR2003");
  expect(unknown?.remedy).toBe("Did you mean 'getTicket'?");
  expect(unknown?.fixes[0]?.edits[0]?.text).toBe("getTicket");
});

it("points from a flat spelling to the nested path", async () => {
  const { diagnostics } = await bindMini(gold(`move.id = "7" ownerKey = "x"`));
  expect(diagnostics[0]?.remedy).toBe("The schema has 'owner.key' instead.");
});

it("refuses to read records where there is no world to read", async () => {
  expect(await findings({ task: `prompt "{Ticket(ticket.key).title}"` })).toEqual(['RVR2017 "Ticket"']);
  expect(await findings({ task: `prompt "{count(Ticket)}"` })).toEqual(['RVR2017 "Ticket"']);
  expect(await findings({ task: `let all = count(Ticket) prompt "{all}"` })).toEqual([]);
});
