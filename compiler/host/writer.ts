import { compareText } from "../../dsl/text/compare.js";
import type { Host } from "./host.js";

export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

export interface WriteOptions {
  /** Report what would change and touch nothing. */
  readonly check?: boolean;
  /** Paths that an earlier run wrote, from its manifest; those no longer wanted are removed. */
  readonly owned?: readonly string[];
  /** Folder whose other files are reported as `extra`; left out: none are looked for. */
  readonly folder?: string;
  /**
   * Texts that are known to stand on disk, by path: those files are not read again. Kept up to date with what is
   * written, for a caller that writes often.
   */
  readonly present?: Map<string, string>;
  /** Stops between two files. Since each file is replaced in one step, none is left half-written. */
  readonly signal?: AbortSignal;
}

/** Lists of paths in code unit order. */
export interface WriteReport {
  readonly unchanged: readonly string[];
  /** Present with other text: rewritten, or stale under `check`. */
  readonly changed: readonly string[];
  /** Not there before: created, or missing under `check`. */
  readonly added: readonly string[];
  /** Written by an earlier run and no longer wanted: removed, or to be removed under `check`. */
  readonly removed: readonly string[];
  /** In the folder, not wanted, and not known to be ours: left alone. */
  readonly extra: readonly string[];
  /** Nothing to do: the files on disk are what the sources say. */
  readonly upToDate: boolean;
}

/**
 * Brings a set of files up to date. Texts that have not changed are not written, so times of files stay. All reading
 * happens before the first write. Two files with one path are a bug of the caller and throw.
 */
export async function writeFiles(
  host: Host,
  files: readonly OutputFile[],
  options: WriteOptions = {},
): Promise<WriteReport> {
  const wanted = new Map<string, string>();
  for (const file of files) {
    if (wanted.has(file.path)) throw new Error(`two texts for one file: ${file.path}`);
    wanted.set(file.path, file.text);
  }
  const known = options.present;
  const present = options.folder === undefined ? [] : await host.list(options.folder);
  // What somebody else removed is not there any more, whatever was written before.
  const there = new Set(present);
  if (options.folder !== undefined)
    for (const path of known?.keys() ?? []) if (!there.has(path)) known?.delete(path);
  const unchanged: string[] = [];
  const changed: string[] = [];
  const added: string[] = [];
  for (const path of [...wanted.keys()].sort(compareText)) {
    const present = known?.get(path) ?? (await host.readText(path));
    if (present !== undefined) known?.set(path, present);
    (present === undefined ? added : present === wanted.get(path) ? unchanged : changed).push(path);
  }
  const owned = new Set(options.owned);
  const removed: string[] = [];
  for (const path of [...owned].filter((path) => !wanted.has(path)).sort(compareText)) {
    if (known?.has(path) === true || (await host.readText(path)) !== undefined) removed.push(path);
  }
  const extra = present.filter((path) => !wanted.has(path) && !owned.has(path));
  if (options.check !== true) {
    for (const path of [...added, ...changed].sort(compareText)) {
      options.signal?.throwIfAborted();
      const text = wanted.get(path) ?? "";
      known?.delete(path);
      await host.writeText(path, text);
      known?.set(path, text);
    }
    for (const path of removed) {
      options.signal?.throwIfAborted();
      known?.delete(path);
      await host.remove(path);
    }
  }
  const upToDate = changed.length + added.length + removed.length === 0;
  return { unchanged, changed, added, removed, extra, upToDate };
}

/**
 * Paths that a manifest lists under `files`: an object whose keys are paths, or a list of paths or of `{path}`.
 * Undefined when the file is missing or says nothing usable; then nothing counts as ours. Paths that leave the
 * manifest's own folder are dropped, so a tampered manifest cannot have foreign files removed.
 */
export async function readManifest(host: Host, path: string): Promise<readonly string[] | undefined> {
  const text = await host.readText(path);
  if (text === undefined) return undefined;
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof manifest !== "object" || manifest === null || !("files" in manifest)) return undefined;
  const { files } = manifest;
  const listed: unknown[] = Array.isArray(files)
    ? files.map((entry: unknown) =>
        typeof entry === "object" && entry !== null && "path" in entry ? entry.path : entry,
      )
    : typeof files === "object" && files !== null
      ? Object.keys(files)
      : [];
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
  const out = new Set<string>();
  for (const entry of listed) {
    if (typeof entry !== "string") continue;
    const full = host.resolve(path, entry);
    const inside = full.startsWith(folder) && !full.startsWith("../") && !full.startsWith("/");
    if (inside && full !== path) out.add(full);
  }
  return [...out].sort(compareText);
}
