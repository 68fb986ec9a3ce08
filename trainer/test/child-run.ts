import type { TrainOptions } from "../run/train-options.js";
import { trainScenario } from "../run/train-scenario.js";
import { toyScenario } from "./toy.js";

// A training run in a process of its own: its options come as JSON, and it prints the number of every batch done.

const options = JSON.parse(process.argv[2] ?? "{}") as TrainOptions & { readonly resume?: boolean };
await trainScenario(toyScenario(), options, {
  onStart: ({ engine }) => process.stdout.write(`${engine}\n`),
  onProgress: ({ phase, step }) => {
    if (phase === "train") process.stdout.write(`step ${step}\n`);
  },
});
