import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { completeProject, emitModules } from "../../emit/project.js";
import { scenarioInput, worldInput } from "./mini.js";

test("dump", async () => {
  const modules = await emitModules({ worlds: [worldInput()], scenarios: [scenarioInput()] });
  const all = await completeProject(modules, [{ name: "note_taking", source: "scenarios/notes.rvr", worlds: ["desk"] }], [{ path: "a", text: "b" }], "0.1.0");
  for (const f of all) {
    mkdirSync(dirname(`/tmp/h7/out/${f.path}`), { recursive: true });
    writeFileSync(`/tmp/h7/out/${f.path}`, f.text);
  }
  expect(all.length).toBeGreaterThan(5);
});
