import { Worker } from "node:worker_threads";
import type { Diagnostic } from "../../dsl/index.js";
import type { ReplayAnswer, ReplayRequest } from "./replay-worker.js";

type Done = (found: readonly Diagnostic[]) => void;

/** Replays saved files in a thread for each project, so that typing goes on; a newer save ends an older replay. */
export class Replays {
  private readonly workers = new Map<string, Worker>();
  /** The last question about each file of each project, and who asked. */
  private readonly waiting = new Map<string, { readonly id: number; readonly done: Done }>();
  private last = 0;

  constructor(private readonly onBug: (error: unknown) => void) {}

  /** `done` is not called when the file is saved again before. */
  start(root: string, file: string, done: Done): void {
    const id = ++this.last;
    this.waiting.set(`${root}\n${file}`, { id, done });
    const request: ReplayRequest = { id, file };
    this.worker(root).postMessage(request);
  }

  dispose(): void {
    for (const worker of this.workers.values()) void worker.terminate();
    this.workers.clear();
    this.waiting.clear();
  }

  private worker(root: string): Worker {
    const known = this.workers.get(root);
    if (known !== undefined) return known;
    const worker = new Worker(new URL("./replay-worker.js", import.meta.url), { workerData: root });
    worker.unref();
    this.workers.set(root, worker);
    worker.on("message", ({ id, file, diagnostics }: ReplayAnswer) => {
      const asked = this.waiting.get(`${root}\n${file}`);
      if (asked?.id === id) asked.done(diagnostics);
    });
    // The next save starts a new thread.
    worker.on("error", this.onBug);
    worker.on("exit", () => {
      if (this.workers.get(root) === worker) this.workers.delete(root);
    });
    return worker;
  }
}
