import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createRandom, type Random } from "../random.js";
import type { Tokenizer } from "../tokenizer/index.js";
import type { Dialogue } from "./dialogue.js";
import { encodeDialogue } from "./encode.js";

export interface CorpusPlan {
  readonly seed: number | string;
  /** Stops at the first dialogue that reaches this many tokens in all. */
  readonly tokens: number;
  /** Dialogues longer than this are left out. */
  readonly maxLength: number;
  readonly make: (random: Random) => Dialogue;
}

/** What was written: counts of dialogues and tokens, and how many dialogues were too long. */
export interface CorpusSize {
  readonly dialogues: number;
  readonly tokens: number;
  readonly taught: number;
  readonly dropped: number;
}

/**
 * Writes `ids.bin` (16-bit token ids), `weights.bin` (one byte a token, 1 where taught) and `lengths.bin` (32-bit,
 * one a dialogue), all little-endian, into a folder.
 */
export function writeCorpus(dir: string, tokenizer: Tokenizer, plan: CorpusPlan): CorpusSize {
  mkdirSync(dir, { recursive: true });
  const random = createRandom(plan.seed);
  const files = ["ids.bin", "weights.bin", "lengths.bin"].map((name) => openSync(join(dir, name), "w"));
  const [idFile, weightFile, lengthFile] = files as [number, number, number];
  let [dialogues, tokens, taught, dropped] = [0, 0, 0, 0];
  while (tokens < plan.tokens) {
    const { ids, weights } = encodeDialogue(tokenizer, plan.make(random));
    if (ids.length > plan.maxLength) {
      dropped += 1;
      continue;
    }
    writeSync(idFile, new Uint8Array(Uint16Array.from(ids).buffer));
    writeSync(weightFile, Uint8Array.from(weights));
    writeSync(lengthFile, new Uint8Array(Uint32Array.of(ids.length).buffer));
    dialogues += 1;
    tokens += ids.length;
    for (const weight of weights) taught += weight;
  }
  for (const file of files) closeSync(file);
  return { dialogues, tokens, taught, dropped };
}
