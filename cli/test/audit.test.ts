import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Finding, RewardReport } from "../../compiler/index.js";
import { miniProject, ROOT, rvrc } from "./rvrc.js";

const audit = async (scenario: string, reward: string): Promise<RewardReport> => {
  const cwd = ROOT;
  const args = [
    "audit",
    `scenarios/${scenario}.rvr`,
    "--reward",
    reward,
    "--json",
    "--out",
    join(cwd, "dist/audit"),
  ];
  const { stdout, code } = await rvrc(args, { cwd });
  const { rewards } = JSON.parse(stdout) as { rewards: RewardReport[] };
  const report = rewards[0] ?? expect.fail();
  expect(code).toBe(report.findings.length > 0 ? 1 : 0);
  return report;
};

const find = (report: RewardReport, check: string, text: RegExp): Finding => {
  const found = report.findings.find((one) => one.check === check && text.test(one.message));
  return (
    found ?? expect.fail(`no ${check} like ${text}: ${report.findings.map((one) => one.message).join("\n")}`)
  );
};

const shows = (finding: Finding, least: number): void => {
  const witness = finding.witness ?? expect.fail("no witness");
  expect(witness.calls.length).toBeLessThanOrEqual(6);
  expect(witness.score).toBeGreaterThanOrEqual(least);
};

describe("audit of the published tables", { timeout: 300_000 }, () => {
  it("ticket transition: any four calls, and a gold id of the wrong type", async () => {
    const report = await audit("ticket-transition", "paper_literal");
    shows(find(report, "S6", /repeats get_transitions/), 1);
    shows(find(report, "S4", /pays 0.25 each time/), 1);
    shows(find(report, "S2", /do not solve the task/), 0.95);
    const typed = find(report, "S5", /'transition.id' of transition_issue/);
    expect(typed.witness?.success).toBe(false);
  });

  it("cross-product: slack above the clamp swallows wrong slots, a duplicate, an invented tool, the reads", async () => {
    const report = await audit("cross-product", "paper_literal");
    shows(find(report, "S2", /do not solve the task/), 0.95);
    shows(find(report, "S11", /Leaving out every read/), 1);
    shows(find(report, "S11", /A wrong argument, create_issue\(fields.summary: wrong\)/), 1);
    expect(find(report, "S10", /Calling create_issue once more/).witness?.score).toBe(1);
    expect(find(report, "S10", /a tool that does not exist/).witness?.score).toBe(1);
  });

  it("page labelling: every label scores full marks, and three labels end at 0.90", async () => {
    const report = await audit("page-labeling", "paper_literal");
    shows(find(report, "S9", /side effect/), 1);
    expect(find(report, "S11", /126 of 248 tasks cannot score above 0.9/).witness?.score).toBe(0.9);
  });

  it("page creation: the space is asked for by its key, which the service refuses", async () => {
    const report = await audit("page-creation", "paper_literal");
    const finding = find(report, "S5", /'spaceId' of create_page/);
    expect(finding.witness?.statuses).toContain(400);
    expect(find(report, "S0", /create_page.spaceId/).witness?.score).toBeLessThan(1);
  });
});

describe("audit of a sound reward", { timeout: 60_000 }, () => {
  it("finds nothing, is exact, and leaves a certificate of the sources", async () => {
    const cwd = await miniProject({ rest: `test "gold" task "train/0" expect success { gold }` });
    const { stdout, code } = await rvrc(["audit", "close.rvr"], { cwd });
    expect(stdout).toMatch(/^close_ticket sound: no finding; exact over all traces of at most 5 calls/u);
    expect(code).toBe(0);
    const path = join(cwd, "generated/close_ticket/certificate.json");
    const certificate = JSON.parse(readFileSync(path, "utf8"));
    expect(certificate.rewards.sound).toMatchObject({ findings: 0, exact: true, agrees: true, depth: 5 });
    expect(certificate.sources).toMatch(/^[0-9a-f]{64}$/u);

    const certified = await rvrc(["compile", "close.rvr", "--strict"], { cwd });
    expect([certified.code, certified.stderr]).toEqual([
      0,
      expect.stringContaining("Certified: 1 of 1 rewards."),
    ]);
    writeFileSync(
      join(cwd, "tickets.yaml"),
      "- { key: T-1, title: One, state: open }\n- { key: T-2, title: Two, state: open }\n",
    );
    const stale = await rvrc(["compile", "close.rvr", "--strict"], { cwd });
    expect(stale.code).toBe(1);
  });
});
