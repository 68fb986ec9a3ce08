import type { Random } from "../random.js";
import { capital, spoken } from "./names.js";
import type { Value } from "./slots.js";
import * as words from "./words.js";

/** One thing that a request says, as part of a sentence and as a sentence of its own. */
export interface Clause {
  readonly inline: string;
  readonly sentence: string;
}

/** What a slot means to the person who asks; the wording follows it. */
export type Meaning = "title" | "under" | "person" | "kind" | "text" | "other";

/** The name of a slot as people say it: its own name, or with the inner key, or as written in the interface. */
export function slotName(random: Random, path: readonly string[]): string {
  const [last, before] = [path.at(-1)!, path.at(-2)];
  const inner = ["id", "key", "name", "value", "ref", "uid", "code"].includes(last);
  const say = (name: string): string => (random.chance(0.6) ? spaced(spoken(name)) : spoken(name));
  if (!inner || before === undefined) return random.chance(0.12) ? last : say(last);
  const way = random.next();
  if (way < 0.5) return say(before);
  if (way < 0.92) return `${say(before)} ${last}`;
  return `${before}.${last}`;
}

/** "ledgertype" as "ledger type": names that join a noun and a kind are mostly said in two words. */
function spaced(name: string): string {
  return name.replace(/^([a-z]{3,})(type|kind|code|group|name)$/, "$1 $2");
}

export function quoted(random: Random, value: string): string {
  const way = random.next();
  if (value.includes("'")) return `"${value}"`;
  if (way < 0.52) return `"${value}"`;
  return way < 0.9 ? `'${value}'` : `«${value}»`;
}

const under = [
  "under",
  "in",
  "for",
  "below",
  "beneath",
  "of",
  "on",
  "as a child of",
  "belonging to",
  "inside",
  "within",
  "to",
  "with parent",
  "with the parent",
];

/** The clause that states a slot's value. `role` holds the wordings of a person's role. */
export function clause(
  random: Random,
  meaning: Meaning,
  path: readonly string[],
  value: Value,
  role: readonly string[] = [],
): Clause {
  const name = slotName(random, path);
  const shown = String(Array.isArray(value) ? value.join(", ") : value);
  const plain = `${random.pick(["with", "with the", "and"])} ${name} `;
  switch (meaning) {
    case "title": {
      const text = random.chance(0.94) ? quoted(random, shown) : shown;
      const own = random.chance(0.3) ? `${random.pick(["with the", "with"])} ${name}` : undefined;
      const inline = `${own ?? random.pick(["titled", "called", "named", "with title", "with the name", "saying", ""])} ${text}`;
      const sentence = random.pick([
        `Call it ${text}`,
        `Name it ${text}`,
        `Its ${name} is ${text}`,
        `The ${name} is ${text}`,
        `${capital(name)}: ${text}`,
        `It is called ${text}`,
        `Title: ${text}`,
      ]);
      return { inline: inline.trim(), sentence };
    }
    case "under":
      return {
        inline: `${random.chance(0.85) ? random.pick(under) : plain.trim()} ${shown}`,
        sentence: random.pick([
          `It belongs to ${shown}`,
          `Put it under ${shown}`,
          `Parent: ${shown}`,
          `Its ${name} is ${shown}`,
          `It goes into ${shown}`,
          `${capital(name)}: ${shown}`,
        ]),
      };
    case "person": {
      const wording = random.chance(0.45)
        ? random.pick([
            "assigned to",
            "and assign it to",
            "assign it to",
            "for",
            "and give it to",
            "assigning it to",
          ])
        : (role[random.below(role.length)] ?? name);
      const wide = random.chance(0.2) ? random.pick(["user ", "the user "]) : "";
      const text = random.chance(0.1) ? quoted(random, shown) : shown;
      return {
        inline: `${wording} ${wide}${text}`,
        sentence: random.pick([
          `${capital(wording.replace(/^and /, ""))} ${wide}${text}`,
          `${capital(name)}: ${text}`,
          `Assign it to ${wide}${text}`,
          `The ${name} is ${wide}${text}`,
          `Set ${name} to ${text}`,
        ]),
      };
    }
    case "text": {
      const text = quoted(random, shown);
      return {
        inline: `${random.pick(["with the text", "saying", "with content", "that says", "with body", `with ${name}`, "reading"])} ${text}`,
        sentence: random.pick([
          `It should say ${text}`,
          `The ${name} is ${text}`,
          `Text: ${text}`,
          `${capital(name)}: ${text}`,
          `Write ${text} in it`,
          `The content is ${text}`,
        ]),
      };
    }
    case "kind":
    case "other": {
      const text = random.chance(0.2) ? quoted(random, shown) : shown;
      return {
        inline: random.pick([
          `${plain}${text}`,
          `with ${name} ${text}`,
          `(${name} ${text})`,
          `, ${name} ${text}`,
          `using ${text} as ${name}`,
        ]),
        sentence: random.pick([
          `${capital(name)}: ${text}`,
          `Set the ${name} to ${text}`,
          `Its ${name} is ${text}`,
          `Use ${text} as ${name}`,
          `The ${name} must be ${text}`,
          `Set ${name} to ${text}`,
        ]),
      };
    }
  }
}

