import { UsageError } from "../../runtime/index.js";
import type { TrainState } from "../checkpoint/checkpoint.js";
import { adamWStep, clipGradient, scheduledShare, warmedRate } from "../grpo/adamw.js";
import { buildBatch } from "../grpo/build-batch.js";
import type { PolicyLossStatistics } from "../grpo/policy-loss.js";
import type { ParameterLayout } from "../model/parameters.js";
import type { MicroBatch, MicroResult } from "../parallel/micro-batch.js";
import type { Policy } from "../parallel/policy.js";
import type { SampledEpisode } from "../sampler/episodes.js";
import { type Metrics, updateMetrics } from "./metrics.js";
import type { RunConfig } from "./train-options.js";

export interface UpdateContext {
  readonly policy: Policy;
  readonly layout: ParameterLayout;
  readonly config: RunConfig;
  /** Parameters that training began with; needed when there is a KL term. */
  readonly reference: Float32Array | undefined;
}

/**
 * One batch's optimizer steps, in place: gradients of all micro-batches, summed in their order, clipped, AdamW. The
 * old log-probabilities of later iterations are those of the first pass, so the first ratio is exactly 1.
 */
export async function updatePolicy(
  { policy, layout, config, reference }: UpdateContext,
  state: TrainState,
  groups: readonly (readonly SampledEpisode[])[],
): Promise<Metrics> {
  let batches = buildBatch(groups, { ...config, keepZero: config.kl > 0 });
  const statistics: PolicyLossStatistics[] = [];
  let loss = 0;
  let norm = 0;
  let rate = 0;
  if (reference !== undefined && config.kl > 0) {
    await policy.setParameters(reference);
    const found = await policy.logProbs(batches, config.temperature);
    batches = batches.map((batch, index) => withLogProbs(batch, "reference", found[index]));
    await policy.setParameters(state.parameters);
  }
  for (let iteration = 0; iteration < config.iterations && batches.length > 0; iteration += 1) {
    const results = await policy.gradients(batches, {
      kind: "policy",
      temperature: config.temperature,
      clipLow: config.clip,
      clipHigh: config.clipHigh,
      beta: config.kl,
      importance: config.importance,
    });
    if (iteration === 0 && config.iterations > 1) {
      batches = batches.map((batch, index) => withLogProbs(batch, "old", results[index]?.logProbs));
    }
    const gradient = sumGradients(results, layout.size);
    loss = results.reduce((sum, result) => sum + result.loss, 0);
    norm = clipGradient(gradient, config.gradientClip);
    if (!Number.isFinite(loss) || !Number.isFinite(norm)) {
      throw new UsageError(
        `the loss of batch ${state.step + 1} is ${loss} with a gradient of norm ${norm}`,
        "resume from the last checkpoint with a lower learning rate",
      );
    }
    statistics.push(...results.map((result) => result.statistics));
    rate =
      warmedRate(config.learningRate, config.warmup, state.optimizer.step) *
      scheduledShare(config.learningRateSchedule, state.step, config.steps);
    adamWStep(
      state.parameters,
      gradient,
      state.optimizer,
      rate,
      { ...config, epsilon: config.adamEpsilon },
      layout,
    );
    await policy.setParameters(state.parameters);
  }
  return { loss, grad_norm: norm, learning_rate: rate, ...updateMetrics(statistics) };
}

/** The sum of gradients, in the order of the results. */
export function sumGradients(results: readonly MicroResult[], size: number): Float32Array {
  const sum = new Float32Array(size);
  for (const { gradient } of results) {
    for (let i = 0; i < size; i += 1) sum[i] = (sum[i] as number) + (gradient[i] as number);
  }
  return sum;
}

function withLogProbs(
  batch: MicroBatch,
  key: "old" | "reference",
  values: Float32Array | undefined,
): MicroBatch {
  if (values === undefined) throw new RangeError("a micro-batch has no log-probabilities");
  return { ...batch, [key]: values };
}
