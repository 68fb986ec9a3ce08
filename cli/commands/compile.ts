import { readManifest, type ScenarioSummary, type WriteReport, writeFiles } from "../../compiler/index.js";
import { hasErrors } from "../../dsl/index.js";
import { countFindings, diagnosticsAsJson, printDiagnostics } from "../output/diagnostics.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import { whole } from "../output/interrupt.js";
import type { Output } from "../output/streams.js";
import { certificateStates, describeCertificates, isCertified } from "../project/certificates.js";
import { compileProject } from "../project/compile.js";
import { writeSarif } from "../project/write-sarif.js";

export interface CompileFlags {
  readonly out?: string;
  readonly check?: boolean;
  readonly strict?: boolean;
  /** File for the findings in SARIF form. */
  readonly sarif?: string;
  readonly json?: boolean;
}

/** `rvrc compile PATH...` */
export async function runCompile(
  output: Output,
  paths: readonly string[],
  flags: CompileFlags,
): Promise<ExitCode> {
  const { result, host, out } = await compileProject(output, paths, {
    ...(flags.out === undefined ? {} : { out: flags.out }),
    emit: true,
    replay: true,
  });
  const failed = hasErrors(result.diagnostics);
  if (flags.sarif !== undefined) await writeSarif(host, flags.sarif, result.diagnostics, result.sources);
  const report = failed
    ? undefined
    : await whole(async (signal) =>
        writeFiles(host, result.files, {
          check: flags.check === true,
          owned: (await readManifest(host, `${out}/manifest.json`)) ?? [],
          folder: out,
          signal,
        }),
      );
  const certificates = await certificateStates(host, out, failed ? [] : result.scenarios);
  const uncertified = flags.strict === true && ![...certificates.values()].every(isCertified);
  const stale = flags.check === true && report?.upToDate === false;
  if (flags.json === true) {
    const scenarios = result.scenarios.map(({ name, file, slots, tasks, tests, rewards }) => {
      return { name, file, slots, tasks, tests, rewards, certificate: certificates.get(name) ?? null };
    });
    const diagnostics = diagnosticsAsJson(result.diagnostics, result.sources);
    output.data(
      JSON.stringify({
        version: 1,
        ok: !failed && !stale && !uncertified,
        scenarios,
        files: report ?? null,
        diagnostics,
      }),
    );
  } else {
    printDiagnostics(output, result.diagnostics, result.sources);
    if (report !== undefined) {
      for (const scenario of result.scenarios) output.data(summary(scenario));
      if (result.scenarios.length === 0) output.note("These files declare no scenario.");
      for (const line of describeReport(report, flags.check === true)) output.data(line);
    }
    const certified = describeCertificates(certificates);
    if (certified !== undefined) output.note(certified);
    output.note(
      failed
        ? `Nothing was written: ${countFindings(result.diagnostics)}.`
        : countFindings(result.diagnostics),
    );
  }
  return failed || stale || uncertified ? EXIT.findings : EXIT.ok;
}

function summary({ name, slots, tasks, tests, rewards }: ScenarioSummary): string {
  const counts = slots.map(({ source, count }) => `${count} ${source}`).join(", ");
  const splits = tasks.map(({ split, count }) => `${count} ${split}`).join(", ");
  return `${name}: slots ${counts || "none"}; tasks ${splits}; ${tests} tests hold; rewards ${rewards.join(", ")}`;
}

function describeReport(report: WriteReport, check: boolean): string[] {
  if (check) {
    const list = (what: string, paths: readonly string[]) => paths.map((path) => `${what}: ${path}`);
    if (report.upToDate) return [`${report.unchanged.length} files are up to date.`];
    return [
      ...list("stale", report.changed),
      ...list("missing", report.added),
      ...list("no longer made", report.removed),
      "Run `rvrc compile` on the same paths to bring them up to date.",
    ];
  }
  const written = report.changed.length + report.added.length;
  const removed = report.removed.length > 0 ? `, ${report.removed.length} removed` : "";
  return [`${written} files written, ${report.unchanged.length} unchanged${removed}.`];
}
