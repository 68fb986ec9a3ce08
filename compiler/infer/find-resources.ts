import type { ApiModel, Operation } from "../openapi/api-model.js";
import { answerOf } from "./answers.js";
import { type Confidence, type Fact, fact } from "./fact.js";
import { groupPaths, type PathGroup, type Segment, shapeOf } from "./paths.js";
import { typeName } from "./words.js";

/** A resource by its paths, before anything else is known of it. */
export interface FoundResource {
  readonly name: string;
  readonly kind: "collection" | "singleton";
  readonly item: PathGroup;
  readonly collection: PathGroup | undefined;
  readonly exists: Fact<{ readonly collection: string | undefined; readonly item: string }>;
}

type Draft = Omit<FoundResource, "name">;

/**
 * The resources of a document, in order of their paths' first appearance, by these rules:
 *
 * - A path that ends with a parameter is that of one record where a GET answers with an object, or where PUT, PATCH or
 *   DELETE stand beside a GET or POST on the path without the parameter, or where paths go on below it and a GET lists
 *   records on the path without it. Some operation must show a record.
 * - A path that ends with a word holds the one record of its kind where a GET answers with an object and a PUT or PATCH
 *   changes it.
 */
export function findResources(
  model: ApiModel,
  groups: ReadonlyMap<string, PathGroup> = groupPaths(model),
): readonly FoundResource[] {
  const drafts: Draft[] = [];
  for (const group of [...groups.values(), ...impliedItems(groups)]) {
    const last = group.segments.at(-1);
    const found = last?.kind === "parameter" ? collectionOf(model, groups, group) : singletonOf(model, group);
    if (found !== undefined) drafts.push(found);
  }
  const names = namesOf(drafts);
  return drafts.map((draft, index) => ({ name: names[index] ?? "", ...draft }));
}

function collectionOf(
  model: ApiModel,
  groups: ReadonlyMap<string, PathGroup>,
  item: PathGroup,
): Draft | undefined {
  const before = item.segments.at(-2);
  if (before?.kind !== "word") return undefined;
  const above = groups.get(shapeOf(item.segments.slice(0, -1)));
  const get = item.operations.get("GET");
  const reads = get !== undefined && answerOf(model, get).kind === "record";
  const changes = ["PUT", "PATCH", "DELETE"].filter((method) => item.operations.has(method));
  const lists = above?.operations.has("GET") === true;
  const makes = above?.operations.has("POST") === true;
  const listed = lists && isList(model, above?.operations.get("GET"), before.text);
  const shown =
    listed ||
    [...item.operations.values(), above?.operations.get("POST")].some(
      (operation) => operation !== undefined && answerOf(model, operation).kind === "record",
    );
  const implied = item.operations.size === 0 && listed;
  if (!reads && !implied && !(changes.length > 0 && (lists || makes) && shown)) return undefined;
  const collection = lists || makes ? above : undefined;
  const value = { collection: collection?.template, item: item.template };
  const confidence: Confidence =
    reads && collection !== undefined ? "high" : reads && changes.length === 0 ? "low" : "medium";
  const reasons = [
    ...(reads ? [`GET ${item.template} answers with one record`] : []),
    ...(implied ? [`other paths go on below ${item.template}`] : []),
    ...(changes.length > 0
      ? [`${changes.join(" and ")} ${changes.length === 1 ? "stands" : "stand"} there`]
      : []),
    ...(lists || makes
      ? [
          `${lists && makes ? "GET and POST stand" : lists ? "GET stands" : "POST stands"} on ${collection?.template}`,
        ]
      : []),
  ];
  return { kind: "collection", item, collection, exists: fact(value, confidence, reasons.join("; ")) };
}

function isList(model: ApiModel, operation: Operation | undefined, word: string): boolean {
  return operation !== undefined && answerOf(model, operation, [word]).kind === "list";
}

