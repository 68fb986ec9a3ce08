import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LIBRARY } from "../../compiler/test/infer/library.js";
import { miniProject, rvrc } from "./rvrc.js";

async function library(): Promise<string> {
  const cwd = await miniProject({});
  mkdirSync(join(cwd, "api"));
  writeFileSync(join(cwd, "api/library.yaml"), LIBRARY);
  return cwd;
}

it("lists what a document speaks of, and says why", async () => {
  const cwd = await library();
  const all = await rvrc(["infer", "api/library.yaml"], { cwd });
  expect(all.code).toBe(0);
  expect(all.stdout).toMatch(
    /^Book +\/v1\/books\/\{bookIdOrSlug\} +id, slug +high +read, update, delete, list, create, action$/mu,
  );
  expect(all.stdout).toMatch(/^Settings +\/v1\/settings +- +medium +read, update$/mu);
  expect(all.stderr).toContain("7 resources; --resource NAME says why.");
  const one = await rvrc(["infer", "api/library.yaml", "--resource", "Member"], { cwd });
  expect(one.stdout).toMatch(/^exists +\/v1\/members\/\{member\} +low +GET .* answers with one record$/mu);
  expect(one.stdout).toContain("open: the path's 'member' may be 'id' or 'key' of the record");
  const json = JSON.parse((await rvrc(["infer", "api/library.yaml", "--json"], { cwd })).stdout);
  expect(json.version).toBe(1);
  expect(json.resources.map((one: { name: string }) => one.name)).toContain("BookChapter");
});

it("writes a world that compiles, and does not write over what was changed", async () => {
  const cwd = await library();
  const args = ["infer", "api/library.yaml", "--out", "worlds", "--records", "3"];
  const { code, stderr } = await rvrc(args, { cwd });
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining("22 operations of 26 in worlds/library.rvr, with 7 seed files."),
  ]);
  expect(readdirSync(join(cwd, "worlds/seeds"))).toHaveLength(7);
  const checked = await rvrc(["check", "worlds/library.rvr"], { cwd });
  expect([checked.code, checked.stdout]).toEqual([0, ""]);
  const explained = await rvrc(["explain", "library.Book"], { cwd });
  expect(explained.stdout).toMatch(
    /^key +id +id +high +'book id' without the name of the resource is 'id'$/mu,
  );
  expect(explained.stdout).toMatch(/^create +answered +createBook +high /mu);
  expect(explained.stdout).toMatch(/^action +not answered +lendBook +medium /mu);
  expect(explained.stdout).toMatch(/^seed +3 records/mu);

  const file = join(cwd, "worlds/library.rvr");
  const made = readFileSync(file, "utf8");
  expect((await rvrc(args, { cwd })).code).toBe(0);
  writeFileSync(file, made.replace("key id", "key id # the one"));
  const refused = await rvrc(args, { cwd });
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("worlds/library.rvr would be written over"),
  ]);
  expect((await rvrc([...args, "--force"], { cwd })).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(made);
});

it("creates a record of each resource and reads it back", async () => {
  const cwd = await library();
  const { code, stdout } = await rvrc(["infer", "api/library.yaml", "--check"], { cwd });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining("What was created was read back for 4 of 4 resources with both operations."),
  ]);
});

it.each([
  [["infer", "api/none.yaml"], 1, 'The API document "api/none.yaml" does not exist.'],
  [["infer", "api/library.yaml", "--resource", "Bok"], 2, "Did you mean Book?"],
  [["infer", "../out.yaml"], 2, "out.yaml lies outside of the project"],
  [["explain", "librari.Book"], 2, "No world is called librari."],
])("refuses %j with the place and the remedy", async (args, code, text) => {
  const cwd = await library();
  const refused = await rvrc(args, { cwd });
  expect([refused.code, `${refused.stdout}${refused.stderr}`]).toEqual([code, expect.stringContaining(text)]);
});
