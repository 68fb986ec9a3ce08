import { watchFolders } from "../../compiler/index.js";
import { UsageError } from "../../runtime/index.js";
import { EXIT, type ExitCode } from "../output/exit-codes.js";
import type { Output } from "../output/streams.js";
import { printRound, roundAsJson } from "../output/watch-round.js";
import { refuseMissing } from "../project/compile.js";
import { fromRoot, projectRoot } from "../project/root.js";
import { isUsageError } from "../project/usage.js";
import { type Round, watchRounds } from "../project/watch-rounds.js";

export interface WatchFlags {
  readonly out?: string;
  readonly check?: boolean;
  readonly strict?: boolean;
  readonly poll?: boolean;
  readonly json?: boolean;
}

/**
 * `rvrc compile PATH... --watch`: compiles, and again after each change of a source, until Ctrl-C. A round with errors
 * leaves the compiled files as they are; Ctrl-C leaves every file whole.
 */
export async function runWatch(
  output: Output,
  paths: readonly string[],
  flags: WatchFlags,
): Promise<ExitCode> {
  for (const other of ["check", "strict"] as const) {
    if (flags[other] !== true) continue;
    throw new UsageError(`--${other} and --watch exclude each other.`, "Leave one of them out.");
  }
  const root = projectRoot();
  const out = fromRoot(root, flags.out ?? `${root}/generated`);
  const rounds = watchRounds(output, root, paths, out);
  const watcher = watchFolders({ poll: flags.poll === true });
  const stop = new AbortController();
  const abort = () => stop.abort();
  process.once("SIGINT", abort);
  process.once("SIGTERM", abort);
  let before: Round | undefined;
  try {
    for (;;) {
      const round = await rounds.next(stop.signal).catch((error: unknown) => {
        if (before === undefined || !isTrouble(error)) throw error;
        output.note(`rvrc: ${error.message}`);
        return undefined;
      });
      output.progress("");
      watcher.sync(rounds.folders());
      if (round !== undefined) {
        if (before === undefined) refuseMissing(round.result);
        if (flags.json === true) output.data(roundAsJson(round));
        else printRound(output, round, before);
        if (before === undefined) output.note("Watching the sources; Ctrl-C ends.");
        before = round;
      }
      await watcher.next(stop.signal);
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    output.progress("");
    return EXIT.interrupted;
  } finally {
    watcher.close();
    process.off("SIGINT", abort);
    process.off("SIGTERM", abort);
  }
}

/** What the next change may mend: a path that cannot be read or written. Anything else is a bug and ends the command. */
function isTrouble(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return isUsageError(error) || error.name === "HostError" || ("syscall" in error && "code" in error);
}
