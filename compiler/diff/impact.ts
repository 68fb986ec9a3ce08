import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import { SourceFile } from "../../dsl/text/source-file.js";
import { openingLines } from "../emit/header.js";
import type { Host } from "../host/host.js";
import { type CompileResult, compileScenarios } from "../pipeline/compile.js";
import type { RuntimeModule } from "../run/load.js";

/** What a new version of a document does to scenarios. */
export interface Impact {
  /** Findings that the new version brings about: slots, gold, tests that no longer hold. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, SourceFile>;
  /** Scenarios that still compile, to other code than before: their certificates say nothing of it. */
  readonly changed: readonly string[];
  /** Scenarios that were compiled, and paths that are no scenario file or folder. */
  readonly scenarios: readonly string[];
  readonly missing: readonly string[];
  /** Whether any of the scenarios reads the old document: if none does, nothing was tried. */
  readonly reads: boolean;
  /** Errors that there were already: nothing is said of the new version then. */
  readonly before: readonly Diagnostic[];
}

export interface ImpactOptions {
  readonly host: Host;
  /** Both from the host's root. */
  readonly before: string;
  readonly after: string;
  readonly paths: readonly string[];
  readonly runtime: RuntimeModule;
}

/** Compiles scenarios against both versions, tests and gold included, and tells what differs. */
export async function impactOn({ host, before, after, paths, runtime }: ImpactOptions): Promise<Impact> {
  const text = await host.readText(after);
  const over: Host = {
    ...host,
    readText: async (path) => (host.resolve("", path) === before ? text : host.readText(path)),
  };
  const options = { paths, out: "generated", runtime, emit: true, replay: true };
  const old = await compileScenarios({ ...options, host });
  const errors = old.diagnostics.filter(({ severity }) => severity === "error");
  const reads = old.inputs.includes(before);
  const nothing = {
    reads,
    missing: old.missing,
    scenarios: old.scenarios.map(({ name }) => name),
    before: errors,
  };
  if (errors.length > 0) return { ...nothing, diagnostics: [], sources: old.sources, changed: [] };
  const now = await compileScenarios({ ...options, host: over });
  const known = new Set(old.diagnostics.map(keyOf));
  const found = now.diagnostics.filter((one) => one.severity !== "info" && !known.has(keyOf(one)));
  // The new text was read under the old name; what is said of it is said of the new file.
  const renamed = (file: string) => (file === before ? after : file);
  const diagnostics = found.map((one) => ({
    ...one,
    file: renamed(one.file),
    related: one.related.map((place) => ({ ...place, file: renamed(place.file) })),
  }));
  const sources = new Map(now.sources);
  if (text !== undefined) sources.set(after, new SourceFile(after, text));
  return { ...nothing, diagnostics, sources, changed: changedScenarios(old, now) };
}

/** The places in the document have moved; what is said of a scenario file stays where it is. */
function keyOf({ code, file, span, message }: Diagnostic): string {
  return JSON.stringify(file.endsWith(".rvr") ? [code, file, span.start, message] : [code, message]);
}

function changedScenarios(old: CompileResult, now: CompileResult): readonly string[] {
  const codeOf = (result: CompileResult, name: string) => {
    const worlds = result.scenarios.find((one) => one.name === name)?.ir.worlds ?? [];
    const folders = [`generated/${name}/`, ...worlds.map((world) => `generated/worlds/${world}/`)];
    return result.files
      .filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
      .map(({ path, text }) => `${path}\n${text.slice(openingLines(text).length)}`)
      .join("\n");
  };
  if (now.files.length === 0) return [];
  return now.scenarios.map(({ name }) => name).filter((name) => codeOf(old, name) !== codeOf(now, name));
}
