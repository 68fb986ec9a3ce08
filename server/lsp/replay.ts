import { Worker } from "node:worker_threads";
import type { Diagnostic } from "../../dsl/index.js";
import type { ReplayRequest } from "./replay-worker.js";

/** Replays saved files in a thread of their own, so that typing goes on; a newer save ends an older replay. */
export class Replays {
  private readonly workers = new Map<string, Worker>();

  constructor(private readonly onBug: (error: unknown) => void) {}

  start(root: string, file: string, done: (found: readonly Diagnostic[]) => void): void {
    const key = `${root}\n${file}`;
    void this.workers.get(key)?.terminate();
    const workerData: ReplayRequest = { root, file };
    const worker = new Worker(new URL("./replay-worker.js", import.meta.url), { workerData });
    worker.unref();
    this.workers.set(key, worker);
    const finish = () => {
      if (this.workers.get(key) === worker) this.workers.delete(key);
    };
    worker.once("message", (found: readonly Diagnostic[]) => {
      if (this.workers.get(key) === worker) done(found);
    });
    worker.once("error", this.onBug);
    worker.once("exit", finish);
  }

  dispose(): void {
    for (const worker of this.workers.values()) void worker.terminate();
    this.workers.clear();
  }
}
