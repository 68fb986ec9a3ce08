import type { Decoder, Feed } from "../model/decoder.js";
import type { CacheRegion } from "../model/key-value-cache.js";
import { createRandom, type Random } from "../random.js";
import { sampleToken } from "./sample-token.js";

/** A sequence to sample. Everything in it can be sent to another thread. */
export interface RowRequest {
  /** Chosen by the caller, unique within one call of `generate`. */
  readonly row: number;
  readonly prompt: readonly number[];
  /** Rows with the same key have the same prompt and share its keys and values. */
  readonly promptKey: number;
  /** The row's draws depend on this alone, not on the rows beside it. */
  readonly seed: string;
}

export interface GenerateSettings {
  /** 0 is greedy. */
  readonly temperature: number;
  /** Tokens of one assistant turn at most. */
  readonly maxNewTokens: number;
  /** Tokens of a whole sequence at most, prompt included. */
  readonly maxContext: number;
  readonly stopIds: readonly number[];
  /** Rows under way at a time. */
  readonly width: number;
}

/** `stop`: a stop id was sampled (it is the last id). `length` and `context`: a limit cut the turn off. */
export type TurnEnd = "stop" | "length" | "context";

/** An assistant turn that just ended. */
export interface SampledTurn {
  readonly row: number;
  readonly ids: readonly number[];
  /** Natural logarithms, at the sampling temperature (at 1 when greedy). */
  readonly logProbs: readonly number[];
  /** Entropy of the distribution that each id was drawn from, in nats. */
  readonly entropies: readonly number[];
  readonly end: TurnEnd;
}

/** What to append before the next turn of a row; undefined ends it. */
export interface TurnReply {
  readonly row: number;
  readonly append: readonly number[] | undefined;
}

export type TurnHandler = (turns: readonly SampledTurn[]) => Promise<readonly TurnReply[]>;

interface SharedPrompt {
  readonly region: CacheRegion;
  readonly logits: Float32Array;
  users: number;
}

interface LiveRow {
  readonly request: RowRequest;
  readonly shared: SharedPrompt;
  readonly own: CacheRegion;
  readonly random: Random;
  /** Ids to feed in the next step. */
  queue: number[];
  length: number;
  ids: number[];
  logProbs: number[];
  entropies: number[];
}

/**
 * Samples rows step by step, all of them together, in turns: `onTurns` receives the turns that a step ended and says
 * what comes next. Ids are never tokenised again: what was sampled is what stays in the sequence.
 */
export async function generate(
  decoder: Decoder,
  vocabSize: number,
  requests: readonly RowRequest[],
  settings: GenerateSettings,
  onTurns: TurnHandler,
): Promise<void> {
  const stops = new Set(settings.stopIds);
  const waiting = [...requests];
  const prompts = new Map<number, SharedPrompt>();
  const left = new Map<number, number>();
  for (const { promptKey } of requests) left.set(promptKey, (left.get(promptKey) ?? 0) + 1);
  let live: LiveRow[] = [];

  const open = (request: RowRequest): LiveRow => {
    let shared = prompts.get(request.promptKey);
    if (shared === undefined) {
      const region = decoder.allocate(request.prompt.length);
      const logits = decoder.step([{ row: { prefix: undefined, own: region }, ids: request.prompt }]);
      shared = { region, logits, users: left.get(request.promptKey) ?? 1 };
      prompts.set(request.promptKey, shared);
    }
    return {
      request,
      shared,
      own: decoder.allocate(settings.maxContext),
      random: createRandom(request.seed),
      queue: [],
      length: request.prompt.length,
      ids: [],
      logProbs: [],
      entropies: [],
    };
  };
  const close = ({ request, shared, own }: LiveRow): void => {
    decoder.release(own);
    shared.users -= 1;
    if (shared.users > 0) return;
    decoder.release(shared.region);
    prompts.delete(request.promptKey);
  };

  /** Draws the next id of a row; true when its turn is over. */
  const draw = (row: LiveRow, logits: Float32Array): TurnEnd | undefined => {
    const sample = sampleToken(logits, settings.temperature, row.random);
    row.ids.push(sample.id);
    row.logProbs.push(sample.logProb);
    row.entropies.push(sample.entropy);
    row.length += 1;
    row.queue = [sample.id];
    if (stops.has(sample.id)) return "stop";
    if (row.length >= settings.maxContext) return "context";
    return row.ids.length >= settings.maxNewTokens ? "length" : undefined;
  };

  try {
    while (waiting.length > 0 || live.length > 0) {
      const fresh: LiveRow[] = [];
      while (live.length + fresh.length < settings.width && waiting.length > 0) {
        fresh.push(open(waiting.shift() as RowRequest));
      }
      const feeds = live.map(
        (row): Feed => ({
          row: { prefix: row.shared.region, own: row.own },
          ids: row.queue,
        }),
      );
      const logits = feeds.length === 0 ? new Float32Array(0) : decoder.step(feeds);
      const ended: { readonly row: LiveRow; readonly end: TurnEnd }[] = [];
      live.forEach((row, at) => {
        const end = draw(row, logits.subarray(at * vocabSize, (at + 1) * vocabSize));
        if (end !== undefined) ended.push({ row, end });
      });
      for (const row of fresh) {
        const end = draw(row, row.shared.logits);
        if (end !== undefined) ended.push({ row, end });
      }
      live.push(...fresh);
      if (ended.length === 0) continue;
      const replies = await onTurns(
        ended.map(({ row, end }) => ({
          row: row.request.row,
          ids: row.ids,
          logProbs: row.logProbs,
          entropies: row.entropies,
          end,
        })),
      );
      const byRow = new Map(replies.map((reply) => [reply.row, reply.append]));
      const finished = new Set<LiveRow>();
      for (const { row, end } of ended) {
        const append = byRow.get(row.request.row);
        const fits = append !== undefined && row.length + append.length < settings.maxContext;
        if (!fits || end === "context") {
          finished.add(row);
          close(row);
          continue;
        }
        row.queue = [...row.queue, ...append];
        row.length += append.length;
        row.ids = [];
        row.logProbs = [];
        row.entropies = [];
      }
      live = live.filter((row) => !finished.has(row));
    }
  } finally {
    // After a failure some rows and prompts are still open; the regions must not be lost.
    for (const row of live) decoder.release(row.own);
    for (const { region } of prompts.values()) decoder.release(region);
  }
}
