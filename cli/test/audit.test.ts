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

describe("audit of a reward that can be fooled", { timeout: 120_000 }, () => {
  const rewards = `
  reward table additive {
    bonus 0.5 each accepted get_ticket
    clamp 0 .. 1
  }
  test "gold" task "train/0" expect success { gold }`;
  // Laid out by hand, which stays as it is.
  const project = () => miniProject({ rest: rewards.replace("clamp 0 .. 1", "clamp   0 .. 1") });

  it("writes witnesses as tests, which do not keep it from running again", async () => {
    const cwd = await project();
    const file = join(cwd, "close.rvr");
    const before = readFileSync(file, "utf8");
    const first = await rvrc(["audit", "close.rvr", "--reward", "table", "--write-tests"], { cwd });
    expect(first.code).toBe(1);
    expect(first.stderr).toMatch(/\d+ tests written to close\.rvr; they fail until the reward is repaired/u);
    const after = readFileSync(file, "utf8");
    const end = before.lastIndexOf("}");
    expect(after.startsWith(before.slice(0, end).trimEnd())).toBe(true);
    const titles = [...after.matchAll(/test "(audit [^"]*)"/gu)].map((match) => match[1] ?? "");
    expect(titles.length).toBeGreaterThan(2);
    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) expect(title.length).toBeLessThanOrEqual(64);

    expect((await rvrc(["compile", "close.rvr"], { cwd })).stderr).toContain("RVR8001");
    const again = await rvrc(["audit", "close.rvr", "--reward", "table", "--write-tests"], { cwd });
    expect(again.code).toBe(1);
    expect(again.stderr).toContain(`${titles.length} tests do not hold; rvrc test shows them.`);
    expect(again.stderr).toContain("No test was written to close.rvr");
    expect(again.stdout).toBe(first.stdout);
    expect(readFileSync(file, "utf8")).toBe(after);
  });

  it("names a budget that gold does not fit into", async () => {
    const tight = `
  reward tight {
    derive slots
    derive penalties
    step get_ticket(ticketId: ticket.key) before move_ticket
    budget 1
  }
  test "gold" task "train/0" expect success { gold }`;
    const cwd = await miniProject({ rest: tight });
    const { stdout } = await rvrc(["audit", "close.rvr", "--reward", "tight", "--json"], { cwd });
    const { rewards } = JSON.parse(stdout) as { rewards: RewardReport[] };
    const report = rewards[0] ?? expect.fail(stdout);
    expect(find(report, "S0", /gold calls/).remedy).toContain("a budget of 2");
  });

  it("says what saved episodes come to, and which lines are none", async () => {
    const cwd = await project();
    const read = { tool: "get_ticket", arguments: { ticketId: "T-1" } };
    const line = (calls: readonly object[], more: object = {}) =>
      JSON.stringify({ scenario: "close_ticket", task: "train/0", calls, phase: "train", step: 1, ...more });
    const text = [
      line([read, read]),
      line([read, read], { final: "Done." }),
      line([read], { step: 2 }),
      line([], { step: 2 }),
      line([read], { task: "train/99" }),
      line([read], { scenario: "other" }),
      "{",
    ].join("\n");
    writeFileSync(join(cwd, "episodes.jsonl"), text);
    const args = ["audit", "close.rvr", "--reward", "table", "--episodes", "episodes.jsonl"];
    const { stdout, stderr, code } = await rvrc([...args, "--json"], { cwd });
    expect(code).toBe(1);
    const { rewards } = JSON.parse(stdout);
    expect(rewards[0].episodes).toEqual({
      episodes: 4,
      successes: 0,
      groups: 2,
      equalGroups: 1,
      levels: [
        { score: 1, episodes: 2 },
        { score: 0, episodes: 1 },
        { score: 0.5, episodes: 1 },
      ],
      fooled: [1, 2].map((n) => ({ place: `episodes.jsonl, line ${n}`, score: 1 })),
      aboveSuccess: 0,
    });
    expect(rewards[0].verdicts.find((one: { check: string }) => one.check === "S2").openenv).toBe(
      "semantic.floor_gap",
    );
    expect(stderr).toContain("episodes.jsonl, line 7: ");
    expect(stderr).toContain("episodes.jsonl, line 5: close_ticket has no task 'train/99'.");
    expect(stderr).toContain("Episodes of other were left out: it is not audited here.");
    const shown = await rvrc(args, { cwd });
    expect(shown.stdout).toContain("saved: 4 episodes, 0 of 4 (0.0 %) solve their task");
    expect(shown.stdout).toContain(
      "FOOLED: 2 failing episodes score 0.95 or more; first episodes.jsonl, line 1: 1",
    );
    const none = await rvrc(["audit", "close.rvr", "--episodes", "nothing.jsonl"], { cwd });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("There is no file nothing.jsonl.")]);
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
