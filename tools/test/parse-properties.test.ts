import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { corpus, KINDS, SHARES } from "../nightly/inputs.js";
import { runInputs } from "../nightly/run-inputs.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The nightly run takes many more. */
const COUNT = 5000;

it("holds the properties of reading, printing and formatting on 5,000 inputs", () => {
  const texts = corpus(ROOT, ["dsl/test/fixtures", "compiler/test/fixtures", "scenarios"]);
  expect(texts.length).toBeGreaterThan(200);
  const { kinds, failures } = runInputs(texts, COUNT, 20261201);
  expect(failures).toEqual([]);
  for (const kind of KINDS) expect(kinds[kind].inputs).toBe((COUNT * SHARES[kind]) / 100);
  // The properties of valid texts are tried on many of them, and with comments.
  expect(kinds.program.valid).toBeGreaterThan(300);
  expect(kinds.mangled.valid).toBeGreaterThan(300);
  expect(kinds.mangled.comments).toBeGreaterThan(1000);
  expect(kinds.mutated.broken).toBeGreaterThan(800);
});
