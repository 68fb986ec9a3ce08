import { type Host, registries } from "../../compiler/index.js";
import { combineRegistries, type Diagnostic, type SourceFile } from "../../dsl/index.js";
import { sarifLog } from "../output/sarif.js";
import { fromRoot, projectRoot } from "./root.js";

/** Writes findings as a SARIF log to a file that the user named. */
export async function writeSarif(
  host: Host,
  path: string,
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, SourceFile>,
): Promise<void> {
  const log = sarifLog(diagnostics, sources, combineRegistries(registries));
  await host.writeText(fromRoot(projectRoot(), path), `${JSON.stringify(log, undefined, 2)}\n`);
}
