import type { Diagnostic, SourceFile } from "../../dsl/index.js";

/** A command met a scenario with errors: they are printed like any findings, and the exit code is 1. */
export class FindingsError extends Error {
  override readonly name = "FindingsError";

  constructor(
    readonly diagnostics: readonly Diagnostic[],
    readonly sources: ReadonlyMap<string, SourceFile>,
  ) {
    super("the scenario has errors");
  }
}
