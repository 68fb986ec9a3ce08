import type { Host } from "../../compiler/host/host.js";

/** The files of a project as the editor sees them: what is open there hides what is on disk. */
export function overlayHost(disk: Host, open: ReadonlyMap<string, string>): Host {
  return {
    ...disk,
    async readText(path) {
      const text = open.get(disk.resolve("", path));
      return text ?? disk.readText(path);
    },
  };
}
