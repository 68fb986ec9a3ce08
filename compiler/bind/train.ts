import type { Expression } from "../../dsl/tree/expression.js";
import type { TrainDeclaration } from "../../dsl/tree/scenario.js";
import type { Json } from "../../runtime/abi/json.js";
import type { TrainBlock } from "../../runtime/abi/scenario.js";
import { names } from "../diagnostics/names.js";
import { listNames, type Reporter } from "../diagnostics/reporter.js";
import { types } from "../diagnostics/types.js";
import { constant, constantNumber, type NumberRange } from "./constant.js";

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const COUNT: NumberRange = { least: 1, most: 1_000_000, integer: true };

/** Settings of a train block by their name in the file. */
const NUMBERS = {
  group_size: ["groupSize", { least: 2, most: 1024, integer: true }],
  prompts_per_batch: ["promptsPerBatch", COUNT],
  iterations: ["iterations", { least: 1, most: 64, integer: true }],
  steps: ["steps", COUNT],
  learning_rate: ["learningRate", { least: 0, most: 1 }],
  temperature: ["temperature", { least: 0, most: 10 }],
  max_calls: ["maxCalls", { least: 1, most: 1000, integer: true }],
  max_new_tokens: ["maxNewTokens", COUNT],
  clip: ["clip", { least: 0, most: 10 }],
  kl: ["kl", { least: 0, most: 10 }],
  eval_every: ["evalEvery", COUNT],
  target_reward: ["targetReward", { least: 0, most: 1 }],
} as const satisfies Record<string, readonly [keyof TrainBlock, NumberRange]>;

const SCHEDULES = ["constant", "linear"] as const;

const CONVERGENCE = {
  convergence_delta: ["delta", { least: 0, most: 1 }],
  convergence_patience: ["patience", { least: 1, most: 1000, integer: true }],
} as const satisfies Record<string, readonly ["delta" | "patience", NumberRange]>;

export const SETTINGS: readonly string[] = [
  "policy",
  "learning_rate_schedule",
  ...Object.keys(NUMBERS),
  ...Object.keys(CONVERGENCE),
];

/** The paper stops when the epoch-average reward moves less than 0.01 for 5 to 10 epochs. */
const DEFAULT_CONVERGENCE = { delta: 0.01, patience: 5 };

export function bindTrain(reporter: Reporter, declaration: TrainDeclaration | undefined): TrainBlock {
  const block: Writable<TrainBlock> = {};
  for (const { name, value } of declaration?.settings ?? []) {
    const key = name.text;
    if (key === "policy") {
      const policy = constant(reporter, value, "the policy");
      if (typeof policy === "string") block.policy = policy;
      else if (policy !== undefined) refuse(reporter, value, "The policy", "a text", policy);
    } else if (key === "learning_rate_schedule") {
      const given = constant(reporter, value, "the schedule");
      const schedule = SCHEDULES.find((name) => name === given);
      if (schedule !== undefined) block.learningRateSchedule = schedule;
      else if (given !== undefined) refuse(reporter, value, "The schedule", '"constant" or "linear"', given);
    } else if (isOwn(NUMBERS, key)) {
      const [field, range] = NUMBERS[key];
      const number = constantNumber(reporter, value, `the setting '${key}'`, range);
      if (number !== undefined) block[field] = number;
    } else if (isOwn(CONVERGENCE, key)) {
      const [field, range] = CONVERGENCE[key];
      const number = constantNumber(reporter, value, `the setting '${key}'`, range);
      if (number !== undefined) {
        block.convergence = { ...DEFAULT_CONVERGENCE, ...block.convergence, [field]: number };
      }
    } else if (key !== "") {
      const extras = reporter.suggest(key, name.span, SETTINGS);
      const values = { name: key, known: listNames(SETTINGS) };
      reporter.add(names.report("RVR2012", reporter.at(name.span), values, extras));
    }
  }
  return block;
}

function refuse(reporter: Reporter, at: Expression, what: string, wanted: string, found: Json): void {
  const values = { what, wanted, found: JSON.stringify(found) };
  reporter.add(types.report("RVR3008", reporter.at(at.span), values));
}

function isOwn<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
