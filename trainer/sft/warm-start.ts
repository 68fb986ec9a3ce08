import { type CompiledScenario, UsageError } from "../../runtime/index.js";
import { savePolicy } from "../checkpoint/save-policy.js";
import { createAdamW } from "../grpo/adamw.js";
import { readModelConfig } from "../model/model-config.js";
import { loadParameters, parameterLayout } from "../model/parameters.js";
import { openPolicy } from "../parallel/open-policy.js";
import { createRandom } from "../random.js";
import { loadTokenizer } from "../tokenizer/index.js";
import { goldRow } from "./gold-rows.js";
import { supervisedStep } from "./train-supervised.js";

export interface WarmStartOptions {
  readonly policyDir: string;
  /** Folder for the warmed policy. */
  readonly outDir: string;
  readonly engine?: string;
  readonly threads?: number;
  readonly seed?: number;
  /** Optimizer steps; default 20. */
  readonly steps?: number;
  /** Solutions per step; default 8. */
  readonly batch?: number;
  /** Default 1e-4. */
  readonly learningRate?: number;
  readonly system?: "bare" | "hinted";
  /** Text of the last assistant turn; default "Done.". */
  readonly final?: string;
  readonly signal?: AbortSignal;
  onStep?(step: number, loss: number): void;
}

export interface WarmStartResult {
  readonly steps: number;
  /** Cross-entropy per token of every step. */
  readonly losses: readonly number[];
  readonly policyDir: string;
}

/** Teaches a policy the solutions of the training tasks, as a start for GRPO where its own samples earn nothing. */
export async function warmStart(
  scenario: CompiledScenario,
  options: WarmStartOptions,
): Promise<WarmStartResult> {
  const { policyDir, steps = 20, batch = 8, learningRate = 1e-4, final = "Done." } = options;
  const model = readModelConfig(policyDir);
  const layout = parameterLayout(model);
  const parameters = loadParameters(policyDir, model);
  const tokenizer = loadTokenizer(policyDir);
  const rows = (scenario.splits["train"] ?? [])
    .map((task) => goldRow(scenario, tokenizer, task, options.system ?? "bare", final))
    .filter((row) => row.ids.length <= model.maxPositions);
  if (rows.length === 0) {
    throw new UsageError(
      `no solution of ${scenario.name} fits ${model.maxPositions} tokens`,
      "use a policy with a longer context",
    );
  }
  const random = createRandom(`warm-start/${options.seed ?? 0}`);
  const policy = await openPolicy(
    {
      engine: options.engine ?? "auto",
      ...(options.threads === undefined ? {} : { threads: options.threads }),
    },
    model,
  );
  const optimizer = createAdamW(layout.size);
  const losses: number[] = [];
  try {
    await policy.setParameters(parameters);
    for (let step = 1; step <= steps; step += 1) {
      options.signal?.throwIfAborted();
      const picked = Array.from({ length: batch }, () => random.pick(rows));
      const { loss } = await supervisedStep(policy, layout, parameters, optimizer, picked, {
        ...{ beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0 },
        ...{ learningRate, gradientClip: 1, microTokens: 2048 },
      });
      losses.push(loss);
      options.onStep?.(step, loss);
    }
  } finally {
    await policy.close();
  }
  savePolicy(options.outDir, policyDir, model, parameters);
  return { steps, losses, policyDir: options.outDir };
}
