import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve as resolveNative, sep } from "node:path";
import { compareText } from "../../dsl/text/compare.js";
import { type Host, HostError, pathInside, resolvePath } from "./host.js";

/** Ending of files that are being written; leftovers of a killed run are recognised by it. */
export const TEMPORARY_SUFFIX = ".rvrc-tmp";

/** Folders that are not looked into. */
export const SKIPPED_FOLDERS = new Set(["node_modules", ".git"]);

/**
 * Files below a folder of the disk. A path that leaves the folder, by `..`, as an absolute path or through a
 * symbolic link, is refused with a `HostError`; links that stay inside are followed. `list` does not follow links to
 * folders and skips `node_modules`, `.git` and temporary files.
 */
export function nodeHost(folder: string): Host {
  const root = resolveNative(folder);
  let realRoot: Promise<string> | undefined;

  const locate = async (path: string): Promise<string> => {
    const full = join(root, ...pathInside(path).split("/"));
    realRoot ??= realpath(root);
    const [home, real] = [await realRoot, await realOfNearest(full)];
    if (real !== home && !real.startsWith(home.endsWith(sep) ? home : home + sep)) {
      throw new HostError("outside-root", path, `"${path}" leads outside the project folder through a link.`);
    }
    return full;
  };

  return {
    root,
    async readText(path) {
      const full = await locate(path);
      try {
        return textOf(path, await readFile(full));
      } catch (error) {
        if (error instanceof HostError) throw error;
        if (isMissing(error)) return undefined;
        if (codeOf(error) === "EISDIR") throw new HostError("not-a-file", path, `"${path}" is a folder.`);
        throw unreadable(path, error);
      }
    },
    async list(start) {
      const full = await locate(start);
      const out: string[] = [];
      await collect(full, out);
      return out.map((path) => relative(root, path).split(sep).join("/")).sort(compareText);
    },
    async writeText(path, text) {
      const full = await locate(path);
      await mkdir(dirname(full), { recursive: true });
      const temporary = `${full}.${process.pid}-${randomUUID()}${TEMPORARY_SUFFIX}`;
      try {
        // "wx" does not follow a link that somebody put at the temporary name.
        await writeFile(temporary, text, { encoding: "utf8", flag: "wx" });
        await rename(temporary, full);
      } catch (error) {
        await rm(temporary, { force: true });
        if (codeOf(error) === "EISDIR") throw new HostError("not-a-file", path, `"${path}" is a folder.`);
        throw unreadable(path, error);
      }
    },
    async remove(path) {
      const full = await locate(path);
      await rm(full, { force: true });
      await removeEmptyFolders(dirname(full), root);
    },
    resolve: resolvePath,
  };
}

/** Real path of the file, or of its nearest ancestor that exists with the missing rest appended. */
async function realOfNearest(full: string): Promise<string> {
  try {
    return await realpath(full);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // A dangling link is refused, since writing to it would create its target.
    const link = await lstat(full).catch(() => undefined);
    if (link?.isSymbolicLink() === true) return sep;
    const parent = dirname(full);
    return parent === full ? full : join(await realOfNearest(parent), full.slice(parent.length));
  }
}

/** Folders exist for their files, as in the host in memory: a folder that has lost its last one goes with it. */
async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let at = folder; at !== root && at.startsWith(`${root}${sep}`); at = dirname(at)) {
    try {
      // Refused for a folder that holds anything.
      await rmdir(at);
    } catch {
      return;
    }
  }
}

async function collect(folder: string, out: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) await collect(path, out);
    } else if (entry.isFile() && !entry.name.endsWith(TEMPORARY_SUFFIX)) {
      out.push(path);
    }
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

function unreadable(path: string, error: unknown): HostError {
  return new HostError(
    "unreadable",
    path,
    `"${path}" cannot be accessed (${codeOf(error) ?? "unknown error"}).`,
  );
}

/** Bytes of a file as text. What is no UTF-8 would be read as other characters than were written, so it is refused. */
function textOf(path: string, bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const at = firstFault(bytes);
  throw new HostError(
    "unreadable",
    path,
    `"${path}" is not text in UTF-8 (byte ${at + 1}); save it as UTF-8.`,
  );
}

/** Offset of the first byte that begins no character. */
function firstFault(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const character = bytes.subarray(at, at + length);
    if (character.length < length || !isUtf8(character)) return at;
    at += length;
  }
  return at;
}
