import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { miniScenario } from "../../compiler/test/bind/mini.js";
import { miniProject, type Outcome, type Running, rvrc, write } from "./rvrc.js";

interface Round {
  readonly ok: boolean;
  readonly changed: readonly string[];
  readonly compiled: readonly string[];
  readonly missing: readonly string[];
  readonly files: { readonly written: readonly string[]; readonly removed: readonly string[] } | null;
  readonly diagnostics: readonly { readonly code: string; readonly file: string; readonly line: number }[];
}

interface Watch {
  /** The next round that is reported; the process is waiting for changes by then. */
  round(): Promise<Round>;
  stop(signal?: NodeJS.Signals): Promise<Outcome>;
}

/** Starts the real command. Nothing here waits for a time: a round is awaited by its line. */
function startWatch(cwd: string, ...args: readonly string[]): Watch {
  let running: Running | undefined;
  let taken = 0;
  let wake = (): void => undefined;
  const outcome = rvrc(["compile", ".", "--watch", "--json", ...args], {
    cwd,
    onOutput: (it) => {
      running = it;
      wake();
    },
  });
  let ended: Outcome | undefined;
  outcome.then((it) => {
    ended = it;
    wake();
  });
  onTestFinished(() => running?.kill("SIGKILL"));
  return {
    async round() {
      for (;;) {
        const line = (running?.printed() ?? "").split("\n").slice(0, -1)[taken];
        if (line !== undefined) {
          taken++;
          return JSON.parse(line);
        }
        if (ended !== undefined) throw new Error(`the command ended: ${ended.stderr}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    stop(signal = "SIGINT") {
      running?.kill(signal);
      return outcome;
    },
  };
}

const CHECKER = "generated/close_ticket/checker.js";
const read = (cwd: string, path: string) => readFileSync(join(cwd, path), "utf8");
const written = (round: Round) => round.files?.written ?? [];

/** As editors save: a new file beside the old one, then a rename over it. Nobody sees a part of the text. */
function save(cwd: string, path: string, text: string): void {
  write(cwd, `${path}.swp`, text);
  renameSync(join(cwd, `${path}.swp`), join(cwd, path));
}

describe("compile --watch", () => {
  it("compiles what changes, keeps what was compiled while there are errors, and ends with Ctrl-C", async () => {
    const cwd = await miniProject();
    const watch = startWatch(cwd);
    const first = await watch.round();
    expect(first).toMatchObject({ ok: true, compiled: ["close_ticket"], diagnostics: [] });
    expect(first.changed).toEqual(["close.rvr", "desk.yaml", "moves.yaml", "office.rvr", "tickets.yaml"]);
    expect(written(first)).toContain(CHECKER);
    const source = read(cwd, "close.rvr");
    const before = read(cwd, CHECKER);

    save(cwd, "close.rvr", source.replace("budget 3", "budget 5"));
    const edited = await watch.round();
    expect(edited).toMatchObject({ ok: true, changed: ["close.rvr"], compiled: ["close_ticket"] });
    expect(written(edited)).toContain(CHECKER);
    // The world did not change, so nothing of it is touched.
    expect(written(edited).filter((path) => path.includes("/worlds/"))).toEqual([]);
    const after = read(cwd, CHECKER);
    expect(after).not.toBe(before);
    expect(after).toContain("budget: 5");

    save(cwd, "close.rvr", source.replace("budget 3", "budget 7").replace("desk.getTicket", "desk.getTiket"));
    const broken = await watch.round();
    expect(broken).toMatchObject({ ok: false, files: null, changed: ["close.rvr"] });
    expect(broken.diagnostics).toMatchObject([{ code: "RVR2003", file: "close.rvr", line: 6 }]);
    expect(read(cwd, CHECKER)).toBe(after);

    save(cwd, "close.rvr", source.replace("budget 3", "budget 7"));
    const mended = await watch.round();
    expect(mended).toMatchObject({ ok: true, diagnostics: [] });
    expect(read(cwd, CHECKER)).toContain("budget: 7");

    const { code, stderr } = await watch.stop();
    expect(code).toBe(130);
    expect(stderr).toContain("Watching the sources; Ctrl-C ends.");
    expect(stderr).not.toMatch(/bug|Warning/u);
    const left = readdirSync(cwd, { recursive: true }).map(String);
    expect(left.filter((path) => path.endsWith(".rvrc-tmp"))).toEqual([]);
    // What stands there is what a compilation of its own makes.
    expect((await rvrc(["compile", ".", "--check"], { cwd })).code).toBe(0);
  });

  it("sees files that come and go, in folders that come and go", async () => {
    const cwd = await miniProject();
    const watch = startWatch(cwd);
    await watch.round();
    const other = miniScenario().replace("close_ticket", "other").replace("office.rvr", "../../office.rvr");

    save(cwd, "more/deep/other.rvr", other);
    const added = await watch.round();
    expect(added).toMatchObject({ ok: true, changed: ["more/deep/other.rvr"], compiled: ["other"] });
    expect(read(cwd, "generated/registry.js")).toContain("./other/index.js");

    rmSync(join(cwd, "more"), { recursive: true });
    const removed = await watch.round();
    expect(removed).toMatchObject({ ok: true, changed: ["more/deep/other.rvr"], compiled: [] });
    expect(removed.files?.removed).toContain("generated/other/checker.js");
    expect(readdirSync(join(cwd, "generated"))).not.toContain("other");

    save(cwd, "more/deep/other.rvr", other);
    expect(await watch.round()).toMatchObject({ ok: true, changed: ["more/deep/other.rvr"] });
    save(cwd, "more/deep/other.rvr", other.replace("budget 3", "budget 4"));
    expect(await watch.round()).toMatchObject({ ok: true, compiled: ["other"] });
    expect(read(cwd, "generated/other/checker.js")).toContain("budget: 4");
    expect((await watch.stop("SIGTERM")).code).toBe(130);
  });

  it("watches data and documents, the missing ones too", async () => {
    const cwd = await miniProject();
    const watch = startWatch(cwd);
    await watch.round();
    const moves = read(cwd, "moves.yaml");
    rmSync(join(cwd, "moves.yaml"));
    const gone = await watch.round();
    expect(gone).toMatchObject({ ok: false, changed: ["moves.yaml"] });
    expect(gone.diagnostics.map((one) => one.code)).toContain("RVR2013");
    save(cwd, "moves.yaml", moves);
    expect(await watch.round()).toMatchObject({ ok: true, changed: ["moves.yaml"], diagnostics: [] });
    save(cwd, "moves.yaml", moves.replace("to: closed", "to: done"));
    const data = await watch.round();
    expect(data).toMatchObject({ ok: true, compiled: ["close_ticket"] });
    expect(written(data)).toContain("generated/worlds/office/seeds.js");
    save(cwd, "desk.yaml", read(cwd, "desk.yaml").replace("Read a ticket.", "Read one ticket."));
    const document = await watch.round();
    expect(document).toMatchObject({ ok: true, changed: ["desk.yaml"] });
    expect(read(cwd, "generated/close_ticket/tools.json")).toContain("Read one ticket.");
    await watch.stop();
  });

  it("waits for a scenario when the last one has gone, and keeps what was compiled", async () => {
    const cwd = await miniProject();
    const watch = startWatch(cwd, "--poll");
    await watch.round();
    const source = read(cwd, "close.rvr");
    const office = read(cwd, "office.rvr");
    for (const path of ["close.rvr", "office.rvr"]) rmSync(join(cwd, path));
    let round = await watch.round();
    // One look may fall between the two removals.
    if (round.missing.length === 0) round = await watch.round();
    expect(round).toMatchObject({ ok: false, missing: ["."] });
    expect(readdirSync(join(cwd, "generated"))).toContain("close_ticket");
    save(cwd, "office.rvr", office);
    save(cwd, "close.rvr", source.replace("budget 3", "budget 6"));
    round = await watch.round();
    if (!round.compiled.includes("close_ticket")) round = await watch.round();
    expect(round.ok).toBe(true);
    expect(read(cwd, CHECKER)).toContain("budget: 6");
    expect((await watch.stop()).code).toBe(130);
  });

  it("says a round in one line, and shows a warning once", async () => {
    const warned = `reward extra additive { slots move_ticket mean weight 2 { move.id = "7" } clamp 0 .. 1 }`;
    const cwd = await miniProject({ rest: warned });
    let edited = false;
    const { code, stderr } = await new Promise<Outcome>((resolve) => {
      rvrc(["compile", ".", "--watch"], {
        cwd,
        onErrors: (running) => {
          const rounds = running.printedErrors().match(/^.*; \d+ ms$/gmu) ?? [];
          if (rounds.length === 2) running.kill("SIGINT");
          if (rounds.length !== 1 || edited || !running.printedErrors().includes("Ctrl-C ends.")) return;
          edited = true;
          save(cwd, "close.rvr", read(cwd, "close.rvr").replace("budget 3", "budget 4"));
        },
      }).then(resolve);
    });
    expect(code).toBe(130);
    expect(stderr).toMatch(
      /^5 sources; compiled close_ticket; \d+ files written; 0 errors, 1 warning; \d+ ms$/mu,
    );
    expect(stderr).toMatch(
      /^close\.rvr; compiled close_ticket; \d+ files written; 0 errors, 1 warning; \d+ ms$/mu,
    );
    expect(stderr.match(/^warning\[/gmu)).toHaveLength(1);
  });

  it("refuses what makes no sense", async () => {
    const cwd = await miniProject();
    const both = await rvrc(["compile", ".", "--watch", "--check"], { cwd });
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("--check and --watch")]);
    const missing = await rvrc(["compile", "nowhere", "--watch"], { cwd });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("nowhere")]);
  });
});
