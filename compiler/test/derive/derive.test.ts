import { expect, test } from "vitest";
import { renderDiagnostic } from "../../../dsl/index.js";
import * as runtime from "../../../runtime/index.js";
import { memoryHost } from "../../host/memory-host.js";
import { compileScenarios } from "../../pipeline/compile.js";

/** A shelf API: every kind of operation, one nested path, one resource whose key the client chooses. */
const DOCUMENT = `
openapi: 3.1.0
info: { title: Shelf, version: "1" }
paths:
  /rooms/{room}/books:
    parameters: [{ name: room, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listBooks
      parameters:
        - { name: author, in: query, schema: { type: string } }
        - { name: page, in: query, schema: { type: integer } }
      responses:
        "200":
          description: Books
          content: { application/json: { schema: { type: object, properties: { books: { type: array, items: { $ref: "#/components/schemas/Book" } } } } } }
    post:
      operationId: addBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/BookFields" } } } }
      responses: { "201": { description: Added, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
  /rooms/{room}/books/{id}:
    parameters:
      - { name: room, in: path, required: true, schema: { type: string } }
      - { name: id, in: path, required: true, schema: { type: integer } }
    get:
      operationId: getBook
      responses: { "200": { description: A book, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
    patch:
      operationId: changeBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/BookChange" } } } }
      responses: { "200": { description: The book, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
    put:
      operationId: replaceBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/BookFields" } } } }
      responses: { "204": { description: Replaced } }
    delete:
      operationId: removeBook
      responses: { "204": { description: Gone } }
  /rooms:
    post:
      operationId: addRoom
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Room" } } } }
      responses: { "201": { description: Added, content: { application/json: { schema: { $ref: "#/components/schemas/Room" } } } } }
  /rooms/{name}:
    get:
      operationId: getRoom
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: A room, content: { application/json: { schema: { $ref: "#/components/schemas/Room" } } } } }
  /rooms/{room}/books/{id}/lend:
    post:
      operationId: lendBook
      parameters:
        - { name: room, in: path, required: true, schema: { type: string } }
        - { name: id, in: path, required: true, schema: { type: integer } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/BookChange" } } } }
      responses: { "200": { description: Lent, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
  /rooms/{room}/titles/{title}:
    get:
      operationId: getBookByTitle
      parameters:
        - { name: room, in: path, required: true, schema: { type: string } }
        - { name: title, in: path, required: true, schema: { type: string } }
      responses: { "200": { description: A book, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
  /imports:
    post:
      operationId: importBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/BookFields" } } } }
      responses: { "201": { description: Imported, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
  /books/{id}/move:
    post:
      operationId: moveBook
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { "200": { description: Moved, content: { application/json: { schema: { $ref: "#/components/schemas/Report" } } } } }
components:
  schemas:
    Room: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } }, additionalProperties: false }
    Report: { type: object, properties: { ok: { type: boolean } } }
    Book:
      type: object
      properties: { id: { type: integer, readOnly: true }, room: { type: string }, title: { type: string }, author: { type: string }, lent: { type: boolean } }
    BookFields:
      type: object
      required: [title]
      properties: { title: { type: string }, author: { type: string }, lent: { type: boolean } }
      additionalProperties: false
    BookChange:
      type: object
      properties: { title: { type: string }, author: { type: string }, lent: { type: boolean } }
      additionalProperties: false
`;

const SEEDS = `
- { id: 1, room: red, title: Dune, author: Herbert, lent: false }
- { id: 2, room: red, title: Emma, author: Austen }
- { id: 3, room: blue, title: Ulysses, author: Joyce }
`;

const scenario = (tools: string, tests: string, more = "") => `
api shelf from "shelf.yaml"
world shelf {
  resource Book: shelf.Book { key id  computed id  seed "books.yaml" }
  resource Room: shelf.Room { key name }
  invalid shelf else 400 { message: "{violation.path} {violation.message}" }
  ${more}
}
scenario lend "Lend a book" {
  world shelf
  tools { change_book = shelf.changeBook ${tools} }
  system "A library."
  task lend {
    given book: Book where book.room == "red"
    prompt "Lend {book.title}."
    gold change_book { room = book.room  id = book.id  lent = true }
    split train 1 seed 1
    split heldout 1 seed 2 { disjoint book }
  }
  reward sound { derive slots derive penalties }
  ${tests}
}
`;

