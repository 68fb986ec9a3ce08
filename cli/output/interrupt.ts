/** Ctrl-C ended a command between two steps that are whole. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/**
 * Runs work that must not be cut in the middle: Ctrl-C (or SIGTERM) aborts the signal, and the work stops at its next
 * whole step. Outside of it the default holds, which ends the process at once.
 *
 * @throws Interrupted in place of whatever the work threw after the signal.
 */
export async function whole<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  process.once("SIGINT", abort);
  process.once("SIGTERM", abort);
  try {
    return await work(stop.signal);
  } catch (error) {
    throw stop.signal.aborted ? new Interrupted("stopped between two files") : error;
  } finally {
    process.off("SIGINT", abort);
    process.off("SIGTERM", abort);
  }
}
