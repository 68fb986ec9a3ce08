/** A request that cannot be met, with a message for the person who made it. Command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}
