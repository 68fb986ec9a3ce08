import { dirname, join } from "node:path";
import {
  type CompileResult,
  createWorkspace,
  foldersBelow,
  nodeHost,
  readManifest,
  type WriteReport,
  writeFiles,
} from "../../compiler/index.js";
import { hasErrors } from "../../dsl/index.js";
import type { Output } from "../output/streams.js";
import { refuseSourcesIn } from "./compile.js";
import { fromRoot } from "./root.js";

/** What one round of watching did. */
export interface Round {
  readonly result: CompileResult;
  /** Sources that are new, gone, or have another text than in the round before, by path. */
  readonly changed: readonly string[];
  /** Scenarios that were bound anew. */
  readonly compiled: readonly string[];
  /** Undefined when errors kept every compiled file as it was. */
  readonly report: WriteReport | undefined;
  readonly milliseconds: number;
}

export interface Rounds {
  /** Compiles and writes. Gives nothing when no source has changed since the last round that gave something. */
  next(signal: AbortSignal): Promise<Round | undefined>;
  /** Folders of the disk in which a change may matter. */
  folders(): readonly string[];
}

/** Rounds over paths as the user wrote them, into the folder `out` as seen from the root. */
export function watchRounds(output: Output, root: string, paths: readonly string[], out: string): Rounds {
  const host = nodeHost(root);
  const named = paths.map((path) => fromRoot(root, path));
  const compiled = new Set<string>();
  const workspace = createWorkspace(host, (stage, name) => {
    output.progress(`${stage} ${name}`);
    if (stage === "bind scenario") compiled.add(name);
  });
  /** Files of generated code that are known to be on disk. */
  const present = new Map<string, string>();
  let owned: readonly string[] | undefined;
  let before: CompileResult | undefined;

  const write = async (result: CompileResult, signal: AbortSignal): Promise<WriteReport> => {
    const first = owned === undefined;
    const options = {
      owned: owned ?? (await readManifest(host, `${out}/manifest.json`)) ?? [],
      present,
      signal,
    };
    const report = await writeFiles(host, result.files, first ? { ...options, folder: out } : options);
    owned = result.files.map((file) => file.path);
    return report;
  };
  return {
    async next(signal) {
      const began = performance.now();
      compiled.clear();
      const runtime = await import("../../runtime/index.js");
      const options = { paths: named, out, runtime, emit: true, replay: true, signal };
      const result = await workspace.compile(options);
      if (before === undefined) refuseSourcesIn(out, result);
      const changed = changedSources(before, result);
      if (before !== undefined && changed.length === 0) return undefined;
      const failed = result.missing.length > 0 || hasErrors(result.diagnostics);
      const report = failed ? undefined : await write(result, signal);
      before = result;
      const milliseconds = Math.round(performance.now() - began);
      return { result, changed, compiled: [...compiled], report, milliseconds };
    },
    folders() {
      const real = (path: string) => join(root, path);
      const left = real(out);
      const below = named.flatMap((path) => foldersBelow(real(path), (folder) => folder === left));
      const around = [...named, ...(before?.inputs ?? [])].map((path) => dirname(real(path)));
      return [...new Set([...below, ...around])];
    },
  };
}

function changedSources(before: CompileResult | undefined, now: CompileResult): readonly string[] {
  const paths = new Set([...(before?.sources.keys() ?? []), ...now.sources.keys()]);
  // One text of a file is one object, however often it is read.
  return [...paths].filter((path) => before?.sources.get(path) !== now.sources.get(path)).sort();
}
