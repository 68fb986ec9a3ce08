import { expect, it } from "vitest";
import { formatText } from "../../../dsl/format/format-text.js";
import { SourceFile } from "../../../dsl/text/source-file.js";
import * as runtime from "../../../runtime/index.js";
import { memoryHost } from "../../host/memory-host.js";
import { compileScenarios } from "../../pipeline/compile.js";
import { type SynthesisOptions, synthesise } from "../../synth/synthesise.js";
import { SHELF } from "./shelf.js";

function made(more: Partial<SynthesisOptions> = {}) {
  return synthesise({
    host: memoryHost({ "api/shelf.yaml": SHELF }),
    document: "api/shelf.yaml",
    out: "scenarios/shelf",
    seed: 1,
    runtime,
    audit: true,
    wanted: () => true,
    ...more,
  });
}

it("writes a scenario for every operation of which tasks can be made, and says why there is none", async () => {
  const { operations, problems } = await made();
  expect(problems).toEqual([]);
  expect(
    Object.fromEntries(
      operations.map((one) => [one.operation, one.reason === "" ? one.outcome : one.reason]),
    ),
  ).toEqual({
    createBook: "ok",
    "books/replace-one": "ok",
    touch: "ok",
    delete: "ok",
    order: "ok",
    lend: "ok",
    setMarks: "ok",
    choose: "ok",
    close: "no argument of it takes enough different texts or numbers to make tasks of",
    setDoor: "no argument of it takes enough different texts or numbers to make tasks of",
    endless: "no value is found that the schema of its body allows",
  });
  expect(operations.every((one) => one.handWritten === 0)).toBe(true);
});

it("writes what a person can read: formatted, with every value that gold sends in the prompt", async () => {
  const { files } = await made({ audit: false });
  for (const [path, text] of files) {
    if (!path.endsWith(".rvr")) continue;
    expect(formatText(new SourceFile(path, text))).toEqual({ kind: "formatted", text });
  }
  const book = files.get("create_book.rvr") ?? "";
  expect(book).toContain('api api from "../../api/shelf.yaml"');
  expect(book).toMatch(/take body\.shelf\.id, body\.size, body\.kind, body\.title/u);
  expect(book).toMatch(
    /prompt "Create a \\"book\\" with \\\{braces\\\}\. Send shelf id \\"\{id\}\\", size \{size\}, kind /u,
  );
  expect(files.get("books_replace_one.rvr")).toMatch(/header\."X-Reason" as x_reason/u);
  expect(files.get("the_delete.rvr")).toContain("scenario the_delete");
});

it("gives scenarios that compile together, and the same bytes for the same seed", async () => {
  const first = await made();
  const second = await made();
  expect([...second.files]).toEqual([...first.files]);
  expect(second.operations).toEqual(first.operations);
  const other = await made({ seed: 2, audit: false });
  expect(other.files.get("values/touch.yaml")).not.toBe(first.files.get("values/touch.yaml"));

  const files = [...first.files].map(([path, text]) => [`scenarios/shelf/${path}`, text]);
  const host = memoryHost({ "api/shelf.yaml": SHELF, ...Object.fromEntries(files) });
  const all = await compileScenarios({
    host,
    paths: ["scenarios"],
    out: "generated",
    runtime,
    emit: true,
    replay: true,
  });
  expect(all.diagnostics.filter(({ severity, code }) => severity !== "info" && code !== "RVR7022")).toEqual(
    [],
  );
  expect(all.scenarios).toHaveLength(8);
  expect(all.testResults.every(({ ok }) => ok)).toBe(true);
  for (const { compiled } of all.scenarios) {
    const { train = [], heldout = [] } = compiled?.splits ?? {};
    expect(train.length).toBeGreaterThanOrEqual(4);
    expect(heldout.length).toBeGreaterThanOrEqual(4);
  }
});

it("takes the operations that are wanted, and tells of a document that cannot be read", async () => {
  const { operations } = await made({ wanted: ({ id }) => id.startsWith("t"), audit: false });
  expect(operations.map(({ operation, outcome }) => [operation, outcome])).toEqual([["touch", "unaudited"]]);
  const broken = await made({ document: "api/none.yaml" });
  expect(broken.problems.map(({ code }) => code)).toEqual(["RVR7001"]);
});
