import { parentPort, workerData } from "node:worker_threads";
import { nodeHost } from "../../compiler/index.js";
import { createWorkspace } from "../../compiler/pipeline/workspace.js";
import type { Diagnostic } from "../../dsl/index.js";
import * as runtime from "../../runtime/index.js";

/** A saved file whose gold is to be replayed and whose tests are to be run. */
export interface ReplayRequest {
  /** Numbers grow; an answer carries the number of its question. */
  readonly id: number;
  readonly file: string;
}

export interface ReplayAnswer extends ReplayRequest {
  readonly diagnostics: readonly Diagnostic[];
}

/*
 * A thread for one project. It lives as long as the server does and remembers every stage by content, so that only the
 * first replay of a scenario takes long.
 */

const workspace = createWorkspace(nodeHost(workerData as string));
const waiting = new Map<string, ReplayRequest>();
let current: { readonly file: string; readonly abort: AbortController } | undefined;

parentPort?.on("message", (request: ReplayRequest) => {
  waiting.set(request.file, request);
  if (current?.file === request.file) current.abort.abort();
  if (current === undefined) void replayAll();
});

async function replayAll(): Promise<void> {
  for (let [next] = waiting.values(); next !== undefined; [next] = waiting.values()) {
    waiting.delete(next.file);
    const abort = new AbortController();
    current = { file: next.file, abort };
    const diagnostics = await replay(next.file, abort.signal);
    const answer: ReplayAnswer | undefined = diagnostics && { ...next, diagnostics };
    if (answer !== undefined) parentPort?.postMessage(answer);
  }
  current = undefined;
}

/** Findings of a file as it stands on disk; undefined when a newer save has ended the replay. */
async function replay(file: string, signal: AbortSignal): Promise<readonly Diagnostic[] | undefined> {
  const options = { paths: [file], out: "generated", runtime, emit: false, replay: true, signal };
  try {
    return (await workspace.compile(options)).diagnostics;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
