import { describe, expect, it } from "vitest";
import * as runtime from "../../../runtime/index.js";
import { memoryHost } from "../../host/memory-host.js";
import { createThenRead } from "../../infer/create-then-read.js";
import { inferApi } from "../../infer/infer-api.js";
import { inferWorld } from "../../infer/infer-world.js";
import { loadApi } from "../../openapi/load-api.js";
import { compileScenarios } from "../../pipeline/compile.js";
import { LIBRARY } from "./library.js";

/** The inferred world of the library, with its files, and a scenario whose tests play calls in it. */
async function worldFiles(extra: Readonly<Record<string, string>> = {}) {
  const host = memoryHost({ "library.yaml": LIBRARY });
  const { model } = await loadApi(host, "library.yaml");
  if (model === undefined) throw new Error("no model");
  const resources = inferApi(model);
  const options = { model, resources, name: "library", document: "library.yaml", records: 6, seed: 1 };
  const world = inferWorld(options);
  return {
    model,
    resources,
    world,
    host: memoryHost({ "library.yaml": LIBRARY, ...Object.fromEntries(world.files), ...extra }),
  };
}

const CALLS = `
use world library from "library.rvr"

scenario calls {
  world library
  tools {
    get_book = api.getBook { take bookIdOrSlug }
    create_book = api.createBook { take body }
    change_book = api.changeBook { take bookIdOrSlug, body }
    delete_book = api.deleteBook { take bookIdOrSlug }
    list_books = api.listBooks { take query.startAt, query.maxResults, query."shelf-id" as shelf, query.status }
    on_shelf = api.booksOnShelf { take path.id as shelf }
    create_chapter = api.createChapter { take path."book-id" as book, body }
    set_chapter = api.setChapter { take path."book-id" as book, path.number as number, body }
    get_chapter = api.getChapter { take path."book-id" as book, path.number as number }
    delete_chapter = api.deleteChapter { take path."book-id" as book, path.number as number }
    list_chapters = api.listChapters { take path."book-id" as book, query.cursor, query.limit }
    set_note = api.setNote { take path.bookId as book, path.noteKey as note, body as value }
    get_note = api.getNote { take path.bookId as book, path.noteKey as note }
    create_shelf = api.createShelf { take body }
    update_shelf = api.updateShelf { take path.shelf_gid as shelf, body }
    get_shelf = api.getShelf { take path.shelf_gid as shelf }
    get_settings = api.getSettings
    set_settings = api.setSettings { take body }
  }
  system "A library."
  task delete {
    given book: Book
    prompt "Delete {book.id}."
    gold delete_book { bookIdOrSlug = book.id }
    split train 3 seed 1 { book in ["10001", "10002", "10003"] disjoint book }
    split heldout 3 seed 1 { book in ["10004", "10005", "10006"] disjoint book }
  }
  reward sound { derive slots derive penalties budget 2 }

  test "created, read by both names, changed in parts" expect failure {
    create_book(body: { title: "Ink", cover: { color: "red", hard: true } }) -> 201 { id: "10007", slug: "BOOK-10007" }
    get_book(bookIdOrSlug: "BOOK-10007") -> 200 { id: "10007", title: "Ink" }
    change_book(bookIdOrSlug: "10007", body: { cover: { color: "blue" } }) -> 200 { title: "Ink", cover: { color: "blue", hard: true } }
  }
  test "deleted is gone" expect failure {
    delete_book(bookIdOrSlug: "10006") -> 204
    get_book(bookIdOrSlug: "10006") -> 404
    delete_book(bookIdOrSlug: "10006") -> 404
  }
  test "what breaks the schema is refused" expect failure {
    create_book(body: { title: "" }) -> 400
    create_book(body: { title: "Ink", weight: 3 }) -> 400
  }
  test "lists come in pages and by property" expect failure {
    create_book(body: { title: "Ink", shelfId: "there", status: "lent" }) -> 201
    list_books(shelf: "there", status: ["lent"]) -> 200 { total: 1, isLast: true, values: [{ title: "Ink" }] }
    list_books(shelf: "there", status: ["here", "lost"]) -> 200 { total: 0, isLast: true }
    list_books(startAt: 6, maxResults: 1) -> 200 { total: 7, isLast: true, values: [{ title: "Ink" }] }
    list_books(startAt: 2, maxResults: 2) -> 200 { total: 7, isLast: false, values: [{ id: "10003" }, { id: "10004" }] }
    on_shelf(shelf: "there") -> 200
  }
  test "a number is one chapter of one book" expect failure {
    create_chapter(book: "10001", body: { number: 70, title: "End" }) -> 201 { number: 70, title: "End" }
    create_chapter(book: "10001", body: { number: 70, title: "Again" }) -> 409
    create_chapter(book: "10002", body: { number: 70, title: "Other", summary: "Short." }) -> 201
    create_chapter(book: "1", body: { number: 70, title: "Nowhere" }) -> 404
    get_chapter(book: "10001", number: 70) -> 200 { title: "End" }
    set_chapter(book: "10002", number: 70, body: { number: 70, title: "New" }) -> 200 { number: 70, title: "New" }
    get_chapter(book: "10001", number: 70) -> 200 { title: "End" }
    delete_chapter(book: "10001", number: 70) -> 204
    get_chapter(book: "10002", number: 70) -> 200 { title: "New" }
    list_chapters(book: "10002", cursor: "1", limit: 1) -> 200 { nextPageToken: null, chapters: [{ number: 70 }] }
  }
  test "a PUT that may answer 201 makes what is not there" expect failure {
    set_note(book: "10001", note: "page", value: 12) -> 200
    get_note(book: "10001", note: "page") -> 200 { key: "page", value: 12 }
    set_note(book: "10001", note: "page", value: [1]) -> 200
    get_note(book: "10001", note: "page") -> 200 { value: [1] }
    get_note(book: "10002", note: "page") -> 404
  }
  test "envelopes go both ways" expect failure {
    create_shelf(body: { data: { name: "West" } }) -> 201 { data: { gid: "10007", name: "West" } }
    update_shelf(shelf: "10007", body: { data: { name: "East" } }) -> 200 { data: { name: "East" } }
    get_shelf(shelf: "10007") -> 200 { data: { gid: "10007", name: "East" } }
  }
  test "there is one of the settings" expect failure {
    set_settings(body: { opens: "8:00" }) -> 204
    get_settings() -> 200 { opens: "8:00" }
  }
}
`;

