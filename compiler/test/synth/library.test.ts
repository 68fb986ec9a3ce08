import { beforeAll, describe, expect, it } from "vitest";
import { formatText } from "../../../dsl/format/format-text.js";
import { SourceFile } from "../../../dsl/text/source-file.js";
import * as runtime from "../../../runtime/index.js";
import { memoryHost } from "../../host/memory-host.js";
import { compileScenarios } from "../../pipeline/compile.js";
import { type Synthesis, synthesise } from "../../synth/synthesise.js";
import { LIBRARY } from "../infer/library.js";

let made: Synthesis;
const synth = () =>
  synthesise({
    host: memoryHost({ "api/library.yaml": LIBRARY }),
    document: "api/library.yaml",
    out: "scenarios",
    seed: 1,
    runtime,
    audit: true,
    wanted: () => true,
  });
const textOf = (file: string) => made.files.get(file) ?? "";

beforeAll(async () => {
  made = await synth();
}, 60_000);

describe("scenarios about records", () => {
  it("play in the inferred world of the resource, and pass the audit", () => {
    expect(
      made.operations.map(({ operation, outcome, world, reason, notResource }) =>
        [operation, outcome, world, reason, notResource].filter((part) => part).join(" "),
      ),
    ).toEqual([
      "createBook ok resource",
      "changeBook ok resource",
      "deleteBook ok resource",
      "lendBook ok calls",
      "createChapter ok resource",
      "setChapter ok resource",
      "deleteChapter ok resource",
      "setNote ok resource there are more states of the world than are told apart, and changes can be taken back",
      "createShelf ok resource",
      "updateShelf ok resource",
      "setSettings ok resource",
    ]);
  });

  it("look at the record before and after, and train and evaluate on others", () => {
    const text = textOf("change_book.rvr");
    expect(text).toContain("step get_book(bookIdOrSlug: book.id) before change_book");
    expect(text).toContain("step get_book(bookIdOrSlug: book.id) after change_book");
    expect(text).toContain("given book: Book");
    expect(text).toContain("bookIdOrSlug = book.id");
    expect(textOf("delete_book.rvr")).not.toContain(" after delete_book");
  });

  it("look at what was made by what the answer calls it", () => {
    expect(textOf("create_book.rvr")).toContain(
      "step get_book(bookIdOrSlug: create_book.id) after create_book",
    );
    expect(textOf("create_shelf.rvr")).toContain(
      "step get_shelf(shelf_gid: create_shelf.data.gid) after create_shelf",
    );
    expect(textOf("create_chapter.rvr")).toContain("given book: Book");
    expect(textOf("set_note.rvr")).toMatch(
      /step get_note\(bookId: book\.id, noteKey: note_key\) after set_note/u,
    );
  });

  it("send one identifier where path and body have one", () => {
    const text = textOf("set_chapter.rvr");
    expect(text).toMatch(/number = book_chapter\.number/u);
    expect(text).toMatch(/body_number = book_chapter\.number/u);
  });

  it("are formatted, and share the files of a world", async () => {
    for (const [path, text] of made.files) {
      if (path.endsWith(".rvr"))
        expect(formatText(new SourceFile(path, text))).toEqual({ kind: "formatted", text });
    }
    expect(
      [...made.files.keys()].filter((path) => path.startsWith("worlds/") && path.endsWith(".rvr")),
    ).toEqual([
      "worlds/book_world.rvr",
      "worlds/book_chapter_world.rvr",
      "worlds/book_note_world.rvr",
      "worlds/shelf_world.rvr",
      "worlds/settings_world.rvr",
    ]);
  });

  it("compile together, and have the same bytes every time", async () => {
    const again = await synth();
    expect([...again.files]).toEqual([...made.files]);
    const files = [...made.files].map(([path, text]) => [`scenarios/${path}`, text]);
    const host = memoryHost({ "api/library.yaml": LIBRARY, ...Object.fromEntries(files) });
    const options = { host, paths: ["scenarios"], out: "generated", runtime, emit: true, replay: true };
    const all = await compileScenarios(options);
    const found = all.diagnostics.filter(({ severity }) => severity !== "info");
    expect(found.map(({ code, file, message }) => `${file} ${code} ${message}`)).toEqual([]);
    expect(all.scenarios).toHaveLength(11);
    expect(all.testResults.every(({ ok }) => ok)).toBe(true);
  }, 60_000);
});
