import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parse, SourceFile } from "../../dsl/index.js";
import { mangle, manglingArbitrary } from "../../dsl/test/mangle.js";
import { programArbitrary } from "../../dsl/test/program-arbitrary.js";

/** Kinds of inputs, with how many of a hundred are of each. Generated programs are the longest. */
export const SHARES = { random: 35, program: 10, mutated: 40, mangled: 15 } as const;
export const KINDS = ["random", "program", "mutated", "mangled"] as const;
export type Kind = (typeof KINDS)[number];

/** Lines up to which a file is taken whole. */
const SHORT = 60;
/** Lines of a long file that are taken at once. */
const WINDOW = 30;

/** Texts of all scenario files below some folders: short ones as they are, long ones in pieces. */
export function corpus(root: string, folders: readonly string[]): readonly string[] {
  const texts = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".rvr"))
      .sort()
      .map((name) => readFileSync(join(root, folder, name), "utf8")),
  );
  return texts.flatMap((text) => {
    const lines = text.split("\n");
    if (lines.length <= SHORT) return [text];
    const pieces = Math.ceil(lines.length / WINDOW);
    return Array.from({ length: pieces }, (_, piece) =>
      lines.slice(piece * WINDOW, (piece + 1) * WINDOW).join("\n"),
    );
  });
}

const PIECES = [
  '"',
  '"""',
  "{",
  "}",
  "(",
  "]",
  "\\",
  "=",
  ":",
  ",",
  ".",
  "\n",
  "\r",
  "#",
  "'",
  "-",
  " not ",
  " task ",
  "...",
  "\u0000",
  "\ud800",
];

const random = fc.oneof(
  fc.string({ unit: "binary", maxLength: 120 }),
  fc.string({ unit: "grapheme", maxLength: 120 }),
  fc
    .array(fc.constantFrom(...PIECES, "world", "w", "scenario", "1", "a.b", " "), { maxLength: 60 })
    .map((parts) => parts.join("")),
);

/** An arbitrary for each kind of input, over a corpus of texts. */
export function inputsOf(texts: readonly string[]): Readonly<Record<Kind, fc.Arbitrary<string>>> {
  const text = fc.constantFrom(...texts);
  const valid = texts.filter((one) => parse(new SourceFile("corpus.rvr", one)).diagnostics.length === 0);
  const mutation = fc.record({
    at: fc.nat(100_000),
    drop: fc.nat(30),
    add: fc.constantFrom("", "", ...PIECES),
  });
  return {
    random,
    program: programArbitrary,
    mutated: fc.tuple(text, fc.array(mutation, { minLength: 1, maxLength: 6 })).map(([start, mutations]) =>
      mutations.reduce((current, { at, drop, add }) => {
        const place = at % (current.length + 1);
        return current.slice(0, place) + add + current.slice(place + drop);
      }, start),
    ),
    mangled: fc
      .tuple(
        fc.constantFrom(...valid),
        fc.array(fc.tuple(fc.nat(300), manglingArbitrary), { minLength: 1, maxLength: 40 }),
      )
      .map(([start, changes]) => mangle(new SourceFile("input.rvr", start), new Map(changes))),
  };
}
