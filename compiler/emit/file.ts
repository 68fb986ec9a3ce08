/** One printed file. `path` is relative to the folder of generated code, with `/`. */
export interface EmittedFile {
  readonly path: string;
  readonly text: string;
}

/** Where printed code comes from. */
export interface Origin {
  /** The `.rvr` file that declares it, relative to the project. */
  readonly source: string;
  /** SHA-256 over every source that went in, in hexadecimal. */
  readonly hash: string;
}
