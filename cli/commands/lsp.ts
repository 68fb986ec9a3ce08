import { startServer } from "../../server/lsp/server.js";
import type { ExitCode } from "../output/exit-codes.js";
import { projectRoot } from "../project/root.js";

/** `rvrc lsp`: the language server on standard input and output. Ends when the editor ends it. */
export function runLsp(): Promise<ExitCode> {
  startServer({ input: process.stdin, output: process.stdout, projectRoot });
  // The connection ends the process: with 0 after a shutdown, else with 1.
  return new Promise<ExitCode>(() => undefined);
}
