import { describe, expect, it } from "vitest";
import { memoryHost } from "../../host/memory-host.js";
import { readManifest, writeFiles } from "../../host/writer.js";

const file = (path: string, text = path) => ({ path, text });

describe("writeFiles", () => {
  it("writes only what changed, removes what an earlier run left, and names strangers", async () => {
    const host = memoryHost({
      "g/same": "g/same",
      "g/old": "before",
      "g/gone": "",
      "g/mine": "hand-written",
    });
    const files = [file("g/same"), file("g/old"), file("g/new")];
    const report = await writeFiles(host, files, { folder: "g", owned: ["g/gone", "g/same", "g/never"] });
    expect(report).toEqual({
      unchanged: ["g/same"],
      changed: ["g/old"],
      added: ["g/new"],
      removed: ["g/gone"],
      extra: ["g/mine"],
      upToDate: false,
    });
    expect(host.written).toEqual(["g/new", "g/old"]);
    expect([...host.files.keys()].sort()).toEqual(["g/mine", "g/new", "g/old", "g/same"]);
    const again = await writeFiles(host, files, { folder: "g", owned: files.map(({ path }) => path) });
    expect(again.upToDate).toBe(true);
    expect(host.written).toHaveLength(2);
  });

  it("does not read again what it is told stands there, and knows better after each write", async () => {
    const disk = memoryHost({ a: "1", b: "2", c: "3" });
    const read: string[] = [];
    const host = {
      ...disk,
      readText(path: string) {
        read.push(path);
        return disk.readText(path);
      },
    };
    const present = new Map<string, string>();
    await writeFiles(host, [file("a", "1"), file("b", "new"), file("c", "3")], { present });
    expect(read).toEqual(["a", "b", "c"]);
    read.length = 0;
    const owned = ["a", "b", "c"];
    const report = await writeFiles(host, [file("a", "1"), file("b", "newer")], { present, owned });
    expect(read).toEqual([]);
    expect(report).toMatchObject({ unchanged: ["a"], changed: ["b"], removed: ["c"] });
    expect(Object.fromEntries(disk.files)).toEqual({ a: "1", b: "newer" });
    expect(Object.fromEntries(present)).toEqual({ a: "1", b: "newer" });
    // A write that fails leaves it open what stands there.
    const failing = { ...host, writeText: () => Promise.reject(new Error("full")) };
    await expect(writeFiles(failing, [file("a", "9")], { present })).rejects.toThrow("full");
    await writeFiles(host, [file("a", "9")], { present });
    expect(read).toEqual(["a"]);
  });

  it("touches nothing when it only checks", async () => {
    const host = memoryHost({ a: "1", b: "2" });
    const report = await writeFiles(host, [file("a", "changed"), file("c")], { check: true, owned: ["b"] });
    expect(report).toMatchObject({ changed: ["a"], added: ["c"], removed: ["b"], upToDate: false });
    expect(Object.fromEntries(host.files)).toEqual({ a: "1", b: "2" });
  });

  it("stops between two files when told to, each file whole", async () => {
    const host = memoryHost({});
    const stop = new AbortController();
    const stopping = {
      ...host,
      async writeText(path: string, text: string) {
        await host.writeText(path, text);
        stop.abort(new Error("interrupted"));
      },
    };
    const files = [file("b"), file("a"), file("c")];
    await expect(writeFiles(stopping, files, { signal: stop.signal })).rejects.toThrow("interrupted");
    expect(Object.fromEntries(host.files)).toEqual({ a: "a" });
  });

  it("refuses two texts for one file", async () => {
    await expect(writeFiles(memoryHost(), [file("a", "1"), file("a", "2")])).rejects.toThrow("two texts");
  });
});

describe("readManifest", () => {
  const read = (text: string | undefined) =>
    readManifest(memoryHost(text === undefined ? {} : { "g/manifest.json": text }), "g/manifest.json");

  it("takes an object, a list of paths or a list of entries", async () => {
    expect(await read('{"files":{"b":"hash","a/c":"hash"}}')).toEqual(["g/a/c", "g/b"]);
    expect(await read('{"files":["b","a"]}')).toEqual(["g/a", "g/b"]);
    expect(await read('{"files":[{"path":"b"},{"path":7},3]}')).toEqual(["g/b"]);
  });

  it("owns nothing outside its folder", async () => {
    expect(await read('{"files":["../src/a","/etc/x","../../y","ok","manifest.json"]}')).toEqual(["g/ok"]);
  });

  it("gives nothing for a missing or broken manifest", async () => {
    expect(await read(undefined)).toBeUndefined();
    expect(await read("{")).toBeUndefined();
    expect(await read('{"other":1}')).toBeUndefined();
  });
});
