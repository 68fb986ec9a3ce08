/** A bug of the compiler itself, never a mistake of the user. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

/** Closes a `switch` over a union: a new member does not compile until it has its own case. */
export function assertNever(value: never): never {
  throw new InternalError(`Unexpected value: ${JSON.stringify(value)}`);
}
