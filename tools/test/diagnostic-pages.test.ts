import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { registries } from "../../compiler/diagnostics/registries.js";
import { compileCase, sharedFiles } from "../../compiler/test/wrong/cases.js";
import { combineRegistries } from "../../dsl/index.js";
import { type CodeExample, codeExamples } from "../diagnostic-examples.js";
import { diagnosticPage } from "../diagnostic-pages.js";

const FOLDER = fileURLToPath(new URL("../../docs/diagnostics/", import.meta.url));
const entries = combineRegistries(registries);

/** Codes without an example of their own: what no input of a compile can cause. */
const WITHOUT = [
  "RVR7001",
  ...["RVR7050", "RVR7051", "RVR7052", "RVR7053", "RVR7054", "RVR7055", "RVR7056", "RVR7057"],
];

let examples: ReadonlyMap<string, CodeExample>;

beforeAll(async () => {
  examples = await codeExamples();
}, 300_000);

describe("a page for every code", () => {
  it("is what the registries and the wrong inputs make", () => {
    const pages = new Map(
      [...entries].map(([code, entry]) => [`${code}.md`, diagnosticPage(entry, examples.get(code))]),
    );
    if (process.env["RVRC_WRITE_DOCS"] === "1") {
      rmSync(FOLDER, { recursive: true, force: true });
      mkdirSync(FOLDER, { recursive: true });
      for (const [name, text] of pages) writeFileSync(`${FOLDER}${name}`, text);
    }
    expect(readdirSync(FOLDER).sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(readFileSync(`${FOLDER}${name}`, "utf8"), name).toBe(text);
  });

  it("has an example that gives exactly the code", () => {
    expect([...entries.keys()].filter((code) => !examples.has(code))).toEqual(WITHOUT);
    for (const { code, codes, name } of examples.values()) expect(codes, name).toEqual([code]);
  });

  it("corrects it to something without a finding", async () => {
    const shared = sharedFiles();
    // Many inputs are corrected to one and the same scenario.
    const distinct = new Map([...examples.values()].map((one) => [JSON.stringify(one.corrected), one]));
    expect(distinct.size).toBeGreaterThan(8);
    for (const { name, corrected } of distinct.values()) {
      const { diagnostics } = await compileCase({ ...shared, ...corrected });
      expect(
        diagnostics.map(({ code, message }) => `${code} ${message}`),
        name,
      ).toEqual([]);
    }
  });
});
