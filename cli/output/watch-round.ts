import type { Diagnostic } from "../../dsl/index.js";
import type { Round } from "../project/watch-rounds.js";
import { countFindings, diagnosticsAsJson, printDiagnostics } from "./diagnostics.js";
import type { Output } from "./streams.js";

/** Sources and scenarios that one line names. */
const NAMED = 3;

/** A round for people: its findings, and one line on standard error. Warnings that were shown before are not repeated. */
export function printRound(output: Output, round: Round, before: Round | undefined): void {
  const { changed, compiled, report, result, milliseconds } = round;
  const shown = new Set(before?.result.diagnostics.map(identity));
  printDiagnostics(
    output,
    result.diagnostics.filter((one) => one.severity === "error" || !shown.has(identity(one))),
    result.sources,
  );
  for (const path of result.missing) output.note(`There is no scenario file at ${path}.`);
  const written = (report?.changed.length ?? 0) + (report?.added.length ?? 0);
  const parts = [
    before === undefined ? `${result.sources.size} sources` : list(changed),
    `compiled ${compiled.length === 0 ? "nothing" : list(compiled)}`,
    report === undefined ? "nothing was written" : `${written} files written`,
    ...(report !== undefined && report.removed.length > 0 ? [`${report.removed.length} removed`] : []),
    countFindings(result.diagnostics),
    `${milliseconds} ms`,
  ];
  output.note(parts.join("; "));
}

/** A round for programs: one JSON document on one line. */
export function roundAsJson({ changed, compiled, report, result, milliseconds }: Round): string {
  const { diagnostics, sources, missing } = result;
  return JSON.stringify({
    version: 1,
    ok: report !== undefined,
    changed,
    compiled,
    missing,
    files:
      report === undefined
        ? null
        : { written: [...report.added, ...report.changed].sort(), removed: report.removed },
    milliseconds,
    diagnostics: diagnosticsAsJson(diagnostics, sources),
  });
}

function list(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return names.slice(0, NAMED).join(", ") + more;
}

/** A finding is the same one wherever lines have moved it. */
function identity({ code, file, message }: Diagnostic): string {
  return JSON.stringify([code, file, message]);
}
