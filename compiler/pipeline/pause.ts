/**
 * Lets waiting events in, such as Ctrl-C or a keystroke, between two pieces of work that take long.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function pause(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}
