import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** How the server is started: a script that the editor's own Node runs, or a command. */
export type ServerCommand =
  | { readonly kind: "script"; readonly path: string }
  | { readonly kind: "command"; readonly name: string };

/**
 * The `rvrc` that a project means: the one of the setting, the one that is installed in the project or in a folder
 * above it, the project itself when it is rvrc, or whatever `rvrc` is on the path.
 */
export function serverCommand(setting: string, folders: readonly string[]): ServerCommand {
  if (setting !== "") {
    const path = isAbsolute(setting) ? setting : resolve(folders[0] ?? ".", setting);
    if (/\.[cm]?js$/.test(setting)) return { kind: "script", path };
    return { kind: "command", name: setting.includes("/") || setting.includes("\\") ? path : setting };
  }
  for (const folder of folders) {
    for (let at = folder; ; at = dirname(at)) {
      const installed = join(at, "node_modules", "rvrc", "dist", "cli", "main.js");
      if (existsSync(installed)) return { kind: "script", path: installed };
      const own = join(at, "dist", "cli", "main.js");
      if (existsSync(own) && packageName(at) === "rvrc") return { kind: "script", path: own };
      if (at === dirname(at)) break;
    }
  }
  return { kind: "command", name: "rvrc" };
}

function packageName(folder: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return typeof manifest === "object" && manifest !== null && "name" in manifest
      ? String(manifest.name)
      : undefined;
  } catch {
    return undefined;
  }
}
