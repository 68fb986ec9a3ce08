import type { Random } from "../random.js";
import { addTool, type Interface, referenceName, toolName } from "./interface.js";
import { capital, inventedWord, joinName, type Lexicon, parameterName } from "./names.js";
import { type Clause, clause, constantRule, constantTable, quoted, slotName } from "./phrases.js";
import type { Slot, Value } from "./slots.js";
import { digits, idStyle, isoDate, makeId, sentence, title, upperCode, user } from "./values.js";
import * as words from "./words.js";

/** A slot of a write, and how its value is told: by the request, by the system text, or not at all (then it follows). */
export interface Ask {
  readonly slot: Slot;
  readonly said?: Clause;
  readonly rules?: readonly string[];
  /** The rules tell nouns apart, so the request must use the noun. */
  readonly byNoun?: boolean;
}

/** Where the slots of one write lie: below a wrapper, with names that are still free. */
export interface Layout {
  readonly api: Interface;
  readonly wrap: readonly string[];
  readonly taken: Set<string>;
}

export function createLayout(api: Interface): Layout {
  const { random, lexicon, style } = api;
  const taken = new Set<string>();
  const depth = random.chance(0.45) ? 0 : random.chance(0.8) ? 1 : 2;
  const wrap: string[] = [];
  for (let i = 0; i < depth; i += 1) {
    const usual = random.pick(["body", "data", "attributes", "properties", "record", "payload", "entry"]);
    if (i === 0 && random.chance(0.4)) taken.add(usual);
    wrap.push(i === 0 && random.chance(0.4) ? usual : parameterName(random, lexicon, style, taken));
  }
  for (const name of wrap) taken.add(name);
  return { api, wrap, taken };
}

/** A free path: the preferred name if it is still free, else any; `inner` adds a nested key. */
export function place(
  layout: Layout,
  preferred: readonly string[],
  inner?: string,
  usual = 0.75,
): readonly string[] {
  const { api, wrap, taken } = layout;
  const free = preferred.filter((name) => !taken.has(name));
  const name =
    free.length > 0 && api.random.chance(usual)
      ? api.random.pick(free)
      : parameterName(api.random, api.lexicon, api.style, taken);
  taken.add(name);
  return inner === undefined ? [...wrap, name] : [...wrap, name, inner];
}

function innerKey(random: Random, keys: readonly string[], chance: number): string | undefined {
  return random.chance(chance) ? random.pick(keys) : undefined;
}

export function titleAsk(layout: Layout): Ask & { readonly text: string } {
  const { random, lexicon } = layout.api;
  const text = title(random, lexicon);
  const path = place(
    layout,
    ["title", "name", "subject", "headline", "caption", "heading", "topic", "description"],
    undefined,
    0.5,
  );
  return { slot: { path, value: text }, said: clause(random, "title", path, text), text };
}

/** The reference to the record above: its key or id as the request gives it. */
export function parentAsk(layout: Layout, noun: string, id: string, told: boolean): Ask {
  const { random, style } = layout.api;
  const inner = innerKey(random, ["key", "id", "ref", "uid"], 0.5);
  const names =
    inner === undefined
      ? [
          joinName(["parent", "id"], style),
          joinName([noun, "id"], style),
          joinName([noun, "key"], style),
          "parent",
          joinName(["parent", "key"], style),
        ]
      : ["parent", "parent", noun.replaceAll(/[^a-z]/g, "") || "parent", "container", "above", "owner"];
  const path = place(layout, names, inner);
  return { slot: { path, value: id }, ...(told ? { said: clause(random, "under", path, id) } : {}) };
}

