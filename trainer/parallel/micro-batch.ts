import { type PolicyLossSettings, type PolicyLossStatistics, policyLoss } from "../grpo/policy-loss.js";
import { logProbs, lossGradient, type TrainableModel } from "../model/log-probs.js";
import type { PackedBatch } from "../model/packed-batch.js";
import { supervisedLoss } from "../sft/supervised-loss.js";

/** A part of a batch that is run forward and back at once. Plain data: it can be sent to another thread. */
export interface MicroBatch extends PackedBatch {
  /** Weight of each target in the loss of the whole batch. */
  readonly weights: Float32Array;
  /** The rest is for policy losses: advantage and sequence of each target, and other policies' log-probabilities. */
  readonly advantages?: Float32Array;
  readonly sequences?: Int32Array;
  readonly old?: Float32Array;
  readonly reference?: Float32Array;
}

export type UpdateSettings =
  | ({ readonly kind: "policy"; readonly temperature: number } & PolicyLossSettings)
  | { readonly kind: "supervised" };

export interface MicroResult {
  /** This part's share of the batch's loss. */
  readonly loss: number;
  /** Of its targets, at the temperature of the update. */
  readonly logProbs: Float32Array;
  /** By every parameter, flat in the layout's order. */
  readonly gradient: Float32Array;
  readonly statistics: PolicyLossStatistics;
}

/** Runs one micro-batch on a model. */
export function runMicroBatch(
  model: TrainableModel,
  batch: MicroBatch,
  settings: UpdateSettings,
): MicroResult {
  let statistics: PolicyLossStatistics = {
    tokens: batch.targetIds.length,
    kl: 0,
    clippedLow: 0,
    clippedHigh: 0,
  };
  const temperature = settings.kind === "policy" ? settings.temperature : 1;
  const result = lossGradient(model, batch, temperature, (found) => {
    switch (settings.kind) {
      case "supervised":
        return supervisedLoss(found, batch.weights);
      case "policy": {
        const { weights, advantages, sequences } = batch;
        if (advantages === undefined || sequences === undefined) {
          throw new RangeError("a policy loss needs advantages and sequences");
        }
        const value = policyLoss(
          found,
          {
            weights,
            advantages,
            sequences,
            ...(batch.old === undefined ? {} : { old: batch.old }),
            ...(batch.reference === undefined ? {} : { reference: batch.reference }),
          },
          settings,
        );
        statistics = value.statistics;
        return value;
      }
      default:
        return assertNever(settings);
    }
  });
  return { ...result, statistics };
}

/** Log-probabilities of a micro-batch's targets. */
export function runLogProbs(model: TrainableModel, batch: MicroBatch, temperature: number): Float32Array {
  const tensor = model.tf.tidy(() => logProbs(model, batch, temperature));
  const values = tensor.dataSync().slice() as Float32Array;
  tensor.dispose();
  return values;
}

function assertNever(value: never): never {
  throw new RangeError(`no objective ${JSON.stringify(value)}`);
}
