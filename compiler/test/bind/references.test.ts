import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { forEachChild, type SyntaxNode } from "../../../dsl/index.js";
import { BUILTINS } from "../../bind/builtins.js";
import { nodeHost } from "../../host/node-host.js";
import { bindProgram } from "../../pipeline/bind-program.js";
import { findScenarioFiles } from "../../pipeline/find-files.js";
import { bindMini, type MiniParts } from "./mini.js";

/** Every name of a file with what it means: `text@offset kind name -> file:text there`. */
async function uses(file: string, parts: MiniParts = {}): Promise<string[]> {
  const program = await bindMini(parts);
  const text = (path: string) => program.sources.get(path)?.text ?? "";
  const found = program.references.get(file)?.uses ?? [];
  return [...found]
    .sort((left, right) => left.span.start - right.span.start)
    .map(({ span, definition: { kind, name, file: at, span: place } }) => {
      const there = place.end === 0 ? "" : ` ${text(at).slice(place.start, place.end)}`;
      return `${text(file).slice(span.start, span.end)}: ${kind} ${name} in ${at}${there}`;
    });
}

it("notes what every name of a scenario means", async () => {
  const found = await uses("close.rvr", {
    task: `let again = ticket.owner
    prompt "Close {ticket.key} of {again.key}."`,
    rest: `test "by name" given { ticket: "T-1" } reward sound expect success { gold get_ticket(ticketId: "T-1") }`,
  });
  expect(found).toEqual([
    "office: world office in office.rvr office",
    "close_ticket: scenario close_ticket in close.rvr close_ticket",
    "office: world office in office.rvr office",
    "get_ticket: tool get_ticket in close.rvr get_ticket",
    "desk: api desk in office.rvr desk",
    "getTicket: operation getTicket in desk.yaml",
    "move_ticket: tool move_ticket in close.rvr move_ticket",
    "desk: api desk in office.rvr desk",
    "moveTicket: operation moveTicket in desk.yaml",
    "close: task close in close.rvr close",
    "ticket: variable ticket in close.rvr ticket",
    "Ticket: resource Ticket in office.rvr Ticket",
    "again: variable again in close.rvr again",
    "ticket: variable ticket in close.rvr ticket",
    "ticket: variable ticket in close.rvr ticket",
    "again: variable again in close.rvr again",
    "move_ticket: tool move_ticket in close.rvr move_ticket",
    "ticket: variable ticket in close.rvr ticket",
    "train: split train in close.rvr train",
    "heldout: split heldout in close.rvr heldout",
    "ticket: variable ticket in close.rvr ticket",
    "sound: reward sound in close.rvr sound",
    "get_ticket: tool get_ticket in close.rvr get_ticket",
    "ticket: variable ticket in close.rvr ticket",
    "move_ticket: tool move_ticket in close.rvr move_ticket",
    "ticket: variable ticket in close.rvr ticket",
    "sound: reward sound in close.rvr sound",
    "get_ticket: tool get_ticket in close.rvr get_ticket",
  ]);
});

it("notes the names of a world, its locals and its shapes", async () => {
  const found = await uses("office.rvr");
  expect(found).toContain("desk: api desk in office.rvr desk");
  expect(found).toContain("Ticket: schema Ticket in desk.yaml");
  expect(found.filter((one) => one === "problem: shape problem in office.rvr problem")).toHaveLength(5);
  expect(found.filter((one) => one === "text: local text in office.rvr text")).toHaveLength(2);
  expect(found.filter((one) => one === "ticket: local ticket in office.rvr ticket")).toHaveLength(6);
  expect(found).toContain("Ticket: resource Ticket in office.rvr Ticket");
});

it("notes the schema at each step of a path, and whether it is required", async () => {
  const program = await bindMini();
  const source = program.sources.get("close.rvr");
  const places = program.references.get("close.rvr")?.places ?? [];
  const at = (text: string) => {
    const start = source?.text.indexOf(text) ?? -1;
    const found = places.find(({ span }) => span.start === start);
    return found?.type.kind === "schema" ? { schema: found.type.schema, required: found.required } : found;
  };
  expect(at("move.id, move.note")).toMatchObject({ schema: { type: "object" }, required: true });
  expect(at("priority, marks")).toMatchObject({ schema: { enum: ["low", "high"] }, required: false });
  expect(at(`id = "7"`)).toMatchObject({ schema: { type: "string" }, required: true });
  expect(at("ticketId: ticket.key")).toMatchObject({ required: true });
});

/** Names that stand for nothing that is declared: settings, names of arguments and lists, words of the language. */
const OF_NOTHING: ReadonlySet<string> = new Set(["setting", "take", "train"]);
const WORDS: ReadonlySet<string> = new Set([
  ...[...BUILTINS.keys(), "serial", "next_key", "now", "violation"],
  // The wording without a name.
  "main",
]);
const REQUEST: ReadonlySet<string> = new Set(["path", "query", "header", "body"]);

it("leaves out no name of the shipped scenarios", async () => {
  const host = nodeHost(fileURLToPath(new URL("../../../", import.meta.url)));
  const { files } = await findScenarioFiles(host, ["scenarios"]);
  const program = await bindProgram(host, files);
  const missing: string[] = [];
  let seen = 0;
  for (const file of files) {
    const noted = new Set(program.references.get(file)?.uses.map(({ span }) => span.start));
    const tree = program.tree(file);
    const tools = new Set(tree?.scenarios.flatMap((one) => one.tools.map(({ name }) => name.text)));
    const visit = (node: SyntaxNode, parents: readonly string[], list?: SyntaxNode): void => {
      const kind = "kind" in node ? node.kind : Object.keys(node)[0] === "name" ? "setting" : "";
      if (kind === "name" && "text" in node && typeof node.text === "string" && node.text !== "") {
        seen++;
        // Rewards speak about calls of tools that do not exist, so tests make some.
        const noTool = parents.at(-1) === "step-call" && !tools.has(node.text);
        const exempt = noTool || parents.some((parent) => OF_NOTHING.has(parent)) || WORDS.has(node.text);
        const words = parents.includes("on") && REQUEST.has(node.text);
        if (!exempt && !words && node !== list && !noted.has(node.span.start))
          missing.push(`${file}: ${parents.join(" > ")}: ${node.text}`);
      }
      const source = "source" in node ? node.source : undefined;
      const ofFile = source?.kind === "file" ? source.list : undefined;
      forEachChild(node, (child) => visit(child, [...parents, kind], ofFile));
    };
    if (tree !== undefined) visit(tree, []);
  }
  expect([...new Set(missing)]).toEqual([]);
  expect(seen).toBeGreaterThan(1500);
});
