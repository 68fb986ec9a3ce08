import { type Engine, openEngine } from "../engine/open-engine.js";
import type { ModelConfig } from "../model/model-config.js";
import { ModelHost } from "./model-host.js";
import type { Policy } from "./policy.js";

/** A policy on this thread. */
export async function openLocalPolicy(engine: Engine | string, config: ModelConfig): Promise<Policy> {
  const opened = typeof engine === "string" ? await openEngine(engine) : engine;
  const host = new ModelHost(opened, config);
  return {
    engine: `${opened.name} (${opened.why})`,
    setParameters: async (flat) => host.setParameters(flat.slice()),
    generate: (requests, settings, onTurns) => host.generate(requests, settings, onTurns),
    gradients: async (batches, settings) => batches.map((batch) => host.gradient(batch, settings)),
    logProbs: async (batches, temperature) => batches.map((batch) => host.logProbs(batch, temperature)),
    close: async () => host.dispose(),
  };
}
