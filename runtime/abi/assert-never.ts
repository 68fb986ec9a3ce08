/** Reached only when a union gained a member that a switch does not handle: a bug, so it throws. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
