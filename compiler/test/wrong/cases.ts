import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "../../../dsl/diagnostics/diagnostic.js";
import type { SourceFile } from "../../../dsl/text/source-file.js";
import * as runtime from "../../../runtime/index.js";
import { memoryHost } from "../../host/memory-host.js";
import { type CompileResult, compileScenarios } from "../../pipeline/compile.js";

/*
 * `fixtures/wrong/<case>/` holds one wrong input: `input.rvr`, files that replace or join those of `shared/`, what the
 * compiler says about them, and where it offers fixes, the input with the first fix of each finding made and what it
 * says then.
 */

export const FOLDER = fileURLToPath(new URL("../fixtures/wrong/", import.meta.url));

const EXPECTATIONS = new Set(["expected.txt", "expected-after.txt", "fixed.rvr"]);

/** `corrected-rows.yaml` is how `rows.yaml` of the case should have been, where the mistake is in that file. */
const CORRECTED = "corrected-";

/** Files of a case as they should have been: those that the case corrects by hand, by name. */
export function correctedFiles(name: string): Readonly<Record<string, string>> {
  const names = readdirSync(`${FOLDER}${name}`).filter((file) => file.startsWith(CORRECTED));
  return Object.fromEntries(names.map((file) => [file.slice(CORRECTED.length), read(`${name}/${file}`)]));
}

export interface WrongCase {
  readonly name: string;
  /** Every file that the compiler may see, by name. */
  readonly files: Readonly<Record<string, string>>;
}

export const read = (path: string): string => readFileSync(`${FOLDER}${path}`, "utf8");

/** Files beside which the inputs stand: an API document, a world, its data, and a scenario without a mistake. */
export function sharedFiles(): Readonly<Record<string, string>> {
  return filesOf("shared");
}

export function wrongCases(): readonly WrongCase[] {
  const shared = sharedFiles();
  return readdirSync(FOLDER)
    .filter((name) => name !== "shared")
    .sort()
    .map((name) => ({ name, files: { ...shared, ...filesOf(name) } }));
}

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(`${FOLDER}${folder}`).filter(
    (name) => !EXPECTATIONS.has(name) && !name.startsWith(CORRECTED),
  );
  return Object.fromEntries(names.map((name) => [name, read(`${folder}/${name}`)]));
}

/** Compiles one file of a case and runs what was made of it. */
export function compileCase(files: WrongCase["files"], path = "input.rvr"): Promise<CompileResult> {
  return compileScenarios({
    host: memoryHost(files),
    paths: [path],
    out: "generated",
    runtime,
    emit: false,
    replay: true,
  });
}

/** One line for each finding, then its further places and its fixes. Places in the input are given without its name. */
export function describeFindings(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, SourceFile>,
): string {
  const at = (file: string, offset: number): string => {
    const { line, column } = sources.get(file)?.positionAt(offset) ?? { line: 0, column: 0 };
    return `${line}:${column}`;
  };
  const named = (file: string): string => (file === "input.rvr" ? "" : `${file}:`);
  const lines = diagnostics.flatMap(({ severity, code, message, file, span, related, fixes }) => [
    `${severity} ${code} ${named(file)}${at(file, span.start)}-${at(file, span.end)} ${message}`,
    ...related.map((place) => `  related ${place.file}:${at(place.file, place.span.start)} ${place.message}`),
    ...fixes.map((fix) => `  fix ${JSON.stringify(fix.title)}`),
  ]);
  return lines.length === 0 ? "no findings\n" : `${lines.join("\n")}\n`;
}
