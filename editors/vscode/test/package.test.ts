import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, inflateRawSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { keywords } from "../../../dsl/syntax/tokens.js";
import { serverCommand } from "../src/server-command.js";

const HERE = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(join(HERE, path), "utf8");
const manifest = JSON.parse(read("package.json"));

it("names files that exist, and has the version of rvrc", () => {
  const { languages, grammars, snippets } = manifest.contributes;
  for (const path of [languages[0].configuration, grammars[0].path, snippets[0].path]) {
    expect(() => JSON.parse(read(path))).not.toThrow();
  }
  expect(manifest.version).toBe(JSON.parse(read("../../package.json")).version);
  expect(grammars[0].scopeName).toBe(JSON.parse(read(grammars[0].path)).scopeName);
});

it("starts every snippet with a word of the language, or under its own name", () => {
  const snippets: Record<string, { prefix: string; body: string[] }> = JSON.parse(read("snippets/rvr.json"));
  expect(Object.keys(snippets).length).toBeGreaterThanOrEqual(8);
  for (const { prefix } of Object.values(snippets)) expect(keywords.has(prefix), prefix).toBe(true);
});

it("packs files so that they come out as they went in, and the same each time", async () => {
  const { zip } = (await import(new URL("../scripts/zip.mjs", import.meta.url).href)) as {
    zip: (files: readonly { readonly path: string; readonly data: Buffer }[]) => Buffer;
  };
  const files = [
    { path: "a.txt", data: Buffer.from("hello ".repeat(100)) },
    { path: "folder/ü.bin", data: Buffer.from([0, 1, 2, 255]) },
    { path: "empty", data: Buffer.alloc(0) },
  ];
  const packed = zip(files);
  expect(unzip(packed)).toEqual(files);
  expect(zip(files).equals(packed)).toBe(true);
});

/** Reads a zip by its central directory. */
function unzip(bytes: Buffer): { path: string; data: Buffer }[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const found: { path: string; data: Buffer }[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < bytes.readUInt16LE(end + 10); index++) {
    const [crc, packed, size] = [16, 20, 24].map((place) => bytes.readUInt32LE(at + place));
    const length = bytes.readUInt16LE(at + 28);
    const path = bytes.toString("utf8", at + 46, at + 46 + length);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = inflateRawSync(bytes.subarray(start, start + (packed ?? 0)));
    expect([data.length, crc32(data)]).toEqual([size, crc]);
    found.push({ path, data });
    at += 46 + length;
  }
  return found;
}

it("finds the server that the project means", () => {
  const folder = mkdtempSync(join(tmpdir(), "rvrc-vscode-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return join(folder, path);
  };
  const inner = join(folder, "packages", "one");
  mkdirSync(inner, { recursive: true });
  expect(serverCommand("", [inner])).toEqual({ kind: "command", name: "rvrc" });
  // A folder of another package with a file of this name is not rvrc.
  write("dist/cli/main.js", "");
  write("package.json", '{ "name": "other" }');
  expect(serverCommand("", [inner])).toEqual({ kind: "command", name: "rvrc" });
  write("package.json", '{ "name": "rvrc" }');
  expect(serverCommand("", [inner])).toEqual({ kind: "script", path: join(folder, "dist/cli/main.js") });
  const installed = write("node_modules/rvrc/dist/cli/main.js", "");
  expect(serverCommand("", [inner])).toEqual({ kind: "script", path: installed });
  expect(serverCommand("rvrc-next", [inner])).toEqual({ kind: "command", name: "rvrc-next" });
  expect(serverCommand("tools/rvrc.js", [inner])).toEqual({
    kind: "script",
    path: join(inner, "tools/rvrc.js"),
  });
  expect(serverCommand("./bin/rvrc", [inner])).toEqual({ kind: "command", name: join(inner, "bin/rvrc") });
});
