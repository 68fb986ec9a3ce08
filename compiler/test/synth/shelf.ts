/** A service with one operation for each thing that makes it hard to write a call down. */
export const SHELF = `
openapi: 3.1.0
info: { title: "Shelf {of} \\"books\\"", version: "1" }
paths:
  /books:
    get: { operationId: listBooks, responses: { "200": { description: Books. } } }
    post:
      operationId: createBook
      summary: "Create a \\"book\\" with {braces}\\u202E."
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [shelf, size, kind]
              properties:
                title: { type: string, minLength: 3, maxLength: 40 }
                shelf: { type: object, required: [id], properties: { id: { type: string, pattern: "^[0-9]+$" } } }
                size: { type: integer, minimum: 10, maximum: 500 }
                kind: { type: string, enum: ["{odd}", "\\"quoted\\""] }
                made: { type: string, readOnly: true }
      responses: { "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    put:
      operationId: books/replace-one
      parameters:
        - { name: X-Reason, in: header, required: true, schema: { type: string } }
        - { name: until, in: query, required: true, schema: { type: string, format: date } }
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: integer }, "odd-name": { type: string } } } } }
      responses: { "204": { description: Done. } }
    patch:
      operationId: touch
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { note: { type: string } } } } } }
      responses: { "2XX": { description: Done. } }
    delete: { operationId: delete, responses: { default: { description: Done. } } }
  /books/order:
    put:
      operationId: order
      requestBody: { required: true, content: { application/json: { schema: { type: array, minItems: 2, items: { type: string } } } } }
      responses: { "200": { description: Done. } }
  /books/lend:
    post:
      operationId: lend
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [loans]
              properties:
                loans:
                  type: array
                  minItems: 1
                  items: { type: object, required: [book, days], properties: { book: { type: string }, days: { type: integer, minimum: 1, maximum: 300 } } }
      responses: { "200": { description: Done. } }
  /marks:
    put:
      operationId: setMarks
      requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: { type: string } } } } }
      responses: { "200": { description: Done. } }
  /choice:
    post:
      operationId: choose
      requestBody:
        required: true
        content:
          application/json:
            schema:
              oneOf:
                - { type: object, required: [never], properties: { never: { const: 1 }, name: { type: string, maxLength: 0 } } }
                - { type: object, required: [name], properties: { name: { type: string } } }
      responses: { "200": { description: Done. } }
  /door:
    post: { operationId: close, responses: { "204": { description: Closed. } } }
    put:
      operationId: setDoor
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [open], properties: { open: { type: boolean } } } } } }
      responses: { "204": { description: Done. } }
  /endless:
    post:
      operationId: endless
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Endless" } } } }
      responses: { "204": { description: Done. } }
components:
  schemas:
    Book: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string }, secret: { type: string, writeOnly: true } } }
    Endless: { type: object, required: [next], properties: { next: { $ref: "#/components/schemas/Endless" } } }
`;
