import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Host, HostError, normalisePath, pathInside, resolvePath } from "../../host/host.js";
import { memoryHost } from "../../host/memory-host.js";
import { nodeHost } from "../../host/node-host.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rvrc-host-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function reasonOf(action: Promise<unknown>): Promise<string> {
  try {
    await action;
  } catch (error) {
    if (error instanceof HostError) return error.reason;
    throw error;
  }
  return "no error";
}

describe("paths", () => {
  it.each([
    ["a/b.rvr", "c.yaml", "a/c.yaml"],
    ["a/b.rvr", "../c.yaml", "c.yaml"],
    ["b.rvr", "./x/../c.yaml", "c.yaml"],
    ["a/b/c.rvr", "..\\d\\e.yaml", "a/d/e.yaml"],
    ["b.rvr", "../c.yaml", "../c.yaml"],
    ["a/b.rvr", "/etc/x", "/etc/x"],
  ])("from %s, %s is %s", (from, relative, expected) => {
    expect(resolvePath(from, relative)).toBe(expected);
  });

  it.each(["../x", "a/../../x", "/x", "C:/x", "a\0b", ".."])("refuses %j", (path) => {
    expect(() => pathInside(path)).toThrow(HostError);
  });

  it("normalises to a fixed point that has no way up behind a way down", () => {
    const step = fc.constantFrom("a", "b", "..", ".", "", "c.d");
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const normal = normalisePath(steps.join("/"));
        expect(normalisePath(normal)).toBe(normal);
        expect(normal).not.toMatch(/[^./][^/]*\/\.\./);
      }),
    );
  });
});

describe.each<[string, () => Promise<Host>]>([
  ["memory", async () => memoryHost({ "b.txt": "two", "a/z.txt": "one", "a/b/c.txt": "three" })],
  [
    "disk",
    async () => {
      await mkdir(join(folder, "a/b"), { recursive: true });
      await writeFile(join(folder, "b.txt"), "two");
      await writeFile(join(folder, "a/z.txt"), "one");
      await writeFile(join(folder, "a/b/c.txt"), "three");
      return nodeHost(folder);
    },
  ],
])("a host in %s", (_, make) => {
  it("reads, lists, writes and removes", async () => {
    const host = await make();
    expect(await host.readText("a/z.txt")).toBe("one");
    expect(await host.readText("./a/../b.txt")).toBe("two");
    expect(await host.readText("none")).toBeUndefined();
    expect(await host.readText("b.txt/below")).toBeUndefined();
    expect(await host.list("")).toEqual(["a/b/c.txt", "a/z.txt", "b.txt"]);
    expect(await host.list("a/b")).toEqual(["a/b/c.txt"]);
    expect(await host.list("none")).toEqual([]);
    await host.writeText("new/deep/x.txt", "é\n");
    expect(await host.readText("new/deep/x.txt")).toBe("é\n");
    await host.remove("b.txt");
    await host.remove("b.txt");
    expect(await host.list("")).toEqual(["a/b/c.txt", "a/z.txt", "new/deep/x.txt"]);
  });

  it("refuses what lies outside and what is a folder", async () => {
    const host = await make();
    expect(await reasonOf(host.readText("../x"))).toBe("outside-root");
    expect(await reasonOf(host.writeText("a/../../x", ""))).toBe("outside-root");
    expect(await reasonOf(host.remove("/x"))).toBe("outside-root");
    expect(await reasonOf(host.list(".."))).toBe("outside-root");
    expect(await reasonOf(host.readText("a"))).toBe("not-a-file");
    expect(await reasonOf(host.writeText("a", ""))).toBe("not-a-file");
  });
});

describe("the disk", () => {
  it("follows links that stay inside and refuses those that leave", async () => {
    const outside = await mkdtemp(join(tmpdir(), "rvrc-outside-"));
    try {
      await writeFile(join(outside, "secret"), "s");
      await writeFile(join(folder, "real"), "r");
      await symlink(join(folder, "real"), join(folder, "inner"));
      await symlink(join(outside, "secret"), join(folder, "leak"));
      await symlink(outside, join(folder, "door"));
      await symlink(join(outside, "not-yet"), join(folder, "dangling"));
      const host = nodeHost(folder);
      expect(await host.readText("inner")).toBe("r");
      expect(await reasonOf(host.readText("leak"))).toBe("outside-root");
      expect(await reasonOf(host.readText("door/secret"))).toBe("outside-root");
      expect(await reasonOf(host.writeText("door/new", "x"))).toBe("outside-root");
      expect(await reasonOf(host.writeText("dangling", "x"))).toBe("outside-root");
      expect(await reasonOf(host.remove("door/secret"))).toBe("outside-root");
      expect(await readdir(outside)).toEqual(["secret"]);
      expect(await host.list("")).toEqual(["real"]);
    } finally {
      await rm(outside, { recursive: true, force: true });
    }
  });

  it("leaves no temporary file, neither after success nor after failure", async () => {
    const host = nodeHost(folder);
    await host.writeText("x", "1");
    await mkdir(join(folder, "taken"));
    expect(await reasonOf(host.writeText("taken", "1"))).toBe("not-a-file");
    expect(await readdir(folder)).toEqual(["taken", "x"]);
    expect(await readFile(join(folder, "x"), "utf8")).toBe("1");
    expect((await stat(join(folder, "taken"))).isDirectory()).toBe(true);
  });
});
