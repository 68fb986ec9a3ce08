import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Diagnostic, parse, type SourceFile } from "../index.js";
import { brokenFixtures } from "./fixtures.js";

/** One line for each finding, then its further places and fixes. */
function describeFindings(diagnostics: readonly Diagnostic[], source: SourceFile): string {
  const at = (offset: number): string => {
    const { line, column } = source.positionAt(offset);
    return `${line}:${column}`;
  };
  return diagnostics
    .map((diagnostic) => {
      const { code, severity, message, remedy, span, related, fixes } = diagnostic;
      return [
        `${severity} ${code} ${at(span.start)}-${at(span.end)} ${message}\n`,
        `  do: ${remedy}\n`,
        ...related.map((place) => `  see: ${at(place.span.start)}-${at(place.span.end)} ${place.message}\n`),
        ...fixes.map((fix) => `  fix: ${fix.title}\n`),
      ].join("");
    })
    .join("");
}

it("covers the kinds of mistakes", () => {
  expect(brokenFixtures().length).toBe(16);
});

describe("reports exactly the mistakes of", () => {
  for (const { source, expected, path } of brokenFixtures()) {
    it(source.path, () => {
      const found = describeFindings(parse(source).diagnostics, source);
      if (process.env["RVRC_WRITE_FIXTURES"] === "1") writeFileSync(path, found);
      else expect(found).toBe(expected);
    });
  }
});
