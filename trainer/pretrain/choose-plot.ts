import type { Random } from "../random.js";
import type { Dialogue, Turn } from "./dialogue.js";
import { addDistractors, addTool, createInterface, referenceName, toolName } from "./interface.js";
import { createLayout, place, readTool } from "./layout.js";
import { capital, inventedWord, joinName, type Lexicon, recordNoun } from "./names.js";
import { checkRules, closing, readRules, roleLine } from "./phrases.js";
import { envelope, recordAnswer } from "./records.js";
import { noise, type Size } from "./size.js";
import { argumentsOf, type Slot, type Value } from "./slots.js";
import { digits, idStyle, makeId } from "./values.js";
import * as words from "./words.js";

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
