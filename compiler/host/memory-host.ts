import { compareText } from "../../dsl/text/compare.js";
import { type Host, HostError, pathInside, resolvePath } from "./host.js";

/** Files held in a map, with the same rules as the disk. */
export interface MemoryHost extends Host {
  /** Present files by path; a live view. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths in the order in which they were written. */
  readonly written: readonly string[];
}

export function memoryHost(files: Readonly<Record<string, string>> = {}): MemoryHost {
  const held = new Map<string, string>();
  for (const [path, text] of Object.entries(files)) held.set(pathInside(path), text);
  const written: string[] = [];
  const isFolder = (path: string) => [...held.keys()].some((file) => file.startsWith(`${path}/`));
  return {
    root: "memory:",
    files: held,
    written,
    async readText(path) {
      const inside = pathInside(path);
      if (isFolder(inside)) throw new HostError("not-a-file", path, `"${path}" is a folder.`);
      return held.get(inside);
    },
    async list(folder) {
      const inside = pathInside(folder);
      const start = inside === "" ? "" : `${inside}/`;
      return [...held.keys()].filter((path) => path.startsWith(start)).sort(compareText);
    },
    async writeText(path, text) {
      const inside = pathInside(path);
      if (isFolder(inside)) throw new HostError("not-a-file", path, `"${path}" is a folder.`);
      held.set(inside, text);
      written.push(inside);
    },
    async remove(path) {
      held.delete(pathInside(path));
    },
    resolve: resolvePath,
  };
}
