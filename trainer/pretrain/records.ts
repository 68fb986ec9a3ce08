import type { Random } from "../random.js";
import type { Lexicon } from "./names.js";
import { inventedWord } from "./names.js";
import type { Value } from "./slots.js";
import { digits, isoDate, sentence, title, user } from "./values.js";
import * as words from "./words.js";

type Fields = readonly (readonly [name: string, value: Value])[];

/** A record as an answer shows it: the given fields among unrelated ones, flat or inside an envelope. */
export function recordAnswer(random: Random, lexicon: Lexicon, fields: Fields, noise: number): string {
  const seen = new Set(fields.map(([name]) => name));
  const all: (readonly [string, Value])[] = [...fields];
  for (let count = random.below((random.chance(0.12) ? 2 * noise : noise) + 1); count > 0; count -= 1) {
    const extra = unrelatedField(random, lexicon);
    if (seen.has(extra[0])) continue;
    seen.add(extra[0]);
    all.splice(random.below(all.length + 1), 0, extra);
  }
  if (!random.chance(0.3)) return envelope(random, Object.fromEntries(all));
  // The other usual form: identity outside, everything else below one name.
  const outside = all.filter(([name]) => name === "id" || name === "key" || name === "self");
  const inside = all.filter(([name]) => name !== "id" && name !== "key" && name !== "self");
  const home = random.chance(0.5)
    ? random.pick(["attributes", "properties", "data", "content", "body", "record"])
    : inventedWord(random, lexicon);
  if (seen.has(home)) return envelope(random, Object.fromEntries(all));
  return JSON.stringify(Object.fromEntries([...outside, [home, Object.fromEntries(inside)]]));
}

/** Sometimes an answer lies inside `data`, `result`, or beside a status. */
export function envelope(random: Random, value: Value): string {
  const way = random.next();
  if (way < 0.8) return JSON.stringify(value);
  if (way < 0.87) return JSON.stringify({ data: value });
  if (way < 0.92) return JSON.stringify({ result: value });
  if (way < 0.96) return JSON.stringify({ status: "ok", data: value });
  return JSON.stringify({ ok: true, result: value });
}

function unrelatedField(random: Random, lexicon: Lexicon): readonly [string, Value] {
  switch (random.below(12)) {
    case 0:
      return ["created", isoDate(random)];
    case 1:
      return ["self", `https://example.com/${inventedWord(random, lexicon)}/${digits(random, 4)}`];
    case 2:
      return [
        "status",
        random.chance(0.5) ? random.pick(words.stateNames) : { name: random.pick(words.stateNames) },
      ];
    case 3:
      return ["version", random.chance(0.5) ? 1 + random.below(20) : { number: 1 + random.below(20) }];
    case 4:
      return ["active", random.chance(0.6)];
    case 5:
      return ["creator", random.chance(0.5) ? user(random, lexicon) : { name: user(random, lexicon) }];
    case 6:
      return ["description", random.chance(0.3) ? null : sentence(random, lexicon)];
    case 7:
      return ["tags", Array.from({ length: random.below(4) }, () => random.pick(words.titleWords))];
    case 8:
      return ["count", random.below(300)];
    case 9:
      return [
        inventedWord(random, lexicon),
        random.chance(0.5) ? title(random, lexicon) : digits(random, 1 + random.below(6)),
      ];
    case 10: {
      const type = random.pick(["type", "kind", "group", "level", "priority"]);
      return [type, { id: digits(random, 1 + random.below(5)), name: random.pick(words.titleWords) }];
    }
    default:
      return ["updated", isoDate(random)];
  }
}

/** A refusal in one of the shapes that services use. `where` names the value at fault. */
export function refusal(random: Random, where: string, status: number): string {
  const why =
    status === 404
      ? random.pick(["not found", "does not exist", "no such record", "unknown id"])
      : random.pick([
          "is required",
          "is invalid",
          "is not valid",
          "is missing",
          "unknown value",
          "wrong value",
        ]);
  const message = `${where} ${why}`;
  switch (random.below(6)) {
    case 0:
      return JSON.stringify({
        errorMessages: status === 404 ? [message] : [],
        errors: status === 404 ? {} : { [where]: why },
      });
    case 1:
      return JSON.stringify({ error: { code: status, message } });
    case 2:
      return JSON.stringify({ status, message });
    case 3:
      return JSON.stringify({ errorMessages: [message], errors: {} });
    case 4:
      return JSON.stringify({ error: message });
    default:
      return JSON.stringify({ errors: [{ status, title: message }] });
  }
}