/** Paths that end with a parameter and have no operation of their own, while longer ones have. */
function impliedItems(groups: ReadonlyMap<string, PathGroup>): readonly PathGroup[] {
  const implied = new Map<string, PathGroup>();
  for (const { segments, template } of groups.values()) {
    for (const [index, segment] of segments.entries()) {
      const part = segments.slice(0, index + 1);
      const shape = shapeOf(part);
      if (segment.kind !== "parameter" || groups.has(shape) || implied.has(shape)) continue;
      const texts = template.split("/").filter((text) => text !== "");
      const start = `/${texts.slice(0, index + 1).join("/")}`;
      implied.set(shape, { shape, template: start, segments: part, operations: new Map() });
    }
  }
  return [...implied.values()];
}

function singletonOf(model: ApiModel, item: PathGroup): Draft | undefined {
  const get = item.operations.get("GET");
  if (get === undefined || answerOf(model, get).kind !== "record") return undefined;
  const change = ["PUT", "PATCH"].find((method) => item.operations.has(method));
  if (change === undefined) return undefined;
  const value = { collection: undefined, item: item.template };
  const reason = `GET ${item.template} answers with one record and ${change} changes it; nothing lists it`;
  return { kind: "singleton", item, collection: undefined, exists: fact(value, "medium", reason) };
}

/**
 * The words from the one before the first parameter on, each for one: `/pages/{id}/labels/{label}` is PageLabel. Names
 * that several paths share get the word before as long as there is one, and then a number.
 */
function namesOf(drafts: readonly Draft[]): readonly string[] {
  const words = drafts.map(({ item }) => nameWords(item.segments));
  const lengths = words.map(({ own }) => own);
  const nameAt = (index: number): string => {
    const all = words[index]?.all ?? [];
    return all.slice(all.length - (lengths[index] ?? 0)).join("");
  };
  for (let grown = true; grown; ) {
    grown = false;
    for (const index of clashesOf(drafts.map((_, at) => nameAt(at)))) {
      if ((lengths[index] ?? 0) >= (words[index]?.all.length ?? 0)) continue;
      lengths[index] = (lengths[index] ?? 0) + 1;
      grown = true;
    }
  }
  return numbered(
    drafts.map((_, index) => nameAt(index)),
    words.map(({ own }, index) => (lengths[index] ?? 0) - own),
  );
}

/** A number for every name that is taken; a name that was not made longer comes first. */
function numbered(plain: readonly string[], added: readonly number[]): readonly string[] {
  const order = plain.map((_, index) => index);
  order.sort((left, right) => (added[left] ?? 0) - (added[right] ?? 0) || left - right);
  const names: string[] = [];
  const taken = new Set<string>();
  for (const index of order) {
    const base = /^[A-Z]/u.test(plain[index] ?? "") ? (plain[index] ?? "") : `Resource${plain[index] ?? ""}`;
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}${number}`;
    taken.add(name);
    names[index] = name;
  }
  return names;
}

function clashesOf(names: readonly string[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.flatMap((name, index) => ((counts.get(name) ?? 0) > 1 ? [index] : []));
}

/** Segments that say where an API is and of which version, and nothing of what it holds. */
const PREFIX = /^(?:api|rest|v?\d+(?:\.\d+)*|latest)$/iu;

/** Every word of the path as a type name; the last `own` of them name the resource. */
function nameWords(segments: readonly Segment[]): { readonly all: readonly string[]; readonly own: number } {
  const first = segments.findIndex(({ kind }) => kind === "parameter");
  const start = first < 0 ? segments.length - 1 : Math.max(first - 1, 0);
  const names = (part: readonly Segment[]): readonly string[] =>
    part.flatMap((segment) =>
      segment.kind === "parameter" || PREFIX.test(segment.text) ? [] : typeName(segment.text) || [],
    );
  const own = names(segments.slice(start));
  return { all: [...names(segments.slice(0, start)), ...own], own: own.length };
}