describe("an inferred world", () => {
  it("behaves as the document lets one expect", async () => {
    const { host } = await worldFiles({ "calls.rvr": CALLS });
    const result = await compileScenarios({
      host,
      paths: ["calls.rvr"],
      out: "generated",
      runtime,
      emit: false,
      replay: true,
    });
    // Remarks about the document ask for nothing.
    const findings = result.diagnostics.filter(({ severity }) => severity !== "info");
    expect(findings.map(({ code, message, file }) => `${file} ${code} ${message}`)).toEqual([]);
    expect(result.testResults.map(({ title }) => title)).toHaveLength(8);
    expect(result.testResults.every(({ ok }) => ok)).toBe(true);
  });

  it("gives back what was created, for every resource that is created and read", async () => {
    const { host, model, resources } = await worldFiles();
    const options = { host, document: "library.yaml", model, resources, wanted: resources, runtime };
    const results = await createThenRead(options);
    expect(results.map(({ resource, outcome, reason }) => `${resource} ${outcome} ${reason}`.trim())).toEqual(
      ["Book same", "BookChapter same", "BookNote same", "Shelf same"],
    );
    expect(results.every(({ compared }) => compared > 0)).toBe(true);
  });

  it("says of a record that does not come back what is other", async () => {
    const broken = LIBRARY.replace(
      "shelfId: { type: string }\n        status",
      "shelfId: { type: string, enum: [a] }\n        status",
    );
    const host = memoryHost({ "library.yaml": broken });
    const { model } = await loadApi(host, "library.yaml");
    if (model === undefined) throw new Error("no model");
    // A resource whose read is another one's: what is created there cannot be found.
    const resources = inferApi(model).map((resource) =>
      resource.name === "Shelf"
        ? {
            ...resource,
            roles: resource.roles.map((one) => ({
              ...one,
              value: {
                ...one.value,
                operation: one.value.operation === "getShelf" ? "getMember" : one.value.operation,
              },
            })),
          }
        : resource,
    );
    const wanted = resources.filter(({ name }) => name === "Shelf");
    const [result] = await createThenRead({
      host,
      document: "library.yaml",
      model,
      resources,
      wanted,
      runtime,
    });
    expect(result?.outcome).toBe("other");
  });

  it("keeps what a document calls things from leaving its place in the text", async () => {
    const text = `
openapi: 3.1.0
info: { title: Odd, version: "1" }
paths:
  "/it\\u202Eems\\n#":
    get: { operationId: "all \\" } on\\n", responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Odd" } } } } } } }
    post: { operationId: "make\\"#", requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Odd" } } } }, responses: { "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Odd" } } } } } }
  "/it\\u202Eems\\n#/{x\\"y}":
    get: { operationId: __proto__, parameters: [{ name: "x\\"y", in: path, required: true, schema: { type: string } }], responses: { "200": { description: One., content: { application/json: { schema: { $ref: "#/components/schemas/Odd" } } } } } }
components:
  schemas:
    Odd: { type: object, required: ["{a}", 'q"\\'], properties: { "x\\"y": { type: string, readOnly: true }, "{a}": { type: string }, 'q"\\': { type: string }, __proto__: { type: string }, constructor: { type: string } } }
`;
    const host = memoryHost({ "odd.yaml": text });
    const { model } = await loadApi(host, "odd.yaml");
    if (model === undefined) throw new Error("no model");
    const resources = inferApi(model);
    expect(resources).toHaveLength(1);
    const world = inferWorld({ model, resources, name: "odd", document: "odd.yaml", records: 3, seed: 1 });
    const files = memoryHost({ "odd.yaml": text, ...Object.fromEntries(world.files) });
    const options = { paths: ["odd.rvr"], out: "generated", runtime, emit: false, replay: false };
    const { diagnostics } = await compileScenarios({ host: files, ...options });
    const found = diagnostics.filter(({ file, severity }) => file === "odd.rvr" && severity === "error");
    expect(found).toEqual([]);
    expect(world.files.get("odd.rvr")).not.toMatch(/[\u202A-\u202E]/u);
  });

  it("has the same bytes every time", async () => {
    const [one, two] = [await worldFiles(), await worldFiles()];
    expect([...one.world.files]).toEqual([...two.world.files]);
    expect([...one.world.files.keys()]).toEqual([
      "library.rvr",
      "seeds/Book.yaml",
      "seeds/BookChapter.yaml",
      "seeds/BookNote.yaml",
      "seeds/Shelf.yaml",
      "seeds/Settings.yaml",
      "seeds/Member.yaml",
      "seeds/Tag.yaml",
    ]);
  });
});
