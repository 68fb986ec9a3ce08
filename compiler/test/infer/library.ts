/** A library with one resource of each kind: its paths, its shapes, and what is left open. */
export const LIBRARY = `
openapi: 3.1.0
info: { title: Library, version: "1" }
paths:
  /v1/books:
    get:
      operationId: listBooks
      parameters:
        - { name: startAt, in: query, schema: { type: integer } }
        - { name: maxResults, in: query, schema: { type: integer } }
        - { name: shelf-id, in: query, schema: { type: string } }
        - { name: status, in: query, schema: { type: array, items: { type: string } } }
      responses:
        "200":
          description: A page of books.
          content:
            application/json:
              schema:
                type: object
                properties:
                  total: { type: integer }
                  isLast: { type: boolean }
                  values: { type: array, items: { $ref: "#/components/schemas/Book" } }
    post:
      operationId: createBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewBook" } } } }
      responses:
        "201":
          description: Made.
          content: { application/json: { schema: { type: object, properties: { id: { type: string }, slug: { type: string } } } } }
  /v1/books/{bookIdOrSlug}:
    parameters: [{ name: bookIdOrSlug, in: path, required: true, schema: { type: string } }]
    get: { operationId: getBook, responses: { "200": { $ref: "#/components/responses/Book" } } }
    patch:
      operationId: changeBook
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/BookChange" } } } }
      responses: { "200": { $ref: "#/components/responses/Book" } }
    delete: { operationId: deleteBook, responses: { "204": { description: Gone. } } }
  /v1/books/{id}/lend:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: lendBook, responses: { "204": { description: Lent. } } }
  /v1/books/recent:
    get:
      operationId: recentBooks
      responses: { "200": { description: Some., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Book" } } } } } }
  /v1/books/{book-id}/chapters:
    parameters: [{ name: book-id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listChapters
      parameters:
        - { name: cursor, in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        "200":
          description: Chapters.
          content: { application/json: { schema: { type: object, properties: { chapters: { type: array, items: { $ref: "#/components/schemas/Chapter" } }, nextPageToken: { type: [string, "null"] } } } } }
    post:
      operationId: createChapter
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Chapter" } } } }
      responses: { "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Chapter" } } } } }
  /v1/books/{book-id}/chapters/{number}:
    parameters:
      - { name: book-id, in: path, required: true, schema: { type: string } }
      - { name: number, in: path, required: true, schema: { type: integer } }
    get: { operationId: getChapter, responses: { "200": { description: One., content: { application/json: { schema: { $ref: "#/components/schemas/Chapter" } } } } } }
    put:
      operationId: setChapter
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Chapter" } } } }
      responses: { "200": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Chapter" } } } } }
    delete: { operationId: deleteChapter, responses: { "204": { description: Gone. } } }
  /v1/books/{bookId}/notes/{noteKey}:
    parameters:
      - { name: bookId, in: path, required: true, schema: { type: string } }
      - { name: noteKey, in: path, required: true, schema: { type: string } }
    get: { operationId: getNote, responses: { "200": { description: A note., content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } } } }
    put:
      operationId: setNote
      requestBody: { required: true, content: { application/json: { schema: {} } } }
      responses: { "200": { description: Set. }, "201": { description: Made. } }
  /v1/shelves:
    get: { operationId: listShelves, responses: { "200": { description: All., content: { application/json: { schema: { type: object, properties: { data: { type: array, items: { $ref: "#/components/schemas/Shelf" } } } } } } } } }
    post:
      operationId: createShelf
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { data: { $ref: "#/components/schemas/Shelf" } } } } } }
      responses: { "201": { $ref: "#/components/responses/Shelf" } }
  /v1/shelves/{shelf_gid}:
    parameters: [{ name: shelf_gid, in: path, required: true, schema: { type: string } }]
    get: { operationId: getShelf, responses: { "200": { $ref: "#/components/responses/Shelf" } } }
    put:
      operationId: updateShelf
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { data: { $ref: "#/components/schemas/Shelf" } } } } } }
      responses: { "200": { $ref: "#/components/responses/Shelf" } }
  /v1/shelves/{id}/books:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: booksOnShelf, responses: { "200": { description: Many., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Book" } } } } } } }
  /v1/settings:
    get: { operationId: getSettings, responses: { "200": { description: All., content: { application/json: { schema: { $ref: "#/components/schemas/Settings" } } } } } }
    put:
      operationId: setSettings
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Settings" } } } }
      responses: { "204": { description: Done. } }
  /v1/members/{member}:
    parameters: [{ name: member, in: path, required: true, schema: { type: string } }]
    get: { operationId: getMember, responses: { "200": { description: One., content: { application/json: { schema: { $ref: "#/components/schemas/Member" } } } } } }
  /v1/members/{memberId}/loans:
    parameters: [{ name: memberId, in: path, required: true, schema: { type: string } }]
    get: { operationId: loansOf, responses: { "200": { description: Many., content: { application/json: { schema: { type: object, properties: { loans: { type: array, items: { type: object, properties: { book: { type: string } } } }, fines: { type: array, items: { type: object, properties: { sum: { type: number } } } }, total: { type: integer }, offset: { type: integer } } } } } } } }
  /v1/tags:
    get: { operationId: listTags, responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: integer }, label: { type: string } } } } } } } } }
  /v1/tags/{tagId}/books:
    parameters: [{ name: tagId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: booksOfTag, responses: { "200": { description: Many., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Book" } } } } } } }
  /v1/covers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getCover, responses: { "200": { description: A picture. } } }
components:
  responses:
    Book: { description: A book., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
    Shelf: { description: A shelf., content: { application/json: { schema: { type: object, properties: { data: { $ref: "#/components/schemas/Shelf" } } } } } }
  schemas:
    Book:
      type: object
      required: [id, title, pages]
      properties:
        id: { type: string, readOnly: true }
        slug: { type: string }
        title: { type: string, minLength: 1 }
        shelfId: { type: string }
        status: { type: string, enum: [here, lent, lost] }
        pages: { type: integer, minimum: 1 }
        made: { type: string, format: date-time }
        cover: { type: object, properties: { color: { type: string }, hard: { type: boolean } } }
    NewBook:
      type: object
      required: [title]
      additionalProperties: false
      properties:
        title: { type: string, minLength: 1 }
        shelfId: { type: string }
        status: { type: string, enum: [here, lent, lost] }
        cover: { type: object, properties: { color: { type: string }, hard: { type: boolean } } }
    BookChange:
      type: object
      properties:
        title: { type: string, minLength: 1 }
        status: { type: string, enum: [here, lent, lost] }
        cover: { type: object, properties: { color: { type: string }, hard: { type: boolean } } }
    Chapter:
      type: object
      required: [number, title]
      additionalProperties: false
      properties: { number: { type: integer }, title: { type: string }, summary: { type: string } }
    Note: { type: object, properties: { key: { type: string }, value: {} } }
    Shelf:
      type: object
      required: [name]
      properties: { gid: { type: string, readOnly: true }, name: { type: string }, room: { type: string } }
    Settings: { type: object, properties: { opens: { type: string }, closes: { type: string } } }
    Member: { type: object, properties: { id: { type: string }, key: { type: string }, name: { type: string } } }
`;
