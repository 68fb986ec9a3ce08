import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import * as runtime from "../../../runtime/index.js";
import { auditScenario } from "../../audit/audit-scenario.js";
import { memoryHost } from "../../host/memory-host.js";
import { compileScenarios } from "../../pipeline/compile.js";

/*
 * Small projects whose audit once said more than it knew: "exact" with a failing trace above its maximum, or nothing found.
 * Each holds a rule of the abstraction that was missing.
 */
const FOLDER = fileURLToPath(new URL("../fixtures/audit/", import.meta.url));

function project(name: string): Record<string, string> {
  const root = join(FOLDER, name);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length + 1).replaceAll("\\", "/"), readFileSync(path, "utf8")];
    }),
  );
}

it.each([
  // A second call that solves nothing counts for a step; on some tasks a wrong value is right.
  ["kinds", "paid", { exact: true, kinds: 2, inexact: [], top: 1 }],
  // A task whose right call is refused and reported: a report of what was never tried is no success.
  ["report", "sound", { exact: true, kinds: 1, inexact: [], top: 0.4 }],
  // A call that pays again and again while its slots pay less and less.
  ["pump", "paid", { exact: true, kinds: 1, inexact: [], top: 1 }],
  // A path that the service fills in decides about an answer: not followed, so the attack must contradict.
  ["touch", "paid", { exact: false, kinds: 1, inexact: [/an attack found a failing trace with 1/u], top: 1 }],
  [
    "recall",
    "recalled",
    { exact: false, kinds: 1, inexact: [/a recall wants more than 30 values/u], top: 1 },
  ],
  [
    "kinds25",
    "paid",
    { exact: false, kinds: 24, inexact: [/8 tasks are of kinds beyond the first 24/u], top: 1 },
  ],
])("%s: what is said of %s is true", { timeout: 120_000 }, async (name, reward, expected) => {
  const host = memoryHost(project(name));
  const options = { host, paths: ["scenarios"], out: "generated", runtime, emit: false, replay: true };
  const { scenarios, diagnostics } = await compileScenarios(options);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const [scenario] = scenarios;
  const { compiled } = scenario ?? {};
  if (scenario === undefined || compiled === undefined) throw new Error("no scenario");
  const [report] = auditScenario(scenario.bound, compiled, [reward]);
  if (report === undefined) throw new Error(`no reward ${reward}`);
  expect([report.exact, report.kinds]).toEqual([expected.exact, expected.kinds]);
  for (const reason of expected.inexact) expect(report.inexact.join("\n")).toMatch(reason);
  if (expected.exact) expect(report.inexact).toEqual([]);
  // Every witness is what the compiled checker gives, and none of a failure lies above what the report allows.
  for (const { witness } of report.findings) {
    if (witness === undefined) continue;
    const episode = compiled.start(compiled.bind({ task: witness.task }), { reward: witness.reward });
    for (const call of witness.calls) episode.call(call);
    const score = episode.finish();
    expect([score.reward, score.success]).toEqual([witness.score, witness.success]);
    if (!score.success) expect(score.reward).toBeLessThanOrEqual(expected.top);
  }
});