/** Joins clauses into a request: some in the first sentence, the rest as sentences of their own. */
export function request(
  random: Random,
  opening: string,
  clauses: readonly Clause[],
  extra: readonly string[],
): string {
  const inline =
    clauses.length <= 2 && random.chance(0.7)
      ? clauses.length
      : Math.min(clauses.length, 1 + random.below(4));
  let text = opening;
  clauses.slice(0, inline).forEach((part, index) => {
    const joint = part.inline.startsWith(",") ? "" : index > 1 && random.chance(0.4) ? ", " : " ";
    text += joint + part.inline;
  });
  const sentences = [text, ...clauses.slice(inline).map((part) => part.sentence), ...extra];
  const separator = random.chance(0.9) ? ". " : ".\n";
  return sentences.join(separator) + (random.chance(0.9) ? "." : "");
}

/** A rule of the system text that gives a slot its constant value. */
export function constantRule(random: Random, noun: string, path: readonly string[], value: Value): string {
  const name = slotName(random, path);
  const shown = random.chance(0.25) ? `"${String(value)}"` : String(value);
  return random.pick([
    `A ${noun} has ${name} ${shown}.`,
    `A ${noun} has the ${name} ${shown}.`,
    `Use ${name} ${shown} for every ${noun}.`,
    `The ${name} of a ${noun} is ${shown}.`,
    `Every ${noun} carries ${name} ${shown}.`,
    `${capital(name)} is always ${shown}.`,
    `${capital(noun)}: ${name} ${shown}.`,
    `Set ${name} to ${shown} when you ${random.pick(words.createVerbs)} a ${noun}.`,
    `For a ${noun}, ${name} is ${shown}.`,
    `The ${noun} ${name} is ${shown}.`,
  ]);
}

/** A rule that gives the constant of several nouns, of which one is wanted. */
export function constantTable(
  random: Random,
  path: readonly string[],
  rows: readonly (readonly [noun: string, value: Value])[],
): string {
  const name = slotName(random, path);
  const form = random.below(4);
  const shown = rows.map(([noun, value]) => {
    const text = String(value);
    if (form === 0) return `${noun} ${text}`;
    if (form === 1) return `${noun}: ${text}`;
    return form === 2 ? `${text} for a ${noun}` : `${noun} = ${text}`;
  });
  if (random.chance(0.25)) return rows.map((row) => constantRule(random, row[0], path, row[1])).join(" ");
  return `${capital(name)}${random.pick([": ", "s: ", " is ", " by kind: "])}${shown.join(random.pick([", ", "; "]))}.`;
}

/** The opening of a system text; often none. */
export function roleLine(random: Random, noun: string): string {
  return random.pick([
    "You are a helpful assistant.",
    "You work with tools.",
    "Use the tools to do what the user asks.",
    `You manage ${noun}s for a team.`,
    `You look after the ${noun} system.`,
    "Act through tool calls only.",
    `You are an agent for ${noun}s.`,
    "Answer with one tool call at a time.",
    "Do the request, then say that it is done.",
    `You help people with their ${noun}s. Use the tools you have.`,
    "One call a turn. Finish with a short message.",
    "Be exact: copy values as they are written.",
    "Use only values that the user or the tools gave you.",
  ]);
}

export const readRules = [
  "Read the record before you write.",
  "Look at the parent first.",
  "Always read first, then write.",
  "Fetch the record before any change.",
  "First look it up.",
  "Read before writing.",
  "Start by reading what exists.",
];

export const checkRules = [
  "Check the result afterwards.",
  "Verify what you wrote by reading it.",
  "Read the new record to verify.",
  "Afterwards fetch it again to check.",
  "Finish by reading the result.",
  "Confirm each change with a read.",
];

/** Both habits in one sentence. */
export function habitRule(random: Random, above: string, noun: string): string {
  const first = random.pick(["Read", "Fetch", "Look up", "Get", "Open"]);
  return random.pick([
    `${first} the parent first and check the result.`,
    `${first} the ${above} first and verify the ${noun} afterwards.`,
    `First ${first.toLowerCase()} the ${above}, then create the ${noun}, then check it.`,
    `Before: ${first.toLowerCase()} the parent. After: ${first.toLowerCase()} what you made.`,
    `1. ${first} the ${above}. 2. Create the ${noun}. 3. Verify it.`,
    `${first} before you write; verify after you write.`,
  ]);
}

export const prefixRules = [
  "The $ of a record is the part of its key before the dash.",
  "$ keys are the letters before the dash.",
  "A key such as AB-12 belongs to $ AB.",
  "The letters of a key name its $.",
  "Take the $ from the key: XY-7 is in XY.",
];

/** A closing message; `made` is the id of what was made, if any. */
export function closing(random: Random, noun: string, made: string | undefined): string {
  const general = [
    "Done.",
    "It is done.",
    "Finished.",
    "All done.",
    `The ${noun} is ready.`,
    "Done as asked.",
  ];
  if (made === undefined) return random.pick(general);
  return random.pick([
    ...general,
    `Created ${made}.`,
    `Done: ${made}.`,
    `I created ${noun} ${made}.`,
    `${made} is ready.`,
  ]);
}
