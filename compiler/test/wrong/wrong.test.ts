import { existsSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { applyFixes } from "../../../dsl/diagnostics/apply-fixes.js";
import type { Diagnostic } from "../../../dsl/diagnostics/diagnostic.js";
import { parse } from "../../../dsl/syntax/parse.js";
import { violations } from "../../../dsl/test/invariants.js";
import { SourceFile } from "../../../dsl/text/source-file.js";
import { registries } from "../../diagnostics/registries.js";
import { compileCase, describeFindings, FOLDER, read, sharedFiles, wrongCases } from "./cases.js";

/** `RVRC_WRITE_FIXTURES=1` writes the expectations. Read every one that changes: it is what people will see. */
const WRITE = process.env["RVRC_WRITE_FIXTURES"] === "1";

/** Raised with every new case, so that none is lost. */
const COUNT = 307;

/** Codes that no text of a user can cause through a compile. */
const UNREACHABLE: ReadonlyMap<string, string> = new Map([
  [
    "RVR7001",
    "a document that a scenario file names and that is missing is reported as RVR2013, where it is named",
  ],
  ...["RVR7050", "RVR7051", "RVR7052", "RVR7053", "RVR7054", "RVR7055", "RVR7056", "RVR7057"].map(
    (code) => [code, "`rvrc tools` says it of whole documents; see compiler/test/tools"] as const,
  ),
]);

const cases = wrongCases();

it("has all cases, and a scenario without a mistake beside them", async () => {
  expect(cases.length).toBe(COUNT);
  const { diagnostics } = await compileCase(sharedFiles(), "base.rvr");
  expect(diagnostics).toEqual([]);
});

it("has a case for every code", () => {
  const found = new Set(cases.flatMap(({ name }) => read(`${name}/expected.txt`).match(/RVR\d{4}/gu) ?? []));
  const codes = registries.flatMap(({ entries }) => entries.map(({ code }) => code));
  expect(codes.filter((code) => !found.has(code) && !UNREACHABLE.has(code))).toEqual([]);
  expect([...UNREACHABLE.keys()].filter((code) => found.has(code))).toEqual([]);
});

it("keeps the invariants of trees in every input", () => {
  for (const { name, files } of cases) {
    const source = new SourceFile(name, files["input.rvr"] ?? "");
    expect(violations(source, parse(source).tree), name).toEqual([]);
  }
});

describe("says exactly what is wrong with", () => {
  it.each(cases)("$name", async ({ name, files }) => {
    const { diagnostics, sources } = await compileCase(files);
    hold(name, "expected.txt", describeFindings(diagnostics, sources));

    const fixes = diagnostics.flatMap((one: Diagnostic) => one.fixes.slice(0, 1));
    const fixed = applyFixes(fixes, sources).files;
    if (fixed.size === 0) {
      hold(name, "fixed.rvr", undefined);
      hold(name, "expected-after.txt", undefined);
      return;
    }
    const after = await compileCase({ ...files, ...Object.fromEntries(fixed) });
    hold(name, "fixed.rvr", fixed.get("input.rvr"));
    hold(name, "expected-after.txt", describeFindings(after.diagnostics, after.sources));
  });
});

/** Compares a text with a file of a case, or writes it. Undefined stands for no file. */
function hold(name: string, file: string, text: string | undefined): void {
  const path = `${FOLDER}${name}/${file}`;
  if (WRITE) {
    if (text === undefined) rmSync(path, { force: true });
    else writeFileSync(path, text);
  } else if (text === undefined) expect(existsSync(path), file).toBe(false);
  else expect(text, file).toBe(read(`${name}/${file}`));
}
