import { type CompiledScenario, UsageError } from "../../runtime/index.js";
import { readModelConfig } from "../model/model-config.js";
import { loadParameters } from "../model/parameters.js";
import { openPolicy } from "../parallel/open-policy.js";
import type { SampledEpisode } from "../sampler/episodes.js";
import { loadTokenizer } from "../tokenizer/index.js";
import { type Evaluation, evaluate } from "./evaluate.js";
import { resolveConfig, type TrainOptions } from "./train-options.js";

export interface EvaluateOptions
  extends Pick<
    TrainOptions,
    | "policyDir"
    | "engine"
    | "threads"
    | "seed"
    | "reward"
    | "system"
    | "maxCalls"
    | "maxNewTokens"
    | "maxContext"
  > {
  /** Default `heldout`. */
  readonly split?: string;
  /** Tasks at most; default all. */
  readonly tasks?: number;
  /** Episodes per task; default 1. */
  readonly samples?: number;
  /** 0, the default, is greedy. */
  readonly temperature?: number;
  readonly signal?: AbortSignal;
}

export interface EvaluateResult {
  readonly engine: string;
  readonly evaluation: Evaluation;
  readonly episodes: readonly SampledEpisode[];
}

/** Evaluates a policy folder on a split. Throws UsageError on bad options, and the signal's reason when aborted. */
export async function evaluateScenario(
  scenario: CompiledScenario,
  options: EvaluateOptions,
): Promise<EvaluateResult> {
  const { policyDir, split = "heldout", samples = 1, temperature = 0 } = options;
  if (!Object.hasOwn(scenario.splits, split)) {
    throw new UsageError(
      `${scenario.name} has no split named ${JSON.stringify(split)}`,
      `use one of ${Object.keys(scenario.splits).join(", ")}`,
    );
  }
  if (!Number.isInteger(samples) || samples < 1) {
    throw new UsageError(`samples is ${samples}`, "give a whole number from 1");
  }
  if (!Number.isFinite(temperature) || temperature < 0) {
    throw new UsageError(`temperature is ${temperature}`, "give a number from 0");
  }
  const model = readModelConfig(policyDir);
  const config = resolveConfig(scenario, model, { ...options, outDir: "", temperature: 1 });
  const tokenizer = loadTokenizer(policyDir);
  const tasks = (scenario.splits[split] ?? []).slice(0, options.tasks);
  const policy = await openPolicy(
    {
      engine: options.engine ?? "auto",
      ...(options.threads === undefined ? {} : { threads: options.threads }),
    },
    model,
  );
  try {
    await policy.setParameters(loadParameters(policyDir, model));
    const collector = {
      scenario,
      tokenizer,
      policy,
      config,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    };
    const found = await evaluate(
      collector,
      tasks,
      temperature,
      samples,
      `${config.seed}/eval/${temperature}`,
    );
    return { engine: policy.engine, ...found };
  } finally {
    await policy.close();
  }
}