async function run(text: string) {
  const host = memoryHost({ "shelf.yaml": DOCUMENT, "books.yaml": SEEDS, "a.rvr": text });
  const result = await compileScenarios({
    host,
    paths: ["a.rvr"],
    out: "generated",
    runtime,
    emit: false,
    replay: true,
  });
  return result.diagnostics.map((one) => renderDiagnostic(one, result.sources));
}

test("operations without an `on` block read, list, create, change, replace and delete", async () => {
  const tools = `
    list_books = shelf.listBooks  get_book = shelf.getBook  add_book = shelf.addBook
    replace_book = shelf.replaceBook  remove_book = shelf.removeBook  add_room = shelf.addRoom`;
  const tests = `test "all of them" given { book: 1 } expect failure {
    get_book(room: "red", id: 2) -> 200 { id: 2, title: "Emma" }
    get_book(room: "blue", id: 2) -> 404 { message: "There is no Book 2" }
    list_books(room: "red") -> 200 { books: [{ id: 1 }, { id: 2 }] }
    list_books(room: "red", author: "Austen", page: 7) -> 200 { books: [{ id: 2 }] }
    add_book(room: "red", title: "Emma", lent: false) -> 201 { id: 4, room: "red", title: "Emma", lent: false }
    add_book(room: "red", author: "Nobody") -> 400
    change_book(room: "red", id: 4, lent: true) -> 200 { id: 4, title: "Emma", lent: true }
    replace_book(room: "red", id: 1, title: "Dune II") -> 204
    get_book(room: "red", id: 1) -> 200 { id: 1, room: "red", title: "Dune II" }
    remove_book(room: "red", id: 2) -> 204
    remove_book(room: "red", id: 2) -> 404
    list_books(room: "red") -> 200 { books: [{ id: 1 }, { id: 4 }] }
    add_room(name: "green") -> 201 { name: "green" }
    add_room(name: "green") -> 409 { message: "There already is Room green" }
  }
  test "a replaced record loses what is not sent" given { book: 1 } expect failure {
    replace_book(room: "red", id: 1, title: "Dune II") -> 204
    list_books(room: "red", author: "Herbert") -> 200 { books: [] }
  }
  test "the gold call" task "train/0" expect success { gold }`;
  expect(await run(scenario(tools, tests))).toEqual([]);
});

test("a test of derived behaviour can fail", async () => {
  const found = await run(
    scenario(
      "get_book = shelf.getBook",
      'test "wrong" given { book: 1 } expect failure { get_book(room: "red", id: 2) -> 200 { title: "Dune" } }',
    ),
  );
  expect(found.join("\n")).toContain("RVR8");
});

test("an `on` block replaces what would be derived", async () => {
  const own = `on shelf.getBook { respond 200 { title: "Always this" } }`;
  const tests = `test "own" given { book: 1 } expect failure { get_book(room: "x", id: 9) -> 200 { title: "Always this" } }`;
  expect(await run(scenario("get_book = shelf.getBook", tests, own))).toEqual([]);
});

test.each([
  ["moveBook", "its answer is not one record of one resource"],
  ["lendBook", "its path names a Book already"],
  ["importBook", "no operation lists or reads Book at its path, so it may do something else"],
  ["getBookByTitle", "its path asks for 'title', which is neither the key nor an alias of Book"],
])("%s cannot be derived, and the finding says why", async (operation, reason) => {
  const found = (await run(scenario(`other = shelf.${operation}`, ""))).join("\n");
  expect(found).toContain("RVR4003");
  expect(found).toContain(`it cannot be derived: ${reason}`);
});

test("a change that a flow governs is not derived", async () => {
  const text = scenario("", "").replace("computed id  seed", 'computed id  flow author { "a" -> "b" }  seed');
  expect((await run(text)).join("\n")).toContain("it can set 'author', whose changes follow a flow");
});
