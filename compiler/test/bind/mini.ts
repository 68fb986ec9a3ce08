import { memoryHost } from "../../host/memory-host.js";
import { type BoundProgram, bindProgram } from "../../pipeline/bind-program.js";

/** A service of two resources, small enough to read in one glance. */
const DOCUMENT = `
openapi: 3.0.3
info: { title: Desk, version: "1" }
paths:
  /tickets/{ticketId}:
    get:
      operationId: getTicket
      summary: Read a ticket.
      tags: [desk]
      parameters:
        - { name: ticketId, in: path, required: true, schema: { type: string } }
      responses:
        "200": { description: The ticket., content: { application/json: { schema: { $ref: "#/components/schemas/Ticket" } } } }
        "404": { description: No such ticket. }
  /tickets/{ticketId}/moves:
    post:
      operationId: moveTicket
      summary: Move a ticket.
      tags: [desk]
      parameters:
        - { name: ticketId, in: path, required: true, schema: { type: string } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [move]
              properties:
                move: { type: object, required: [id], properties: { id: { type: string }, note: { type: string } }, additionalProperties: false }
                owner: { $ref: "#/components/schemas/Owner" }
                priority: { type: string, enum: [low, high] }
                marks: { type: array, items: { type: string } }
              additionalProperties: true
      responses:
        "204": { description: Moved. }
        "400": { description: Refused. }
components:
  schemas:
    Owner: { type: object, properties: { key: { type: string } }, additionalProperties: false }
    Ticket:
      type: object
      properties:
        key: { type: string }
        title: { type: string }
        state: { type: string }
        number: { type: integer }
        owner: { $ref: "#/components/schemas/Owner" }
      additionalProperties: false
`;

const TICKETS = Array.from(
  { length: 12 },
  (_, n) => `- { key: T-${n}, title: Ticket ${n}, state: open, number: ${n}, owner: { key: o${n} } }`,
).join("\n");

const WORLD = `
api desk from "desk.yaml"

world office {
  resource Ticket: desk.Ticket { key key seed "tickets.yaml" }
  resource Move { key id seed "moves.yaml" }
  shape problem(text) = { error: text }
  invalid desk else 400 problem("{violation.path} {violation.message}")
  on desk.getTicket {
    let ticket = Ticket(path.ticketId)
    require ticket is present else 404 problem("no such ticket")
    respond 200 ticket
  }
  on desk.moveTicket {
    let ticket = Ticket(path.ticketId)
    require ticket is present else 404 problem("no such ticket")
    let move = Move(body.move.id)
    require move is present else 400 problem("no such move")
    update ticket { state: move.to }
    respond 204
  }
}
`;

/** Parts of the scenario that a test may replace. */
export interface MiniParts {
  readonly tools?: string;
  readonly task?: string;
  readonly gold?: string;
  readonly splits?: string;
  readonly rewards?: string;
  readonly rest?: string;
  readonly world?: string;
}

const TOOLS = `
    get_ticket = desk.getTicket
    move_ticket = desk.moveTicket { take path.ticketId, move.id, move.note, owner.key, priority, marks }`;
const GOLD = `gold move_ticket { ticketId = ticket.key  move.id = "7" }`;
const SPLITS = `split train 4 seed 1
    split heldout 4 seed 2 { disjoint ticket }`;
const REWARDS = `reward sound {
    derive slots
    derive penalties
    step get_ticket(ticketId: ticket.key) before move_ticket
    budget 3
  }`;

export function miniScenario(parts: MiniParts = {}): string {
  return `use world office from "office.rvr"

scenario close_ticket "Close a ticket" {
  world office
  tools {${parts.tools ?? TOOLS}
  }
  system "You work at the desk. Move 7 closes."
  task close {
    given ticket: Ticket
    ${parts.task ?? `prompt "Close {ticket.key}."`}
    ${parts.gold ?? GOLD}
    ${parts.splits ?? SPLITS}
  }
  ${parts.rewards ?? REWARDS}
  ${parts.rest ?? ""}
}
`;
}

export function miniHost(parts: MiniParts = {}, more: Readonly<Record<string, string>> = {}) {
  return memoryHost({
    "desk.yaml": DOCUMENT,
    "tickets.yaml": TICKETS,
    "moves.yaml": `- { id: "7", to: closed }\n- { id: "8", to: open }\n`,
    "office.rvr": parts.world ?? WORLD,
    "close.rvr": miniScenario(parts),
    ...more,
  });
}

/** Binds the scenario with some parts replaced. */
export function bindMini(
  parts: MiniParts = {},
  more: Readonly<Record<string, string>> = {},
): Promise<BoundProgram> {
  return bindProgram(miniHost(parts, more), ["close.rvr"]);
}

/** Each diagnostic as `CODE "text it points at"`, errors and warnings alike. */
export async function findings(
  parts: MiniParts = {},
  more: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const { diagnostics, sources } = await bindMini(parts, more);
  return diagnostics.map((one) => {
    const text = sources.get(one.file)?.text.slice(one.span.start, one.span.end) ?? "";
    return `${one.code} ${JSON.stringify(text.length > 60 ? text.slice(0, 60) : text)}`;
  });
}
