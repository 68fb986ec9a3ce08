import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../runtime/abi/json.js";
import { registries } from "../../diagnostics/registries.js";
import type { ParameterStyle } from "../../openapi/api-model.js";
import { writeParameter } from "../../openapi/parameter-style.js";
import { documentFeatures } from "./features/documents.js";
import { printedTypes } from "./features/reading.js";
import { requestFeatures } from "./features/requests.js";
import { schemaFeatures } from "./features/schemas.js";
import { codesOf, load } from "./fixture.js";

/** Raised with every row of the tables in docs/openapi.md, so that none is lost. */
const FEATURES = 38;
const LINTS = 25;

/** Lints that concern a scenario, not a document, with the page that is about them. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["RVR6004", "diagnostics.md"],
  ["S10", "audit.md"],
]);

const features = [...schemaFeatures, ...documentFeatures, ...requestFeatures];

const docs = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");

/** Rows of the table under a heading of the page, without its header. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const [, section = ""] = docs("openapi.md").split(`\n## ${heading}\n`);
  const lines = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/u)
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

describe("features", () => {
  it("are the rows of the page", () => {
    const rows = tableUnder("Features").map(([row]) => Number(row));
    expect(rows).toEqual(features.map(({ row }) => row).sort((left, right) => left - right));
    expect(rows.length).toBe(FEATURES);
  });

  it("mention only codes that there are", () => {
    const known = new Set(registries.flatMap(({ entries }) => entries.map(({ code }) => code)));
    const mentioned = docs("openapi.md").match(/RVR\d{4}/gu) ?? [];
    expect(mentioned.filter((code) => !known.has(code))).toEqual([]);
  });

  it.each(features)("$row $name", ({ check }) => check());

  it("print types that TypeScript takes", async () => {
    expect(printedTypes.length).toBeGreaterThan(15);
    expect(await typeErrors(printedTypes)).toEqual([]);
  }, 60_000);
});

describe("styles", () => {
  const rows = tableUnder("Styles").filter(
    ([style = ""]) => style.startsWith("`") && !style.includes("JSON"),
  );
  const values: readonly Json[] = ["blue", ["blue", "black"], { R: 100, G: 200 }];

  it.each(
    rows.map(([style = "", ...cells]) => ({ style: style.replaceAll("`", "") as ParameterStyle, cells })),
  )("$style writes what the page shows", ({ style, cells }) => {
    cells.forEach((cell, at) => {
      const shown = [...cell.matchAll(/`([^`]+)`/gu)].map(([, text = ""]) => text.replaceAll("\\|", "|"));
      const written = [false, true].map((explode) =>
        writeParameter({ name: "color", style, explode }, values[at] ?? null),
      );
      expect([...new Set(written.filter((text) => text !== undefined))]).toEqual(shown);
    });
  });
});

describe("lints", () => {
  const entries = new Map(
    registries.flatMap((one) => one.entries.map((entry) => [entry.code, entry] as const)),
  );
  const lints = tableUnder("Lints").map(([lint = "", code = ""]) => ({ lint, code }));

  it("are all there, each with a code of its own", () => {
    expect(lints.length).toBe(LINTS);
    expect(new Set(lints.map(({ lint }) => lint)).size).toBe(LINTS);
    expect(new Set(lints.map(({ code }) => code)).size).toBe(LINTS);
  });

  it.each(lints)("$lint is $code, with a document that gives it and something to do", async ({ code }) => {
    const page = ELSEWHERE.get(code);
    if (page !== undefined) {
      expect(docs(page)).toContain(code);
      return;
    }
    const entry = entries.get(code);
    expect(entry?.remedy).not.toBe("");
    const example = entry?.example ?? "";
    const has = (member: string) => new RegExp(`^${member}:`, "mu").test(example);
    const head = ["openapi", "info", "paths"]
      .filter((member) => !has(member))
      .map((member) => MEMBERS[member]);
    expect(codesOf(await load([...head, example].join("\n")))).toEqual([code]);
  });
});

async function typeErrors(texts: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "rvrc-features-"));
  try {
    const files = texts.map((_, at) => join(folder, `types-${at}.ts`));
    await Promise.all(texts.map((text, at) => writeFile(files[at] ?? "", text)));
    const home = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
    const options = ["--ignoreConfig", "--noEmit", "--strict", "--target", "es2022", "--types", ""];
    await promisify(execFile)(process.execPath, [join(home, "bin/tsc"), ...options, ...files]);
    return [];
  } catch (error) {
    const out = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
    return out.split("\n").filter((line) => line !== "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What an example leaves out of a document. */
const MEMBERS: Readonly<Record<string, string>> = {
  openapi: "openapi: 3.1.0",
  info: "info: { title: T, version: '1' }",
  paths: "paths: {}",
};
