import type { Random } from "../random.js";
import type { Dialogue, Turn } from "./dialogue.js";
import { addDistractors, addTool, createInterface, referenceName, toolName } from "./interface.js";
import { createLayout, place, readTool } from "./layout.js";
import { capital, inventedWord, type Lexicon, recordNoun, spoken } from "./names.js";
import { checkRules, closing, roleLine } from "./phrases.js";
import { recordAnswer } from "./records.js";
import { noise, type Size } from "./size.js";
import { argumentsOf, type Slot, type Value } from "./slots.js";
import { idStyle, makeId } from "./values.js";
import * as words from "./words.js";

/** Chooses labels by a guide in the system text, from words that a fetched text holds. */
export function guidePlot(random: Random, lexicon: Lexicon, size: Size): Dialogue {
  const api = createInterface(random, lexicon, size.plain === true);
  const noun = recordNoun(random, lexicon);
  const id = makeId(random, lexicon, idStyle(random));
  const read = readTool(api, noun);
  const word = random.pick(["label", "label", "tag", "mark", "category", "topic"]);
  const rules = Array.from({ length: 2 + random.below(size.short ? 2 : 5) }, () => ({
    label: random.chance(0.5)
      ? random.pick(words.titleWords)
      : `${random.pick(words.titleWords)}-${random.pick(words.nouns)}`,
    triggers: random.shuffle([...words.titleWords, ...words.nouns]).slice(0, 1 + random.below(3)),
  }));
  const form = random.below(4);
  const lines = rules.map(
    ({ label, triggers }) =>
      [
        `${triggers.join(", ")} -> ${label}`,
        `${triggers.join(" or ")}: ${label}`,
        `${label} for ${triggers.join(" or ")}`,
        `"${triggers.join('" or "')}" gets ${label}`,
      ][form]!,
  );
  const guide =
    random.pick([
      `${capital(word)} guide: `,
      `Choose ${word}s by words in the text: `,
      `${capital(word)}s: `,
      `Guide: `,
    ]) + lines.join(random.chance(0.7) ? "; " : "\n");
  const hits = new Set<number>([random.below(rules.length)]);
  if (random.chance(0.4)) hits.add(random.below(rules.length));
  const chosen = rules.filter((_, i) => hits.has(i));
  const sentences = random
    .shuffle(chosen)
    .map(({ triggers }) => hint(random, random.pick(triggers), lexicon));
  const text = sentences.join(" ");
  const textName = random.pick(["text", "description", "body", "content", "message", "note"]);
  const labels: Value[] = chosen.map(({ label }) => label);

  const layout = createLayout(api);
  const path = place(layout, [`${word === "category" ? "categorie" : word}s`]);
  const reference = referenceName(api, noun);
  const target: Slot = { path: [layout.taken.has(reference) ? `${reference}0` : reference], value: id };
  const itemKey = random.chance(0.4) ? random.pick(["name", "label", "id", "value"]) : undefined;
  const value: Value = itemKey === undefined ? labels : labels.map((label) => ({ [itemKey]: label }));
  const slots: Slot[] = random.chance(0.8) ? [target, { path, value }] : [{ path, value }, target];
  const name = toolName(
    api,
    [...words.updateVerbs, "add", "put"],
    ...(random.chance(0.6) ? [noun] : []),
    `${word}s`,
  );
  addTool(api, name, slots, 1);
  addDistractors(api, [noun]);
  const user = random.pick([
    `${capital(word)} ${id}.`,
    `Choose the ${word}s of ${noun} ${id}.`,
    `Put the right ${word}s on ${id}.`,
    `Sort ${noun} ${id}: add its ${word}s.`,
    `Read ${id} and set its ${word}s by the guide.`,
    `Add the ${word}s that fit to ${id}.`,
  ]);
  const known: readonly (readonly [string, Value])[] = [
    ["id", id],
    [textName, text],
  ];
  const reading = (more: readonly (readonly [string, Value])[]): Turn => ({
    call: { name: read.name, arguments: { [read.argument]: id } },
    answer: recordAnswer(random, lexicon, [...known, ...more], noise(size, 1, 3)),
  });
  const turns: Turn[] = [
    reading([]),
    {
      call: { name, arguments: argumentsOf(slots) },
      answer: random.pick([
        "{}",
        '{"ok":true}',
        JSON.stringify({ id, [spoken(path.at(-1)!).replaceAll(" ", "_")]: value }),
      ]),
    },
  ];
  const checkRule = random.chance(0.25);
  if (random.chance(checkRule ? 0.97 : size.plain === true ? 0.1 : 0.35))
    turns.push(reading([[path.at(-1)!, value]]));
  turns.push({
    say: random.pick([
      closing(random, noun, undefined),
      `${capital(word)}s: ${labels.map(String).join(", ")}.`,
    ]),
  });
  const system = [
    ...(random.chance(0.5) ? [roleLine(random, noun)] : []),
    guide + (random.chance(0.5) ? "." : ""),
    ...(checkRule ? [random.pick(checkRules)] : []),
  ];
  return { system: system.join("\n"), tools: api.tools, user, turns };
}

/** A sentence that holds the trigger word. */
function hint(random: Random, trigger: string, lexicon: Lexicon): string {
  const other = random.chance(0.3)
    ? inventedWord(random, lexicon)
    : random.pick(["team", "user", "room", "client", "morning", "week"]);
  return random.pick([
    `The ${trigger} is not right since the ${other}.`,
    `We saw a ${trigger} for the ${other}.`,
    `${capital(trigger)} fails on the ${other}.`,
    `Please look at the ${trigger}.`,
    `A ${other} asked about ${trigger}.`,
    `There is a problem with ${trigger} at the ${other}.`,
  ]);
}
