import type { Operation } from "../openapi/api-model.js";
import { type Fact, fact } from "./fact.js";
import type { Paging } from "./inferred.js";
import { wordsIn } from "./words.js";

/** Names of query parameters, without case and separators. */
const POSITIONS: readonly { readonly kind: Paging["kind"]; readonly names: readonly string[] }[] = [
  {
    kind: "cursor",
    names: ["cursor", "nextpagetoken", "pagetoken", "continuationtoken", "startingafter", "after"],
  },
  { kind: "offset", names: ["startat", "offset", "skip", "start"] },
  { kind: "page", names: ["page", "pagenumber"] },
];

const LIMITS = ["limit", "maxresults", "pagesize", "perpage", "count", "size", "first", "top"];

/** How the list of an operation comes in pages, by its query parameters. */
export function pagingOf({ parameters }: Operation): Fact<Paging> | undefined {
  const query = parameters.filter((parameter) => parameter.in === "query");
  const called = (names: readonly string[]) =>
    query.find(({ name }) => names.includes(wordsIn(name).join("")))?.name;
  const limit = called(LIMITS);
  for (const { kind, names } of POSITIONS) {
    const position = called(names);
    if (position === undefined) continue;
    const reason = `its query takes '${position}'${limit === undefined ? "" : ` and '${limit}'`}`;
    return fact({ kind, position, limit }, limit === undefined ? "medium" : "high", reason);
  }
  return undefined;
}
