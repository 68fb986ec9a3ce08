/**
 * The only way from the compiler to files. Every path is relative to `root`, uses `/`, and stays below it.
 * Two implementations: `nodeHost` over the disk, `memoryHost` for tests and editors.
 */
export interface Host {
  /** What paths are relative to; only for messages. */
  readonly root: string;
  /** Text of a file; undefined when there is none. Throws `HostError` for a path that leaves the root. */
  readText(path: string): Promise<string | undefined>;
  /** Files at any depth below a folder, as paths from the root, in code unit order; empty when there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Replaces a file in one step: a reader sees the old text or the new one, never a part. */
  writeText(path: string, text: string): Promise<void>;
  /** Removes a file, and the folders that it leaves empty; a missing one is no error. */
  remove(path: string): Promise<void>;
  /**
   * Path that a file means by a relative reference: `resolve("a/b.rvr", "../c.yaml")` is `c.yaml`. A result outside
   * the root is returned as it is (`../x`, `/x`); reading or writing it is refused.
   */
  resolve(from: string, relative: string): string;
}

export type HostErrorReason = "outside-root" | "not-a-file" | "unreadable";

/** A refused or impossible access. The message names the path as the caller wrote it. */
export class HostError extends Error {
  readonly reason: HostErrorReason;
  readonly path: string;

  constructor(reason: HostErrorReason, path: string, message: string) {
    super(message);
    this.name = "HostError";
    this.reason = reason;
    this.path = path;
  }
}

/** Removes `.` and `..`; a `..` that has nothing to remove stays in front. Keeps a leading `/`. */
export function normalisePath(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  const absolute = slashed.startsWith("/");
  const out: string[] = [];
  for (const step of slashed.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") out.push(step);
    else if (out.length > 0 && out.at(-1) !== "..") out.pop();
    else if (!absolute) out.push("..");
  }
  return (absolute ? "/" : "") + out.join("/");
}

/** `Host.resolve` of both hosts. */
export function resolvePath(from: string, relative: string): string {
  const slashed = relative.replaceAll("\\", "/");
  if (slashed.startsWith("/") || /^[A-Za-z]:/.test(slashed)) return normalisePath(slashed);
  const folder = from.includes("/") ? from.slice(0, from.lastIndexOf("/")) : "";
  return normalisePath(folder === "" ? slashed : `${folder}/${slashed}`);
}

/** The normalised path, or a `HostError` when it is absolute, leaves the root or holds a NUL. */
export function pathInside(path: string): string {
  const normal = normalisePath(path);
  const outside =
    normal === ".." || normal.startsWith("../") || normal.startsWith("/") || /^[A-Za-z]:/.test(normal);
  if (outside || normal.includes("\0")) {
    throw new HostError("outside-root", path, `"${path}" lies outside the project folder.`);
  }
  return normal;
}
