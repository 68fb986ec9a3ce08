import type { Random } from "../../runtime/random/random.js";
import type { Schema } from "../openapi/api-model.js";
import { samplePattern } from "./sample-pattern.js";
import { code, phrase, word } from "./words.js";

const two = (value: number) => String(value).padStart(2, "0");
const hex = (random: Random, length: number) =>
  Array.from({ length }, () => random.below(16).toString(16)).join("");

const FORMATS: { readonly [format: string]: (random: Random) => string } = {
  date: (random) => `20${20 + random.below(10)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`,
  "date-time": (random) =>
    `${FORMATS["date"]?.(random)}T${two(random.below(24))}:${two(random.below(60))}:00Z`,
  time: (random) => `${two(random.below(24))}:${two(random.below(60))}:00Z`,
  uuid: (random) =>
    [hex(random, 8), hex(random, 4), `4${hex(random, 3)}`, `a${hex(random, 3)}`, hex(random, 12)].join("-"),
  email: (random) => `${word(random)}.${code(random)}@example.com`,
  uri: (random) => `https://example.com/${word(random)}/${code(random)}`,
  url: (random) => `https://example.com/${word(random)}/${code(random)}`,
  "uri-reference": (random) => `/${word(random)}/${code(random)}`,
  hostname: (random) => `${code(random)}.example.com`,
  ipv4: (random) => `10.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`,
  ipv6: (random) => `2001:db8::${hex(random, 4)}`,
  byte: (random) => ["YW1iZXI=", "YnJpZGdl", "Y2FuYWw=", "ZGVzaw=="][random.below(4)] ?? "YW1iZXI=",
  int64: (random) => String(10_000 + random.below(90_000)),
  int32: (random) => String(10_000 + random.below(90_000)),
};

/** What texts under a pattern often are; the first that fits is taken. */
const SHAPES: readonly ((random: Random) => string)[] = [
  code,
  word,
  (random) => code(random).toUpperCase(),
  (random) => word(random).toUpperCase(),
  (random) => String(1 + random.below(9)),
  (random) => String(10 + random.below(90)),
  (random) => String(10_000 + random.below(90_000)),
  (random) => `${word(random).slice(0, 3).toUpperCase()}-${1 + random.below(999)}`,
  (random) => hex(random, 6),
  (random) => `#${hex(random, 6)}`,
  (random) => hex(random, 24),
  (random) => hex(random, 32),
  (random) => `${word(random)}:${word(random)}:${code(random)}`,
  phrase,
  ...Object.values(FORMATS),
];

/** Texts that are made from a pattern before it counts as one without a text. */
const DRAWS = 20;

/** A text that a schema of type string allows; undefined where none is found. Enums are the caller's. */
export function sampleText(schema: Schema, random: Random, isId: boolean): string | undefined {
  const { pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const fits = (text: string) =>
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (typeof pattern !== "string" || matches(pattern, text));
  const made = typeof format === "string" ? FORMATS[format]?.(random) : undefined;
  const first = made ?? (isId ? code(random) : phrase(random));
  if (fits(first)) return first;
  if (made === undefined || typeof pattern === "string") {
    for (const shape of SHAPES) {
      const text = shape(random);
      if (fits(text)) return text;
    }
  }
  if (typeof pattern === "string") {
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const text = samplePattern(pattern, random);
      if (text !== undefined && fits(text)) return text;
    }
    return undefined;
  }
  const longer = `${first} ${Array.from({ length: 64 }, () => word(random)).join(" ")}`;
  const cut = longer
    .slice(0, Math.min(Math.max(first.length, Number(minLength)), Number(maxLength)))
    .trimEnd();
  return fits(cut) ? cut : undefined;
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}
