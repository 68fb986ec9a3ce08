import { describe, expect, it } from "vitest";
import * as runtime from "../../../runtime/index.js";
import { auditScenario } from "../../audit/audit-scenario.js";
import { compileScenarios } from "../../pipeline/compile.js";
import { type MiniParts, miniHost } from "../bind/mini.js";

async function audit(parts: MiniParts) {
  const host = miniHost(parts);
  const options = { host, paths: ["close.rvr"], out: "generated", runtime, emit: false, replay: true };
  const { scenarios, diagnostics } = await compileScenarios(options);
  expect(diagnostics.filter((one) => one.severity === "error")).toEqual([]);
  const [scenario] = scenarios;
  const compiled = scenario?.compiled;
  if (scenario === undefined || compiled === undefined) return expect.fail("not compiled");
  const [report] = auditScenario(scenario.bound, compiled, ["sound"]);
  return report ?? expect.fail("no report");
}

const READS = `reward sound {
    derive slots
    derive penalties
    step get_ticket(ticketId: ticket.key) before finish
    budget 3
  }`;

describe("tasks that end with a closing action", () => {
  it("an answer: exact, no finding, and no trace goes on after the end", async () => {
    const report = await audit({
      task: `prompt "What is the title of {ticket.key}?"  answer ticket.title`,
      gold: "",
      rewards: READS,
    });
    expect(report.findings).toEqual([]);
    expect([report.exact, report.inexact, report.agrees]).toEqual([true, [], true]);
  });

  it("a write, then an answer", async () => {
    const report = await audit({
      task: `prompt "Close {ticket.key} and tell me its title."  answer ticket.title`,
      rewards: READS.replace("before finish", "before move_ticket"),
    });
    expect(report.findings).toEqual([]);
    expect([report.exact, report.agrees]).toEqual([true, true]);
    expect(report.verdicts.find((one) => one.check === "S2")?.detail).toMatch(/lowest succeeding 0\.[78]/u);
  });
});
