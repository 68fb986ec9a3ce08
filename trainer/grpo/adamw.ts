import type { ParameterLayout } from "../model/parameters.js";

export interface AdamWSettings {
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Decoupled decay, applied to matrices only. */
  readonly weightDecay: number;
}

/** First and second moments, one value per parameter, and the number of steps taken. */
export interface AdamWState {
  readonly first: Float32Array;
  readonly second: Float32Array;
  step: number;
}

export function createAdamW(size: number): AdamWState {
  return { first: new Float32Array(size), second: new Float32Array(size), step: 0 };
}

/**
 * One step of AdamW (Loshchilov and Hutter, 2019), in place. Norms and biases are not decayed.
 */
export function adamWStep(
  parameters: Float32Array,
  gradient: Float32Array,
  state: AdamWState,
  learningRate: number,
  settings: AdamWSettings,
  layout: ParameterLayout,
): void {
  const { beta1, beta2, epsilon, weightDecay } = settings;
  state.step += 1;
  const correction1 = 1 - beta1 ** state.step;
  const correction2 = 1 - beta2 ** state.step;
  for (const { offset, size, shape } of layout.specs) {
    const keep = shape.length > 1 ? 1 - learningRate * weightDecay : 1;
    for (let i = offset; i < offset + size; i += 1) {
      const g = gradient[i] as number;
      const m = beta1 * (state.first[i] as number) + (1 - beta1) * g;
      const v = beta2 * (state.second[i] as number) + (1 - beta2) * g * g;
      state.first[i] = m;
      state.second[i] = v;
      const move = (learningRate * (m / correction1)) / (Math.sqrt(v / correction2) + epsilon);
      parameters[i] = (parameters[i] as number) * keep - move;
    }
  }
}

/** Euclidean norm of a gradient. */
export function gradientNorm(gradient: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < gradient.length; i += 1) sum += (gradient[i] as number) ** 2;
  return Math.sqrt(sum);
}

/** Scales a gradient in place so that its norm is at most `limit`; returns the norm it had. */
export function clipGradient(gradient: Float32Array, limit: number): number {
  const norm = gradientNorm(gradient);
  if (norm > limit) {
    const factor = limit / (norm + 1e-6);
    for (let i = 0; i < gradient.length; i += 1) gradient[i] = (gradient[i] as number) * factor;
  }
  return norm;
}

/** How the learning rate goes on after its rise: it stays, or falls in a line to 0 at the last batch. */
export type RateSchedule = "constant" | "linear";

/** Share of the peak rate in batch `batch` (counted from 0) of `batches`. */
export function scheduledShare(schedule: RateSchedule, batch: number, batches: number): number {
  if (schedule === "constant" || batches <= 0) return 1;
  return Math.max(0, 1 - batch / batches);
}

/** Linear rise over the first `warmup` steps (counted from 0), then constant. */
export function warmedRate(peak: number, warmup: number, step: number): number {
  return warmup <= 0 ? peak : peak * Math.min(1, (step + 1) / warmup);
}
