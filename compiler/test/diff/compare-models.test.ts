import { expect, it } from "vitest";
import { compareModels } from "../../diff/compare-models.js";
import { modelOf } from "../openapi/fixture.js";

const OLD = `
openapi: 3.1.0
info: { title: Desk, version: "1" }
paths:
  /tickets:
    get:
      operationId: listTickets
      parameters:
        - { name: state, in: query, schema: { type: string, enum: [open, closed] } }
        - { name: limit, in: query, schema: { type: integer, maximum: 50 } }
      responses:
        "200": { description: Tickets., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Ticket" } } } } }
    post:
      operationId: createTicket
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties:
                title: { type: string }
                owner: { type: object, properties: { key: { type: string } } }
                marks: { type: array, items: { type: string, enum: [a, b] } }
      responses: { "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Ticket" } } } } }
  /tickets/{id}:
    delete: { operationId: deleteTicket, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { "204": { description: Gone. } } }
components:
  schemas:
    Ticket:
      type: object
      required: [id, title]
      properties:
        id: { type: integer }
        title: { type: string }
        next: { $ref: "#/components/schemas/Ticket" }
`;

async function changes(
  ...edits: readonly (readonly [from: string, to: string])[]
): Promise<readonly string[]> {
  let text = OLD;
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, () => to);
  }
  const found = compareModels(await modelOf(OLD), await modelOf(text));
  return found.map(({ severity, operation, at, message }) => `${severity} ${operation} ${at}: ${message}`);
}

it.each([
  ["nothing", [], []],
  [
    "words and order",
    [
      ['title: Desk, version: "1"', 'version: "2", title: Office'],
      ["Tickets.", "All of them."],
    ],
    [],
  ],
  [
    "an operation under another name",
    [["operationId: deleteTicket", "operationId: removeTicket"]],
    ["breaking deleteTicket : is gone; removeTicket may be meant", "compatible removeTicket : is new"],
  ],
  [
    "another path",
    [["/tickets/{id}:", "/tickets/{id}/gone:"]],
    ["possible deleteTicket : was DELETE /tickets/{id} and is DELETE /tickets/{id}/gone"],
  ],
  [
    "a placeholder's name in the path alone",
    [
      ["name: id, in: path", "name: key, in: path"],
      ["/tickets/{id}:", "/tickets/{key}:"],
    ],
    ["breaking deleteTicket path.id: is gone", "breaking deleteTicket path.key: is new, and required"],
  ],
  [
    "a parameter that must be sent",
    [["{ name: limit, in: query,", "{ name: limit, in: query, required: true,"]],
    ["breaking listTickets query.limit: is required now"],
  ],
  [
    "values of a parameter",
    [["enum: [open, closed]", "enum: [open, done]"]],
    [
      'breaking listTickets query.state: no longer has "closed"',
      'compatible listTickets query.state: has "done" in addition',
    ],
  ],
  [
    "a lower limit",
    [["maximum: 50", "maximum: 20"]],
    ["possible listTickets query.limit: maximum was 50 and is 20"],
  ],
  [
    "a property that must be sent",
    [["required: [title]", "required: [title, owner]"]],
    ["breaking createTicket body.owner: is required now"],
  ],
  [
    "another type deep in a body",
    [["properties: { key: { type: string } }", "properties: { key: { type: integer } }"]],
    ["breaking createTicket body.owner.key: was string and is integer"],
  ],
  [
    "a wider type",
    [["properties: { key: { type: string } }", "properties: { key: { type: [string, integer] } }"]],
    ["compatible createTicket body.owner.key: was string and is string or integer"],
  ],
  [
    "values within a list",
    [["enum: [a, b]", "enum: [a]"]],
    ['breaking createTicket body.marks.0: no longer has "b"'],
  ],
  [
    "a property of a body that is gone",
    [["                owner: { type: object, properties: { key: { type: string } } }\n", ""]],
    ["breaking createTicket body.owner: is no longer described"],
  ],
  [
    "a property of answers that is gone",
    [
      ["        title: { type: string }\n        next", "        next"],
      ["required: [id, title]", "required: [id]"],
    ],
    [
      "breaking createTicket 201.title: is no longer described",
      "breaking listTickets 200.0.title: is no longer described",
    ],
  ],
  [
    "a property of answers that may be missing",
    [["required: [id, title]", "required: [id]"]],
    [
      "possible createTicket 201.title: may be missing now",
      "possible listTickets 200.0.title: may be missing now",
    ],
  ],
  ["a status", [['"204"', '"200"']], ["possible deleteTicket 204: is no longer described"]],
] as const)("%s", async (_, edits, expected) => {
  const found = await changes(...edits);
  for (const line of expected) expect(found).toContain(line);
  const isBreaking = (line: string) => line.startsWith("breaking");
  if (expected.length === 0) expect(found).toEqual([]);
  else expect(found.filter(isBreaking)).toEqual(expected.filter(isBreaking));
});
