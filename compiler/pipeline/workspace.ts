import type { Host } from "../host/host.js";
import { type BoundProgram, bindWith } from "./bind-program.js";
import { type CompileOptions, type CompileResult, compileWith } from "./compile.js";
import { newMemories, nextRound } from "./memories.js";
import type { OnWork } from "./work.js";

/** A compiler that lives on: what an edit does not touch is not made again. */
export interface Workspace {
  /** What `bindProgram` gives. */
  bind(files: readonly string[], signal?: AbortSignal): Promise<BoundProgram>;
  /** What `compileScenarios` gives. */
  compile(options: Omit<CompileOptions, "host" | "onWork">): Promise<CompileResult>;
}

/**
 * The pipeline with a memory. Every stage keeps its results by the content that they were made from, never by times of
 * files, so a round gives what a fresh compilation of the same files would give. A result that was not asked for in a
 * number of rounds is forgotten. Files are read through the host in every round, once each; an editor hands in a host
 * that knows its unsaved texts.
 *
 * @param onWork is told of each piece of work that is really done.
 */
export function createWorkspace(host: Host, onWork?: OnWork): Workspace {
  const memories = newMemories(onWork);
  return {
    bind(files, signal) {
      nextRound(memories);
      return bindWith(memories, host, files, signal);
    },
    compile(options) {
      nextRound(memories);
      return compileWith(memories, { ...options, host });
    },
  };
}
