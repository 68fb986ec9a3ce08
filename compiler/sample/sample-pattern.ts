import type { Random } from "../../runtime/random/random.js";

/** Repetitions beyond the least that a `*` or `+` gets at most. */
const MORE = 6;

/** Characters that stand for "any". */
const ANY = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
const DIGITS = [..."0123456789"];
const WORD = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"];
const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

/**
 * A text that a regular expression probably matches, made by walking through it: literals, classes, groups,
 * alternatives, repetitions. Undefined where it holds something else (look-around, back references, properties of
 * characters). The caller checks the text against the expression.
 */
export function samplePattern(pattern: string, random: Random): string | undefined {
  const state: State = { pattern, at: 0, random, failed: false };
  const text = alternatives(state);
  return state.failed || state.at < pattern.length ? undefined : text;
}

interface State {
  readonly pattern: string;
  readonly random: Random;
  at: number;
  failed: boolean;
}

/** `a|b|c`: all are read, one is taken. */
function alternatives(state: State): string {
  const texts = [sequence(state)];
  while (state.pattern[state.at] === "|") {
    state.at += 1;
    texts.push(sequence(state));
  }
  return state.random.pick(texts) ?? "";
}

function sequence(state: State): string {
  let text = "";
  while (state.at < state.pattern.length && !state.failed) {
    const character = state.pattern[state.at];
    if (character === "|" || character === ")") break;
    if (character === "^" || character === "$") {
      state.at += 1;
      continue;
    }
    const start = state.at;
    let piece = atom(state);
    const [least, most] = repetitions(state);
    const end = state.at;
    const count = least + state.random.below(most - least + 1);
    const pieces = count === 0 ? [] : [piece];
    for (let index = 1; index < count && !state.failed; index += 1) {
      state.at = start;
      piece = atom(state);
      pieces.push(piece);
    }
    state.at = end;
    text += pieces.join("");
  }
  return text;
}

function repetitions(state: State): readonly [least: number, most: number] {
  const rest = state.pattern.slice(state.at);
  const braces = /^\{(\d+)(,(\d*))?\}/u.exec(rest);
  const sign = /^[*+?]/u.exec(rest)?.[0];
  const length = braces?.[0].length ?? sign?.length ?? 0;
  state.at += length;
  // Lazy or not makes no difference to what may be matched.
  if (length > 0 && state.pattern[state.at] === "?") state.at += 1;
  if (sign === "?") return [0, 1];
  if (sign === "*") return [0, MORE];
  if (sign === "+") return [1, 1 + MORE];
  if (braces === null) return [1, 1];
  const least = Math.min(Number(braces[1]), 200);
  if (braces[2] === undefined) return [least, least];
  const most = braces[3] === "" ? least + MORE : Math.min(Number(braces[3]), least + MORE);
  return [least, Math.max(least, most)];
}

function atom(state: State): string {
  const character = state.pattern[state.at] ?? "";
  state.at += 1;
  switch (character) {
    case "(":
      return group(state);
    case "[":
      return pick(state, characterClass(state));
    case ".":
      return pick(state, ANY);
    case "\\":
      return pick(state, escaped(state));
    case "*":
    case "+":
    case "?":
      state.failed = true;
      return "";
    default:
      return character;
  }
}

function group(state: State): string {
  const kind = /^\?(?::|<[A-Za-z_]\w*>)/u.exec(state.pattern.slice(state.at));
  if (kind !== null) state.at += kind[0].length;
  else if (state.pattern[state.at] === "?") state.failed = true;
  const text = state.failed ? "" : alternatives(state);
  if (state.pattern[state.at] !== ")") state.failed = true;
  state.at += 1;
  return text;
}

function escaped(state: State): readonly string[] {
  const character = state.pattern[state.at] ?? "";
  state.at += 1;
  switch (character) {
    case "d":
      return DIGITS;
    case "w":
      return WORD;
    case "s":
      return [" "];
    case "S":
    case "D":
      return ANY.slice(0, 26);
    case "W":
      return ["-"];
    case "n":
      return ["\n"];
    case "t":
      return ["\t"];
    case "b":
      return [""];
    default:
      if (/[A-Za-z0-9]/u.test(character) || character === "") state.failed = true;
      return [character];
  }
}

function characterClass(state: State): readonly string[] {
  const negated = state.pattern[state.at] === "^";
  if (negated) state.at += 1;
  const chosen = new Set<string>();
  while (state.at < state.pattern.length && state.pattern[state.at] !== "]" && !state.failed) {
    const [first, ...others] = member(state);
    const isRange =
      others.length === 0 && state.pattern[state.at] === "-" && state.pattern[state.at + 1] !== "]";
    if (first === undefined) break;
    if (!isRange) {
      for (const one of [first, ...others]) chosen.add(one);
      continue;
    }
    state.at += 1;
    const [last = first] = member(state);
    const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
    for (let code = from; code <= to && chosen.size < 300; code += 1) chosen.add(String.fromCharCode(code));
  }
  state.at += 1;
  return negated ? PRINTABLE.filter((one) => !chosen.has(one)) : [...chosen];
}

function member(state: State): readonly string[] {
  const character = state.pattern[state.at] ?? "";
  state.at += 1;
  return character === "\\" ? escaped(state) : [character];
}

function pick(state: State, characters: readonly string[]): string {
  const one = characters.length === 0 ? undefined : state.random.pick(characters);
  if (one === undefined) state.failed = true;
  return one ?? "";
}
