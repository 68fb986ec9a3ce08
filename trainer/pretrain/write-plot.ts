import type { Random } from "../random.js";
import type { Dialogue, Turn } from "./dialogue.js";
import { addDistractors, addTool, childNoun, createInterface, toolName } from "./interface.js";
import {
  type Ask,
  createLayout,
  gather,
  kindAsk,
  otherAsk,
  parentAsk,
  personAsk,
  place,
  readTool,
  textAsk,
  titleAsk,
  wrappedAsks,
} from "./layout.js";
import { capital, joinName, type Lexicon, recordNoun, spoken } from "./names.js";
import { checkRules, clause, closing, habitRule, readRules, request, roleLine } from "./phrases.js";
import { envelope, recordAnswer } from "./records.js";
import { noise, type Size } from "./size.js";
import { argumentsOf, type Value } from "./slots.js";
import { digits, idStyle, makeId, sentence, title, upperCode } from "./values.js";
import * as words from "./words.js";
import { followUp, groupAsk, type Known, merge, mistake, orderClauses, ownValues } from "./write-parts.js";

/** Creates one record, or two, under a parent or alone; may read before and after, and may have to try twice. */
export function writePlot(random: Random, lexicon: Lexicon, size: Size): Dialogue {
  const api = createInterface(random, lexicon, size.plain === true);
  const above = recordNoun(random, lexicon);
  const noun = childNoun(api);
  const hasParent = random.chance(0.8);
  const style = idStyle(random);
  const group = upperCode(random);
  const parentId = makeId(random, lexicon, style, group);
  const read = random.chance(0.85) ? readTool(api, above) : undefined;
  const sameNoun = random.chance(0.5);
  const readChild = sameNoun ? read : random.chance(0.7) ? readTool(api, noun) : undefined;
  const system: string[] = [];

  const layout = createLayout(api);
  const known: Known =
    style === "key"
      ? [
          ["id", digits(random, 3 + random.below(6))],
          ["key", parentId],
        ]
      : [[style === "word" ? "name" : "id", parentId]];
  const asks: Ask[] = [];
  const main = titleAsk(layout);
  asks.push(main);
  let mustRead = false;
  if (hasParent) {
    const byNumber = style === "key" && read !== undefined && random.chance(0.12);
    if (byNumber) {
      const path = place(layout, [joinName(["parent", "id"], api.style)], undefined);
      asks.push({
        slot: { path, value: String(known[0]![1]) },
        said: clause(random, "under", ["parent"], parentId),
      });
      system.push(
        random.pick([
          `${spoken(path.at(-1)!)} is the numeric id of the ${above}.`,
          `Give the ${above}'s id, not its key.`,
          `Records refer to a ${above} by its id.`,
        ]),
      );
      mustRead = true;
    } else {
      asks.push(parentAsk(layout, above, parentId, true));
    }
    const from = groupAsk(layout, known, { style, group, above, canRead: read !== undefined, system });
    if (from !== undefined) {
      asks.push(from.ask);
      mustRead ||= from.mustRead;
    }
  }
  // A third of the records have the full set of parent, group, kind and person, which is the hardest to keep apart.
  const full = hasParent && random.chance(0.33);
  if (full || random.chance(0.5)) asks.push(kindAsk(layout, noun, random.chance(0.65)));
  if (full || random.chance(0.55)) asks.push(personAsk(layout));
  if (random.chance(full ? 0.1 : 0.35)) asks.push(...wrappedAsks(layout, noun));
  else if (random.chance(full ? 0.1 : 0.25)) asks.push(textAsk(layout));
  for (let extra = full ? 0 : random.below(size.short ? 2 : 3); extra > 0; extra -= 1)
    asks.push(otherAsk(layout, noun));
  const ordered = random.shuffle(asks);
  const slots = random.chance(0.2) ? gather(layout, ordered) : ordered;

  const verb = random.pick(words.createVerbs);
  const write = toolName(
    api,
    random.chance(0.7) ? [verb] : words.createVerbs,
    random.chance(0.75) ? noun : above,
  );
  addTool(
    api,
    write,
    slots.map((ask) => ask.slot),
    3,
  );
  const follow = size.short || random.chance(0.88) ? undefined : followUp(api, noun, layout);
  addDistractors(api, [above, noun]);

  if (random.chance(0.4)) known.push(...ownValues(api, slots, layout.wrap.length, known));
  const bothRules = read !== undefined && readChild !== undefined && hasParent && random.chance(0.2);
  const readRule = bothRules || (read !== undefined && random.chance(0.25));
  const checkRule = bothRules || (readChild !== undefined && random.chance(0.25));
  const reads =
    read !== undefined &&
    hasParent &&
    (mustRead || random.chance(readRule ? 0.97 : size.plain === true ? 0.1 : 0.55));
  const checks = readChild !== undefined && random.chance(checkRule ? 0.97 : size.plain === true ? 0.1 : 0.4);
  for (const ask of slots) for (const rule of ask.rules ?? []) if (!system.includes(rule)) system.push(rule);
  const said = orderClauses(random, slots, main);
  const habits: string[] = [];
  if (readRule && checkRule) {
    system.push(habitRule(random, above, noun));
  } else {
    if (readRule) (random.chance(0.75) ? system : habits).push(random.pick(readRules));
    if (checkRule) (random.chance(0.75) ? system : habits).push(random.pick(checkRules));
  }
  const bare = habits.map((text) => text.replace(/\.$/, ""));
  const spokenNoun =
    random.chance(0.85) || slots.some((ask) => ask.byNoun === true) ? noun : random.pick(words.childNouns);
  const article = random.pick(["a", "a", "a new", "the", "one"]);
  const opening = `${random.pick(["", "", "", "Please ", "I need you to "])}${random.pick([verb, "create", "add", "make"])} ${article} ${spokenNoun}`;

  const turns: Turn[] = [];
  if (reads && read !== undefined)
    turns.push({
      call: { name: read.name, arguments: { [read.argument]: parentId } },
      answer: recordAnswer(random, lexicon, known, noise(size, 2, 6)),
    });
  const seconds = !size.short && random.chance(0.14) ? 2 : 1;
  let user = request(random, capital(opening), said, bare);
  const titles = [main.text];
  const below = random.chance(0.5);
  if (seconds === 2) {
    titles.push(title(random, lexicon));
    const also =
      below && hasParent
        ? [
            `Then add a ${noun} "${titles[1]}" under the new one`,
            `Below it create a second ${noun} "${titles[1]}"`,
            `And inside the new ${noun} make another one called "${titles[1]}"`,
          ]
        : [
            `Then create another one called "${titles[1]}" with the same values`,
            `Do the same for "${titles[1]}"`,
            `Add a second ${noun} "${titles[1]}" in the same way`,
          ];
    user = `${user.replace(/\.$/, "")}. ${random.pick(also)}.`;
  }
  if (follow !== undefined) user = `${user.replace(/\.$/, "")}. ${follow.said}.`;
  let last = "";
  titles.forEach((text, index) => {
    const filled = slots.map((ask) => {
      if (index === 1 && ask.slot.value === main.text) return { ...ask.slot, value: text };
      return index === 1 && below && ask.slot.value === parentId ? { ...ask.slot, value: last } : ask.slot;
    });
    if (size.plain !== true && random.chance(0.1)) turns.push(...mistake(random, write, filled));
    const newKey =
      style === "key" ? `${group}-${1 + random.below(3000)}` : makeId(random, lexicon, style, group);
    last = newKey;
    const numeric = digits(random, 3 + random.below(7));
    const made: Known =
      style === "key"
        ? [
            ["id", numeric],
            ["key", newKey],
          ]
        : [[style === "word" ? "name" : "id", newKey]];
    const echo: Known = filled
      .filter(() => random.chance(0.5))
      .map((slot): readonly [string, Value] => [slot.path.at(-1)!, slot.value]);
    turns.push({
      call: { name: write, arguments: argumentsOf(filled) },
      answer: recordAnswer(random, lexicon, random.chance(0.3) ? merge(made, echo) : made, noise(size, 1, 3)),
    });
    if (checks && readChild !== undefined) {
      turns.push({
        call: { name: readChild.name, arguments: { [readChild.argument]: newKey } },
        answer: recordAnswer(random, lexicon, merge(made, echo), noise(size, 2, 5)),
      });
    }
  });
  if (follow !== undefined) {
    turns.push({
      call: {
        name: follow.tool,
        arguments: argumentsOf([{ path: [follow.reference], value: last }, follow.slot]),
      },
      answer: envelope(
        random,
        random.chance(0.5) ? { ok: true } : { id: digits(random, 3 + random.below(5)) },
      ),
    });
  }
  turns.push({ say: closing(random, noun, seconds === 1 ? last : undefined) });
  if (random.chance(0.6)) system.unshift(roleLine(random, above));
  for (let more = random.chance(0.3) ? 1 + random.below(4) : 0; more > 0; more -= 1) {
    system.push(
      random.chance(0.5) ? sentence(random, lexicon).replace(/\.?$/, ".") : roleLine(random, above),
    );
  }
  return {
    system: random.chance(0.9)
      ? random.shuffle(system).join(random.chance(0.8) ? " " : "\n")
      : system.join(" "),
    tools: api.tools,
    user,
    turns,
  };
}
