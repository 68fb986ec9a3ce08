import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ModelConfig } from "../model/model-config.js";
import { namedTensors, parameterLayout } from "../model/parameters.js";
import { writeSafetensors } from "../model/safetensors.js";
import { writeFileAtomic } from "./atomic.js";

/** Files of a model folder that training leaves as they are. */
const companions = [
  "config.json",
  "tokenizer.json",
  "tokenizer_config.json",
  "chat_template.jinja",
  "generation_config.json",
  "special_tokens_map.json",
  "vocab.json",
  "merges.txt",
];

/** Writes a trained policy in Hugging Face form: the files of the base folder with new weights. */
export function savePolicy(dir: string, baseDir: string, config: ModelConfig, flat: Float32Array): void {
  mkdirSync(dir, { recursive: true });
  for (const name of companions) {
    if (existsSync(join(baseDir, name))) copyFileSync(join(baseDir, name), join(dir, name));
  }
  const tensors = namedTensors(parameterLayout(config), flat);
  writeFileAtomic(join(dir, "model.safetensors"), writeSafetensors(tensors));
}
