import { UsageError } from "../../runtime/index.js";
import { type AdamWSettings, type AdamWState, adamWStep, clipGradient } from "../grpo/adamw.js";
import { type Completion, packSequences } from "../model/packed-batch.js";
import type { ParameterLayout } from "../model/parameters.js";
import type { MicroBatch } from "../parallel/micro-batch.js";
import type { Policy } from "../parallel/policy.js";
import { sumGradients } from "../run/update-policy.js";

export interface SupervisedStep {
  /** Mean cross-entropy per loss-bearing token, in nats. */
  readonly loss: number;
  readonly gradientNorm: number;
  readonly tokens: number;
}

export interface SupervisedSettings extends AdamWSettings {
  readonly learningRate: number;
  readonly gradientClip: number;
  /** Tokens of a micro-batch. */
  readonly microTokens: number;
}

/**
 * One optimizer step on token rows: `mask` says which ids carry loss. The policy must hold `parameters`; both are
 * updated. Rows without loss are left out.
 */
export async function supervisedStep(
  policy: Policy,
  layout: ParameterLayout,
  parameters: Float32Array,
  optimizer: AdamWState,
  rows: readonly Completion[],
  settings: SupervisedSettings,
): Promise<SupervisedStep> {
  const packed = partition(rows, settings.microTokens).map(packSequences);
  const used = packed.filter((batch) => batch.targetIds.length > 0);
  const tokens = used.reduce((sum, batch) => sum + batch.targetIds.length, 0);
  if (tokens === 0) return { loss: 0, gradientNorm: 0, tokens };
  const batches = used.map(
    (batch): MicroBatch => ({ ...batch, weights: new Float32Array(batch.targetIds.length).fill(1 / tokens) }),
  );
  const results = await policy.gradients(batches, { kind: "supervised" });
  const loss = results.reduce((sum, result) => sum + result.loss, 0);
  const gradient = sumGradients(results, layout.size);
  const norm = clipGradient(gradient, settings.gradientClip);
  if (!Number.isFinite(loss) || !Number.isFinite(norm)) {
    throw new UsageError(
      `the supervised loss is ${loss} with a gradient of norm ${norm}`,
      "lower the learning rate",
    );
  }
  adamWStep(parameters, gradient, optimizer, settings.learningRate, settings, layout);
  await policy.setParameters(parameters);
  return { loss, gradientNorm: norm, tokens };
}

/** Cuts rows, in order, into parts of at most `limit` tokens (a longer row is a part of its own). */
function partition(rows: readonly Completion[], limit: number): readonly (readonly Completion[])[] {
  const parts: Completion[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (size + row.ids.length > limit) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(row);
    size += row.ids.length;
  }
  return parts;
}
