import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../runtime/index.js";
import type { AdamWState } from "../grpo/adamw.js";
import { readSafetensors, writeSafetensors } from "../model/safetensors.js";
import type { RandomState } from "../random.js";
import { writeDurably } from "./atomic.js";

/** Where the sampler of prompts stands. */
export interface SamplerPosition {
  /** Task ids of the present epoch, shuffled. */
  readonly order: readonly string[];
  /** Tasks of it already used. */
  readonly used: number;
  readonly epoch: number;
  readonly random: RandomState;
}

/** Everything that training goes on from. */
export interface TrainState {
  /** Batches done. */
  step: number;
  readonly parameters: Float32Array;
  readonly optimizer: AdamWState;
  sampler: SamplerPosition;
  /** Mean training reward of each batch so far. */
  readonly rewards: number[];
  /** Mean training reward of each finished epoch. */
  readonly epochRewards: number[];
  /** Rewards of the batches of the epoch under way. */
  readonly openEpoch: number[];
  /** Batches done when held-out tasks were last evaluated; -1 before the first time. */
  evaluatedAt: number;
  /** Bytes of the log files that belong to the batches done. */
  logs: { readonly [file: string]: number };
}

const kept = 2;
const pattern = /^step-(\d{6})$/;

/**
 * Writes a checkpoint into `<dir>/step-<n>` and deletes all but the two newest. The folder is written under another
 * name and renamed, so a kill at any moment leaves at least the checkpoint before.
 */
export function saveCheckpoint(dir: string, state: TrainState): void {
  mkdirSync(dir, { recursive: true });
  const name = `step-${String(state.step).padStart(6, "0")}`;
  const target = join(dir, name);
  if (existsSync(target)) return;
  for (const entry of readdirSync(dir)) {
    if (entry.endsWith(".tmp")) rmSync(join(dir, entry), { recursive: true, force: true });
  }
  const temporary = `${target}.tmp`;
  mkdirSync(temporary);
  const { parameters, optimizer, ...rest } = state;
  const shape = [parameters.length];
  const tensors = new Map([
    ["parameters", { shape, data: parameters }],
    ["first", { shape, data: optimizer.first }],
    ["second", { shape, data: optimizer.second }],
  ]);
  writeDurably(join(temporary, "tensors.safetensors"), writeSafetensors(tensors));
  writeDurably(
    join(temporary, "state.json"),
    `${JSON.stringify({ version: 1, optimizerStep: optimizer.step, ...rest })}\n`,
  );
  renameSync(temporary, target);
  for (const old of listCheckpoints(dir).slice(0, -kept)) {
    // Renamed first, so that a kill while deleting leaves no half a checkpoint under a good name.
    renameSync(join(dir, old), join(dir, `${old}.tmp`));
    rmSync(join(dir, `${old}.tmp`), { recursive: true, force: true });
  }
}

/** Names of the checkpoints in a folder, oldest first. */
export function listCheckpoints(dir: string): readonly string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => pattern.test(name))
    .sort();
}

/** Reads the newest checkpoint for a model of `size` parameters; undefined where there is none. */
export function loadCheckpoint(dir: string, size: number): TrainState | undefined {
  const name = listCheckpoints(dir).at(-1);
  if (name === undefined) return undefined;
  const folder = join(dir, name);
  const refuse = (what: string): UsageError =>
    new UsageError(`the checkpoint ${folder} ${what}`, "delete it to resume from the one before");
  const tensors = readSafetensors(readFileSync(join(folder, "tensors.safetensors")), folder);
  const take = (tensor: string): Float32Array => {
    const found = tensors.get(tensor)?.data;
    if (found === undefined || found.length !== size) throw refuse("belongs to another model");
    return found;
  };
  let state: unknown;
  try {
    state = JSON.parse(readFileSync(join(folder, "state.json"), "utf8"));
  } catch {
    throw refuse("has no readable state");
  }
  const { version, optimizerStep, ...rest } = state as Omit<TrainState, "parameters" | "optimizer"> & {
    readonly version: number;
    readonly optimizerStep: number;
  };
  if (version !== 1) throw refuse("was written by another version");
  return {
    ...rest,
    parameters: take("parameters"),
    optimizer: { first: take("first"), second: take("second"), step: optimizerStep },
  };
}
