import { parentPort, workerData } from "node:worker_threads";
import { UsageError } from "../../runtime/index.js";
import { openEngine } from "../engine/open-engine.js";
import type { TurnReply } from "../sampler/generate.js";
import type { WorkerAnswer, WorkerRequest, WorkerStart } from "./messages.js";
import { ModelHost } from "./model-host.js";

// The entry of a worker thread: one model host, driven by messages.

const port = parentPort;
if (port === null) throw new Error("this file is the entry of a worker thread");
const { engine, config } = workerData as WorkerStart;
const host = openEngine(engine).then((opened) => new ModelHost(opened, config));

let onReplies: ((replies: readonly TurnReply[]) => void) | undefined;

const send = (answer: WorkerAnswer, transfer: readonly Float32Array[] = []): void => {
  port.postMessage(
    answer,
    transfer.map((array) => array.buffer as ArrayBuffer),
  );
};

async function run(request: Exclude<WorkerRequest, { kind: "replies" }>): Promise<void> {
  const model = await host;
  switch (request.kind) {
    case "parameters":
      model.setParameters(request.flat);
      send({ kind: "done" });
      return;
    case "generate":
      await model.generate(request.requests, request.settings, (turns) => {
        const replies = new Promise<readonly TurnReply[]>((resolve) => {
          onReplies = resolve;
        });
        send({ kind: "turns", turns });
        return replies;
      });
      send({ kind: "done" });
      return;
    case "gradient": {
      const result = model.gradient(request.batch, request.settings);
      send({ kind: "gradient", result }, [result.gradient]);
      return;
    }
    case "log-probs":
      send({ kind: "log-probs", values: model.logProbs(request.batch, request.temperature) });
      return;
    default:
      return assertNever(request);
  }
}

port.on("message", (request: WorkerRequest) => {
  if (request.kind === "replies") {
    onReplies?.(request.replies);
    return;
  }
  run(request).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: "failed", message, ...(error instanceof UsageError ? { remedy: error.remedy } : {}) });
  });
});

function assertNever(value: never): never {
  throw new Error(`unexpected request: ${JSON.stringify(value)}`);
}
