import { expect, it } from "vitest";
import type { ApiModel } from "../../openapi/api-model.js";
import { load } from "./fixture.js";

const OLD = `
swagger: "2.0"
info: { title: Shelf, version: "1" }
host: shelf.example
basePath: /v1
schemes: [https, http]
consumes: [application/json]
produces: [application/json]
parameters:
  Id: { name: id, in: path, required: true, type: integer, format: int64 }
  Book: { name: book, in: body, required: true, schema: { $ref: "#/definitions/Book" } }
responses:
  Missing: { description: Missing., schema: { $ref: "#/definitions/Fault" } }
paths:
  /books/{id}:
    parameters: [{ $ref: "#/parameters/Id" }]
    get:
      operationId: getBook
      parameters:
        - { name: fields, in: query, type: array, items: { type: string } }
        - { name: tags, in: query, type: array, items: { type: string, enum: [a, b] }, collectionFormat: multi }
        - { name: parts, in: query, type: array, items: { type: string }, collectionFormat: pipes }
      responses:
        "200": { description: The book., schema: { $ref: "#/definitions/Book" } }
        "404": { $ref: "#/responses/Missing" }
    put:
      operationId: putBook
      parameters: [{ $ref: "#/parameters/Book" }]
      responses: { "204": { description: Done. } }
    post:
      operationId: markBook
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - { name: note, in: formData, required: true, type: string, maxLength: 9, description: What to note. }
        - { name: stars, in: formData, type: integer, minimum: 1 }
      responses: { default: { description: Done. } }
definitions:
  Book:
    type: object
    required: [title]
    discriminator: kind
    properties:
      title: { type: string, x-nullable: true }
      kind: { type: string }
      next: { $ref: "#/definitions/Book" }
  Fault: { type: object, properties: { message: { type: string } } }
`;

const NEW = `
openapi: 3.0.3
info: { title: Shelf, version: "1" }
servers: [{ url: "https://shelf.example/v1" }, { url: "http://shelf.example/v1" }]
paths:
  /books/{id}:
    parameters: [{ $ref: "#/components/parameters/Id" }]
    get:
      operationId: getBook
      parameters:
        - { name: fields, in: query, style: form, explode: false, schema: { type: array, items: { type: string } } }
        - { name: tags, in: query, style: form, explode: true, schema: { type: array, items: { type: string, enum: [a, b] } } }
        - { name: parts, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: string } } }
      responses:
        "200": { description: The book., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
        "404": { $ref: "#/components/responses/Missing" }
    put:
      operationId: putBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
      responses: { "204": { description: Done. } }
    post:
      operationId: markBook
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              properties:
                note: { type: string, maxLength: 9, description: What to note. }
                stars: { type: integer, minimum: 1 }
              required: [note]
      responses: { default: { description: Done. } }
components:
  parameters:
    Id: { name: id, in: path, required: true, schema: { type: integer, format: int64 } }
  responses:
    Missing: { description: Missing., content: { application/json: { schema: { $ref: "#/components/schemas/Fault" } } } }
  schemas:
    Book:
      type: object
      required: [title]
      discriminator: { propertyName: kind }
      properties:
        title: { type: string, nullable: true }
        kind: { type: string }
        next: { $ref: "#/components/schemas/Book" }
    Fault: { type: object, properties: { message: { type: string } } }
`;

const plain = (model: ApiModel | undefined) => ({
  servers: model?.servers,
  operations: [...(model?.operations.values() ?? [])],
  schemas: [...(model?.schemas ?? [])],
});

it("is read as the same document in OpenAPI 3.0", async () => {
  const [old, now] = [await load(OLD), await load(NEW)];
  expect(old.diagnostics).toEqual([]);
  expect(plain(old.model)).toEqual(plain(now.model));
  expect(old.model?.openapi).toBe("Swagger 2.0");
});

it("keeps its places", async () => {
  const { model } = await load(OLD);
  const textAt = (place: { span: { start: number; end: number } } | undefined) =>
    place && OLD.slice(place.span.start, OLD.indexOf("\n", place.span.start));
  const book = model?.schemas.get("Book");
  expect(textAt(book && model?.places?.schema(book, "required"))).toBe("required: [title]");
  expect(textAt(model?.places?.operation("markBook"))).toBe("post:");
  const note = model?.operations.get("markBook")?.body?.schema["properties"] as { note: object };
  expect(textAt(model?.places?.schema(note.note as never, "maxLength"))).toMatch(/^(?:maxLength: )?9, /u);
});

it.each([
  ["a reference that leads nowhere", OLD.replace('"#/definitions/Fault"', '"#/definitions/Falt"'), "RVR7020"],
  [
    "parameters that are no list",
    OLD.replace('parameters: [{ $ref: "#/parameters/Book" }]', "parameters: 5"),
    undefined,
  ],
  ["paths that are a text", `swagger: "2.0"\ninfo: { title: T, version: "1" }\npaths: none`, "RVR7005"],
  ["a number for a version", OLD.replace('"2.0"', "2.0"), undefined],
])("reads %s without a crash", async (_, text, code) => {
  const { diagnostics } = await load(text);
  if (code !== undefined) expect(diagnostics.map((one) => one.code)).toContain(code);
  else expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
});
