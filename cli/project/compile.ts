import { type CompileResult, compileScenarios, type Host, nodeHost } from "../../compiler/index.js";
import { UsageError } from "../../runtime/index.js";
import type { Output } from "../output/streams.js";
import { fromRoot, projectRoot } from "./root.js";

/** Runs the pipeline on paths as the user wrote them. Throws UsageError for a path that holds no scenario file. */
export async function compileProject(
  output: Output,
  paths: readonly string[],
  options: { readonly out?: string; readonly emit: boolean; readonly replay: boolean },
): Promise<{ readonly result: CompileResult; readonly host: Host; readonly out: string }> {
  const root = projectRoot();
  const host = nodeHost(root);
  const out = fromRoot(root, options.out ?? `${root}/generated`);
  const runtime = await import("../../runtime/index.js");
  const result = await compileScenarios({
    host,
    paths: paths.map((path) => fromRoot(root, path)),
    out,
    runtime,
    emit: options.emit,
    replay: options.replay,
    onWork: (stage, name) => output.progress(`${stage} ${name}`),
  });
  output.progress("");
  refuseMissing(result);
  refuseSourcesIn(out, result);
  return { result, host, out };
}

/** Throws UsageError where generated files would lie among the sources. */
export function refuseSourcesIn(out: string, { sources }: CompileResult): void {
  const inside = [...sources.keys()].find(
    (path) => path.endsWith(".rvr") && (out === "." || path.startsWith(`${out}/`)),
  );
  if (inside === undefined) return;
  throw new UsageError(
    `The folder of generated code, ${out}, holds the source ${inside}.`,
    "Name a folder of its own with --out.",
  );
}

/** Throws UsageError for a path that holds no scenario file. */
export function refuseMissing({ missing: [missing] }: CompileResult): void {
  if (missing === undefined) return;
  throw new UsageError(
    `There is no scenario file at ${missing}.`,
    "Name a .rvr file, or a folder that has some below it.",
  );
}
