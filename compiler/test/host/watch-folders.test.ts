import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { foldersBelow, watchFolders } from "../../host/watch-folders.js";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "rvrc-watch-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A watcher of some folders that has told of its own beginning already. */
async function watching(folders: readonly string[], options: { readonly poll?: boolean } = {}) {
  const watcher = watchFolders(options);
  onTestFinished(() => watcher.close());
  const never = new AbortController().signal;
  watcher.sync(folders);
  await watcher.next(never);
  return { watcher, next: () => watcher.next(never) };
}

for (const poll of [false, true]) {
  it(`tells of files that are made, changed, replaced and removed${poll ? ", by polling" : ""}`, async () => {
    const root = folder();
    const file = join(root, "a.rvr");
    const { next } = await watching([root], { poll });
    for (const act of [
      () => writeFileSync(file, "1"),
      () => writeFileSync(file, "2"),
      () => {
        writeFileSync(`${file}.new`, "3");
        renameSync(`${file}.new`, file);
      },
      () => rmSync(file),
    ]) {
      const told = next();
      act();
      await told;
    }
  });
}

it("waits for a folder that is not there, and finds it again when it was removed", async () => {
  const root = folder();
  const inner = join(root, "deep", "inner");
  const { watcher, next } = await watching([inner]);
  for (let round = 0; round < 2; round++) {
    let told = next();
    mkdirSync(inner, { recursive: true });
    await told;
    watcher.sync([inner]);
    await next();
    told = next();
    writeFileSync(join(inner, "a.rvr"), String(round));
    await told;
    told = next();
    rmSync(join(root, "deep"), { recursive: true });
    await told;
    watcher.sync([inner]);
    await next();
  }
});

it("stops waiting when it is told to", async () => {
  const { watcher } = await watching([folder()]);
  const stop = new AbortController();
  const told = watcher.next(stop.signal);
  stop.abort(new Error("enough"));
  await expect(told).rejects.toThrow("enough");
  await expect(watcher.next(stop.signal)).rejects.toThrow("enough");
});

it("lists folders below one, but for those that nobody looks into", () => {
  const root = folder();
  for (const path of ["a/b", "node_modules/c", ".git/d", "generated/e"])
    mkdirSync(join(root, path), { recursive: true });
  const found = foldersBelow(root, (path) => path === join(root, "generated"));
  expect([...found].sort()).toEqual([root, join(root, "a"), join(root, "a", "b")]);
  expect(foldersBelow(join(root, "missing"), () => false)).toEqual([]);
});
