/** What a workspace really does, as opposed to what it remembers. */
export type Stage =
  /** A scenario file into its tree. */
  | "parse"
  /** A data file or an API document. */
  | "read"
  | "bind world"
  | "bind scenario"
  | "emit world"
  | "emit scenario"
  /** The gold of every task. */
  | "replay"
  /** Declared tests and regression fixtures. */
  | "test";

/** Told of each piece of work before it is done: the file, world or scenario. */
export type OnWork = (stage: Stage, name: string) => void;
