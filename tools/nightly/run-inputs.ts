import fc from "fast-check";
import { checkText } from "./check-text.js";
import { inputsOf, KINDS, type Kind, SHARES } from "./inputs.js";

export interface Tally {
  inputs: number;
  valid: number;
  broken: number;
  comments: number;
  findings: number;
}

export interface RunReport {
  readonly kinds: Readonly<Record<Kind, Tally>>;
  /** Inputs for which something does not hold, or that ended with an exception. */
  readonly failures: readonly { readonly kind: Kind; readonly text: string; readonly problem: string }[];
}

/** Inputs of all kinds between two reports of progress. */
const BATCH = 2000;

/** Checks `count` inputs, a multiple of 100. The same seed gives the same inputs. */
export function runInputs(
  texts: readonly string[],
  count: number,
  seed: number,
  onProgress: (done: number) => void = () => undefined,
): RunReport {
  const arbitraries = inputsOf(texts);
  const empty = (): Tally => ({ inputs: 0, valid: 0, broken: 0, comments: 0, findings: 0 });
  const kinds = { random: empty(), program: empty(), mutated: empty(), mangled: empty() };
  const failures: { kind: Kind; text: string; problem: string }[] = [];
  for (let done = 0; done < count; done += BATCH) {
    for (const kind of KINDS) {
      const numRuns = (Math.min(BATCH, count - done) * SHARES[kind]) / 100;
      for (const text of fc.sample(arbitraries[kind], { numRuns, seed: seed + done })) {
        const tally = kinds[kind];
        tally.inputs++;
        try {
          const report = checkText(text);
          if (report.valid) tally.valid++;
          else tally.broken++;
          tally.comments += report.comments;
          tally.findings += report.findings;
          for (const problem of report.problems.slice(0, 1)) failures.push({ kind, text, problem });
        } catch (error) {
          failures.push({ kind, text, problem: error instanceof Error ? error.message : String(error) });
        }
      }
    }
    onProgress(Math.min(count, done + BATCH));
  }
  return { kinds, failures };
}
