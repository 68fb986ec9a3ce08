import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** The project's folder: the nearest one upwards with a package.json or a .git, else the current folder. */
export function projectRoot(from = process.cwd()): string {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json")) || existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return resolve(from);
  }
}

/** A path as the user wrote it, relative to the current folder, as the host wants it: from the root, with `/`. */
export function fromRoot(root: string, path: string): string {
  const inside = relative(root, resolve(process.cwd(), path));
  return inside === "" ? "." : inside.split(sep).join("/");
}