/** A constant that says what kind of record it is: a number, a number text, a word. */
export function kindAsk(layout: Layout, noun: string, inSystem: boolean): Ask {
  const { random, lexicon } = layout.api;
  const way = random.next();
  const word = random.chance(0.5) ? capital(random.pick(words.nouns)) : random.pick(words.titleWords);
  const value: Value =
    way < 0.55
      ? digits(random, 1 + random.below(6))
      : way < 0.65
        ? Number(digits(random, 1 + random.below(5)))
        : word;
  const inner = innerKey(random, ["id", "id", "name", "key", "value", "code"], 0.6);
  const base = random.pick([
    noun.replaceAll(/[^a-z]/g, ""),
    "record",
    "item",
    "job",
    "entry",
    random.pick(words.nouns),
  ]);
  const names = [
    "kind",
    "type",
    `${base}type`,
    `${base}kind`,
    joinName([base, "type"], layout.api.style),
    "category",
    "class",
  ];
  const path = place(layout, names, inner);
  const slot: Slot = { path, value };
  if (typeof value === "string" && random.chance(0.12)) {
    const others = Array.from({ length: random.below(3) }, () => makeId(random, lexicon, "word"));
    return {
      slot: { ...slot, choices: [value] },
      ...(others.length > 1 ? { rules: [constantRule(random, noun, path, value)] } : {}),
    };
  }
  if (inSystem && random.chance(0.35)) {
    const rows = Array.from({ length: 1 + random.below(3) }, (): readonly [string, Value] => [
      random.chance(0.5) ? random.pick(words.nouns) : inventedWord(random, lexicon),
      similar(random, lexicon, value),
    ]).filter(([other, its]) => other !== noun && its !== value);
    const table = random.shuffle([[noun, value] as const, ...rows]);
    return { slot, rules: [constantTable(random, path, table)], byNoun: true };
  }
  if (inSystem) return { slot, rules: [constantRule(random, noun, path, value)] };
  return { slot, said: clause(random, "kind", path, value) };
}

/** A value of the same form; a number often has the same beginning. */
export function similar(random: Random, lexicon: Lexicon, value: Value): Value {
  if (typeof value === "number") return Number(digits(random, String(value).length));
  const text = String(value);
  if (text.includes(" ")) return title(random, lexicon);
  if (!/^[0-9]+$/.test(text)) {
    return random.chance(0.5) ? capital(inventedWord(random, lexicon)) : user(random, lexicon);
  }
  return random.chance(0.6) ? text.slice(0, -1) + String(random.below(10)) : digits(random, text.length);
}

export function personAsk(layout: Layout): Ask {
  const { random, lexicon } = layout.api;
  const [name, ...wordings] = random.pick(words.personRoles);
  const inner = innerKey(random, ["id", "name", "key", "uid", "login", "user", "email", "userId"], 0.5);
  const value = user(random, lexicon);
  const path = place(layout, [name, name, joinName([name, "id"], layout.api.style)], inner, 0.55);
  return { slot: { path, value }, said: clause(random, "person", path, value, wordings) };
}

export function textAsk(layout: Layout): Ask {
  const { random, lexicon } = layout.api;
  const value = random.chance(0.6) ? sentence(random, lexicon) : title(random, lexicon);
  const path = place(
    layout,
    ["text", "body", "content", "description", "message", "note", "details"],
    innerKey(random, ["value", "text", "raw"], 0.25),
  );
  return { slot: { path, value }, said: clause(random, "text", path, value) };
}

/** Any other value that the request or the system text states. */
export function otherAsk(layout: Layout, noun: string): Ask {
  const { random, lexicon } = layout.api;
  const way = random.below(7);
  const value: Value = [
    () => isoDate(random),
    () => Number(digits(random, 1 + random.below(4))),
    () => random.pick(words.stateNames),
    () => upperCode(random),
    () => makeId(random, lexicon, idStyle(random)),
    () => digits(random, 3 + random.below(8)),
    () => random.pick(words.titleWords),
  ][way]!();
  const listed = way >= 5 && random.chance(0.4);
  const preferred = listed
    ? ["labels", "tags", "groups", "marks"]
    : way === 0
      ? ["due", "date", "start", "end"]
      : ["priority", "level", "status", "group", "team"];
  const inner = listed ? undefined : innerKey(random, ["id", "name", "key", "value"], 0.3);
  const path = place(layout, preferred, inner);
  const slot: Slot = { path, value: listed ? [random.chance(0.4) ? { name: value } : value] : value };
  if (random.chance(0.25)) return { slot, rules: [constantRule(random, noun, path, value)] };
  return { slot, said: clause(random, "other", path, value) };
}

