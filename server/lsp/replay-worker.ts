import { parentPort, workerData } from "node:worker_threads";
import { compileScenarios, nodeHost } from "../../compiler/index.js";
import * as runtime from "../../runtime/index.js";

/** What a thread is asked to do: replay gold and run the tests of one file, as it stands on disk. */
export interface ReplayRequest {
  readonly root: string;
  readonly file: string;
}

const { root, file } = workerData as ReplayRequest;
const { diagnostics } = await compileScenarios({
  host: nodeHost(root),
  paths: [file],
  out: "generated",
  runtime,
  emit: false,
  replay: true,
});
parentPort?.postMessage(diagnostics);
