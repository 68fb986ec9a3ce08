import type { CompiledScenario, EmittedCall, Episode, JsonObject, Score, Task } from "../../runtime/index.js";
import { parseAssistant, renderPrompt, renderToolTurn, type Tokenizer } from "../tokenizer/index.js";
import type { RowRequest, SampledTurn, TurnEnd, TurnReply } from "./generate.js";

export interface EpisodeRequest {
  readonly task: Task;
  /** Seeds this episode's draws. */
  readonly seed: string;
}

/** An episode as it is trained: ids, which of them were sampled, and what the environment made of it. */
export interface SampledEpisode {
  readonly task: Task;
  readonly prompt: readonly number[];
  /** Everything after the prompt. */
  readonly ids: readonly number[];
  /** Whether each id was sampled; tool answers and template text were not. */
  readonly mask: readonly boolean[];
  /** Of sampled ids; 0 elsewhere. */
  readonly logProbs: readonly number[];
  readonly entropies: readonly number[];
  readonly calls: readonly EmittedCall[];
  /** Calls that the environment refused, could not parse or did not know. */
  readonly failedCalls: number;
  readonly final: string | undefined;
  readonly score: Score;
  /** Whether a limit ended the episode instead of the policy. */
  readonly truncated: boolean;
}

export interface EpisodeSettings {
  readonly reward: string;
  readonly system: "bare" | "hinted";
  readonly maxCalls: number;
  readonly maxContext: number;
}

/** Runs `requests` as rows of a sampler and collects their episodes. */
export class EpisodeRunner {
  readonly rows: readonly RowRequest[];
  readonly #tokenizer: Tokenizer;
  readonly #settings: EpisodeSettings;
  readonly #live: LiveEpisode[];

  constructor(
    scenario: CompiledScenario,
    tokenizer: Tokenizer,
    requests: readonly EpisodeRequest[],
    settings: EpisodeSettings,
  ) {
    this.#tokenizer = tokenizer;
    this.#settings = settings;
    const prompts = new Map<string, { readonly key: number; readonly ids: readonly number[] }>();
    const rows: RowRequest[] = [];
    this.#live = requests.map(({ task, seed }, row) => {
      let prompt = prompts.get(task.prompt);
      if (prompt === undefined) {
        const ids = renderPrompt(tokenizer, {
          system: scenario.system[settings.system],
          tools: scenario.tools,
          messages: [{ role: "user", content: task.prompt }],
        });
        prompt = { key: prompts.size, ids };
        prompts.set(task.prompt, prompt);
      }
      rows.push({ row, prompt: prompt.ids, promptKey: prompt.key, seed });
      return new LiveEpisode(task, prompt.ids, scenario.start(task, { reward: settings.reward }));
    });
    this.rows = rows;
  }

  /** Answers turns: runs their calls, or finishes the episode. */
  answer(turns: readonly SampledTurn[]): readonly TurnReply[] {
    return turns.map((turn) => {
      const live = this.#live[turn.row];
      if (live === undefined) throw new RangeError(`no episode in row ${turn.row}`);
      return { row: turn.row, append: live.answer(turn, this.#tokenizer, this.#settings) };
    });
  }

  /** All episodes, in the order of the requests. */
  finish(): readonly SampledEpisode[] {
    return this.#live.map((live) => live.record());
  }
}

class LiveEpisode {
  readonly #task: Task;
  readonly #prompt: readonly number[];
  readonly #episode: Episode;
  readonly #ids: number[] = [];
  readonly #mask: boolean[] = [];
  readonly #logProbs: number[] = [];
  readonly #entropies: number[] = [];
  readonly #calls: EmittedCall[] = [];
  #failedCalls = 0;
  #final: string | undefined;
  #truncated = false;

  constructor(task: Task, prompt: readonly number[], episode: Episode) {
    this.#task = task;
    this.#prompt = prompt;
    this.#episode = episode;
  }

  answer(turn: SampledTurn, tokenizer: Tokenizer, settings: EpisodeSettings): readonly number[] | undefined {
    turn.ids.forEach((id, at) => {
      this.#push(id, true, turn.logProbs[at] as number, turn.entropies[at] as number);
    });
    const parsed = parseAssistant(textOf(turn.ids, turn.end, tokenizer));
    if (turn.end === "context") this.#truncated = true;
    if (parsed.calls.length === 0) {
      if (turn.end !== "stop") this.#truncated = true;
      this.#final = parsed.content;
      this.#episode.finish(parsed.content);
      return undefined;
    }
    const results: { content: string; name?: string }[] = [];
    for (const call of parsed.calls) {
      if (this.#episode.done || this.#calls.length >= settings.maxCalls) break;
      const emitted: EmittedCall =
        call.name === undefined || call.arguments === undefined
          ? { tool: toolNameIn(call.raw), raw: call.raw }
          : { tool: call.name, arguments: call.arguments as JsonObject };
      const result = this.#episode.call(emitted);
      this.#calls.push(emitted);
      if (result.outcome !== "ok") this.#failedCalls += 1;
      results.push(
        call.name === undefined ? { content: result.text } : { content: result.text, name: call.name },
      );
    }
    if (this.#episode.done) return undefined;
    if (this.#calls.length >= settings.maxCalls) this.#truncated = true;
    if (this.#truncated) return undefined;
    const append = renderToolTurn(tokenizer, { results, ended: turn.end === "stop" });
    if (this.#prompt.length + this.#ids.length + append.length >= settings.maxContext) {
      this.#truncated = true;
      return undefined;
    }
    for (const id of append) this.#push(id, false, 0, 0);
    return append;
  }

  record(): SampledEpisode {
    return {
      task: this.#task,
      prompt: this.#prompt,
      ids: this.#ids,
      mask: this.#mask,
      logProbs: this.#logProbs,
      entropies: this.#entropies,
      calls: this.#calls,
      failedCalls: this.#failedCalls,
      final: this.#final,
      score: this.#episode.finish(this.#final),
      truncated: this.#truncated,
    };
  }

  #push(id: number, sampled: boolean, logProb: number, entropy: number): void {
    this.#ids.push(id);
    this.#mask.push(sampled);
    this.#logProbs.push(logProb);
    this.#entropies.push(entropy);
  }
}

/** The tool that a call means although it does not parse as a whole; empty where none can be made out. */
function toolNameIn(raw: string): string {
  return /"name"\s*:\s*"([^"\\]{1,200})"/.exec(raw)?.[1] ?? "";
}

/** The text of a turn without the token that ended it. */
function textOf(ids: readonly number[], end: TurnEnd, tokenizer: Tokenizer): string {
  return tokenizer.decode(end === "stop" ? ids.slice(0, -1) : ids);
}
