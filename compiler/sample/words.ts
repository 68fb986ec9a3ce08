import type { Random } from "../../runtime/random/random.js";

const ADJECTIVES = [
  ...[
    "amber",
    "brisk",
    "calm",
    "dusty",
    "early",
    "faint",
    "gentle",
    "hollow",
    "idle",
    "jolly",
    "keen",
    "lucid",
  ],
  ...[
    "mellow",
    "narrow",
    "open",
    "plain",
    "quiet",
    "rapid",
    "steady",
    "tidy",
    "upper",
    "vivid",
    "warm",
    "young",
  ],
];

const NOUNS = [
  ...[
    "anchor",
    "bridge",
    "canal",
    "desk",
    "engine",
    "ferry",
    "garden",
    "harbour",
    "island",
    "journal",
    "kettle",
  ],
  ...[
    "ladder",
    "meadow",
    "notice",
    "orchard",
    "parcel",
    "quarry",
    "river",
    "signal",
    "timber",
    "valley",
    "window",
  ],
];

/** Two words that stand for a title, a name or whatever a text may be. */
export function phrase(random: Random): string {
  return `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`;
}

/** One word in small letters. */
export function word(random: Random): string {
  return random.pick(NOUNS);
}

/** A short code of small letters and digits that begins with a letter. */
export function code(random: Random): string {
  return `${random.pick(NOUNS).slice(0, 3)}${100 + random.below(900)}`;
}
