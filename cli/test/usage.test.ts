import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ROOT, rvrc } from "./rvrc.js";

const work = mkdtempSync(join(tmpdir(), "rvrc-usage-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Wrong usage: what it is, and what standard error says of it. */
const WRONG: readonly (readonly [what: string, args: readonly string[], says: RegExp])[] = [
  ["an unknown command", ["compil", "scenarios/"], /unknown command 'compil'\s+\(Did you mean compile\?\)/],
  [
    "an unknown option",
    ["compile", "scenarios/", "--chek"],
    /unknown option '--chek'\s+\(Did you mean --check\?\)/,
  ],
  ["a missing path", ["compile"], /missing required argument 'path'/],
  ["a path that does not exist", ["compile", "nowhere"], /no scenario file at nowhere/],
  ["a folder without scenarios", ["check", "openapi"], /no scenario file at openapi/],
  ["a path outside the project", ["check", "../.."], /lies outside the project folder/],
  ["an unknown scenario", ["play", "subtask_creatoin"], /Did you mean subtask_creation\?/],
  [
    "an unknown reward",
    ["score", "subtask_creation", "--trace", "-", "--reward", "paper"],
    /no reward 'paper'/,
  ],
  ["a missing trace", ["score", "subtask_creation", "--trace", "nowhere.jsonl"], /no file nowhere\.jsonl/],
  ["an unknown task", ["play", "subtask_creation", "--task", "heldout/9999"], /has no task 'heldout\/9999'/],
  ["a number that is none", ["train", "subtask_creation", "--steps", "many"], /A whole number is needed/],
  ["an engine of another version", ["train", "subtask_creation", "--engine", "cuda"], /use --engine auto/],
  ["an unknown engine", ["train", "subtask_creation", "--engine", "warp"], /no engine named "warp"/],
  ["a policy that is no model", ["train", "subtask_creation", "--policy", "docs"], /it has no config\.json/],
  ["a run that does not exist", ["train", "subtask_creation", "--resume", "nowhere"], /nowhere holds no run/],
  ["an unknown system text", ["train", "subtask_creation", "--system", "long"], /Use bare or hinted/],
  [
    "an unknown format of the grammar",
    ["grammar", "--format", "xml"],
    /no format "xml"\.\s+Use ebnf or json/,
  ],
  ["an unknown code", ["explain", "RVR3O01"], /Did you mean RVR3001\?/],
];

describe("wrong usage", () => {
  it.each(WRONG)("%s exits with 2, says what to do and shows no stack", async (_, args, says) => {
    const runs = args[0] === "train" ? ["--out", join(work, "run")] : [];
    const { code, stdout, stderr } = await rvrc([...args, ...runs]);
    expect(stderr).toMatch(says);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).not.toMatch(/^\s+at /mu);
    expect(stderr.split("\n").length).toBeLessThan(25);
    expect(existsSync(join(work, "run"))).toBe(false);
  });

  it.each([
    ["the parser of the command line", ["compile", "--chek", "x"]],
    ["a command", ["compile", "nowhere"]],
    ["the host", ["check", "../.."]],
  ])("answers as JSON when it is %s that refuses", async (_, args) => {
    const finished = await rvrc([...args, "--json"]);
    expect(finished.code).toBe(2);
    const { version, ok, error, remedy } = JSON.parse(finished.stdout);
    expect({ version, ok }).toEqual({ version: 1, ok: false });
    expect(error).toEqual(expect.stringMatching(/\S/));
    expect(remedy).toEqual(expect.stringMatching(/\S/));
  });

  it("takes names with hyphens", async () => {
    const episode = JSON.stringify({ task: "train/0", calls: [] });
    const args = ["score", "subtask-creation", "--trace", "-", "--reward", "paper-compat", "--json"];
    const { code, stdout } = await rvrc(args, { input: episode });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ scenario: "subtask_creation", reward: 0, success: false });
  });
});

describe("help", () => {
  it("lists the commands on standard output", async () => {
    const { code, stdout, stderr } = await rvrc(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of [
      "compile",
      "check",
      "format",
      "test",
      "score",
      "train",
      "play",
      "explain",
      "doctor",
    ]) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, "mu"));
    }
    expect(stdout).toContain("Exit codes: 0 done, 1 findings");
  });

  it.each(["compile", "check", "format", "test", "score", "train", "play", "explain", "doctor"])(
    "says what %s takes",
    async (name) => {
      const { code, stdout } = await rvrc([name, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: rvrc ${name} `);
      expect(stdout).toContain("--json");
    },
  );

  it("prints the version", async () => {
    const { stdout } = await rvrc(["--version"]);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });
});

describe("streams", () => {
  it("stops quietly when its reader has seen enough", async () => {
    const child = spawn(process.execPath, [join(ROOT, "dist/cli/main.js"), "explain", "--all"]);
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.stdout.destroy();
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("uses no colours off a terminal", async () => {
    writeFileSync(join(work, "package.json"), "{}");
    writeFileSync(join(work, "broken.rvr"), 'scenario s "x" {\n');
    const { code, stdout, stderr } = await rvrc(["check", "broken.rvr"], { cwd: work });
    expect(code).toBe(1);
    expect(stderr).toMatch(/error\[RVR1\d{3}\]/);
    expect(stdout + stderr).not.toContain("\u001b[");
  });
});
