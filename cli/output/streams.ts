/** Data goes to standard output, everything for the eye to standard error, progress to a terminal only. */
export interface Output {
  data(line: string): void;
  note(line: string): void;
  /** Replaces the progress line; nothing where standard error is no terminal. An empty text clears it. */
  progress(text: string): void;
  readonly color: boolean;
}

export function standardOutput(): Output {
  const terminal = process.stderr.isTTY === true;
  let shown = 0;
  const clear = () => {
    if (shown > 0) process.stderr.write(`\r${" ".repeat(shown)}\r`);
    shown = 0;
  };
  return {
    color: terminal && process.env["NO_COLOR"] === undefined && process.env["TERM"] !== "dumb",
    data(line) {
      clear();
      process.stdout.write(`${line}\n`);
    },
    note(line) {
      clear();
      process.stderr.write(`${line}\n`);
    },
    progress(text) {
      if (!terminal) return;
      clear();
      const fitting = text.slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1));
      shown = fitting.length;
      process.stderr.write(fitting);
    },
  };
}
