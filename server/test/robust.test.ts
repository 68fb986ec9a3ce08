import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { memoryHost } from "../../compiler/index.js";
import { bindProgram } from "../../compiler/pipeline/bind-program.js";
import { miniHost } from "../../compiler/test/bind/mini.js";
import { parse } from "../../dsl/index.js";
import { codeActions } from "../lsp/features/code-actions.js";
import { complete } from "../lsp/features/completion/complete.js";
import { definition } from "../lsp/features/definition.js";
import { diagnosticsByFile } from "../lsp/features/diagnostics.js";
import { folds } from "../lsp/features/folding.js";
import { formatted } from "../lsp/features/formatting.js";
import { hover } from "../lsp/features/hover.js";
import { references } from "../lsp/features/references.js";
import { rename } from "../lsp/features/rename.js";
import { semanticTokens } from "../lsp/features/semantic-tokens.js";
import { documentSymbols } from "../lsp/features/symbols.js";
import { changedText } from "../lsp/open-documents.js";
import type { Snapshot } from "../lsp/snapshot.js";

/*
 * An editor asks about text in every state. Whatever the text and wherever the cursor, no feature throws, every span lies
 * in the text, and the answer comes from the text as it is.
 */

const everyConstruct = readFileSync(
  new URL("../../dsl/test/fixtures/valid/every-construct.rvr", import.meta.url),
  "utf8",
);
const mini = miniHost();
const TEXTS = [mini.files.get("close.rvr") ?? "", mini.files.get("office.rvr") ?? "", everyConstruct];
const PIECES = [
  "{",
  "}",
  '"',
  '"""',
  "(",
  ")",
  ".",
  ",",
  "=",
  ":",
  "{x.",
  "gold ",
  "scenario a {",
  "\n",
  "#",
  "\u{1F600}",
  "é",
  "__proto__",
  "\\",
  "[t for t in ",
  "desk.",
  " as ",
];

/** A text of a scenario with some pieces cut out and some put in, and a place in it. */
const broken = fc
  .tuple(
    fc.constantFrom(...TEXTS),
    fc.array(
      fc.tuple(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(40),
        fc.option(fc.constantFrom(...PIECES), { nil: "" }),
      ),
      { maxLength: 4 },
    ),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([text, changes, place]) => {
    const result = changes.reduce((before, [at, cut, put]) => {
      const start = Math.floor(at * before.length);
      return before.slice(0, start) + put + before.slice(start + cut);
    }, text);
    return { text: result, offset: Math.round(place * result.length) };
  });

async function everything(text: string, offset: number): Promise<void> {
  const host = memoryHost({ ...Object.fromEntries(mini.files), "edited.rvr": text });
  const program = await bindProgram(host, ["edited.rvr"]);
  const source = program.sources.get("edited.rvr");
  if (source === undefined) throw new Error("The file was not read.");
  const good = await sound;
  const snapshot: Snapshot = { file: "edited.rvr", source, program, good };
  const inside = (span: { readonly start: number; readonly end: number }) => {
    expect(span.start).toBeGreaterThanOrEqual(0);
    expect(span.end).toBeGreaterThanOrEqual(span.start);
    expect(span.end).toBeLessThanOrEqual(text.length);
  };
  inside(complete(snapshot, offset, ["a/b.rvr", "c.yaml"]).replace);
  const shown = hover(snapshot, offset);
  if (shown !== undefined) inside(shown.span);
  definition(snapshot, offset);
  for (const place of references(snapshot, offset, [program], true))
    if (place.file === source.path) inside(place.span);
  rename(snapshot, offset, "other", [program]);
  codeActions(program, "edited.rvr", { start: offset, end: offset });
  diagnosticsByFile(program);
  const tokens = semanticTokens(snapshot);
  for (const [index, { span }] of tokens.entries()) {
    inside(span);
    expect(span.start).toBeGreaterThanOrEqual(tokens[index - 1]?.span.end ?? 0);
  }
  folds(source);
  formatted(source);
  for (const symbol of documentSymbols(parse(source).tree)) inside(symbol.span);
}

const sound = bindProgram(mini, ["close.rvr"]);

it("answers at every offset of a broken scenario", async () => {
  await fc.assert(
    fc.asyncProperty(broken, ({ text, offset }) => everything(text, offset)),
    { numRuns: 40 },
  );
});

it("completes at every place of every file", async () => {
  const good = await sound;
  for (const text of TEXTS) {
    const host = memoryHost({ ...Object.fromEntries(mini.files), "edited.rvr": text });
    const program = await bindProgram(host, ["edited.rvr"]);
    const source = program.sources.get("edited.rvr")!;
    const snapshot: Snapshot = { file: "edited.rvr", source, program, good };
    for (let offset = 0; offset <= text.length; offset += 7) complete(snapshot, offset, []);
  }
});

it("answers for any text at all", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 60 }), fc.nat(60), (text, at) =>
      everything(text, Math.min(at, text.length)),
    ),
    { numRuns: 40 },
  );
});

it("makes changes to text as an editor means them", () => {
  const start = { line: 1, character: 1 };
  const change = (line: number, character: number, text: string) => ({
    range: { start, end: { line, character } },
    text,
  });
  expect(changedText("ab\ncd\nef", [change(1, 2, "X")])).toBe("ab\ncX\nef");
  expect(changedText("ab\ncd\nef", [change(9, 9, "")])).toBe("ab\nc");
  expect(changedText("ab\r\ncd", [change(0, 0, "X")])).toBe("ab\r\ncXd");
  expect(changedText("anything", [{ text: "whole" }, change(5, 0, "!")])).toBe("whole!");
});
