import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../runtime/index.js";
import type { RunConfig, TrainOptions } from "./train-options.js";

/** The configuration that a run was started with; undefined where the folder holds no run. */
export function readRunConfig(outDir: string): RunConfig | undefined {
  const path = join(outDir, "config.json");
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as RunConfig;
  } catch {
    throw new UsageError(`${path} is not JSON`, "name the folder of a run, or begin a new one");
  }
}

/** A run's configuration as options, so that resuming needs to repeat none of them. */
export function asOptions(config: RunConfig): Partial<TrainOptions> {
  const given = Object.entries(config).filter(([key, value]) => value !== null && key !== "scenario");
  return Object.fromEntries(given);
}

/** What may differ when a run is resumed: how long it goes on, not what it does. */
const free = new Set([
  "steps",
  "targetReward",
  "targetBatches",
  "convergence",
  "finalEvalTasks",
  "policyDir",
]);

/** Throws UsageError when a run would be resumed under other settings. */
export function checkSame(outDir: string, before: RunConfig, now: RunConfig): void {
  const old = new Map<string, unknown>(Object.entries(before));
  for (const [key, value] of Object.entries(now)) {
    if (free.has(key) || JSON.stringify(old.get(key)) === JSON.stringify(value)) continue;
    throw new UsageError(
      `the run in ${outDir} had ${key} ${JSON.stringify(old.get(key))}, not ${JSON.stringify(value)}`,
      "resume with the same options, or begin a new run",
    );
  }
}
