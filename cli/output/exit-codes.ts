/** What a run of the command ended with. Part of the contract: scripts rely on it. */
export const EXIT = {
  ok: 0,
  /** Diagnostics, failing tests, stale files. */
  findings: 1,
  usage: 2,
  /** A fault of rvrc itself. */
  bug: 70,
  /** As a shell reports a command that Ctrl-C ended. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
