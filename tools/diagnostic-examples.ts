import {
  compileCase,
  correctedFiles,
  read,
  sharedFiles,
  type WrongCase,
  wrongCases,
} from "../compiler/test/wrong/cases.js";
import { renderDiagnostic } from "../dsl/index.js";

/** One wrong input that gives one code and nothing else, and how it should have been. */
export interface CodeExample {
  readonly code: string;
  /** What the compiler found: this code and no other. */
  readonly codes: readonly string[];
  readonly name: string;
  /** Every file with the mistake in it, and as it should be. A file that only one of the two has is left out there. */
  readonly wrong: Readonly<Record<string, string>>;
  readonly corrected: Readonly<Record<string, string>>;
  /** What the compiler prints about it. */
  readonly output: string;
}

/** Where several cases show a code, the one that people are likeliest to meet. */
const PREFERRED: ReadonlyMap<string, string> = new Map([
  ["RVR1001", "semicolon"],
  ["RVR1010", "gold-without-closing-brace"],
  ["RVR1020", "given-without-colon"],
  ["RVR1021", "keyword-misspelt"],
  ["RVR1022", "value-missing"],
  ["RVR2001", "unknown-name-in-hole"],
  ["RVR2007", "tool-declared-twice"],
  ["RVR2008", "unknown-world"],
  ["RVR2010", "unknown-argument-taken"],
  ["RVR2013", "missing-seed"],
  ["RVR2014", "rows-that-are-no-list"],
  ["RVR2015", "unknown-variable-disjoint"],
  ["RVR2017", "records-in-gold"],
  ["RVR3001", "number-for-id"],
  ["RVR3002", "unknown-argument-in-gold"],
  ["RVR3004", "pattern-that-takes-too-long"],
  ["RVR3006", "matcher-that-does-not-fit"],
  ["RVR3008", "procedure-out-of-range"],
  ["RVR4001", "behaviour-without-answer"],
  ["RVR4006", "seed-records-with-one-key"],
  ["RVR5002", "gold-that-is-refused"],
  ["RVR5004", "row-of-an-unknown-record"],
  ["RVR8001", "test-that-does-not-hold"],
]);

/** Scenarios and worlds without a mistake: each input is one of them with one thing changed. */
const MODELS = ["base.rvr", "create.rvr", "additive.rvr", "office.rvr"];

/** An example for every code that some case shows alone, by code. */
export async function codeExamples(): Promise<ReadonlyMap<string, CodeExample>> {
  const chosen = new Map<string, WrongCase>();
  for (const one of wrongCases()) {
    // The expectations are held by a test of their own, so they may be trusted here.
    const codes = new Set(read(`${one.name}/expected.txt`).match(/^\w+ RVR\d{4}/gmu) ?? []);
    const code = [...codes][0]?.slice(-7) ?? "";
    const wanted = PREFERRED.get(code);
    if (codes.size === 1 && (wanted === undefined ? !chosen.has(code) : wanted === one.name))
      chosen.set(code, one);
  }
  const examples = new Map<string, CodeExample>();
  for (const [code, one] of chosen) {
    const { diagnostics, sources } = await compileCase(one.files);
    const output = diagnostics[0] === undefined ? "" : renderDiagnostic(diagnostics[0], sources);
    const codes = [...new Set(diagnostics.map((diagnostic) => diagnostic.code))];
    examples.set(code, { code, codes, name: one.name, output, ...versions(one) });
  }
  return examples;
}

function versions(one: WrongCase): Pick<CodeExample, "wrong" | "corrected"> {
  const shared = sharedFiles();
  const byHand = correctedFiles(one.name);
  const input = one.files["input.rvr"] ?? "";
  const models = MODELS.map((name) => shared[name] ?? "");
  const model =
    [...models].sort((left, right) => changedLines(input, left) - changedLines(input, right))[0] ?? "";
  const own = Object.fromEntries(Object.entries(one.files).filter(([name, text]) => shared[name] !== text));
  if (Object.keys(byHand).length > 0) {
    return { wrong: { "input.rvr": input, ...own }, corrected: { "input.rvr": input, ...own, ...byHand } };
  }
  const documents = Object.keys(own).filter((name) => name !== "input.rvr" && shared[name] !== undefined);
  const restored = Object.fromEntries(documents.map((name) => [name, shared[name] ?? ""]));
  return { wrong: { "input.rvr": input, ...own }, corrected: { "input.rvr": model, ...restored } };
}

function changedLines(left: string, right: string): number {
  const { from, leftEnd, rightEnd } = difference(left.split("\n"), right.split("\n"));
  return leftEnd - from + (rightEnd - from);
}

export interface Difference {
  /** Lines before are the same. */
  readonly from: number;
  /** Lines from here on are the same, in each of the two texts. */
  readonly leftEnd: number;
  readonly rightEnd: number;
}

/** The one range of lines in which two texts differ. */
export function difference(left: readonly string[], right: readonly string[]): Difference {
  let from = 0;
  while (from < left.length && from < right.length && left[from] === right[from]) from++;
  let tail = 0;
  while (
    tail < left.length - from &&
    tail < right.length - from &&
    left.at(-1 - tail) === right.at(-1 - tail)
  )
    tail++;
  return { from, leftEnd: left.length - tail, rightEnd: right.length - tail };
}
