import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { miniProject, rvrc } from "./rvrc.js";

async function project(change: (text: string) => string): Promise<string> {
  const cwd = await miniProject({ rest: `test "gold" task "train/0" expect success { gold }` });
  const text = readFileSync(join(cwd, "desk.yaml"), "utf8");
  const changed = change(text);
  writeFileSync(join(cwd, "new.yaml"), changed);
  return cwd;
}

it("is silent about a document that says the same", async () => {
  const from = "operationId: getTicket\n      summary: Read a ticket.";
  const to = "summary: Read a ticket.\n      operationId: getTicket";
  const cwd = await project((text) => {
    expect(text).toContain(from);
    return `# Another version.\n${text.replace(from, to)}`;
  });
  for (const paths of [[], ["."]]) {
    const { code, stdout, stderr } = await rvrc(["diff", "desk.yaml", "new.yaml", ...paths], { cwd });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
  }
});

it("names what is gone, and every line of a scenario that no longer holds", async () => {
  const cwd = await project((text) =>
    text
      .replace("operationId: getTicket", "operationId: readTicket")
      .replace(
        "required: [id], properties: { id: { type: string }",
        "required: [id], properties: { id: { type: integer }",
      ),
  );
  const general = await rvrc(["diff", "desk.yaml", "new.yaml"], { cwd });
  expect(general.code).toBe(1);
  expect(general.stdout).toContain("breaking    getTicket is called readTicket now  (new.yaml:");
  expect(general.stdout).toContain(
    "breaking    moveTicket body.move.id was string and is integer  (new.yaml:",
  );

  const { code, stdout } = await rvrc(["diff", "desk.yaml", "new.yaml", "close.rvr", "--json"], { cwd });
  expect(code).toBe(1);
  const { ok, diagnostics, changes } = JSON.parse(stdout);
  expect(ok).toBe(false);
  const said = diagnostics.map((one: { code: string; file: string }) => `${one.code} ${one.file}`);
  expect(said).toContain("RVR2003 close.rvr");
  expect(said).toContain("RVR3001 close.rvr");
  const slot = diagnostics.find((one: { code: string }) => one.code === "RVR3001");
  expect(slot.related.map(({ file }: { file: string }) => file)).toContain("new.yaml");
  expect(
    changes.every((one: { severity: string }) =>
      ["breaking", "possible", "compatible"].includes(one.severity),
    ),
  ).toBe(true);
});

it("tells which scenarios compile to other code, and that this breaks nothing", async () => {
  const cwd = await project((text) => text.replace("summary: Move a ticket.", "summary: Move a ticket on."));
  const { code, stdout } = await rvrc(["diff", "desk.yaml", "new.yaml", "close.rvr"], { cwd });
  expect([code, stdout]).toEqual([0, "close_ticket: compiles to other code; audit it again\n"]);
});

it("reads what the new version refers to beside it, and names certificates that no longer hold", async () => {
  const split = (text: string, folder: string, write: (path: string, text: string) => void): void => {
    const [head = "", parts = ""] = text.split("components:");
    write(join(folder, "desk.yaml"), head.replaceAll("#/components/", "parts.yaml#/components/"));
    write(join(folder, "parts.yaml"), `components:${parts.replaceAll("#/components/", "#/components/")}`);
  };
  const cwd = await project((text) => text);
  const text = readFileSync(join(cwd, "desk.yaml"), "utf8");
  expect(text).toContain("components:");
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  split(text, cwd, write);
  split(
    text
      .replace("properties: { id: { type: string }", "properties: { id: { type: integer }")
      .replace("number: { type: integer }", "number: { type: string }"),
    join(cwd, "v2"),
    write,
  );
  expect((await rvrc(["compile", "close.rvr"], { cwd })).code).toBe(0);
  expect((await rvrc(["audit", "close.rvr"], { cwd })).code).toBeLessThan(2);
  const { code, stdout, stderr } = await rvrc(["diff", "desk.yaml", "v2/desk.yaml", "close.rvr"], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("v2/desk.yaml:30:69");
  expect(stdout).toMatch(/getTicket 200\.number was integer and is string .*v2\/parts\.yaml/u);
  expect(stderr).toContain("RVR3001");
  expect(stdout).toContain("close_ticket: its certificate no longer holds, of sound");
  const same = await rvrc(["diff", "desk.yaml", "desk.yaml", "close.rvr"], { cwd });
  expect([same.code, same.stdout]).toEqual([0, ""]);
});

it("puts the overlays of scenarios on both versions", async () => {
  const cwd = await project((text) => text.replace("summary: Move a ticket.", "summary: Move one."));
  const scenario = readFileSync(join(cwd, "close.rvr"), "utf8");
  writeFileSync(
    join(cwd, "close.rvr"),
    scenario.replace('from "desk.yaml"', 'from "desk.yaml" overlay "fix.yaml"'),
  );
  const paths = Object.keys(
    (parse(readFileSync(join(cwd, "desk.yaml"), "utf8")) as { paths: Record<string, unknown> }).paths,
  );
  const [path = ""] = paths;
  const target = JSON.stringify(`$.paths['${path}'].get.operationId`);
  writeFileSync(
    join(cwd, "fix.yaml"),
    `overlay: 1.0.0\ninfo: { title: Fix, version: "1" }\nactions:\n  - { target: ${target}, description: none, remove: false }\n`,
  );
  const { code, stdout, stderr } = await rvrc(["diff", "desk.yaml", "new.yaml", "close.rvr", "--json"], {
    cwd,
  });
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout).changes).toEqual([]);
});

it.each([
  ["a document that is not there", ["desk.yaml", "none.yaml"], 1, "does not exist"],
  ["one outside of the project", ["../a.yaml", "desk.yaml"], 2, "lies outside of the project"],
  [
    "a copy that no scenario reads",
    ["new.yaml", "desk.yaml", "close.rvr"],
    2,
    "No scenario there reads new.yaml.",
  ],
  [
    "a path without scenarios",
    ["desk.yaml", "new.yaml", "tickets.yaml"],
    2,
    "There is no scenario file at tickets.yaml.",
  ],
])("refuses %s", async (_, args, exit, message) => {
  const cwd = await project((text) => text);
  const { code, stderr } = await rvrc(["diff", ...args], { cwd });
  expect([code, stderr]).toEqual([exit, expect.stringContaining(message)]);
});
