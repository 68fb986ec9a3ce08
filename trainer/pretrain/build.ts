import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Random } from "../random.js";
import { loadTokenizer, type Tokenizer } from "../tokenizer/index.js";
import { byteAlphabet } from "./bpe.js";
import { copyDialogue } from "./copy.js";
import type { Dialogue } from "./dialogue.js";
import { encodeDialogue } from "./encode.js";
import { generateDialogue } from "./generate.js";
import { makeTokenizer, vocabularyPieces } from "./make-tokenizer.js";
import { probes } from "./probes.js";
import { writeCorpus } from "./write-corpus.js";

/** One corpus of the recipe: its folder, seed, size in tokens and longest dialogue. */
interface CorpusRow {
  readonly name: string;
  readonly seed: string;
  readonly tokens: number;
  readonly maxLength: number;
  readonly kind: "copy" | "short" | "plain" | "long";
}

const rows: readonly CorpusRow[] = [
  { name: "copy", seed: "copy", tokens: 2_200_000, maxLength: 512, kind: "copy" },
  { name: "short", seed: "short", tokens: 1_000_000, maxLength: 420, kind: "short" },
  { name: "plain", seed: "plain", tokens: 1_100_000, maxLength: 420, kind: "plain" },
  { name: "long-1", seed: "long-1", tokens: 4_500_000, maxLength: 900, kind: "long" },
  { name: "long-2", seed: "long-2", tokens: 4_000_000, maxLength: 900, kind: "long" },
  { name: "held", seed: "held", tokens: 120_000, maxLength: 900, kind: "long" },
];

/**
 * Writes everything that `python/pretrain` reads into a folder: the tokenizer when the model folder has none yet or
 * `fresh` asks for it, the corpora of the recipe, the probe cases and the tokens' bytes. Deterministic.
 */
export function buildPretraining(modelDir: string, out: string, fresh: boolean): void {
  mkdirSync(out, { recursive: true });
  if (fresh) makeTokenizer(modelDir, 1);
  const tokenizer = loadTokenizer(modelDir);
  const pieces = vocabularyPieces(tokenizer.idOf, tokenizer.vocabSize, (ids) => tokenizer.decode(ids));
  const lexicon = { pieces };
  for (const row of rows) {
    const make = (random: Random): Dialogue =>
      row.kind === "copy"
        ? copyDialogue(random, lexicon)
        : generateDialogue(random, lexicon, { short: row.kind !== "long", plain: row.kind === "plain" });
    writeCorpus(join(out, row.name), tokenizer, {
      seed: row.seed,
      tokens: row.tokens,
      maxLength: row.maxLength,
      make,
    });
  }
  writeFileSync(join(out, "probes.json"), JSON.stringify(probeCases(tokenizer)));
  writeFileSync(join(out, "pieces.json"), JSON.stringify(tokenBytes(modelDir)));
}

/** One call that a probe expects, with the ids of all that comes before it. */
export interface ProbeCase {
  readonly name: string;
  readonly turn: number;
  readonly prompt: readonly number[];
  readonly gold: { readonly name: string; readonly arguments: object };
}

export function probeCases(tokenizer: Tokenizer): ProbeCase[] {
  return probes().flatMap(({ name, dialogue }) =>
    dialogue.turns.flatMap((turn, index) => {
      if (!("call" in turn)) return [];
      const before = { ...dialogue, turns: dialogue.turns.slice(0, index) };
      return [{ name, turn: index, prompt: encodeDialogue(tokenizer, before).ids, gold: turn.call }];
    }),
  );
}

/** Every token's bytes, one character (0 to 255) a byte, by id. */
function tokenBytes(modelDir: string): string[] {
  const json = JSON.parse(readFileSync(join(modelDir, "tokenizer.json"), "utf8")) as {
    readonly added_tokens: readonly { readonly id: number; readonly content: string }[];
    readonly model: { readonly vocab: { readonly [token: string]: number } };
  };
  const bytes = new Map(byteAlphabet().map((letter, byte) => [letter, String.fromCharCode(byte)]));
  const pieces: string[] = [];
  for (const [token, id] of Object.entries(json.model.vocab)) {
    pieces[id] = Array.from(token, (letter) => bytes.get(letter) ?? letter).join("");
  }
  for (const { id, content } of json.added_tokens) pieces[id] = content;
  return pieces;
}

const [script, modelDir, out, fresh] = process.argv.slice(1);
if (script === fileURLToPath(import.meta.url) && modelDir !== undefined && out !== undefined) {
  buildPretraining(modelDir, out, fresh === "--fresh-tokenizer");
}
