import type { Random } from "../random.js";
import type { Dialogue, Turn } from "./dialogue.js";
import { addDistractors, addTool, createInterface, referenceName, toolName } from "./interface.js";
import {
  type Ask,
  createLayout,
  otherAsk,
  personAsk,
  place,
  readTool,
  textAsk,
  titleAsk,
  wrappedAsks,
} from "./layout.js";
import { capital, inventedWord, joinName, type Lexicon, recordNoun, spoken } from "./names.js";
import { checkRules, closing, readRules, request, roleLine } from "./phrases.js";
import { envelope, recordAnswer, refusal } from "./records.js";
import { argumentsOf, type Slot, type Value } from "./slots.js";
import { digits, idStyle, makeId, title } from "./values.js";
import * as words from "./words.js";
import { noise, type Size } from "./write-plot.js";

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

/** Picks an option out of a list by its name, or by the state that it leads to, and uses its id. */
export function choosePlot(random: Random, lexicon: Lexicon, size: Size): Dialogue {
  const api = createInterface(random, lexicon, size.plain === true);
  const noun = recordNoun(random, lexicon);
  const option = random.chance(0.6)
    ? random.pick(["move", "option", "route", "step", "choice", "path", "switch", "action"])
    : inventedWord(random, lexicon);
  const id = makeId(random, lexicon, idStyle(random));
  const needsRecord = random.chance(0.75);
  const read = random.chance(0.7) ? readTool(api, noun) : undefined;
  const listName = toolName(
    api,
    words.listVerbs.concat(["get", "get"]),
    ...(random.chance(0.6) ? [noun] : []),
    `${option}s`,
  );
  const listArgument = referenceName(api, noun);
  addTool(api, listName, needsRecord ? [{ path: [listArgument], value: "" }] : [], 1);

  const count = 3 + random.below(size.short ? 2 : 4);
  const states = random.shuffle(words.stateNames).slice(0, count);
  const idLength = 1 + random.below(5);
  const idKind = random.chance(0.75) ? "number" : random.chance(0.5) ? "word" : "hex";
  const ids = new Set<string>();
  while (ids.size < count)
    ids.add(idKind === "number" ? digits(random, Math.max(2, idLength)) : makeId(random, lexicon, idKind));
  const leads = random.chance(0.6);
  const sameName = random.chance(0.5);
  const numeric = idKind === "number" && random.chance(0.15);
  const noisy = random.chance(0.3);
  const noiseName = random.pick(["active", "hasForm", "global", "default", "visible"]);
  const options = [...ids].map((optionId, i) => {
    const shown: Value = numeric ? Number(optionId) : optionId;
    const name =
      leads && !sameName
        ? `${capital(random.pick(words.actionVerbs))} ${random.pick(["it", "work", noun, "now"])}`
        : states[i]!;
    const to: Value = random.chance(0.5)
      ? { name: states[i]! }
      : { id: digits(random, 2 + random.below(4)), name: states[i]! };
    const extra: { [key: string]: Value } = noisy ? { [noiseName]: random.chance(0.5), level: i } : {};
    return { id: shown, name, to, extra };
  });
  const nested = random.chance(0.75);
  const shownOptions: Value[] = options.map(({ id: optionId, name, to, extra }) =>
    leads
      ? { id: optionId, name, to: nested ? to : (to as { name: string }).name, ...extra }
      : { id: optionId, name, ...extra },
  );
  const at = random.below(count);
  const wanted = states[at]!;
  const value = options[at]!.id;

  const layout = createLayout(api);
  const inner = random.chance(0.55) ? "id" : undefined;
  const path = place(
    layout,
    inner === undefined ? [joinName([option, "id"], api.style), option] : [option, option],
    inner,
  );
  const applyReference = referenceName(api, noun);
  const target: Slot = {
    path: [layout.taken.has(applyReference) ? `${applyReference}0` : applyReference],
    value: id,
  };
  const slots: Slot[] = random.chance(0.8) ? [target, { path, value }] : [{ path, value }, target];
  const apply = toolName(
    api,
    words.actionVerbs.concat(["do", "apply", "perform", "run", "make"]),
    ...(random.chance(0.5) ? [noun] : []),
    option,
  );
  addTool(api, apply, slots, 1);
  addDistractors(api, [noun]);

  const system: string[] = [];
  if (random.chance(0.35))
    system.push(
      random.pick([
        `List the ${option}s first, then use the id of the right one.`,
        `A ${option} is named by its id.`,
        `Look up the ${option} id before you ${random.pick(["apply", "use"])} it.`,
        `Never guess a ${option} id.`,
      ]),
    );
  const readRule = read !== undefined && random.chance(0.25);
  const checkRule = read !== undefined && random.chance(0.25);
  if (readRule) system.push(random.pick(readRules));
  if (checkRule) system.push(random.pick(checkRules));
  const shown = random.chance(0.4) ? `"${wanted}"` : wanted;
  const user =
    random.pick([
      `Move ${id} to ${shown}`,
      `Set ${noun} ${id} to ${shown}`,
      `${id} should be ${shown}`,
      `Bring ${id} into ${shown}`,
      `Please change ${id} to ${shown}`,
      `Put ${id} in state ${shown}`,
      `Mark ${noun} ${id} as ${shown}`,
      `The ${noun} ${id} is ${shown} now, update it`,
    ]) + random.pick([".", ".", "", " now."]);
  const reading = (state: string): Turn => ({
    call: { name: read!.name, arguments: { [read!.argument]: id } },
    answer: recordAnswer(
      random,
      lexicon,
      [
        ["id", id],
        ["status", { name: state }],
      ],
      noise(size, 2, 5),
    ),
  });
  const turns: Turn[] = [];
  const from = states[(at + 1) % count]!;
  if (read !== undefined && random.chance(readRule ? 0.97 : size.plain === true ? 0.1 : 0.4))
    turns.push(reading(from));
  turns.push({
    call: { name: listName, arguments: needsRecord ? { [listArgument]: id } : {} },
    answer: random.chance(0.3)
      ? JSON.stringify(shownOptions)
      : envelope(random, {
          [random.chance(0.6) ? `${option}s` : random.pick(["items", "values", "results"])]: shownOptions,
        }),
  });
  turns.push({
    call: { name: apply, arguments: argumentsOf(slots) },
    answer: random.pick(["{}", '{"ok":true}', '{"status":204}', "null", JSON.stringify({ id, done: true })]),
  });
  if (read !== undefined && random.chance(checkRule ? 0.97 : size.plain === true ? 0.1 : 0.4))
    turns.push(reading(wanted));
  turns.push({
    say: random.pick([
      closing(random, noun, undefined),
      `${id} is ${wanted} now.`,
      `Moved ${id} to ${wanted}.`,
    ]),
  });
  if (random.chance(0.55)) system.unshift(roleLine(random, noun));
  return { system: system.join(" "), tools: api.tools, user, turns };
}

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
