import { readFileSync } from "node:fs";
import {
  type CompiledScenario,
  type EmittedCall,
  type Json,
  type JsonObject,
  type Task,
  UsageError,
} from "../../runtime/index.js";

/** One saved episode, as far as scoring needs it. */
export interface SavedEpisode {
  readonly scenario: string | undefined;
  readonly task: string | undefined;
  readonly given: JsonObject | undefined;
  readonly calls: readonly EmittedCall[];
  readonly final: string | undefined;
  /** The same for episodes that were sampled together, as far as the file tells: by phase, batch and temperature. */
  readonly batch: string;
}

export type EpisodeLine =
  | { readonly kind: "episode"; readonly place: string; readonly episode: SavedEpisode }
  | { readonly kind: "fault"; readonly place: string; readonly reason: string };

/**
 * Reads an episode file: JSON lines, or one JSON document that is an episode or a list of them. `-` is standard
 * input. What is no episode is named with its place; the rest is still usable.
 */
export function readEpisodes(file: string): readonly EpisodeLine[] {
  const name = file === "-" ? "standard input" : file;
  let text: string;
  try {
    // Some editors begin a file with a byte order mark.
    text = readFileSync(file === "-" ? 0 : file, "utf8").replace(/^\uFEFF/u, "");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new UsageError(
      code === "ENOENT" ? `There is no file ${file}.` : `Cannot read ${name} (${code}).`,
      "Name a file of episodes, one JSON object a line, or - for standard input.",
    );
  }
  const whole = tryParse(text);
  if (whole.ok) {
    const list = Array.isArray(whole.value) ? (whole.value as readonly Json[]) : [whole.value];
    return list.map((value, index) =>
      readEpisode(value, list.length === 1 ? name : `${name}, episode ${index + 1}`),
    );
  }
  return text.split(/\r?\n/u).flatMap((line, index): EpisodeLine[] => {
    if (line.trim() === "") return [];
    const place = `${name}, line ${index + 1}`;
    const parsed = tryParse(line);
    return [parsed.ok ? readEpisode(parsed.value, place) : { kind: "fault", place, reason: parsed.reason }];
  });
}

/** What training writes beside an episode, the same for all of a group. */
const BATCH = ["phase", "step", "temperature"];

type Parsed = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

function tryParse(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : "it is no JSON" };
  }
}

function readEpisode(value: Json, place: string): EpisodeLine {
  const fault = (reason: string): EpisodeLine => ({ kind: "fault", place, reason });
  if (!isObject(value)) return fault("an episode is a JSON object");
  const calls = value["calls"];
  if (!Array.isArray(calls)) return fault("`calls` must be a list");
  const emitted: EmittedCall[] = [];
  for (const [index, call] of (calls as readonly Json[]).entries()) {
    if (!isObject(call) || typeof call["tool"] !== "string")
      return fault(`call ${index + 1} has no \`tool\``);
    const { arguments: args, raw } = call;
    if (isPresent(raw) && typeof raw !== "string")
      return fault(`\`raw\` of call ${index + 1} must be a text`);
    const text = typeof raw === "string" ? raw : unparsedText(args);
    emitted.push({
      tool: call["tool"],
      ...(isObject(args) ? { arguments: args } : {}),
      ...(text === undefined ? {} : { raw: text }),
    });
  }
  const { scenario, task, given, final } = value;
  for (const [key, text] of Object.entries({ scenario, task, final }))
    if (isPresent(text) && typeof text !== "string") return fault(`\`${key}\` must be a text`);
  if (isPresent(given) && !isObject(given)) return fault("`given` must be an object");
  const episode: SavedEpisode = {
    scenario: asText(scenario),
    task: asText(task),
    given: isObject(given) ? given : undefined,
    calls: emitted,
    final: asText(final),
    batch: JSON.stringify(BATCH.map((key) => value[key] ?? null)),
  };
  return { kind: "episode", place, episode };
}

/** The task of a saved episode. Throws UsageError when it does not resolve. */
export function taskOf(scenario: CompiledScenario, episode: SavedEpisode): Task {
  if (episode.task === undefined && episode.given === undefined) {
    throw new UsageError(
      "the episode names no task",
      "give it `task` (an id) or `given` (the task's variables)",
    );
  }
  return scenario.bind({
    ...(episode.task === undefined ? {} : { task: episode.task }),
    ...(episode.given === undefined ? {} : { given: episode.given }),
  });
}

/** What a policy wrote where an object belongs. Some write the arguments as a text that holds the object. */
function unparsedText(args: Json | undefined): string | undefined {
  if (args === undefined || isObject(args)) return undefined;
  return typeof args === "string" ? args : JSON.stringify(args);
}

function asText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isPresent(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
