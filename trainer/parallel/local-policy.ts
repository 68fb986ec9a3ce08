import { type Engine, openEngine } from "../engine/open-engine.js";
import type { ModelConfig } from "../model/model-config.js";
import { ModelHost } from "./model-host.js";
import type { Policy } from "./policy.js";

/** Serves what waits for the event loop, Ctrl-C above all: work on this thread alone would never let it run. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function oneByOne<In, Out>(items: readonly In[], work: (item: In) => Out): Promise<Out[]> {
  const done: Out[] = [];
  for (const item of items) {
    done.push(work(item));
    await breathe();
  }
  return done;
}

/** A policy on this thread. */
export async function openLocalPolicy(engine: Engine | string, config: ModelConfig): Promise<Policy> {
  const opened = typeof engine === "string" ? await openEngine(engine) : engine;
  const host = new ModelHost(opened, config);
  return {
    engine: `${opened.name} (${opened.why})`,
    setParameters: async (flat) => host.setParameters(flat.slice()),
    generate: (requests, settings, onTurns) =>
      host.generate(requests, settings, async (turns) => {
        await breathe();
        return onTurns(turns);
      }),
    gradients: (batches, settings) => oneByOne(batches, (batch) => host.gradient(batch, settings)),
    logProbs: (batches, temperature) => oneByOne(batches, (batch) => host.logProbs(batch, temperature)),
    close: async () => host.dispose(),
  };
}
