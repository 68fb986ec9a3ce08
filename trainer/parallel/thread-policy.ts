import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { UsageError } from "../../runtime/index.js";
import type { ModelConfig } from "../model/model-config.js";
import type { TurnHandler } from "../sampler/generate.js";
import type { WorkerAnswer, WorkerRequest, WorkerStart } from "./messages.js";
import type { MicroBatch, MicroResult } from "./micro-batch.js";
import type { Policy } from "./policy.js";

const workerFile = fileURLToPath(new URL("./worker.js", import.meta.url));

/** Whether worker threads can be started: their entry is there once the package is built. */
export function threadsAvailable(): boolean {
  return existsSync(workerFile);
}

/**
 * A policy on several threads, each with its own engine and copy of the model. Rows are split by prompt, micro-batches
 * one by one; results come back in the order of the inputs, so sums over them are the same for any number of threads.
 */
export function openThreadPolicy(engine: string, why: string, config: ModelConfig, threads: number): Policy {
  const workers = Array.from({ length: threads }, () => new ModelThread({ engine, config }));
  const spread = async <T>(
    batches: readonly MicroBatch[],
    run: (thread: ModelThread, batch: MicroBatch) => Promise<T>,
  ): Promise<readonly T[]> => {
    const results = new Array<T>(batches.length);
    // Longest first, each to the next idle thread.
    const order = batches
      .map((_, index) => index)
      .sort((a, b) => (batches[b]?.ids.length ?? 0) - (batches[a]?.ids.length ?? 0) || a - b);
    await Promise.all(
      workers.map(async (thread) => {
        for (let index = order.shift(); index !== undefined; index = order.shift()) {
          results[index] = await run(thread, batches[index] as MicroBatch);
        }
      }),
    );
    return results;
  };
  return {
    engine: `${engine} on ${threads} threads (${why})`,
    async setParameters(flat) {
      await Promise.all(workers.map((thread) => thread.run({ kind: "parameters", flat })));
    },
    async generate(requests, settings, onTurns) {
      const share = new Map<number, number>();
      for (const { promptKey } of requests) {
        if (!share.has(promptKey)) share.set(promptKey, share.size % threads);
      }
      await Promise.all(
        workers.map(async (thread, index) => {
          const own = requests.filter((request) => share.get(request.promptKey) === index);
          if (own.length > 0) await thread.run({ kind: "generate", requests: own, settings }, onTurns);
        }),
      );
    },
    gradients: (batches, settings) =>
      spread(batches, async (thread, batch): Promise<MicroResult> => {
        const answer = await thread.run({ kind: "gradient", batch, settings });
        if (answer.kind !== "gradient") throw new Error(`a worker answered ${answer.kind}`);
        return answer.result;
      }),
    logProbs: (batches, temperature) =>
      spread(batches, async (thread, batch): Promise<Float32Array> => {
        const answer = await thread.run({ kind: "log-probs", batch, temperature });
        if (answer.kind !== "log-probs") throw new Error(`a worker answered ${answer.kind}`);
        return answer.values;
      }),
    async close() {
      await Promise.all(workers.map((thread) => thread.close()));
    },
  };
}

/** A worker with its one pending job. */
class ModelThread {
  readonly #worker: Worker;
  #settle: { resolve(answer: WorkerAnswer): void; reject(error: Error): void } | undefined;
  #onTurns: TurnHandler | undefined;
  #failure: Error | undefined;

  constructor(start: WorkerStart) {
    this.#worker = new Worker(workerFile, { workerData: start });
    this.#worker.on("message", (answer: WorkerAnswer) => void this.#receive(answer));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", (code) => this.#fail(new Error(`a worker thread ended with code ${code}`)));
  }

  run(request: WorkerRequest, onTurns?: TurnHandler): Promise<WorkerAnswer> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    this.#onTurns = onTurns;
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    this.#worker.removeAllListeners("exit");
    await this.#worker.terminate();
  }

  async #receive(answer: WorkerAnswer): Promise<void> {
    switch (answer.kind) {
      case "turns":
        try {
          const replies = (await this.#onTurns?.(answer.turns)) ?? [];
          this.#worker.postMessage({ kind: "replies", replies } satisfies WorkerRequest);
        } catch (error) {
          this.#fail(error instanceof Error ? error : new Error(String(error)));
        }
        return;
      case "failed":
        this.#take()?.reject(
          answer.remedy === undefined
            ? new Error(answer.message)
            : new UsageError(answer.message, answer.remedy),
        );
        return;
      case "done":
      case "gradient":
      case "log-probs":
        this.#take()?.resolve(answer);
        return;
      default:
        return assertNever(answer);
    }
  }

  /** A thread that failed in the middle of a job takes no more of them. */
  #fail(error: Error): void {
    this.#failure = error;
    this.#take()?.reject(error);
  }

  #take(): { resolve(answer: WorkerAnswer): void; reject(error: Error): void } | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    return settle;
  }
}

function assertNever(value: never): never {
  throw new Error(`unexpected answer: ${JSON.stringify(value)}`);
}
