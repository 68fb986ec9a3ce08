import type { ModelConfig } from "../model/model-config.js";
import { parameterLayout } from "../model/parameters.js";

/**
 * The same model written again without tensors, caches, packing or tiles, in double precision: log-probabilities of
 * every next token of one sequence. Slow and plain, to check the fast forms against.
 */
export function referenceLogits(
  config: ModelConfig,
  flat: ArrayLike<number>,
  ids: readonly number[],
): number[][] {
  const layout = parameterLayout(config);
  const weight = (name: string): { at: (i: number) => number; shape: readonly number[] } | undefined => {
    const spec = layout.byName.get(name);
    return spec && { at: (i) => flat[spec.offset + i] as number, shape: spec.shape };
  };
  const linear = (x: number[], name: string, bias?: string): number[] => {
    const w = weight(name);
    if (w === undefined) throw new Error(name);
    const [outputs, inputs] = w.shape as [number, number];
    return Array.from({ length: outputs }, (_, o) => {
      let sum = bias === undefined ? 0 : (weight(bias)?.at(o) ?? 0);
      for (let i = 0; i < inputs; i += 1) sum += w.at(o * inputs + i) * (x[i] as number);
      return sum;
    });
  };
  const norm = (x: number[], name: string): number[] => {
    const w = weight(name);
    if (w === undefined) return x;
    const inverse = 1 / Math.sqrt(x.reduce((s, v) => s + v * v, 0) / x.length + config.normEpsilon);
    return x.map((v, i) => v * inverse * w.at(i));
  };
  const rotate = (x: number[], position: number): number[] => {
    const half = x.length / 2;
    return x.map((v, i) => {
      const angle = position / config.ropeBase ** ((2 * (i % half)) / x.length);
      const other = i < half ? -(x[i + half] as number) : (x[i - half] as number);
      return v * Math.cos(angle) + other * Math.sin(angle);
    });
  };
  const split = (x: number[], heads: number): number[][] =>
    Array.from({ length: heads }, (_, h) => x.slice(h * config.headSize, (h + 1) * config.headSize));

  const { hiddenSize } = config;
  const embedding = weight("model.embed_tokens.weight");
  let rows = ids.map((id) =>
    Array.from({ length: hiddenSize }, (_, i) => embedding?.at(id * hiddenSize + i) ?? 0),
  );
  for (let layer = 0; layer < config.layers; layer += 1) {
    const at = `model.layers.${layer}`;
    const a = `${at}.self_attn`;
    const heads = rows.map((row, position) => {
      const x = norm(row, `${at}.input_layernorm.weight`);
      const project = (part: string): number[] =>
        linear(x, `${a}.${part}_proj.weight`, `${a}.${part}_proj.bias`);
      return {
        q: split(project("q"), config.heads).map((h) => rotate(norm(h, `${a}.q_norm.weight`), position)),
        k: split(project("k"), config.keyValueHeads).map((h) =>
          rotate(norm(h, `${a}.k_norm.weight`), position),
        ),
        v: split(project("v"), config.keyValueHeads),
      };
    });
    rows = rows.map((row, position) => {
      const mixed = Array.from({ length: config.heads }, (_, h) => {
        const shared = Math.floor(h / (config.heads / config.keyValueHeads));
        const scores = heads.slice(0, position + 1).map(({ k }) => {
          const dot = (heads[position]?.q[h] ?? []).reduce((s, v, i) => s + v * (k[shared]?.[i] ?? 0), 0);
          return Math.exp(dot / Math.sqrt(config.headSize));
        });
        const total = scores.reduce((s, v) => s + v, 0);
        return Array.from({ length: config.headSize }, (_, i) =>
          scores.reduce((s, p, t) => s + (p / total) * (heads[t]?.v[shared]?.[i] ?? 0), 0),
        );
      }).flat();
      const out = linear(mixed, `${a}.o_proj.weight`);
      return row.map((v, i) => v + (out[i] as number));
    });
    rows = rows.map((row) => {
      const x = norm(row, `${at}.post_attention_layernorm.weight`);
      const up = linear(x, `${at}.mlp.up_proj.weight`);
      const inner = linear(x, `${at}.mlp.gate_proj.weight`).map(
        (g, i) => (g / (1 + Math.exp(-g))) * (up[i] as number),
      );
      const out = linear(inner, `${at}.mlp.down_proj.weight`);
      return row.map((v, i) => v + (out[i] as number));
    });
  }
  const head = config.tiedEmbeddings ? "model.embed_tokens.weight" : "lm_head.weight";
  return rows.map((row) => linear(norm(row, "model.norm.weight"), head));
}

/** log softmax(logits / temperature)[id] */
export function referenceLogProb(logits: readonly number[], id: number, temperature: number): number {
  const scaled = logits.map((logit) => logit / temperature);
  const top = Math.max(...scaled);
  return (scaled[id] as number) - top - Math.log(scaled.reduce((s, z) => s + Math.exp(z - top), 0));
}
