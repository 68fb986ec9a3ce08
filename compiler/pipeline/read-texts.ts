import { SourceFile } from "../../dsl/text/source-file.js";
import { type Host, HostError } from "../host/host.js";
import type { Memory } from "./memory.js";

/** Files read at once before a round, so that the disk is asked for them side by side. */
const AT_ONCE = 32;

/** The texts of one round: every file is read at most once, so all stages see the same text. */
export interface Texts {
  /** Undefined when there is no such file. Throws `HostError` for one that may not or cannot be read. */
  read(path: string): Promise<SourceFile | undefined>;
  /** Reads files ahead; what goes wrong is told to whoever asks for the file. */
  ahead(paths: readonly string[]): Promise<void>;
  /** Every path that was asked for, whether there was a file or not. */
  asked(): readonly string[];
  /** The host as others see it, with the texts of this round. */
  readonly host: Host;
}

/** One `SourceFile` for each path and text: what is made from a text is kept with that object. */
export function readTexts(host: Host, memory: Memory<SourceFile>): Texts {
  const results = new Map<string, Promise<SourceFile | undefined>>();
  const fresh = async (path: string): Promise<SourceFile | undefined> => {
    const text = await host.readText(path);
    if (text === undefined) return undefined;
    return memory.find(path, (known) => known.text === text) ?? memory.add(path, new SourceFile(path, text));
  };
  const read = (path: string): Promise<SourceFile | undefined> => {
    const known = results.get(path) ?? fresh(path);
    results.set(path, known);
    return known;
  };
  return {
    read,
    async ahead(paths) {
      for (let start = 0; start < paths.length; start += AT_ONCE) {
        const some = paths.slice(start, start + AT_ONCE).map(read);
        for (const { status, reason } of (await Promise.allSettled(some)) as PromiseRejectedResult[])
          if (status === "rejected" && !(reason instanceof HostError)) throw reason;
      }
    },
    asked: () => [...results.keys()],
    host: { ...host, readText: async (path) => (await read(path))?.text },
  };
}
