import type { SavedPlay } from "../../compiler/index.js";
import { type CompiledScenario, UsageError } from "../../runtime/index.js";
import type { Output } from "../output/streams.js";
import { type EpisodeLine, readEpisodes, taskOf } from "./episodes.js";
import { normaliseName } from "./scenarios.js";
import { isUsageError } from "./usage.js";

/** Saved episodes for an audit, sorted out by scenario. */
export interface AuditEpisodes {
  /** Those of one scenario; what is wrong with a line is told, once. */
  of(scenario: CompiledScenario): readonly SavedPlay[];
  /** Lines that were told to be wrong. */
  readonly faults: number;
  /** Scenarios that the file names and that `of` was not asked for. */
  left(): readonly string[];
}

/** Reads a file of episodes. Throws UsageError when there is none in it. */
export function episodesForAudit(output: Output, file: string): AuditEpisodes {
  const lines = readEpisodes(file);
  if (lines.length === 0) throw new UsageError(`${file} holds no episode.`, "Write one JSON object a line.");
  const told = new Set<EpisodeLine>();
  const names = new Set<string>();
  const tell = (line: EpisodeLine, reason: string) => {
    if (!told.has(line)) output.note(`${line.place}: ${reason}`);
    told.add(line);
  };
  for (const line of lines) {
    if (line.kind === "fault") tell(line, line.reason);
    else if (line.episode.scenario !== undefined) names.add(normaliseName(line.episode.scenario));
  }
  const asked = new Set<string>();
  return {
    of(scenario) {
      asked.add(scenario.name);
      return lines.flatMap((line): SavedPlay[] => {
        if (line.kind === "fault") return [];
        const { place, episode } = line;
        if (episode.scenario !== undefined && normaliseName(episode.scenario) !== scenario.name) return [];
        try {
          const task = taskOf(scenario, episode);
          const { calls, final, batch } = episode;
          return [{ place, task, calls, final, group: `${batch} ${JSON.stringify(task.given)}` }];
        } catch (error) {
          if (!isUsageError(error)) throw error;
          tell(line, `${error.message} (${error.remedy})`);
          return [];
        }
      });
    },
    get faults() {
      return told.size;
    },
    left: () => [...names].filter((name) => !asked.has(name)).sort(),
  };
}
