import type { ConcreteNode, ConcreteToken } from "../syntax/concrete.js";

/*
 * What the formatter knows of single rules of the grammar. A rule that is not named here is laid out as a row of
 * words, its braces as a block and its other brackets as a group.
 */

interface Breaks {
  /** Words and rules before which a header that is too long continues on a further line. */
  readonly words: ReadonlySet<string>;
  /** Levels by which the further lines are indented; two where a block follows that would else be hard to tell. */
  readonly levels: number;
}

const breaks: ReadonlyMap<string, Breaks> = new Map([
  ["requirement", { words: new Set(["else"]), levels: 1 }],
  ["invalid", { words: new Set(["else"]), levels: 1 }],
  ["given", { words: new Set(["where"]), levels: 1 }],
  ["step", { words: new Set(["stepOrder", "when"]), levels: 1 }],
  ["eventList", { words: new Set(["and"]), levels: 1 }],
  ["test", { words: new Set(["expect"]), levels: 2 }],
]);

export function breaksBefore(rule: string): Breaks | undefined {
  return breaks.get(rule);
}

/** Rules whose elements carry their commas with them, so that commas are written as the layout needs them. */
const lists: ReadonlySet<string> = new Set(["object", "array", "nameOrCall", "argumentList", "updateEffect"]);

export function hasOwnComma(rule: string): boolean {
  return lists.has(rule);
}

/** Rules whose brackets hold a single thing and are never broken open. */
const plainBrackets: ReadonlySet<string> = new Set(["primary", "postfixTail", "objectEntry", "matcher"]);

export function isPlainBracket(rule: string): boolean {
  return plainBrackets.has(rule);
}

/** Items between which a comma means nothing: it is left out where each has its own line. */
const commaItems: ReadonlySet<string> = new Set(["argumentLine", "setting"]);

export function keepsItemComma(item: ConcreteNode | ConcreteToken): boolean {
  if (item.kind === "token") return true;
  if (commaItems.has(item.rule)) return false;
  const [only] = item.children;
  return item.rule !== "slot" || only === undefined || keepsItemComma(only);
}
