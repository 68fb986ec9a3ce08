import type { CompiledScenario, Task } from "../../runtime/index.js";
import type { Policy } from "../parallel/policy.js";
import { type EpisodeRequest, EpisodeRunner, type SampledEpisode } from "../sampler/episodes.js";
import type { Tokenizer } from "../tokenizer/index.js";
import type { RunConfig } from "./train-options.js";

/** What sampling needs besides the tasks. */
export interface Collector {
  readonly scenario: CompiledScenario;
  readonly tokenizer: Tokenizer;
  readonly policy: Policy;
  readonly config: Pick<RunConfig, "reward" | "system" | "maxCalls" | "maxNewTokens" | "maxContext">;
  readonly signal?: AbortSignal;
}

/** Runs one episode per request, at a temperature; 0 is greedy. Throws the signal's reason when it is aborted. */
export async function collect(
  { scenario, tokenizer, policy, config, signal }: Collector,
  requests: readonly EpisodeRequest[],
  temperature: number,
): Promise<readonly SampledEpisode[]> {
  const runner = new EpisodeRunner(scenario, tokenizer, requests, config);
  const settings = {
    temperature,
    maxNewTokens: config.maxNewTokens,
    maxContext: config.maxContext,
    stopIds: [...tokenizer.stopIds],
  };
  await policy.generate(runner.rows, settings, async (turns) => {
    signal?.throwIfAborted();
    return runner.answer(turns);
  });
  signal?.throwIfAborted();
  return runner.finish();
}

/** `samples` episodes of each task, seeded by a name. */
export function requestsFor(tasks: readonly Task[], samples: number, name: string): EpisodeRequest[] {
  return tasks.flatMap((task, index) =>
    Array.from({ length: samples }, (_, sample) => ({ task, seed: `${name}/${index}/${sample}` })),
  );
}

/** Cuts a list into runs of `size`. */
export function groupsOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
