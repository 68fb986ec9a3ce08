import { appendFileSync, existsSync, mkdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SampledEpisode } from "../sampler/episodes.js";
import type { Metrics } from "./metrics.js";

const files = ["metrics.jsonl", "episodes.jsonl", "timings.jsonl"] as const;
type LogFile = (typeof files)[number];

/** Where in a run an episode was sampled. */
export interface EpisodePlace {
  readonly scenario: string;
  readonly seed: number;
  readonly phase: "preflight" | "train" | "evaluate";
  readonly step: number;
  readonly temperature: number;
}

/**
 * The JSON lines of a run. `metrics.jsonl` and `episodes.jsonl` depend on the seed alone; `timings.jsonl` holds what
 * depends on the clock.
 */
export class RunLog {
  readonly #dir: string;

  /** Begins new files, or cuts existing ones to the lengths that a checkpoint recorded. */
  constructor(dir: string, lengths: { readonly [file: string]: number } | undefined) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true });
    for (const file of files) {
      const path = join(dir, file);
      const length = lengths?.[file];
      if (length !== undefined && existsSync(path) && statSync(path).size >= length)
        truncateSync(path, length);
      else writeFileSync(path, "");
    }
  }

  /** Present lengths in bytes, for a checkpoint. */
  lengths(): { readonly [file: string]: number } {
    return Object.fromEntries(files.map((file) => [file, statSync(join(this.#dir, file)).size]));
  }

  metrics(step: number, values: Metrics): void {
    this.#append("metrics.jsonl", [JSON.stringify({ step, ...values })]);
  }

  timings(step: number, seconds: Metrics): void {
    const rounded = Object.entries(seconds).map(([name, value]) => [name, Math.round(value * 1000) / 1000]);
    this.#append("timings.jsonl", [JSON.stringify({ step, ...Object.fromEntries(rounded) })]);
  }

  episodes(episodes: readonly SampledEpisode[], place: EpisodePlace): void {
    this.#append(
      "episodes.jsonl",
      episodes.map((episode) => JSON.stringify(episodeLine(episode, place))),
    );
  }

  #append(file: LogFile, lines: readonly string[]): void {
    if (lines.length > 0) appendFileSync(join(this.#dir, file), `${lines.join("\n")}\n`);
  }
}

/** An episode in the form that `rvrc score`, `report` and `audit` read. */
export function episodeLine(episode: SampledEpisode, place: EpisodePlace): object {
  const { task, calls, final, score } = episode;
  return {
    scenario: place.scenario,
    task: task.id,
    given: task.given,
    seed: place.seed,
    calls,
    ...(final === undefined ? {} : { final }),
    reward: score.reward,
    success: score.success,
    phase: place.phase,
    step: place.step,
    temperature: place.temperature,
  };
}
