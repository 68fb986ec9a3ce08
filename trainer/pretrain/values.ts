import type { Random } from "../random.js";
import { capital, inventedWord, isHeldOut, type Lexicon } from "./names.js";
import * as words from "./words.js";

/** One of the styles that identifiers of one kind of record share. */
export type IdStyle = "key" | "number" | "long" | "word" | "hex";

export function idStyle(random: Random): IdStyle {
  const way = random.next();
  if (way < 0.4) return "key";
  if (way < 0.65) return "number";
  if (way < 0.82) return "long";
  return way < 0.94 ? "word" : "hex";
}

export function makeId(random: Random, lexicon: Lexicon, style: IdStyle, group?: string): string {
  switch (style) {
    case "key":
      return `${group ?? upperCode(random)}-${1 + random.below(random.chance(0.6) ? 99 : 2999)}`;
    case "number":
      return String(number(random, 1 + random.below(4)));
    case "long":
      return digits(random, 5 + random.below(6));
    case "word":
      return `${random.chance(0.5) ? random.pick(words.nouns) : inventedWord(random, lexicon)}-${1 + random.below(99)}`;
    case "hex":
      return hex(random, 8 + random.below(17));
  }
}

/** Two to five upper-case letters, sometimes with a digit. */
export function upperCode(random: Random): string {
  const way = random.next();
  if (way < 0.4) {
    const word = random.pick(random.chance(0.5) ? words.nouns : words.titleWords);
    const code = word.slice(0, 2 + random.below(4)).toUpperCase();
    if (code.length > 1 && !isHeldOut(code)) return code;
  }
  let code = "";
  for (let count = 2 + random.below(4); count > 0; count -= 1)
    code += String.fromCharCode(65 + random.below(26));
  return random.chance(0.08) ? `${code}${random.below(10)}` : code;
}

/** A number without leading zero; a third of them are full of zeros or of one repeated digit. */
export function digits(random: Random, length: number): string {
  let text = String(1 + random.below(9));
  const way = random.next();
  const repeated = String(random.below(10));
  while (text.length < length) {
    if (way < 0.3) text += random.chance(0.75) ? "0" : String(random.below(10));
    else if (way < 0.5) text += random.chance(0.6) ? repeated : String(random.below(10));
    else text += String(random.below(10));
  }
  return text;
}

export function number(random: Random, length: number): number {
  return Number(digits(random, length));
}

export function hex(random: Random, length: number): string {
  let text = "";
  while (text.length < length) text += "0123456789abcdef"[random.below(16)];
  return text;
}

/** A user as systems name them: a login, a dotted name, an initial, a number, an opaque id. */
export function user(random: Random, lexicon: Lexicon): string {
  const first = random.chance(0.7) ? random.pick(words.firstNames) : inventedWord(random, lexicon);
  const last = random.chance(0.7) ? random.pick(words.lastNames) : inventedWord(random, lexicon);
  switch (random.below(12)) {
    case 0:
      return first;
    case 1:
      return `${first}.${last}`;
    case 2:
      return `${first[0]}${last}`;
    case 3:
      return `${first}${random.below(1000)}`;
    case 4:
      return `${random.pick(["admin", "user", "dev", "ops", "test", "guest", "support", "qa", "editor"])}${1 + random.below(999)}`;
    case 5:
      return `${first}_${last}`;
    case 6:
      return `${random.below(10)}${hex(random, 7 + random.below(17))}`;
    case 7:
      return `${last}${first[0]}`;
    case 8:
      return `${first}-${last}`;
    case 9:
      return `u-${digits(random, 2 + random.below(4))}`;
    case 10:
      return `${first[0]}.${last}`;
    default:
      return random.chance(0.5) ? `${capital(first)}` : `${first}${last}`;
  }
}

/** A title of one to seven words, in one of the usual capitalisations, sometimes with a number, dash or colon. */
export function title(random: Random, lexicon: Lexicon): string {
  for (;;) {
    const text = drawTitle(random, lexicon);
    if (!isHeldOut(text)) return text;
  }
}

function drawTitle(random: Random, lexicon: Lexicon): string {
  const count = 1 + random.below(random.chance(0.7) ? 4 : 6);
  const parts: string[] = [];
  for (let i = 0; i < count; i += 1) {
    if (i > 0 && i < count - 1 && random.chance(0.22)) parts.push(random.pick(words.joiners));
    else if (random.chance(0.12)) parts.push(inventedWord(random, lexicon));
    else if (random.chance(0.25)) parts.push(random.pick(words.nouns));
    else parts.push(random.pick(words.titleWords));
  }
  const way = random.next();
  let text: string;
  if (way < 0.45) text = [capital(parts[0]!), ...parts.slice(1)].join(" ");
  else if (way < 0.75)
    text = parts.map((part) => (words.joiners.includes(part) ? part : capital(part))).join(" ");
  else text = parts.join(" ");
  const tail = random.next();
  if (tail < 0.06) text += ` ${1 + random.below(9)}.${random.below(10)}`;
  else if (tail < 0.1) text += ` v${1 + random.below(5)}`;
  else if (tail < 0.16) text += ` ${1 + random.below(random.chance(0.5) ? 20 : 2000)}`;
  else if (tail < 0.2) text += ` - ${capital(random.pick(words.titleWords))}`;
  else if (tail < 0.23) text += `: ${random.pick(words.titleWords)} ${random.pick(words.nouns)}`;
  else if (tail < 0.25) text += ` (${random.pick(words.titleWords)})`;
  else if (tail < 0.27) text += ` & ${random.pick(words.titleWords)}`;
  else if (tail < 0.29) text = `${upperCode(random)} ${text}`;
  else if (tail < 0.31) text += `/${random.pick(words.titleWords)}`;
  return text;
}

/** A sentence or two of plain text. */
export function sentence(random: Random, lexicon: Lexicon): string {
  for (;;) {
    const a = random.pick(words.titleWords);
    const b = random.pick(words.nouns);
    const c = random.pick(words.titleWords);
    const d = random.chance(0.2) ? inventedWord(random, lexicon) : random.pick(words.nouns);
    const text = random.pick([
      `The ${a} ${b} was ${random.pick(words.verbsPast)} ${random.pick(words.joiners)} the ${d}.`,
      `${capital(a)} the ${b} ${random.pick(words.joiners)} ${d}.`,
      `${capital(random.pick(words.firstNames))} ${random.pick(words.verbsPast)} the ${c} ${b}.`,
      `Please ${a} the ${c} ${d}`,
      `${capital(c)} ${b} is ${random.pick(["slow", "broken", "ready", "missing", "late", "done", "new"])} on the ${d}.`,
      `${capital(a)}, ${c} and ${d}.`,
      `We need a ${c} ${d} for the ${b}.`,
    ]);
    if (!isHeldOut(text)) return text;
  }
}

export function isoDate(random: Random): string {
  return `20${20 + random.below(11)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
