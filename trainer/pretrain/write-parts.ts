import type { Random } from "../random.js";
import type { Turn } from "./dialogue.js";
import { addTool, type Interface, referenceName, toolName } from "./interface.js";
import { type Ask, type Layout, place, similar } from "./layout.js";
import { joinName, recordNoun, spoken } from "./names.js";
import { clause, constantRule, prefixRules } from "./phrases.js";
import { refusal } from "./records.js";
import { argumentsOf, type Value } from "./slots.js";
import { digits, makeId, sentence, title } from "./values.js";
import * as words from "./words.js";

/** What an answer tells of a record, in order. */
export type Known = (readonly [name: string, value: Value])[];

/** Values that the parent itself has under the names of the write; what the request or the rules say goes before them. */
export function ownValues(api: Interface, slots: readonly Ask[], depth: number, known: Known): Known {
  const { random, lexicon } = api;
  const names = new Set(known.map(([name]) => name));
  const own: Known = [];
  for (const { slot } of slots) {
    const name = slot.path[depth];
    const rest = slot.path.slice(depth + 1);
    if (name === undefined || names.has(name) || typeof slot.value === "object" || random.chance(0.45))
      continue;
    names.add(name);
    const value = similar(random, lexicon, slot.value);
    own.push([name, rest.reduceRight<Value>((inner, step) => ({ [step]: inner }), value)]);
  }
  return own;
}

/** A second deed on what was just made: a note, a mark or a value, by the id from the answer. */
export function followUp(api: Interface, noun: string, layout: Layout) {
  const { random, lexicon } = api;
  const extra = random.pick(["note", "comment", "tag", "mark", "reaction", "reminder"]);
  const value =
    extra === "tag" || extra === "mark" ? random.pick(words.titleWords) : sentence(random, lexicon);
  const reference = referenceName(api, noun);
  const inner = random.chance(0.3) ? ["body", "text"] : [random.pick(["text", "value", extra, "content"])];
  const path = inner[0] === reference ? ["text"] : inner;
  const tool = toolName(api, ["add", "put", "post"], ...(random.chance(0.5) ? [noun] : []), extra);
  addTool(
    layout.api,
    tool,
    [
      { path: [reference], value: "" },
      { path, value: "" },
    ],
    1,
  );
  const said = random.pick([
    `Then add the ${extra} "${value}" to it`,
    `Also put the ${extra} "${value}" on it`,
    `Afterwards give it the ${extra} '${value}'`,
  ]);
  return { tool, reference, slot: { path, value }, said };
}

/** The title mostly comes first, then the parent; the rest follows in any order. */
export function orderClauses(random: Random, slots: readonly Ask[], main: Ask) {
  const others = random
    .shuffle(slots.filter((ask) => ask.slot.value !== main.slot.value))
    .flatMap((ask) => ask.said ?? []);
  if (main.said === undefined) return others;
  const at = random.chance(0.7) ? 0 : random.below(others.length + 1);
  return [...others.slice(0, at), main.said, ...others.slice(at)];
}

export interface GroupSource {
  readonly style: string;
  readonly group: string;
  readonly above: string;
  readonly canRead: boolean;
  readonly system: string[];
}

/** A slot for the group that the parent belongs to: told, derived from the key, or found in the parent's record. */
export function groupAsk(
  layout: Layout,
  known: Known,
  from: GroupSource,
): { readonly ask: Ask; readonly mustRead: boolean } | undefined {
  const { api } = layout;
  const { random, lexicon, style: nameStyle } = api;
  if (random.chance(0.2)) return undefined;
  const word = random.chance(0.7)
    ? random.pick(["group", "project", "team", "board", "folder", "room", "channel", "region", "area"])
    : recordNoun(random, lexicon);
  const clean = word.replaceAll(/[^a-z]/g, "") || "group";
  const inner = random.chance(0.55) ? random.pick(["key", "id", "name", "code"]) : undefined;
  const own = inner === undefined ? joinName([clean, random.pick(["id", "key", "code"])], nameStyle) : clean;
  const path = place(layout, [own, own, own], inner);
  if (from.style === "key" && random.chance(0.45)) {
    if (random.chance(0.4)) from.system.push(random.pick(prefixRules).replaceAll("$", spoken(word)));
    if (random.chance(0.5)) known.push([clean, random.chance(0.5) ? { key: from.group } : from.group]);
    return { ask: { slot: { path, value: from.group } }, mustRead: false };
  }
  const value = random.chance(0.6) ? digits(random, 2 + random.below(8)) : makeId(random, lexicon, "word");
  if (from.canRead && random.chance(0.7)) {
    const name = path.at(-1)!;
    const home = inner === undefined ? name : path.at(-2)!;
    known.splice(random.below(known.length + 1), 0, [
      home,
      inner === undefined
        ? value
        : random.chance(0.3)
          ? { [name]: value, label: title(random, lexicon) }
          : { [name]: value },
    ]);
    if (random.chance(0.35)) {
      from.system.push(
        random.pick([
          `A new record has the same ${spoken(home)} as its parent.`,
          `Take ${spoken(home)} from the ${from.above}.`,
          `Use the ${from.above}'s ${spoken(home)}.`,
        ]),
      );
    }
    return { ask: { slot: { path, value } }, mustRead: true };
  }
  const told = random.chance(0.6);
  return {
    ask: told
      ? { slot: { path, value }, said: clause(random, "other", path, value) }
      : { slot: { path, value }, rules: [constantRule(random, from.above, path, value)] },
    mustRead: false,
  };
}

/** A first attempt that the service refuses; it is context, not an example. */
export function mistake(
  random: Random,
  name: string,
  slots: readonly { readonly path: readonly string[]; readonly value: Value }[],
): Turn[] {
  const at = random.below(slots.length);
  const slot = slots[at]!;
  const drop = slots.length > 1 && random.chance(0.5);
  const shown = String(slot.value);
  const broken = drop
    ? slots.filter((_, i) => i !== at)
    : slots.map((s, i) => (i === at ? { ...s, value: shown.slice(0, Math.max(1, shown.length - 2)) } : s));
  return [
    {
      call: { name, arguments: argumentsOf(broken) },
      answer: refusal(
        random,
        random.pick([slot.path.at(-1)!, slot.path.join("."), slot.path.at(-2) ?? slot.path.at(-1)!]),
        400,
      ),
      wrong: true,
    },
  ];
}

export function merge(first: Known, second: Known): Known {
  const names = new Set(first.map(([name]) => name));
  return [...first, ...second.filter(([name]) => !names.has(name))];
}
