import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ImportanceLevel, type LossAggregation, policyLoss, tokenWeights } from "../grpo/policy-loss.js";

type Rows = readonly (readonly number[])[];

interface Recorded {
  /** 1 where a token carries loss; all rows are padded to one width. */
  readonly mask: Rows;
  readonly advantages: readonly number[];
  readonly logProbs: Rows;
  readonly old: Rows;
  readonly reference: Rows;
  readonly cases: readonly {
    readonly loss: number;
    readonly gradient: Rows;
    readonly metrics: { readonly [name: string]: number };
    readonly settings: {
      readonly aggregation: LossAggregation;
      readonly importance: ImportanceLevel;
      readonly beta: number;
      readonly old: boolean;
    };
  }[];
}

// Computed by TRL 1.13.0's own loss function; see fixtures/make-trl.py.
const recorded = JSON.parse(
  readFileSync(new URL("./fixtures/trl.json", import.meta.url), "utf8"),
) as Recorded;

/** The tokens that carry loss, one sequence after another. */
function pack(rows: Rows): number[] {
  return rows.flatMap((row, sequence) => row.filter((_, i) => recorded.mask[sequence]?.[i] === 1));
}

describe("policyLoss against TRL", () => {
  it.each(recorded.cases)("$settings", ({ loss, gradient, metrics, settings }) => {
    const lengths = recorded.mask.map((row) => row.filter((one) => one === 1).length);
    const weights = tokenWeights(settings.aggregation, lengths, 16);
    const perToken = (values: readonly number[]): number[] =>
      lengths.flatMap((length, sequence) => new Array<number>(length).fill(values[sequence] as number));
    const found = policyLoss(
      Float32Array.from(pack(recorded.logProbs)),
      {
        advantages: Float32Array.from(perToken(recorded.advantages)),
        weights: Float32Array.from(perToken(weights)),
        sequences: Int32Array.from(perToken(lengths.map((_, sequence) => sequence))),
        reference: Float32Array.from(pack(recorded.reference)),
        ...(settings.old ? { old: Float32Array.from(pack(recorded.old)) } : {}),
      },
      { clipLow: 0.2, clipHigh: 0.28, beta: settings.beta, importance: settings.importance },
    );
    expect(Math.abs(found.loss - loss)).toBeLessThan(1e-5);
    const wanted = pack(gradient);
    expect(found.gradient).toHaveLength(wanted.length);
    wanted.forEach((value, i) => {
      expect(Math.abs((found.gradient[i] as number) - value)).toBeLessThan(1e-5);
    });
    const { tokens, kl, clippedLow, clippedHigh } = found.statistics;
    if (settings.beta > 0) expect(kl / tokens).toBeCloseTo(metrics["kl"] as number, 5);
    if (settings.importance === "token") {
      expect(clippedLow / tokens).toBeCloseTo(metrics["clip_ratio/low_mean"] as number, 5);
      expect(clippedHigh / tokens).toBeCloseTo(metrics["clip_ratio/high_mean"] as number, 5);
    }
  });

  it("has cases in which clipping acts on both sides", () => {
    const acting = recorded.cases.filter(
      ({ metrics }) =>
        (metrics["clip_ratio/low_mean"] ?? 0) > 0 && (metrics["clip_ratio/high_mean"] ?? 0) > 0,
    );
    expect(acting.length).toBeGreaterThan(4);
  });
});
