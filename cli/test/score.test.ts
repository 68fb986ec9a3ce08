import { describe, expect, it } from "vitest";
import { rvrc } from "./rvrc.js";

/** The listings of the paper, and the third once more with the id of the space in place of its key. */
const LISTINGS = "cli/test/fixtures/listings.jsonl";

interface Line {
  readonly scenario: string;
  readonly task: string;
  readonly reward: number;
  readonly success: boolean;
  readonly terms: readonly {
    readonly id: string;
    readonly group: string;
    readonly value: number;
    readonly why: string;
  }[];
}

const lines = (text: string): Line[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

const total = ({ terms }: Line): number => terms.reduce((sum, term) => sum + term.value, 0);

async function score(reward: string): Promise<Line[]> {
  const { code, stdout, stderr } = await rvrc([
    ...["score", "cross-product", "--trace", LISTINGS, "--reward", reward, "--json"],
  ]);
  expect([code, stderr]).toEqual([0, ""]);
  return lines(stdout);
}

describe("the published listings", () => {
  it.each([
    ["paper_compat", [0, 0.52, 1]],
    ["paper-literal", [0, 0, 1]],
  ])("%s gives the published scores", async (reward, expected) => {
    const scored = await score(reward);
    expect(scored.slice(0, 3).map((line) => Number(line.reward.toFixed(9)))).toEqual(expected);
    // Terms add up to the reward before it is cut to 0 to 1.
    for (const line of scored) expect(Math.min(1, Math.max(0, total(line)))).toBeCloseTo(line.reward, 9);
  });

  it("sound tells the success from the three failures", async () => {
    const scored = await score("sound");
    expect(scored.map((line) => line.success)).toEqual([false, false, false, true]);
    for (const line of scored.slice(0, 3)) expect(line.reward).toBeLessThanOrEqual(0.5);
    expect(scored[3]?.reward).toBeGreaterThanOrEqual(0.9);
    for (const line of scored) expect(Math.max(0, total(line))).toBeCloseTo(line.reward, 9);
  });

  it("has lines of the documented shape", async () => {
    const [line] = await score("paper_compat");
    expect(Object.keys(line ?? {}).slice(0, 5)).toEqual(["scenario", "task", "reward", "success", "terms"]);
    expect([line?.scenario, line?.task]).toEqual(["cross_product", "train/1"]);
    expect(line?.terms.length).toBeGreaterThan(10);
    for (const term of line?.terms ?? []) {
      expect(Object.keys(term)).toEqual(["id", "group", "value", "why"]);
      expect(["R1", "R2", "R3", "goal"]).toContain(term.group);
    }
  });

  it("is the same from a file that is compiled in memory", async () => {
    const args = ["--trace", LISTINGS, "--reward", "paper_compat", "--json"];
    const compiled = await rvrc(["score", "cross_product", ...args]);
    const inMemory = await rvrc(["score", "scenarios/cross-product.rvr", ...args]);
    expect(inMemory).toEqual(compiled);
  });
});

describe("files of episodes", () => {
  const READ = { tool: "get_issue", arguments: { issueIdOrKey: "ABC-123" } };
  const scoreText = (input: string) =>
    rvrc(["score", "subtask_creation", "--trace", "-", "--json"], { input });

  it("may be lines, one document, or a list, with either end of line and a byte order mark", async () => {
    const one = { scenario: "subtask-creation", task: "train/0", calls: [READ], final: null };
    const forms = [
      `${JSON.stringify(one)}\n`,
      `\uFEFF\r\n${JSON.stringify(one)}\r\n\r\n`,
      JSON.stringify(one, null, 2),
      JSON.stringify([one]),
      JSON.stringify({ ...one, task: undefined, given: { parent: "ABC-123" } }),
      JSON.stringify({ ...one, calls: [{ tool: "get_issue", raw: JSON.stringify(READ.arguments) }] }),
      JSON.stringify({ ...one, calls: [{ tool: "get_issue", arguments: JSON.stringify(READ.arguments) }] }),
    ];
    const found = await Promise.all(forms.map(scoreText));
    for (const { code, stdout, stderr } of found) {
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toBe(found[0]?.stdout);
    }
  });

  it("name what is wrong by its line and score the rest", async () => {
    const wrong: readonly (readonly [line: string, reason: RegExp])[] = [
      ["not json", /not valid JSON/],
      ["[]", /an episode is a JSON object/],
      [`{"calls":[]}`, /the episode names no task/],
      [`{"task":"train/0"}`, /`calls` must be a list/],
      [`{"task":"train/0","calls":[null]}`, /call 1 has no `tool`/],
      [`{"task":"train/0","calls":[{"tool":7}]}`, /call 1 has no `tool`/],
      [`{"task":"train/0","calls":[{"tool":"x","raw":{}}]}`, /`raw` of call 1 must be a text/],
      [`{"task":5,"calls":[]}`, /`task` must be a text/],
      [`{"task":"train/0","calls":[],"final":5}`, /`final` must be a text/],
      [`{"given":[],"calls":[]}`, /`given` must be an object/],
      [`{"task":"train/240","calls":[]}`, /Tasks are train\/0 to train\/239/],
      [`{"task":"constructor","calls":[]}`, /has no task 'constructor'/],
      [`{"given":{"__proto__":"x"},"calls":[]}`, /no variable '__proto__'/],
      [`{"given":{"parent":"NO-1"},"calls":[]}`, /the world has no such Issue/],
      [`{"scenario":"page_creation","task":"train/0","calls":[]}`, /was played in page_creation/],
    ];
    const good = `{"task":"heldout/0","calls":[{"tool":"__proto__","arguments":{"__proto__":{"x":1}}}]}`;
    const input = [...wrong.map(([line]) => line), good].join("\n");
    const { code, stdout, stderr } = await scoreText(input);
    expect(code).toBe(1);
    expect(lines(stdout).map((line) => line.task)).toEqual(["heldout/0"]);
    const notes = stderr.trim().split("\n");
    expect(notes).toHaveLength(wrong.length);
    for (const [index, [, reason]] of wrong.entries()) {
      expect(notes[index]).toMatch(new RegExp(`^standard input, line ${index + 1}: `, "u"));
      expect(notes[index]).toMatch(reason);
    }
  });

  it("shows a table for people", async () => {
    const { code, stdout } = await rvrc(["score", "cross_product", "--trace", LISTINGS]);
    expect(code).toBe(0);
    expect(stdout.match(/^train\/\d {2}sound = /gmu)?.length).toBe(4);
    expect(stdout).toMatch(/^goal\s+goal\s+0\.8000\s+the final state is the gold state$/mu);
  });
});
