import { nodeHost } from "../../compiler/index.js";
import { applyFixes, hasErrors } from "../../dsl/index.js";
import { countFindings, diagnosticsAsJson, printDiagnostics } from "../output/diagnostics.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import { whole } from "../output/interrupt.js";
import type { Output } from "../output/streams.js";
import { compileProject } from "../project/compile.js";
import { projectRoot } from "../project/root.js";
import { writeSarif } from "../project/write-sarif.js";

export interface CheckFlags {
  readonly fix?: boolean;
  /** File for the findings in SARIF form. */
  readonly sarif?: string;
  readonly json?: boolean;
}

/** `rvrc check PATH...`: everything that `compile` would report, and nothing written but what is asked for. */
export async function runCheck(
  output: Output,
  paths: readonly string[],
  flags: CheckFlags,
): Promise<ExitCode> {
  const options = { emit: false, replay: true };
  let { result } = await compileProject(output, paths, options);
  let fixed = 0;
  if (flags.fix === true) {
    // Further fixes of a finding are alternatives; taking two of them would be a third change that nobody offered.
    const fixes = result.diagnostics.flatMap((diagnostic) => diagnostic.fixes.slice(0, 1));
    const applied = applyFixes(fixes, result.sources);
    const host = nodeHost(projectRoot());
    await whole(async (signal) => {
      for (const [path, text] of applied.files) {
        signal.throwIfAborted();
        await host.writeText(path, text);
      }
    });
    fixed = applied.applied.length;
    if (fixed > 0) ({ result } = await compileProject(output, paths, options));
  }
  if (flags.sarif !== undefined) {
    await writeSarif(nodeHost(projectRoot()), flags.sarif, result.diagnostics, result.sources);
  }
  const failed = hasErrors(result.diagnostics);
  if (flags.json === true) {
    const diagnostics = diagnosticsAsJson(result.diagnostics, result.sources);
    output.data(JSON.stringify({ version: 1, ok: !failed, fixed, diagnostics }));
  } else {
    printDiagnostics(output, result.diagnostics, result.sources);
    if (fixed > 0) output.note(`${fixed} fixes applied.`);
    output.note(countFindings(result.diagnostics));
  }
  return failed ? EXIT.findings : EXIT.ok;
}
