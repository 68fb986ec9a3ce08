import type { Random } from "../random.js";
import type { ChatTool } from "../tokenizer/index.js";
import type { Dialogue } from "./dialogue.js";
import {
  isHeldOut,
  joinName,
  type Lexicon,
  type NameStyle,
  parameterName,
  recordNoun,
  spoken,
} from "./names.js";
import { argumentsOf, parametersOf, type Slot } from "./slots.js";
import { digits, idStyle, makeId, title, upperCode, user } from "./values.js";
import * as words from "./words.js";

/**
 * The copy curriculum: one tool, "name value" pairs in any order, one call. Short and dense in values to copy; a model
 * that starts with whole dialogues learns copying far later.
 */
export function copyDialogue(random: Random, lexicon: Lexicon): Dialogue {
  for (;;) {
    const dialogue = drawDialogue(random, lexicon);
    if (!isHeldOut(JSON.stringify(dialogue))) return dialogue;
  }
}

function drawDialogue(random: Random, lexicon: Lexicon): Dialogue {
  const style: NameStyle = random.pick(["snake", "camel"]);
  const taken = new Set<string>();
  const name = joinName([random.pick(words.createVerbs), recordNoun(random, lexicon)], style);
  const slots: Slot[] = [];
  const prefix = random.chance(0.3) ? [parameterName(random, lexicon, style, taken)] : [];
  for (let count = 2 + random.below(4); count > 0; count -= 1) {
    const own = parameterName(random, lexicon, style, taken);
    const nested = random.chance(0.3) ? [random.pick(["id", "key", "name", "value", "ref"])] : [];
    const value = anyValue(random, lexicon);
    slots.push({
      path: [...prefix, own, ...nested],
      value: typeof value === "string" && random.chance(0.05) ? [value] : value,
    });
  }
  const tool: ChatTool = {
    type: "function",
    function: { name, parameters: parametersOf(slots, () => true) },
  };
  const pairs = random.shuffle(slots).map((slot) => {
    const last = slot.path.at(-1)!;
    const own = slot.path[prefix.length] ?? last;
    const quote = random.pick(["", "", '"', "'"]);
    const value = Array.isArray(slot.value) ? String(slot.value[0]) : String(slot.value);
    return `${spoken(own)}${random.pick([" ", ": ", " is ", " = "])}${quote}${value}${quote}`;
  });
  const user = pairs.join(random.pick([", ", "; ", " and ", "\n", ". "])) + random.pick(["", "", ".", "!"]);
  return {
    system: "",
    tools: [tool],
    user,
    turns: [{ call: { name, arguments: argumentsOf(slots) } }],
  };
}

function anyValue(random: Random, lexicon: Lexicon): string | number {
  switch (random.below(8)) {
    case 0:
      return makeId(random, lexicon, idStyle(random));
    case 1:
    case 2:
      return title(random, lexicon);
    case 3:
      return user(random, lexicon);
    case 4:
      return upperCode(random);
    case 5:
      return Number(digits(random, 1 + random.below(6)));
    case 6:
      return digits(random, 3 + random.below(6));
    default:
      return parameterName(random, lexicon, "camel", new Set());
  }
}
