import type { Random } from "../random.js";
import * as words from "./words.js";

/** What the generator draws invented words from. */
export interface Lexicon {
  /** Lower-case pieces of the tokenizer's vocabulary, 1 to 8 letters; empty before there is a tokenizer. */
  readonly pieces: readonly string[];
}

/**
 * Words of the tasks that the shipped scenarios train: the corpus holds none of them, so that those tools stay unseen.
 * Checked as substrings, ignoring case.
 */
export const heldOutWords = [
  "issue",
  "jira",
  "fields",
  "summary",
  "confluence",
  "page",
  "assignee",
  "subtask",
  "sub-task",
  "task",
  "accountid",
  "storage",
  "spaceid",
  "transition",
];

export function isHeldOut(text: string): boolean {
  const lower = text.toLowerCase().replaceAll("_", "");
  return heldOutWords.some((word) => lower.includes(word));
}

const onsets = [
  "b",
  "bl",
  "br",
  "c",
  "ch",
  "cr",
  "d",
  "dr",
  "f",
  "fl",
  "g",
  "gl",
  "gr",
  "h",
  "j",
  "k",
  "kl",
  "l",
  "m",
  "n",
  "p",
  "pl",
  "pr",
  "qu",
  "r",
  "s",
  "sh",
  "sk",
  "sp",
  "st",
  "t",
  "th",
  "tr",
  "v",
  "w",
  "y",
  "z",
  "",
];
const vowels = ["a", "e", "i", "o", "u", "ai", "ea", "ee", "io", "oo", "ou", "y"];
const codas = [
  "",
  "",
  "",
  "b",
  "ck",
  "d",
  "f",
  "g",
  "l",
  "ld",
  "m",
  "n",
  "nd",
  "ng",
  "nt",
  "p",
  "r",
  "rd",
  "rn",
  "s",
  "ss",
  "st",
  "t",
  "x",
  "ct",
  "ry",
  "ment",
  "er",
  "ee",
  "or",
];

/** A lower-case word that means nothing: syllables, vocabulary pieces, or halves of two common words. */
export function inventedWord(random: Random, lexicon: Lexicon): string {
  for (;;) {
    const word = drawWord(random, lexicon);
    if (word.length >= 3 && word.length <= 13 && !isHeldOut(word)) return word;
  }
}

function drawWord(random: Random, lexicon: Lexicon): string {
  const way = random.next();
  if (way < 0.45 && lexicon.pieces.length > 0) {
    let word = "";
    for (let count = 2 + random.below(3); count > 0; count -= 1) word += random.pick(lexicon.pieces);
    return word;
  }
  if (way < 0.7) {
    let word = "";
    for (let count = 1 + random.below(3); count > 0; count -= 1) {
      word += random.pick(onsets) + random.pick(vowels) + random.pick(codas);
    }
    return word;
  }
  const [head, tail] = [random.pick(words.nouns), random.pick(words.titleWords)];
  return head.slice(0, 2 + random.below(4)) + tail.slice(-2 - random.below(4));
}

/** A noun for a record: a common one or an invented one. */
export function recordNoun(random: Random, lexicon: Lexicon): string {
  return random.chance(0.5) ? random.pick(words.nouns) : inventedWord(random, lexicon);
}

export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** How names are joined in one interface. */
export type NameStyle = "snake" | "camel";

export function joinName(parts: readonly string[], style: NameStyle): string {
  const clean = parts.flatMap((part) => part.split(/[^A-Za-z0-9]+/)).filter((part) => part !== "");
  if (style === "snake") return clean.map((part) => part.toLowerCase()).join("_");
  return clean
    .map((part, index) => (index === 0 ? part.toLowerCase() : capital(part.toLowerCase())))
    .join("");
}

/** `jobTypeId` or `job_type_id` as a person would say it: "job type id". */
export function spoken(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}

/** A parameter name that is not yet taken. */
export function parameterName(
  random: Random,
  lexicon: Lexicon,
  style: NameStyle,
  taken: Set<string>,
): string {
  for (;;) {
    const way = random.next();
    let name: string;
    if (way < 0.35) name = random.pick(words.plainParameters);
    else if (way < 0.65) name = inventedWord(random, lexicon);
    else if (way < 0.85) name = joinName([recordNoun(random, lexicon), random.pick(words.suffixes)], style);
    else if (way < 0.95)
      name = recordNoun(random, lexicon) + random.pick(["type", "code", "kind", "ref", "group", "name"]);
    else name = joinName([random.pick(words.plainParameters), random.pick(words.suffixes)], style);
    if (taken.has(name) || isHeldOut(name)) continue;
    taken.add(name);
    return name;
  }
}
