import type { Random } from "../random.js";
import type { Dialogue, Turn } from "./dialogue.js";
import { addDistractors, addTool, createInterface, referenceName, toolName } from "./interface.js";
import {
  type Ask,
  createLayout,
  otherAsk,
  personAsk,
  readTool,
  textAsk,
  titleAsk,
  wrappedAsks,
} from "./layout.js";
import { capital, type Lexicon, recordNoun } from "./names.js";
import { checkRules, closing, readRules, request, roleLine } from "./phrases.js";
import { envelope, recordAnswer, refusal } from "./records.js";
import { noise, type Size } from "./size.js";
import { argumentsOf, type Slot, type Value } from "./slots.js";
import { idStyle, makeId, title } from "./values.js";
import * as words from "./words.js";

/** Changes values of a record that exists, or only reads it. */
export function changePlot(random: Random, lexicon: Lexicon, size: Size): Dialogue {
  const api = createInterface(random, lexicon, size.plain === true);
  const noun = recordNoun(random, lexicon);
  const id = makeId(random, lexicon, idStyle(random));
  const read = readTool(api, noun);
  const layout = createLayout(api);
  const asks: Ask[] = [];
  const makers = random.shuffle([
    () => titleAsk(layout),
    () => personAsk(layout),
    () => textAsk(layout),
    () => otherAsk(layout, noun),
    () => otherAsk(layout, noun),
  ]);
  for (const make of makers.slice(0, 1 + random.below(size.short ? 2 : 3))) asks.push(make());
  if (random.chance(0.2)) asks.push(...wrappedAsks(layout, noun));
  const reference = referenceName(api, noun);
  const target: Slot = { path: [layout.taken.has(reference) ? `${reference}0` : reference], value: id };
  const slots = random.chance(0.8)
    ? [target, ...asks.map((ask) => ask.slot)]
    : [...asks.map((ask) => ask.slot), target];
  const name = toolName(api, words.updateVerbs, noun);
  addTool(api, name, slots, 2);
  addDistractors(api, [noun]);

  const system = asks.flatMap((ask) => ask.rules ?? []);
  const readRule = random.chance(0.25);
  const checkRule = random.chance(0.25);
  if (readRule) system.push(random.pick(readRules));
  if (checkRule) system.push(random.pick(checkRules));
  const known: readonly (readonly [string, Value])[] = [
    ["id", id],
    ["title", title(random, lexicon)],
  ];
  const reading = (): Turn => ({
    call: { name: read.name, arguments: { [read.argument]: id } },
    answer: recordAnswer(random, lexicon, known, noise(size, 2, 5)),
  });
  const turns: Turn[] = [];
  let user: string;
  if (random.chance(0.12)) {
    user = `${random.pick(["Show", "Read", "Look up", "What is in", "Get", "Find"])} ${random.chance(0.5) ? `${noun} ` : ""}${id}${random.pick([".", "?", ""])}`;
    if (random.chance(0.15)) {
      turns.push({
        call: { name: read.name, arguments: { [read.argument]: id } },
        answer: refusal(random, id, 404),
      });
      turns.push({
        say: random.pick([`There is no ${noun} ${id}.`, `${id} was not found.`, "It does not exist."]),
      });
    } else {
      turns.push(reading());
      turns.push({
        say: random.pick([
          `It is "${String(known[1]![1])}".`,
          `${id}: ${String(known[1]![1])}`,
          "Here it is.",
        ]),
      });
    }
  } else {
    const opening = random.pick([
      `${capital(random.pick(words.updateVerbs.filter((verb) => verb !== "patch")))} ${noun} ${id}`,
      `Change ${id}`,
      `On ${id} do this`,
      `Update ${id}`,
    ]);
    user = request(
      random,
      opening,
      random.shuffle(asks).flatMap((ask) => ask.said ?? []),
      [],
    );
    if (random.chance(readRule ? 0.97 : size.plain === true ? 0.1 : 0.45)) turns.push(reading());
    turns.push({
      call: { name, arguments: argumentsOf(slots) },
      answer: envelope(random, random.chance(0.5) ? { ok: true } : { id, updated: true }),
    });
    if (random.chance(checkRule ? 0.97 : size.plain === true ? 0.1 : 0.35)) turns.push(reading());
    turns.push({ say: closing(random, noun, undefined) });
  }
  if (random.chance(0.55)) system.unshift(roleLine(random, noun));
  return { system: system.join(random.chance(0.8) ? " " : "\n"), tools: api.tools, user, turns };
}
