import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openEngine } from "../engine/open-engine.js";
import { lossGradient } from "../model/log-probs.js";
import { packSequences } from "../model/packed-batch.js";
import { parameterLayout, slot } from "../model/parameters.js";
import { ropeTable } from "../model/rope.js";
import { uploadWeights } from "../model/weights.js";
import { caseTemperature, modelCases } from "./model-cases.js";

interface Recorded {
  readonly logProbs: readonly number[];
  readonly gradients: {
    readonly [name: string]: {
      readonly norm: number;
      readonly first: readonly number[];
      readonly last: readonly number[];
    };
  };
}

// Computed by Hugging Face transformers in double precision; see fixtures/make-huggingface.py.
const recorded = JSON.parse(
  readFileSync(new URL("./fixtures/huggingface.json", import.meta.url), "utf8"),
) as { readonly [name: string]: Recorded };

describe.each(modelCases())(
  "$name against Hugging Face transformers",
  ({ name, config, parameters, ids, weights }) => {
    it("has its log-probabilities and gradients", async () => {
      const { tf } = await openEngine("wasm");
      const wanted = recorded[name];
      if (wanted === undefined) throw new Error(`no record of ${name}`);
      const uploaded = uploadWeights(tf, config, parameters);
      const rope = ropeTable(config.headSize, config.ropeBase, config.maxPositions);
      const batch = packSequences([{ ids, mask: ids.map((_, i) => i > 0) }]);
      const slopes = Float32Array.from(weights);
      const { logProbs, gradient } = lossGradient(
        { tf, config, rope, weights: uploaded },
        batch,
        caseTemperature,
        (found) => ({
          loss: found.reduce((sum, value, i) => sum + value * (slopes[i] as number), 0),
          gradient: slopes,
        }),
      );
      uploaded.dispose();
      expect(logProbs).toHaveLength(wanted.logProbs.length);
      wanted.logProbs.forEach((value, i) => {
        expect(logProbs[i]).toBeCloseTo(value, 4);
      });
      const layout = parameterLayout(config);
      expect(Object.keys(wanted.gradients).sort()).toEqual(layout.specs.map((spec) => spec.name).sort());
      for (const [parameter, { norm, first, last }] of Object.entries(wanted.gradients)) {
        const values = slot(layout, gradient, parameter);
        const found = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
        expect(Math.abs(found - norm), parameter).toBeLessThan(1e-4 * norm);
        for (const [part, list] of [
          [values.subarray(0, 4), first],
          [values.subarray(-4), last],
        ] as const) {
          list.forEach((value, i) => {
            expect(Math.abs((part[i] as number) - value), parameter).toBeLessThan(1e-4 * norm);
          });
        }
      }
    });
  },
);
