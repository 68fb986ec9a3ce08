import { basename } from "node:path";
import { nodeHost, type Synthesis, type SynthesisedOperation, synthesise } from "../../compiler/index.js";
import { compareText, counted } from "../../dsl/index.js";
import { UsageError } from "../../runtime/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import { whole } from "../output/interrupt.js";
import type { Output } from "../output/streams.js";
import { table } from "../output/table.js";
import { FindingsError } from "../project/findings-error.js";
import { globPattern } from "../project/glob.js";
import { hashOf, refuseChanged } from "../project/owned-files.js";
import { fromRoot, projectRoot } from "../project/root.js";

export interface SynthFlags {
  readonly operations?: string;
  readonly out?: string;
  readonly seed?: number;
  readonly audit?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** What was made, beside the scenarios: which files are ours, and what each operation came to. */
const COVERAGE = "coverage.json";

/** `rvrc synth DOC`: a scenario for every mutating operation of an API document, compiled, tested and audited. */
export async function runSynth(output: Output, document: string, flags: SynthFlags): Promise<ExitCode> {
  const root = projectRoot();
  const host = nodeHost(root);
  const path = fromRoot(root, document);
  if (path.startsWith("..")) {
    throw new UsageError(
      `${document} lies outside of the project ${root}.`,
      "Copy it into the project: scenarios name their document by a path.",
    );
  }
  const out = fromRoot(root, flags.out ?? `${root}/scenarios/${basename(path).replace(/\.[^.]*$/u, "")}`);
  const runtime = await import("../../runtime/index.js");
  const pattern = flags.operations === undefined ? undefined : globPattern(flags.operations);
  const synthesis = await whole((signal) =>
    synthesise({
      host,
      document: path,
      out,
      seed: flags.seed ?? 1,
      runtime,
      audit: flags.audit !== false,
      wanted: ({ id }) => pattern?.test(id) ?? true,
      onOperation: (id, index, count) => output.progress(`synth ${id} (${index + 1} of ${count})`),
      signal,
    }),
  );
  output.progress("");
  if (synthesis.problems.length > 0) throw new FindingsError(synthesis.problems, new Map());
  if (synthesis.operations.length === 0) {
    throw new UsageError(
      flags.operations === undefined
        ? `${document} describes no operation that changes anything.`
        : `No mutating operation of ${document} is called ${flags.operations}.`,
      "Name a document with POST, PUT, PATCH or DELETE, and operations by their ids; * stands for any text.",
    );
  }
  const files = new Map([...synthesis.files].map(([file, text]) => [`${out}/${file}`, text] as const));
  const before = readCoverage(await host.readText(`${out}/${COVERAGE}`));
  const coverage = coverageText(path, flags.seed ?? 1, synthesis, before);
  const known = new Map(Object.entries(before.files).map(([file, hash]) => [`${out}/${file}`, hash]));
  if (flags.force !== true) await refuseChanged(host, files, known);
  await whole(async (signal) => {
    for (const [file, text] of files) {
      signal.throwIfAborted();
      if ((await host.readText(file)) !== text) await host.writeText(file, text);
    }
    await host.writeText(`${out}/${COVERAGE}`, coverage);
  });
  if (flags.json === true) output.data(JSON.stringify(JSON.parse(coverage)));
  else print(output, out, synthesis.operations);
  return synthesis.operations.some(({ outcome }) => outcome === "failed" || outcome === "found")
    ? EXIT.findings
    : EXIT.ok;
}

/** What `coverage.json` holds beside the version. */
interface Coverage {
  readonly document: string;
  readonly seed: number;
  readonly operations: readonly SynthesisedOperation[];
  /** SHA-256 of each file that was made, by its path in the folder. */
  readonly files: { readonly [file: string]: string };
}

/** The new results, with those of other operations of the same document and seed that an earlier run made. */
function coverageText(
  document: string,
  seed: number,
  { operations, files }: Synthesis,
  before: Coverage,
): string {
  const hashes = Object.entries(before.files).concat([...files].map(([file, text]) => [file, hashOf(text)]));
  const made = new Set(operations.map(({ operation }) => operation));
  const same = before.document === document && before.seed === seed;
  const others = same ? before.operations.filter(({ operation }) => !made.has(operation)) : [];
  const all = [...others, ...operations].sort((left, right) => compareText(left.operation, right.operation));
  const sorted = Object.fromEntries([...new Map(hashes)].sort(([left], [right]) => compareText(left, right)));
  return `${JSON.stringify({ version: 1, document, seed, operations: all, files: sorted }, null, 2)}\n`;
}

/** What an earlier run left; nothing where it cannot be read. */
function readCoverage(text: string | undefined): Coverage {
  const nothing: Coverage = { document: "", seed: 0, operations: [], files: {} };
  try {
    const read = JSON.parse(text ?? "") as Partial<Coverage>;
    const isWhole = Array.isArray(read.operations) && typeof read.files === "object" && read.files !== null;
    return isWhole ? { ...nothing, ...read } : nothing;
  } catch {
    return nothing;
  }
}

const OUTCOMES: { readonly [outcome in SynthesisedOperation["outcome"]]: string } = {
  ok: "compiles, tests hold, no finding of the audit",
  unaudited: "compiles, tests hold, not audited",
  found: "the audit has findings",
  failed: "does not compile, or a test does not hold",
  none: "no scenario was written",
};

/** How many operations came to what, and why, the most frequent reasons first. */
function print(output: Output, out: string, operations: readonly SynthesisedOperation[]): void {
  const count = (outcome: string) => operations.filter((one) => one.outcome === outcome).length;
  const rows = Object.entries(OUTCOMES).flatMap(([outcome, meaning]) =>
    count(outcome) === 0
      ? []
      : [
          [
            outcome,
            String(count(outcome)),
            `${((count(outcome) / operations.length) * 100).toFixed(1)}%`,
            meaning,
          ],
        ],
  );
  output.data(table(["outcome", "operations", "share", ""], rows));
  const about = operations.filter(({ world }) => world === "resource").length;
  const calls = operations.filter(({ world }) => world === "calls").length;
  output.data(
    `\n${counted(about, "scenario")} about records of an inferred resource, ${calls} about calls alone.`,
  );
  const reasons = new Map<string, SynthesisedOperation[]>();
  for (const one of operations) {
    if (one.outcome === "ok" || one.outcome === "unaudited") continue;
    const key = `${one.outcome}: ${one.reason.replace(/'[^']*'/gu, "'...'")}`;
    reasons.set(key, [...(reasons.get(key) ?? []), one]);
  }
  if (reasons.size > 0) output.data("");
  for (const [reason, all] of [...reasons].sort(([, left], [, right]) => right.length - left.length)) {
    const some = all.slice(0, 3).map(({ operation }) => operation);
    output.data(`${all.length} ${reason} (${some.join(", ")}${all.length > 3 ? ", ..." : ""})`);
  }
  output.note(`${counted(operations.length, "operation")}; scenarios and ${COVERAGE} are in ${out}.`);
}
