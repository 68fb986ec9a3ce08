import { readFileSync } from "node:fs";
import { registries } from "../../compiler/index.js";
import { combineRegistries, type DiagnosticEntry, didYouMean } from "../../dsl/index.js";
import { UsageError } from "../../runtime/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import type { Output } from "../output/streams.js";
import { explainedText, explainResource, isResourceName } from "../project/explain-resource.js";

/**
 * `rvrc explain CODE` prints the page of a code, `rvrc explain --all` a few lines about each, and
 * `rvrc explain World.Resource` what is declared and inferred of a resource.
 */
export async function runExplain(
  output: Output,
  code: string | undefined,
  flags: { readonly all?: boolean; readonly json?: boolean },
): Promise<ExitCode> {
  if (code !== undefined && isResourceName(code)) {
    const explained = await explainResource(code);
    output.data(
      flags.json === true ? JSON.stringify({ version: 1, ...explained }) : explainedText(explained),
    );
    return EXIT.ok;
  }
  const all = combineRegistries(registries);
  const wanted = flags.all === true ? [...all.values()] : [findCode(all, code)];
  if (flags.json === true) {
    const codes = wanted.map((entry) => ({ ...entry, page: pageOf(entry.code) ?? null }));
    output.data(JSON.stringify({ version: 1, codes }));
  } else if (flags.all === true) {
    output.data(wanted.map(describe).join("\n\n"));
  } else {
    for (const entry of wanted) output.data(pageOf(entry.code) ?? describe(entry));
  }
  return EXIT.ok;
}

/** The page of a code as it is shipped beside the command; undefined in an installation without its documentation. */
function pageOf(code: string): string | undefined {
  try {
    return readFileSync(new URL(`../../../docs/diagnostics/${code}.md`, import.meta.url), "utf8").trimEnd();
  } catch {
    return undefined;
  }
}

function findCode(all: ReadonlyMap<string, DiagnosticEntry>, code: string | undefined): DiagnosticEntry {
  if (code === undefined)
    throw new UsageError("Which code?", "Write `rvrc explain RVR3001`, or `rvrc explain --all`.");
  const plain = code.toUpperCase().replace(/^(?!RVR)/u, "RVR");
  const entry = all.get(plain);
  if (entry !== undefined) return entry;
  const near = didYouMean(plain, all.keys());
  throw new UsageError(
    `No diagnostic has the code ${code}.`,
    near === undefined ? "`rvrc explain --all` lists them." : `Did you mean ${near}?`,
  );
}

function describe(entry: DiagnosticEntry): string {
  const example = entry.example === undefined ? [] : ["", "  For example:", ...indent(entry.example)];
  return [
    `${entry.code} (${entry.severity}): ${entry.message}`,
    "",
    `  Why: ${entry.why}`,
    `  Do:  ${entry.remedy}`,
    ...example,
  ].join("\n");
}

function indent(text: string): string[] {
  return text.split("\n").map((line) => `    ${line}`);
}
