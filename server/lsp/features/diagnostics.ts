import type { BoundProgram } from "../../../compiler/pipeline/bind-program.js";
import { type Diagnostic, sortDiagnostics } from "../../../dsl/index.js";

/** Findings by file, in source order. Every file that was read has an entry, so that old findings go away. */
export function diagnosticsByFile(
  program: BoundProgram,
  more: readonly Diagnostic[] = [],
): ReadonlyMap<string, readonly Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>();
  for (const file of program.sources.keys()) found.set(file, []);
  for (const diagnostic of sortDiagnostics([...program.diagnostics, ...more])) {
    const list = found.get(diagnostic.file) ?? [];
    list.push(diagnostic);
    found.set(diagnostic.file, list);
  }
  return found;
}
