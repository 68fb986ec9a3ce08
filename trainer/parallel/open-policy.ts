import { availableParallelism } from "node:os";
import { openEngine } from "../engine/open-engine.js";
import type { ModelConfig } from "../model/model-config.js";
import { openLocalPolicy } from "./local-policy.js";
import type { Policy } from "./policy.js";
import { openThreadPolicy, threadsAvailable } from "./thread-policy.js";

export interface PolicyPlace {
  /** `auto`, `native`, `wasm` or `cpu`. */
  readonly engine: string;
  /** Threads; WebAssembly uses one core per thread, the native engine spreads over the cores itself. */
  readonly threads?: number;
}

/** More threads than this gain nothing for models that a CPU can train. */
const mostThreads = 4;

/** Opens a policy where it runs best. Throws UsageError for an engine that is not there. */
export async function openPolicy(place: PolicyPlace, config: ModelConfig): Promise<Policy> {
  const engine = await openEngine(place.engine);
  const wanted = place.threads ?? Math.min(availableParallelism(), mostThreads);
  if (engine.name !== "wasm" || wanted < 2 || !threadsAvailable()) return openLocalPolicy(engine, config);
  return openThreadPolicy(engine.name, engine.why, config, wanted);
}
