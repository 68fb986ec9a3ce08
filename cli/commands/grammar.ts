import { grammarShape, grammarText } from "../../dsl/index.js";
import { UsageError } from "../../runtime/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import type { Output } from "../output/streams.js";

/** `rvrc grammar`: the syntax of the language, for tools and editors that have none of it. */
export function runGrammar(
  output: Output,
  flags: { readonly format?: string; readonly json?: boolean },
): ExitCode {
  const format = flags.json === true ? "json" : (flags.format ?? "ebnf");
  const shape = grammarShape();
  if (format === "json") output.data(JSON.stringify({ version: 1, ...shape }));
  else if (format === "ebnf") output.data(grammarText(shape).trimEnd());
  else throw new UsageError(`There is no format "${format}".`, "Use ebnf or json.");
  return EXIT.ok;
}
