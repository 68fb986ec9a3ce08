import type { Span } from "../../../../dsl/index.js";
import { type Assist, assistAt } from "../../../../dsl/syntax/assist.js";
import type { Expected } from "../../../../dsl/syntax/expected.js";
import { scan, type Token } from "../../../../dsl/syntax/scan.js";
import type { Snapshot } from "../../snapshot.js";
import { type View, viewOf } from "../../view.js";
import type { CompletionOffer } from "./item.js";
import { memberOffers } from "./members.js";
import { memberOfApi, nameOffers } from "./names.js";
import { pathOffers } from "./paths.js";
import { stringOffers } from "./strings.js";
import { enumOffers, valueOffers } from "./values.js";

export interface Completion {
  /** The text that an offer replaces. */
  readonly replace: Span;
  readonly offers: readonly CompletionOffer[];
}

/** How many tokens after the cursor are looked at for `x in list`, which may stand behind the use of `x`. */
const AFTER = 60;

/** What may be written at a place. `files` are the project's files, for strings that name one. */
export function complete(snapshot: Snapshot, offset: number, files: readonly string[]): Completion {
  const assist = assistAt(snapshot.source, offset);
  const view = viewOf(snapshot, assist.blocks);
  if (assist.string !== undefined) {
    const item = assist.item.map((token) => token.text);
    const named = stringOffers(view, assist.expected, item, files);
    const offers =
      named.length > 0
        ? named
        : enumOffers(view, assist.blocks, assist.item, aroundOf(snapshot, assist, offset), true);
    return { replace: assist.word, offers: unique(offers) };
  }
  const offers = assist.expected.flatMap((expected) => offersFor(snapshot, view, assist, expected, offset));
  return { replace: assist.word, offers: unique(offers) };
}

function offersFor(
  snapshot: Snapshot,
  view: View,
  assist: Assist,
  expected: Expected,
  offset: number,
): readonly CompletionOffer[] {
  const { blocks, item } = assist;
  const [rule, parent] = [expected.rules.at(-1), expected.rules.at(-2)];
  switch (expected.kind) {
    case "keyword":
      return [keywordOffer(expected, assist)];
    case "value":
      return valueOffers(view, aroundOf(snapshot, assist, offset));
    case "string":
      // Where a text may begin, the schema may know which.
      return rule === "primary"
        ? enumOffers(view, blocks, item, aroundOf(snapshot, assist, offset), false)
        : [];
    case "operator":
      return item.length === 0 || assist.lineStart
        ? []
        : ["and", "or", "in"].map((text) => ({ label: text, kind: "keyword", insert: text, rank: 3 }));
    case "name":
      if (rule === "segment" && parent === "postfixTail")
        return memberOffers(view, item, aroundOf(snapshot, assist, offset));
      if (rule === "segment" && parent === "apiReference") return memberOfApi(view, expected.rules, item);
      if (rule === "path" || (rule === "segment" && parent === "path"))
        return pathOffers(view, expected.rules, blocks, rule === "path" && startsNewItem(assist) ? [] : item);
      return nameOffers(view, expected, item);
    case "number":
    case "mark":
      return [];
  }
}

/** After a whole line the next path begins a line of its own. */
function startsNewItem({ item, lineStart }: Assist): boolean {
  const last = item.at(-1)?.text ?? "";
  return lineStart && last !== "(" && last !== ",";
}

function keywordOffer(expected: Expected, { lineStart, item }: Assist): CompletionOffer {
  // On a fresh line the words that begin an item are meant, not those that go on with the one before.
  const begins = expected.rules.length <= 3;
  return {
    label: expected.text,
    kind: "keyword",
    insert: expected.text,
    rank: lineStart && item.length > 0 && !begins ? 4 : 2,
  };
}

/** The item at the cursor with what follows it. */
function aroundOf({ source }: Snapshot, { item, word }: Assist, offset: number): readonly Token[] {
  const after = scan(source).filter((token) => token.span.start >= Math.max(word.end, offset));
  return [...item, ...after.slice(0, AFTER)];
}

function unique(offers: readonly CompletionOffer[]): readonly CompletionOffer[] {
  const found = new Map<string, CompletionOffer>();
  for (const offer of offers) {
    const known = found.get(offer.label);
    if (known === undefined || (offer.rank ?? 2) < (known.rank ?? 2)) found.set(offer.label, offer);
  }
  return [...found.values()];
}
