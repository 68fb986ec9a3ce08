import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { registries } from "../../compiler/diagnostics/registries.js";
import { diagnosticsPage } from "../diagnostics-page.js";

const PAGE = fileURLToPath(new URL("../../docs/diagnostics.md", import.meta.url));

it("is what the registries make", () => {
  const made = diagnosticsPage();
  if (process.env["RVRC_WRITE_DOCS"] === "1") writeFileSync(PAGE, made);
  expect(readFileSync(PAGE, "utf8")).toBe(made);
});

it("has one entry for every code", () => {
  const codes = registries.flatMap((registry) => registry.entries.map((entry) => entry.code));
  expect(codes.length).toBeGreaterThan(60);
  const headings = diagnosticsPage().match(/^### RVR\d{4}$/gmu) ?? [];
  expect(headings).toEqual(
    [...codes]
      .sort()
      .map((code) => `### ${code}`)
      .sort(byChapter),
  );
});

/** Chapters stand in the order of the stages, which is not that of the digits. */
function byChapter(left: string, right: string): number {
  const order = registries.map((registry) => registry.entries[0]?.code[3] ?? "");
  const place = (heading: string) => order.indexOf(heading.charAt(7));
  return place(left) - place(right) || (left < right ? -1 : 1);
}