/** A text inside a wrapper: marks around it and a constant beside it, explained by prose, by an example, or by a schema. */
export function wrappedAsks(layout: Layout, noun: string): Ask[] {
  const { random, lexicon, style } = layout.api;
  const text = random.chance(0.6) ? sentence(random, lexicon) : title(random, lexicon);
  const tag = random.pick(["p", "p", "p", "div", "b", "h1", "li", "span"]);
  const [before, after] = random.pick([
    [`<${tag}>`, `</${tag}>`],
    [`<${tag}>`, `</${tag}>`],
    [`<${tag}>`, `</${tag}>`],
    ["", ""],
    ["# ", ""],
    ["[", "]"],
    ["*", "*"],
    ["<text>", "</text>"],
  ]) as [string, string];
  const form = random.chance(0.4)
    ? random.pick(["html", "wiki", "plain", "raw", "markdown", "editor", "view"])
    : parameterName(random, lexicon, style, new Set());
  const body = place(layout, ["body", "content", "text", "document", "description"]);
  const inner = new Set<string>();
  const formName = random.chance(0.5)
    ? random.pick(["format", "kind", "syntax", "type", "mode", "language", "form"])
    : parameterName(random, lexicon, style, inner);
  inner.add(formName);
  const valueName =
    random.chance(0.6) && !inner.has("value") ? "value" : parameterName(random, lexicon, style, inner);
  const bodyName = slotName(random, body);
  const formFirst = random.chance(0.5);
  const choices = random.chance(0.15) ? { choices: [form] } : {};
  const formSlot: Slot = { path: [...body, formName], value: form, ...choices };
  const valueSlot: Slot = { path: [...body, valueName], value: before + text + after };
  const direct = before !== "" && random.chance(0.2);
  const stated = textClause(random, bodyName, direct ? before + text + after : text);
  const filler = random.pick(["TEXT", "...", "the text", "Hello", "your text"]);
  const example = JSON.stringify(
    Object.fromEntries(
      formFirst
        ? [
            [formName, form],
            [valueName, before + filler + after],
          ]
        : [
            [valueName, before + filler + after],
            [formName, form],
          ],
    ),
  );
  const wrapping =
    before === ""
      ? "the plain text"
      : random.pick([
          `the text as ${before}${filler}${after}`,
          `the text between ${before} and ${after === "" ? "the end" : after}`,
          `${before}${filler}${after}`,
        ]);
  const rule = random.pick([
    `The ${bodyName} of a ${noun} looks like ${example}.`,
    `Write the ${bodyName} as ${example}.`,
    `${capital(bodyName)} example: ${example}.`,
    `The ${bodyName} has ${formName} ${form} and ${valueName} ${wrapping}.`,
    `In the ${bodyName}, ${formName} is "${form}" and ${valueName} is ${wrapping}.`,
    `${capital(bodyName)}: set ${formName} to ${form}; ${valueName} is ${wrapping}.`,
    `Texts use ${formName} "${form}": ${wrapping}.`,
  ]);
  const asks: Ask[] = [
    { slot: formSlot, rules: [rule] },
    { slot: valueSlot, said: stated },
  ];
  return formFirst ? asks : asks.reverse();
}

function textClause(random: Random, name: string, value: string): Clause {
  const text = quoted(random, value);
  return {
    inline: `${random.pick(["with the text", "saying", "that says", `with ${name}`, "with content", "with body", "whose text is"])} ${text}`,
    sentence: random.pick([
      `It says ${text}`,
      `The text is ${text}`,
      `Its ${name} is ${text}`,
      `Body: ${text}`,
      `Write ${text} in it`,
    ]),
  };
}

/** Moves two or three neighbouring plain slots below one new name, so that an object holds several scalars. */
export function gather(layout: Layout, asks: readonly Ask[]): Ask[] {
  const { api, wrap } = layout;
  const depth = wrap.length + 1;
  const at = asks.findIndex(
    (ask, i) => ask.slot.path.length === depth && asks[i + 1]?.slot.path.length === depth,
  );
  if (at < 0) return [...asks];
  const name = parameterName(api.random, api.lexicon, api.style, layout.taken);
  const count = asks[at + 2]?.slot.path.length === depth && api.random.chance(0.5) ? 3 : 2;
  return asks.map((ask, i) =>
    i < at || i >= at + count
      ? ask
      : { ...ask, slot: { ...ask.slot, path: [...wrap, name, ask.slot.path.at(-1)!] } },
  );
}

/** A read tool for one kind of record; returns its name and the name of its reference argument. */
export function readTool(api: Interface, noun: string): { readonly name: string; readonly argument: string } {
  const name = toolName(api, words.readVerbs, noun);
  const argument = referenceName(api, noun);
  addTool(api, name, [{ path: [argument], value: "" }], 2);
  return { name, argument };
}
