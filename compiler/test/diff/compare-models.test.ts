import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { Json } from "../../../runtime/abi/json.js";
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
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
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
                due: { type: string, format: date }
                note: { type: string, maxLength: 80, pattern: "^[a-z]" }
                from: { $ref: "#/components/schemas/Person" }
                to: { $ref: "#/components/schemas/Person" }
                place: { oneOf: [{ $ref: "#/components/schemas/Room" }, { $ref: "#/components/schemas/Street" }] }
                weight: { type: number, minimum: 1 }
      responses: { "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Ticket" } } } } }
  /tickets/{id}:
    delete: { operationId: deleteTicket, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { "204": { description: Gone. } } }
components:
  schemas:
    Person: { type: object, properties: { name: { type: string }, boss: { $ref: "#/components/schemas/Person" } } }
    Room: { type: object, properties: { kind: { type: string, const: room }, number: { type: integer } } }
    Street: { type: object, properties: { kind: { type: string, const: street }, number: { type: string } } }
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
  return found.map(({ severity, operation, at, message, also }) => {
    const more = also.length === 0 ? "" : `, also ${also.join(", ")}`;
    return `${severity} ${operation} ${at}: ${message}${more}`;
  });
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
    ["breaking deleteTicket : is called removeTicket now"],
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
    ["breaking listTickets query.limit: maximum was 50 and is 20"],
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
  [
    "an upper limit that lets more through",
    [["maximum: 50", "maximum: 90"]],
    ["compatible listTickets query.limit: maximum was 50 and is 90"],
  ],
  [
    "a least value",
    [["minimum: 1", "minimum: 2"]],
    ["breaking createTicket body.weight: minimum was 1 and is 2"],
  ],
  [
    "a limit that is new",
    [["weight: { type: number,", "weight: { type: number, maximum: 9,"]],
    ["breaking createTicket body.weight: maximum was not given and is 9"],
  ],
  [
    "a pattern that is gone",
    [[', pattern: "^[a-z]"', ""]],
    ['compatible createTicket body.note: pattern was "^[a-z]" and is not given'],
  ],
  [
    "a format that is checked",
    [["format: date", "format: date-time"]],
    ['breaking createTicket body.due: format was "date" and is "date-time"'],
  ],
  [
    "a format that nobody checks",
    [["format: date", "format: holiday"]],
    ['possible createTicket body.due: format was "date" and is "holiday"'],
  ],
  [
    "a body that takes nothing else",
    [["required: [title]", "additionalProperties: false\n              required: [title]"]],
    ["breaking createTicket body: takes no other names now"],
  ],
  [
    "a schema in two places, and within itself",
    [["{ name: { type: string }, boss", "{ name: { type: integer }, boss"]],
    ["breaking createTicket body.from.name: was string and is integer, also body.to.name"],
  ],
  [
    "a property of one form of several",
    [["number: { type: integer }", "number: { type: boolean }"]],
    ["breaking createTicket body.place.number: was integer and is boolean"],
  ],
  [
    "a form that is gone",
    [[', { $ref: "#/components/schemas/Street" }', ""]],
    ["breaking createTicket body.place: no longer takes the form of Street"],
  ],
  [
    "a parameter in another place",
    [["name: state, in: query", "name: state, in: header"]],
    ["breaking listTickets query.state: is header.state now"],
  ],
  [
    "a list that is written otherwise",
    [["name: tags, in: query,", "name: tags, in: query, explode: false,"]],
    ["breaking listTickets query.tags: was written as form, exploded and is written as form"],
  ],
  [
    "another type of content",
    [["          application/json:", "          application/x-www-form-urlencoded:"]],
    ["breaking createTicket body: was application/json and is application/x-www-form-urlencoded"],
  ],
  [
    "no success at all",
    [['"204": { description: Gone. }', '"404": { description: Gone. }']],
    ["breaking deleteTicket 204: is no longer described"],
  ],
  [
    "a body of answers that is gone",
    [
      [
        '{ "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Ticket" } } } } }',
        '{ "201": { description: Made. } }',
      ],
    ],
    ["breaking createTicket 201: no longer describes a body"],
  ],
  ["a status", [['"204"', '"200"']], ["possible deleteTicket 204: is 200 now"]],
] as const)("%s", async (_, edits, expected) => {
  const found = await changes(...edits);
  for (const line of expected) expect(found).toContain(line);
  const isBreaking = (line: string) => line.startsWith("breaking");
  if (expected.length === 0) expect(found).toEqual([]);
  else expect(found.filter(isBreaking)).toEqual(expected.filter(isBreaking));
});

it("is silent whatever the order of keys", async () => {
  const document = parse(OLD) as Json;
  const before = await modelOf(JSON.stringify(document));
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
      const shuffled = (value: Json): Json => {
        if (Array.isArray(value)) return value.map(shuffled);
        if (typeof value !== "object" || value === null) return value;
        const entries = Object.entries(value).map(([key, inner]) => ({
          key,
          inner: shuffled(inner as Json),
          rank: numbers.next().value,
        }));
        entries.sort((left, right) => left.rank - right.rank);
        return Object.fromEntries(entries.map(({ key, inner }) => [key, inner]));
      };
      expect(compareModels(before, await modelOf(JSON.stringify(shuffled(document))))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

it("says the opposite when the versions change places", async () => {
  const narrower = OLD.replace("maximum: 50", "maximum: 20").replace("enum: [a, b]", "enum: [a]");
  const [old, now] = [await modelOf(OLD), await modelOf(narrower)];
  const severities = (changes: readonly { severity: string }[]) => changes.map(({ severity }) => severity);
  expect(severities(compareModels(old, now))).toEqual(["breaking", "breaking"]);
  expect(severities(compareModels(now, old))).toEqual(["compatible", "compatible"]);
});
