import { hasErrors } from "../../dsl/index.js";
import { printDiagnostics } from "../output/diagnostics.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import type { Output } from "../output/streams.js";
import { compileProject } from "../project/compile.js";
import { FindingsError } from "../project/findings-error.js";

/** `rvrc test PATH...`: runs the `test` blocks against the compiled scenarios. */
export async function runTest(
  output: Output,
  paths: readonly string[],
  flags: { readonly json?: boolean },
): Promise<ExitCode> {
  const { result } = await compileProject(output, paths, { emit: false, replay: true });
  const others = result.diagnostics.filter((one) => !one.code.startsWith("RVR8"));
  if (hasErrors(others)) throw new FindingsError(others, result.sources);
  const failed = result.testResults.filter((test) => !test.ok).length;
  if (flags.json === true) {
    output.data(JSON.stringify({ version: 1, ok: failed === 0, tests: result.testResults }));
  } else {
    for (const { scenario, title, ok } of result.testResults) {
      output.data(`${ok ? "ok  " : "FAIL"} ${scenario}: ${title}`);
    }
    printDiagnostics(output, result.diagnostics, result.sources, { quiet: true });
    output.data(`${result.testResults.length - failed} passed, ${failed} failed`);
  }
  return failed > 0 ? EXIT.findings : EXIT.ok;
}
