import { text as readAll } from "node:stream/consumers";
import { findScenarioFiles, type Host, nodeHost } from "../../compiler/index.js";
import { type Diagnostic, formatText, SourceFile } from "../../dsl/index.js";
import { UsageError } from "../../runtime/index.js";
import { countFindings, diagnosticsAsJson, printDiagnostics } from "../output/diagnostics.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import { whole } from "../output/interrupt.js";
import type { Output } from "../output/streams.js";
import { fromRoot, projectRoot } from "../project/root.js";

export interface FormatFlags {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** How one file fared: `broken` is one with syntax errors, which stays as it is. */
type State = "unchanged" | "changed" | "broken";

/**
 * `rvrc format PATH...`: canonical layout, written where it differs. `--check` writes nothing and fails when a file
 * differs. The path `-` formats standard input to standard output.
 */
export async function runFormat(
  output: Output,
  paths: readonly string[],
  flags: FormatFlags,
): Promise<ExitCode> {
  if (paths.includes("-")) {
    if (paths.length > 1) throw new UsageError("`-` stands alone.", "Name files, or `-` for standard input.");
    return formatInput(output, flags);
  }
  const root = projectRoot();
  const host = nodeHost(root);
  const { files, missing } = await findScenarioFiles(
    host,
    paths.map((path) => fromRoot(root, path)),
  );
  if (missing[0] !== undefined) {
    throw new UsageError(
      `There is no scenario file at ${missing[0]}.`,
      "Name a .rvr file, or a folder that has some below it.",
    );
  }
  const sources = new Map<string, SourceFile>();
  const diagnostics: Diagnostic[] = [];
  const states: { readonly file: string; readonly state: State }[] = [];
  await whole(async (signal) => {
    for (const file of files) {
      signal.throwIfAborted();
      const source = new SourceFile(file, (await host.readText(file)) ?? "");
      sources.set(file, source);
      const result = formatText(source);
      if (result.kind === "broken") diagnostics.push(...result.diagnostics);
      states.push({ file, state: await settle(host, source, result, flags.check === true) });
    }
  });
  const changed = states.filter(({ state }) => state === "changed");
  const failed = diagnostics.length > 0 || (flags.check === true && changed.length > 0);
  if (flags.json === true) {
    const findings = diagnosticsAsJson(diagnostics, sources);
    output.data(JSON.stringify({ version: 1, ok: !failed, files: states, diagnostics: findings }));
    return failed ? EXIT.findings : EXIT.ok;
  }
  for (const { file } of changed) output.data(file);
  printDiagnostics(output, diagnostics, sources);
  const verb = flags.check === true ? "would change" : "changed";
  output.note(`${changed.length} of ${states.length} files ${verb}.`);
  if (diagnostics.length > 0)
    output.note(`Files with errors stay as they are: ${countFindings(diagnostics)}.`);
  return failed ? EXIT.findings : EXIT.ok;
}

async function settle(
  host: Host,
  source: SourceFile,
  result: ReturnType<typeof formatText>,
  check: boolean,
): Promise<State> {
  if (result.kind === "broken") return "broken";
  if (result.text === source.text) return "unchanged";
  if (!check) await host.writeText(source.path, result.text);
  return "changed";
}

async function formatInput(output: Output, flags: FormatFlags): Promise<ExitCode> {
  const source = new SourceFile("standard input", await readAll(process.stdin));
  const sources = new Map([[source.path, source]]);
  const result = formatText(source);
  const diagnostics = result.kind === "broken" ? result.diagnostics : [];
  const formatted = result.kind === "formatted" ? result.text : undefined;
  const failed = formatted === undefined || (flags.check === true && formatted !== source.text);
  if (flags.json === true) {
    const findings = diagnosticsAsJson(diagnostics, sources);
    output.data(JSON.stringify({ version: 1, ok: !failed, text: formatted ?? null, diagnostics: findings }));
  } else {
    printDiagnostics(output, diagnostics, sources);
    // The line break at its end is written by `data`.
    if (formatted !== undefined && flags.check !== true && formatted !== "")
      output.data(formatted.replace(/\n$/u, ""));
  }
  return failed ? EXIT.findings : EXIT.ok;
}
