import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { namedTensors, parameterLayout } from "../model/parameters.js";
import { writeSafetensors } from "../model/safetensors.js";
import { configurations, modelCases } from "./model-cases.js";

// Writes the model cases as folders that Hugging Face transformers reads; see fixtures/make-huggingface.py.

const root = process.argv[2] ?? "cases";
modelCases().forEach(({ name, config, parameters, ids, weights }, index) => {
  const dir = join(root, name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "config.json"), JSON.stringify(configurations[index]));
  writeFileSync(
    join(dir, "model.safetensors"),
    writeSafetensors(namedTensors(parameterLayout(config), parameters)),
  );
  writeFileSync(join(dir, "case.json"), JSON.stringify({ ids, weights }));
});
