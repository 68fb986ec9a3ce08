import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CompiledScenario, Episode, Task, TraceCall } from "../../runtime/index.js";
import { ABI, UsageError } from "../../runtime/index.js";
import { parseModelConfig } from "../model/model-config.js";
import { initialParameters, namedTensors, parameterLayout } from "../model/parameters.js";
import { writeSafetensors } from "../model/safetensors.js";
import { createRandom } from "../random.js";

const letters = [..."abcdefghstu"];
const specials = ["<pad>", "<start>", "<end>", "<unk>"];

/** A model that is small enough for the plain JavaScript engine. */
export const toyModelJson = {
  model_type: "qwen3",
  vocab_size: 20,
  hidden_size: 32,
  intermediate_size: 48,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  num_key_value_heads: 1,
  head_dim: 16,
  max_position_embeddings: 128,
  tie_word_embeddings: true,
};

/** Writes a complete Hugging Face folder: random weights, one token per letter, a minimal chat template. */
export function writeToyPolicy(dir: string, seed = 1): void {
  mkdirSync(dir, { recursive: true });
  const added = [...specials, "<tool_call>", "</tool_call>"];
  const vocab = Object.fromEntries([...added, ...letters].map((token, id) => [token, id]));
  const tokenizer = {
    version: "1.0",
    added_tokens: added.map((content, id) => ({
      id,
      content,
      special: !content.includes("tool_call"),
      normalized: false,
      single_word: false,
      lstrip: false,
      rstrip: false,
    })),
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: { type: "Fuse" },
    model: { type: "BPE", vocab, merges: [], unk_token: "<unk>", fuse_unk: false, byte_fallback: false },
  };
  const template =
    "{% for m in messages %}<start>{{ m.role[0] }}{{ m.content }}<end>{% endfor %}{% if add_generation_prompt %}<start>a{% endif %}";
  const config = parseModelConfig(toyModelJson, "toy");
  const flat = initialParameters(config, createRandom(seed));
  const files: readonly (readonly [string, string | Uint8Array])[] = [
    ["config.json", JSON.stringify(toyModelJson)],
    ["tokenizer.json", JSON.stringify(tokenizer)],
    ["tokenizer_config.json", JSON.stringify({ eos_token: "<end>", pad_token: "<pad>", unk_token: "<unk>" })],
    ["chat_template.jinja", template],
    ["model.safetensors", writeSafetensors(namedTensors(parameterLayout(config), flat))],
  ];
  for (const [name, content] of files) writeFileSync(join(dir, name), content);
}

function toyTasks(split: string, words: readonly string[]): Task[] {
  return words.map((word, index) => ({ id: `${split}/${index}`, split, given: { word }, prompt: word }));
}

/**
 * Reward: the share of the letter "b" in the final message, counted over at least four letters. Any call answers
 * "cc". Success: nothing but "b".
 */
export function toyScenario(): CompiledScenario {
  const splits = {
    train: toyTasks("train", ["a", "c", "d", "ef"]),
    heldout: toyTasks("heldout", ["g", "h"]),
  };
  return {
    abi: ABI,
    name: "toy",
    title: "Write the letter b",
    system: { bare: "", hinted: "" },
    tools: [],
    rewards: [{ name: "sound", form: "sound", ceiling: 1, world: "toy" }],
    defaultReward: "sound",
    splits,
    train: { groupSize: 8, promptsPerBatch: 2, steps: 20, learningRate: 1e-2, maxNewTokens: 6, maxCalls: 2 },
    start: (task, options) => startToy(task, options?.reward),
    bind: () => {
      throw new UsageError("the toy binds nothing", "name a task");
    },
    gold: () => [],
  };
}

function startToy(task: Task, reward: string | undefined): Episode {
  if (reward !== undefined && reward !== "sound") throw new UsageError(`no reward ${reward}`, "use sound");
  const calls: TraceCall[] = [];
  let final: string | undefined;
  let done = false;
  return {
    task,
    get trace() {
      return { calls, final };
    },
    get done() {
      return done;
    },
    call({ tool, arguments: args, raw }) {
      const outcome = args === undefined ? "unparsed" : "unknown-tool";
      calls.push({
        index: calls.length,
        tool,
        arguments: args,
        raw,
        outcome,
        status: 0,
        body: null,
        violations: [],
      });
      return { status: 0, outcome, body: null, text: "cc" };
    },
    fork() {
      throw new Error("nothing in training forks an episode");
    },
    fingerprint: "",
    goalReached: false,
    finish(message) {
      if (!done) {
        done = true;
        final = message;
      }
      const text = final ?? "";
      const hits = [...text].filter((letter) => letter === "b").length;
      const value = hits / Math.max(text.length, 4);
      const terms = [{ id: "letters", group: "goal", value, why: `${hits} of ${text.length}` }] as const;
      return { reward: value, success: value === 1, terms };
    },
  };
}
