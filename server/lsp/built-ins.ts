import type { BuiltinName } from "../../compiler/ir/expression.js";

/** What the functions and words of the language do, for a box beside the cursor. Docs: the reference of the language. */
export interface BuiltInNote {
  readonly signature: string;
  readonly text: string;
}

const FUNCTIONS: Readonly<Record<BuiltinName, BuiltInNote>> = {
  count: { signature: "count(list)", text: "Number of elements of a list; 0 for anything else." },
  union: { signature: "union(a, b)", text: "Elements of both lists, each once, in order of appearance." },
  except: { signature: "except(a, b)", text: "Elements of the first list that the second does not hold." },
  unique: { signature: "unique(list)", text: "The list without repetitions." },
  pick: { signature: "pick(object, names)", text: "The object with the named members only." },
  text: { signature: "text(x)", text: "A number or text as text." },
  number: { signature: "number(x)", text: "A text that reads as a number, as a number; otherwise absent." },
  lower: { signature: "lower(s)", text: "The text in small letters." },
  join: { signature: "join(list, separator)", text: "The texts of a list, put together." },
  split: { signature: "split(s, separator)", text: "The parts of a text between separators." },
  plain: { signature: "plain(rich)", text: "Text of rich content, markup taken away." },
  adf: { signature: "adf(text)", text: "A text as a document of the Atlassian format." },
  slice: { signature: "slice(list, from, count)", text: "So many elements, from an index that starts at 0." },
  sort: { signature: 'sort(list, "path")', text: "The list in the order of the values at a path." },
  keys: { signature: "keys(object)", text: "Names of the members of an object." },
  query: {
    signature: "query(string, list, fields)",
    text: "Reads clauses `field op value AND ... ORDER BY field` and gives `{ ok, items }`.",
  },
};

const WORDS: Readonly<Record<string, BuiltInNote>> = {
  serial: { signature: "serial(Resource)", text: "The next number of a resource." },
  now: { signature: "now", text: "The world's clock as an ISO text; it advances with each call." },
  all: { signature: "all(x in list: condition)", text: "Whether the condition holds for every element." },
  any: { signature: "any(x in list: condition)", text: "Whether the condition holds for some element." },
  first: { signature: "first(x in list: condition)", text: "The first element that fits, or absent." },
};

export const BUILT_INS: ReadonlyMap<string, BuiltInNote> = new Map([
  ...Object.entries(FUNCTIONS),
  ...Object.entries(WORDS),
]);
