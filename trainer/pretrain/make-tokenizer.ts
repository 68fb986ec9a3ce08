import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "../random.js";
import { trainBpe } from "./bpe.js";
import { commonWords } from "./common-words.js";
import { copyDialogue } from "./copy.js";
import { capital } from "./names.js";
import * as words from "./words.js";

const vocabularySize = 1024;

/** The text that the tokenizer is trained on: the copy curriculum's dialogues as JSON, and weighted word lists. */
export function* tokenizerText(seed: number): Generator<string> {
  const random = createRandom(seed);
  for (let i = 0; i < 6000; i += 1) {
    const dialogue = copyDialogue(random, { pieces: [] });
    yield dialogue.user;
    for (const turn of dialogue.turns) if ("call" in turn) yield JSON.stringify(turn.call);
    for (const tool of dialogue.tools) yield JSON.stringify(tool.function.parameters).replaceAll('"', "");
  }
  for (const [index, word] of commonWords.entries()) yield* repeat(word, index < 60 ? 500 : 180);
  for (const word of [...words.nouns, ...words.titleWords]) yield* repeat(word, 60);
  for (const word of words.plainParameters) yield* repeat(word, 120);
  for (const word of [...words.firstNames, ...words.lastNames]) yield* repeat(word, 20);
  for (const word of words.personRoles.flat()) yield* repeat(word, 25);
  for (const word of words.stateNames) yield* repeat(word, 40);
  const marks = [
    '":"',
    '":{"',
    '"}',
    '"}}',
    '"},"',
    '"},{"',
    '":[{"',
    '":["',
    '"]',
    '"]}',
    ":{",
    "},",
    "}}",
    ":[{",
    "}]",
    '":',
    '",',
    ',"',
  ];
  for (const mark of marks) yield* repeat(mark, 3000);
  for (const role of ["system", "user", "assistant", "tool", "Tools", "name", "arguments"])
    yield* repeat(role, 4000);
}

function* repeat(word: string, times: number): Generator<string> {
  for (let i = 0; i < times; i += 1) {
    yield word;
    if (i % 4 === 0) yield capital(word);
  }
}

/** Writes `tokenizer.json` into a model folder. */
export function makeTokenizer(dir: string, seed: number): void {
  const json = trainBpe(tokenizerText(seed), vocabularySize);
  writeFileSync(join(dir, "tokenizer.json"), `${JSON.stringify(json)}\n`);
}

/** The lower-case word pieces of a tokenizer, for inventing words from. */
export function vocabularyPieces(
  idOf: (token: string) => number | undefined,
  size: number,
  decode: (ids: number[]) => string,
): string[] {
  const pieces: string[] = [];
  for (let id = 0; id < size; id += 1) {
    const text = decode([id]);
    if (/^[a-z]{1,8}$/.test(text) && idOf(text) === id) pieces.push(text);
  }
  return pieces;
}
