import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rvrc, temporaryFolder, write } from "./rvrc.js";

const UGLY = "# kept\nworld   w { # here\n\n\n resource R {}\n}";
const PRETTY = "# kept\nworld w { # here\n\n  resource R {}\n}\n";

function project(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  write(folder, "package.json", "{}");
  for (const [path, text] of Object.entries(files)) write(folder, path, text);
  return folder;
}

describe("rvrc format", () => {
  it("writes what differs, and formats the other files where one has errors", async () => {
    const cwd = project({ "a/ugly.rvr": UGLY, "a/pretty.rvr": PRETTY, "a/broken.rvr": "world {" });
    const before = statSync(join(cwd, "a/pretty.rvr")).ino;
    const { code, stdout, stderr } = await rvrc(["format", "a"], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "a/ugly.rvr\n" });
    expect(stderr).toContain("a/broken.rvr:1:7");
    expect(readFileSync(join(cwd, "a/ugly.rvr"), "utf8")).toBe(PRETTY);
    expect(readFileSync(join(cwd, "a/broken.rvr"), "utf8")).toBe("world {");
    // A file that is as it should be is not written again.
    expect(statSync(join(cwd, "a/pretty.rvr")).ino).toBe(before);
  });

  it("lists with --check what would change, and writes nothing", async () => {
    const cwd = project({ "ugly.rvr": UGLY, "pretty.rvr": PRETTY });
    const { code, stdout } = await rvrc(["format", ".", "--check"], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "ugly.rvr\n" });
    expect(readFileSync(join(cwd, "ugly.rvr"), "utf8")).toBe(UGLY);
    expect((await rvrc(["format", "pretty.rvr", "--check"], { cwd })).code).toBe(0);
  });

  it("gives a document with --json", async () => {
    const cwd = project({ "ugly.rvr": UGLY, "broken.rvr": "world {" });
    const { code, stdout } = await rvrc(["format", ".", "--check", "--json"], { cwd });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      ok: false,
      files: [
        { file: "broken.rvr", state: "broken" },
        { file: "ugly.rvr", state: "changed" },
      ],
      diagnostics: [{ code: "RVR1020" }, { code: "RVR1010" }],
    });
  });

  it("formats standard input to standard output", async () => {
    expect(await rvrc(["format", "-"], { input: UGLY })).toEqual({ code: 0, stdout: PRETTY, stderr: "" });
    const broken = await rvrc(["format", "-"], { input: "world {" });
    expect({ code: broken.code, stdout: broken.stdout }).toEqual({ code: 1, stdout: "" });
    expect(broken.stderr).toContain("standard input:1:7");
    expect((await rvrc(["format", "-", "x.rvr"], { input: "" })).code).toBe(2);
  });

  it("refuses a path that holds no scenario file", async () => {
    const { code, stderr } = await rvrc(["format", "nowhere"], { cwd: project({}) });
    expect(code).toBe(2);
    expect(stderr).toContain("There is no scenario file at nowhere.");
  });
});
