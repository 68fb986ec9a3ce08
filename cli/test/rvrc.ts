import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type MiniParts, miniHost } from "../../compiler/test/bind/mini.js";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MAIN = join(ROOT, "dist", "cli", "main.js");

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  /** What was printed so far. */
  readonly printed: () => string;
  readonly printedErrors: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Closes our end of its standard output, as `head` does. */
  readonly stopReading: () => void;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Standard input; empty when absent. */
  readonly input?: string;
  /** Called after each piece of standard output. */
  readonly onOutput?: (running: Running) => void;
  /** The same for standard error. */
  readonly onErrors?: (running: Running) => void;
}

/** Runs the built command in a process of its own. */
export function rvrc(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  if (!existsSync(MAIN)) throw new Error("These tests run the built command: run `npm run build` first.");
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, NO_COLOR: "1" },
  });
  let stdout = "";
  let stderr = "";
  const running: Running = {
    printed: () => stdout,
    printedErrors: () => stderr,
    kill: (signal) => child.kill(signal),
    stopReading: () => child.stdout.destroy(),
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    options.onOutput?.(running);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    options.onErrors?.(running);
  });
  // A command that refuses at once does not read its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** A folder that is removed when the test has ended, or when `atEnd` says. */
export function temporaryFolder(atEnd: (clean: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "rvrc-cli-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A small project that has the package installed. Files are named from its folder. */
export async function miniProject(
  parts: MiniParts = {},
  more: Readonly<Record<string, string>> = {},
  atEnd?: (clean: () => void) => void,
): Promise<string> {
  const folder = temporaryFolder(atEnd);
  const host = miniHost(parts, more);
  for (const path of await host.list(".")) write(folder, path, (await host.readText(path)) ?? "");
  installHere(folder);
  return folder;
}

/** A copy of the shipped scenarios with their documents. */
export function atlassianProject(atEnd: (clean: () => void) => void): string {
  const folder = temporaryFolder(atEnd);
  for (const part of ["scenarios", "openapi"]) {
    const leave = (path: string) => !path.includes("/test");
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: leave });
  }
  installHere(folder);
  return folder;
}

export function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function installHere(folder: string): void {
  write(folder, "package.json", JSON.stringify({ name: "project", private: true, type: "module" }));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules", "rvrc"), "dir");
}
