/**
 * One training batch of realistic size on random weights: 6 prompts of 160 tokens, 10 episodes each, of four turns of
 * 48 sampled tokens with tool answers of 44 tokens between them (484 tokens). Prints the seconds of rollout and
 * update, wall clock and processor, and their tokens per second. Arguments: engine (wasm), threads (one per core),
 * batches (3).
 *
 *   npx tsc bench/trainer-step.ts trainer/parallel/worker.ts --ignoreConfig --outDir dist/bench --rootDir . \
 *     --module nodenext --target es2022 --types node --skipLibCheck && node dist/bench/bench/trainer-step.js
 */
import { availableParallelism } from "node:os";
import { createAdamW } from "../trainer/grpo/adamw.js";
import { buildBatch } from "../trainer/grpo/build-batch.js";
import { parseModelConfig } from "../trainer/model/model-config.js";
import { initialParameters, parameterLayout } from "../trainer/model/parameters.js";
import { openPolicy } from "../trainer/parallel/open-policy.js";
import { createRandom } from "../trainer/random.js";
import type { RunConfig } from "../trainer/run/train-options.js";
import { updatePolicy } from "../trainer/run/update-policy.js";
import type { SampledEpisode } from "../trainer/sampler/episodes.js";
import type { RowRequest } from "../trainer/sampler/generate.js";

const [engine = "wasm", threads = String(availableParallelism()), batches = "3"] = process.argv.slice(2);
const [prompts, group, promptLength, turns, turnLength, answerLength] = [6, 10, 160, 4, 48, 44];

const model = parseModelConfig(
  {
    model_type: "qwen3",
    vocab_size: 1024,
    hidden_size: 128,
    intermediate_size: 384,
    num_hidden_layers: 5,
    num_attention_heads: 4,
    num_key_value_heads: 4,
    head_dim: 32,
    max_position_embeddings: 1024,
    tie_word_embeddings: true,
  },
  "bench",
);
const random = createRandom("bench");
const ids = (count: number): number[] => Array.from({ length: count }, () => random.below(model.vocabSize));
const layout = parameterLayout(model);
const parameters = initialParameters(model, random);
const policy = await openPolicy({ engine, threads: Number(threads) }, model);
await policy.setParameters(parameters);
console.log(policy.engine);

const config = {
  ...{ scaling: "group", loss: "dapo", maxContext: 768, microTokens: 2048, kl: 0, iterations: 1, clip: 0.2 },
  ...{ clipHigh: 0.2, importance: "token", temperature: 1, gradientClip: 1, learningRate: 1e-5, warmup: 0 },
  ...{ beta1: 0.9, beta2: 0.95, adamEpsilon: 1e-8, weightDecay: 0 },
} as unknown as RunConfig;
const state = { step: 0, parameters, optimizer: createAdamW(layout.size) } as Parameters<
  typeof updatePolicy
>[1];

for (let batch = 0; batch < Number(batches); batch += 1) {
  const prompt = Array.from({ length: prompts }, () => ids(promptLength));
  const rows: RowRequest[] = Array.from({ length: prompts * group }, (_, row) => {
    const promptKey = Math.floor(row / group);
    return { row, promptKey, prompt: prompt[promptKey] ?? [], seed: `${batch}/${row}` };
  });
  const episodes = rows.map(() => ({ ids: [] as number[], mask: [] as boolean[], turns: 0 }));
  const started = performance.now();
  const startedCpu = process.cpuUsage();
  await policy.generate(
    rows,
    { temperature: 1, maxNewTokens: turnLength, maxContext: 768, stopIds: [] },
    async (ended) =>
      ended.map(({ row, ids: sampled }) => {
        const episode = episodes[row];
        if (episode === undefined) return { row, append: undefined };
        episode.ids.push(...sampled);
        episode.mask.push(...sampled.map(() => true));
        episode.turns += 1;
        if (episode.turns === turns) return { row, append: undefined };
        const append = ids(answerLength);
        episode.ids.push(...append);
        episode.mask.push(...append.map(() => false));
        return { row, append };
      }),
  );
  const sampled = performance.now();
  const sampledCpu = process.cpuUsage();
  const records = episodes.map(
    (episode, row) =>
      ({
        prompt: rows[row]?.prompt ?? [],
        ids: episode.ids,
        mask: episode.mask,
        score: { reward: random.next(), success: false, terms: [] },
      }) as unknown as SampledEpisode,
  );
  const groups = prompt.map((_, index) => records.slice(index * group, (index + 1) * group));
  const parts = buildBatch(groups, { ...config, keepZero: false }).length;
  await updatePolicy({ policy, layout, config, reference: undefined }, state, groups);
  const rollout = (sampled - started) / 1000;
  const update = (performance.now() - sampled) / 1000;
  const cpu = (from: NodeJS.CpuUsage, to: NodeJS.CpuUsage): string =>
    ((to.user + to.system - from.user - from.system) / 1e6).toFixed(1);
  const rolloutCpu = cpu(startedCpu, sampledCpu);
  const updateCpu = cpu(sampledCpu, process.cpuUsage());
  const tokens = records.reduce((sum, episode) => sum + episode.prompt.length + episode.ids.length, 0);
  console.log(
    `batch ${batch + 1}: rollout ${rollout.toFixed(2)} s (processor ${rolloutCpu} s, ${Math.round(tokens / rollout)} tokens/s), ` +
      `update ${update.toFixed(2)} s (processor ${updateCpu} s, ${Math.round(tokens / update)} tokens/s, ${parts} micro-batches), ` +
      `${tokens} tokens`,
  );
}
await policy.close();
