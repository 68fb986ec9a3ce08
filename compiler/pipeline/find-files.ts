import type { Host } from "../host/host.js";

/**
 * Scenario files that the given paths stand for: a file as it is, a folder with every `.rvr` file below it.
 * In code unit order and without repetitions, so that the order of the paths does not matter.
 *
 * @returns the files, and the paths that are neither.
 */
export async function findScenarioFiles(
  host: Host,
  paths: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly missing: readonly string[] }> {
  const files = new Set<string>();
  const missing: string[] = [];
  for (const path of paths) {
    const listed = (await host.list(path)).filter((file) => file.endsWith(".rvr"));
    if (listed.length > 0) {
      for (const file of listed) files.add(file);
    } else if (path.endsWith(".rvr") && (await host.readText(path)) !== undefined) {
      files.add(host.resolve("", path));
    } else {
      missing.push(path);
    }
  }
  return { files: [...files].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)), missing };
}
