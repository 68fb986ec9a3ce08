import type { Random } from "../random.js";
import type { ChatTool } from "../tokenizer/index.js";
import { isHeldOut, joinName, type Lexicon, type NameStyle, parameterName, recordNoun } from "./names.js";
import { parametersOf, type Slot, type Value } from "./slots.js";
import * as words from "./words.js";

/** One invented service: how its names are joined, and which names it has used. */
export interface Interface {
  readonly random: Random;
  readonly lexicon: Lexicon;
  readonly style: NameStyle;
  /** Only what the request needs: no spare arguments, no other tools. */
  readonly plain: boolean;
  readonly tools: ChatTool[];
  readonly toolNames: Set<string>;
}

export function createInterface(random: Random, lexicon: Lexicon, plain: boolean): Interface {
  return { random, lexicon, plain, style: random.pick(["snake", "camel"]), tools: [], toolNames: new Set() };
}

/** A tool name from words, not used before in this interface. */
export function toolName(api: Interface, verbs: readonly string[], ...rest: string[]): string {
  for (let attempt = 0; ; attempt += 1) {
    // Parts that join to a held-out word never pass, so after some tries only new words are used.
    const fresh = attempt > 3 ? [recordNoun(api.random, api.lexicon)] : [];
    const tail = attempt > 6 ? fresh : [...rest, ...fresh];
    const name = joinName([api.random.pick(verbs), ...tail], api.style);
    if (isHeldOut(name) || api.toolNames.has(name)) continue;
    api.toolNames.add(name);
    return name;
  }
}

/** Adds a tool whose arguments are these slots and, by chance, some optional ones that nobody needs. */
export function addTool(api: Interface, name: string, slots: readonly Slot[], spare: number): void {
  const { random, lexicon, style } = api;
  const taken = new Set(slots.flatMap((slot) => slot.path));
  const extras: Slot[] = [];
  const homes = slots.map((slot) => slot.path.slice(0, -1)).filter((home) => home.length <= 1);
  for (
    let count =
      api.plain || random.chance(0.5) ? 0 : random.below((random.chance(0.2) ? 2 * spare : spare) + 1);
    count > 0;
    count -= 1
  ) {
    const home = random.pick(homes.length === 0 ? [[]] : homes);
    const sample = random.pick<Value>(["", "", 1, true, [""]]);
    extras.push({ path: [...home, parameterName(random, lexicon, style, taken)], value: sample });
  }
  const marking = random.next();
  const spared = new Set(extras);
  const required = (slot: Slot): boolean =>
    !spared.has(slot) && (marking < 0.55 || (marking < 0.8 ? random.chance(0.5) : false));
  const mixed =
    extras.length > 0 && random.chance(0.5) ? insert(random, slots, extras) : [...slots, ...extras];
  api.tools.push({ type: "function", function: { name, parameters: parametersOf(mixed, required) } });
}

function insert(random: Random, slots: readonly Slot[], extras: readonly Slot[]): Slot[] {
  const all = [...slots];
  for (const extra of extras) all.splice(random.below(all.length + 1), 0, extra);
  return all;
}

/** Adds tools that the request does not need, and shuffles the list. */
export function addDistractors(api: Interface, nouns: readonly string[]): void {
  const { random, lexicon, style } = api;
  for (let count = api.plain ? 0 : random.below(4); count > 0; count -= 1) {
    const noun = random.chance(0.5) ? random.pick(nouns) : recordNoun(random, lexicon);
    const name = toolName(
      api,
      ["delete", "list", "count", "watch", "export", "comment", "share", "copy", "link", "search"],
      noun,
    );
    const taken = new Set<string>();
    const slots = Array.from(
      { length: 1 + random.below(2) },
      (): Slot => ({
        path: [parameterName(random, lexicon, style, taken)],
        value: random.pick<Value>(["", "", 1, true]),
      }),
    );
    addTool(api, name, slots, 0);
  }
  const shuffled = random.shuffle(api.tools);
  api.tools.splice(0, api.tools.length, ...shuffled);
}

/** The name of the argument that names a record: `id`, `key`, `boardId`, `board_id_or_key`, ... */
export function referenceName(api: Interface, noun: string): string {
  const { random, style } = api;
  for (;;) {
    const name = random.pick([
      "id",
      "key",
      joinName([noun, "id"], style),
      joinName([noun, "key"], style),
      joinName([noun, "id", "or", "key"], style),
      noun.replaceAll(/[^a-z]/g, ""),
      "ref",
      joinName([noun, "ref"], style),
    ]);
    if (!isHeldOut(name) && name !== "") return name;
  }
}

export function childNoun(api: Interface): string {
  return api.random.chance(0.5) ? api.random.pick(words.childNouns) : recordNoun(api.random, api.lexicon);
}
