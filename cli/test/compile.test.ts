import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { miniProject, rvrc, write } from "./rvrc.js";

/** Every file below a folder with its text and the time of its last change. */
function snapshot(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, `${statSync(path).mtimeMs} ${readFileSync(path, "utf8")}`]),
  );
}

const WITH_TEST = { rest: `test "gold" task "train/0" expect success { gold }` };
const FAILING = { rest: `test "silence" task "train/0" expect success { }` };

describe("compile", () => {
  it("writes once, finds nothing to write again, and names what is stale, missing and no longer made", async () => {
    const cwd = await miniProject(WITH_TEST);
    const first = await rvrc(["compile", "close.rvr"], { cwd });
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(
      /^close_ticket: slots .*; tasks 4 train, 4 heldout; 1 tests hold; rewards sound\n\d+ files written, 0 unchanged\.\n$/u,
    );
    const before = snapshot(join(cwd, "generated"));
    expect(before.size).toBeGreaterThan(30);
    const second = await rvrc(["compile", "."], { cwd });
    expect(second.stdout).toContain(`0 files written, ${before.size} unchanged.`);
    // office.rvr is among the paths now, but it was read the first time, too.
    expect(snapshot(join(cwd, "generated"))).toEqual(before);

    const checker = join(cwd, "generated/close_ticket/checker.js");
    writeFileSync(checker, `${readFileSync(checker, "utf8")}\n`);
    rmSync(join(cwd, "generated/close_ticket/tools.json"));
    const stale = await rvrc(["compile", ".", "--check"], { cwd });
    expect(stale.code).toBe(1);
    expect(stale.stdout).toContain("stale: generated/close_ticket/checker.js\n");
    expect(stale.stdout).toContain("missing: generated/close_ticket/tools.json\n");
    const asJson = await rvrc(["compile", ".", "--check", "--json"], { cwd });
    expect(asJson.code).toBe(1);
    const { version, ok, files, scenarios, diagnostics } = JSON.parse(asJson.stdout);
    expect({ version, ok, diagnostics }).toEqual({ version: 1, ok: false, diagnostics: [] });
    expect(files.changed).toEqual(["generated/close_ticket/checker.js"]);
    expect(files.added).toEqual(["generated/close_ticket/tools.json"]);
    expect(scenarios[0].tasks).toEqual([
      { split: "train", count: 4 },
      { split: "heldout", count: 4 },
    ]);

    expect((await rvrc(["compile", "."], { cwd })).stdout).toContain("2 files written");
    // A renamed scenario leaves nothing of the old one.
    const source = readFileSync(join(cwd, "close.rvr"), "utf8");
    write(cwd, "close.rvr", source.replace("scenario close_ticket", "scenario shut_ticket"));
    expect((await rvrc(["compile", ".", "--check"], { cwd })).stdout).toContain(
      "no longer made: generated/close_ticket/checker.js\n",
    );
    await rvrc(["compile", "."], { cwd });
    expect(readdirSync(join(cwd, "generated")).sort()).toEqual([
      "manifest.json",
      "registry.d.ts",
      "registry.js",
      "registry.ts",
      "shut_ticket",
      "worlds",
    ]);
  });

  it("writes nothing when there is an error", async () => {
    const cwd = await miniProject({ gold: `gold move_ticket { ticketId = ticket.key  move.id = 7 }` });
    const { code, stdout, stderr } = await rvrc(["compile", "."], { cwd });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("error[RVR3001]");
    expect(stderr).toContain("Nothing was written: 1 error, 0 warnings.");
    expect(readdirSync(cwd)).not.toContain("generated");
  });

  it("writes to the project's folder from anywhere in it", async () => {
    const cwd = await miniProject({}, { "deep/down/readme.txt": "" });
    const { code } = await rvrc(["compile", "../../close.rvr"], { cwd: join(cwd, "deep/down") });
    expect(code).toBe(0);
    expect(readdirSync(cwd)).toContain("generated");
    const other = await rvrc(["compile", "close.rvr", "--out", "build/code"], { cwd });
    expect(other.code).toBe(0);
    expect(readdirSync(join(cwd, "build/code"))).toContain("registry.js");
  });

  it("does not print among the sources", async () => {
    const cwd = await miniProject(WITH_TEST);
    const before = snapshot(cwd);
    for (const more of [[], ["--watch"]]) {
      const { code, stderr } = await rvrc(["compile", "close.rvr", "--out", ".", ...more], { cwd });
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining("The folder of generated code, ., holds the source close.rvr."),
      ]);
    }
    expect(snapshot(cwd)).toEqual(before);
  });

  it("says of a file that is not UTF-8 that it is not", async () => {
    const cwd = await miniProject(WITH_TEST);
    writeFileSync(join(cwd, "close.rvr"), Buffer.from("# caf\xe9\n", "latin1"));
    const { code, stderr } = await rvrc(["compile", "."], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('"close.rvr" is not text in UTF-8 (byte 6); save it as UTF-8.');
  });

  it("does not complain of a file without scenarios", async () => {
    const cwd = await miniProject();
    const { code, stderr } = await rvrc(["compile", "office.rvr"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain("These files declare no scenario.");
  });
});

describe("check", () => {
  it("applies the fixes that are asked for, and only those files change", async () => {
    const tools = `get_ticket = desk.getTiket move_ticket = desk.moveTicket { take path.ticketId, move.id }`;
    const cwd = await miniProject({ tools });
    const found = await rvrc(["check", ".", "--json"], { cwd });
    expect(found.code).toBe(1);
    const [diagnostic] = JSON.parse(found.stdout).diagnostics;
    expect(diagnostic).toMatchObject({ code: "RVR2003", severity: "error", file: "close.rvr", line: 5 });
    expect(diagnostic.fixes).toHaveLength(1);
    const before = readFileSync(join(cwd, "close.rvr"), "utf8");
    const fixed = await rvrc(["check", ".", "--fix"], { cwd });
    expect([fixed.code, fixed.stdout]).toEqual([0, ""]);
    expect(fixed.stderr).toContain("1 fixes applied.");
    expect(readFileSync(join(cwd, "close.rvr"), "utf8")).toBe(before.replace("getTiket", "getTicket"));
    expect(readdirSync(cwd)).not.toContain("generated");
  });

  it("shows twenty findings of many, and keeps control characters away from the terminal", async () => {
    const cwd = await miniProject({}, { "noise.rvr": "\u001b]0;title\u0007 ; ".repeat(60) });
    const { code, stderr } = await rvrc(["check", "noise.rvr"], { cwd });
    expect(code).toBe(1);
    expect(stderr.match(/^error\[/gmu)?.length).toBe(20);
    expect(stderr).toMatch(/\.\.\. and \d+ more; use --json for all\./u);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    expect(stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/u);
  });
});

describe("test", () => {
  it("passes and fails with the tests, and counts them in its last line", async () => {
    const good = await miniProject(WITH_TEST);
    const passed = await rvrc(["test", "."], { cwd: good });
    expect([passed.code, passed.stdout]).toEqual([0, "ok   close_ticket: gold\n1 passed, 0 failed\n"]);
    const bad = await miniProject(FAILING);
    const failed = await rvrc(["test", "close.rvr"], { cwd: bad });
    expect([failed.code, failed.stdout]).toEqual([1, "FAIL close_ticket: silence\n0 passed, 1 failed\n"]);
    expect(failed.stderr).toContain("error[RVR8001]");
    const asJson = JSON.parse((await rvrc(["test", ".", "--json"], { cwd: bad })).stdout);
    expect(asJson).toEqual({
      version: 1,
      ok: false,
      tests: [
        {
          scenario: "close_ticket",
          title: "silence",
          ok: false,
          difference: expect.stringMatching(/success/u),
        },
      ],
    });
  });
});
