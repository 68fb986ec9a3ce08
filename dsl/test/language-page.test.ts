import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse, SourceFile } from "../index.js";
import { keywords, reservedWords } from "../syntax/tokens.js";

const page = readFileSync(new URL("../../docs/language.md", import.meta.url), "utf8");

it("shows files that the parser reads without a finding", () => {
  const blocks = [...page.matchAll(/^```rvr\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? "");
  expect(blocks.length).toBe(7);
  for (const text of blocks) expect(parse(new SourceFile("language.md", text)).diagnostics).toEqual([]);
});

it("mentions every keyword", () => {
  for (const word of keywords.keys()) expect(page, word).toMatch(new RegExp(`\\b${word}\\b`));
});

it("lists the words that cannot be variables", () => {
  expect(page).toContain(`\`${[...reservedWords].join(" ")}\``);
});
