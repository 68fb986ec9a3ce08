import { type Fact, fact } from "./fact.js";
import { isSameName, wordsIn } from "./words.js";

/** Words under which services keep what identifies a record, the usual ones first. */
const SYNONYMS = ["id", "uuid", "guid", "gid", "uid", "key", "slug"];

/** Where the fields are that a path parameter names. */
export interface Identification {
  /** The first of the fields, and how it was found. Undefined where none is. */
  readonly field: Fact<string> | undefined;
  /** Further fields by which the path takes a record: `issueIdOrKey`. */
  readonly aliases: readonly Fact<string>[];
  /** Says what is open, where several fields fit equally well. */
  readonly open: string | undefined;
}

/**
 * Finds the properties of a record that a path parameter means, in this order: the same name; the name without the words
 * of the resource; the last words of the name; another word for identifiers. `AOrB` in the name gives two. Nothing is
 * chosen where two fit equally well.
 */
export function identify(
  parameter: string,
  resource: readonly string[],
  fields: readonly string[],
): Identification {
  const alternatives = alternativesIn(parameter);
  const found = alternatives.map((words) => fieldFor(words, resource, fields));
  const missing = found.findIndex((one) => one.field === undefined);
  const fitting = found.flatMap(({ field }) => (field === undefined ? [] : [field]));
  const [first, ...others] = fitting;
  const distinct = others.filter(({ value }) => value !== first?.value);
  const split =
    alternatives.length === 1
      ? distinct
      : distinct.map((one) => fact(one.value, one.confidence, `'${parameter}' names two ways to say it`));
  return { field: first, aliases: split, open: found[missing]?.open ?? found.find((one) => one.open)?.open };
}

/** `issueIdOrKey` as [issue, id] and [key]; any other name as itself. */
function alternativesIn(parameter: string): readonly (readonly string[])[] {
  const words = wordsIn(parameter);
  const at = words.indexOf("or");
  if (at <= 0 || at === words.length - 1) return [words];
  return [words.slice(0, at), words.slice(at + 1)];
}

function fieldFor(
  words: readonly string[],
  resource: readonly string[],
  fields: readonly string[],
): { readonly field: Fact<string> | undefined; readonly open?: string } {
  const named = (rest: readonly string[]) => fields.filter((field) => isSameName(field, rest.join(" ")));
  const [exact, twin] = named(words);
  const name = words.join(" ");
  if (exact !== undefined && twin === undefined)
    return { field: fact(exact, "high", `the path asks for '${name}', and the record has '${exact}'`) };
  for (let start = 1; start < words.length; start += 1) {
    const [field, second] = named(words.slice(start));
    if (field === undefined || second !== undefined) continue;
    const front = words.slice(0, start);
    const isOwn = front.every((word) => resource.some((own) => own.includes(word) || word.includes(own)));
    const reason = isOwn
      ? `'${name}' without the name of the resource is '${field}'`
      : `'${name}' ends with '${field}'`;
    return { field: fact(field, isOwn ? "high" : "medium", reason) };
  }
  if (!SYNONYMS.includes(words.at(-1) ?? "") && !resource.includes(words.join("")))
    return { field: undefined };
  const synonyms = SYNONYMS.flatMap((word) => named([word]));
  const [synonym, ...more] = synonyms;
  if (synonym === undefined) return { field: undefined };
  if (more.length > 0) {
    const open = `the path's '${name}' may be ${listOf(synonyms)} of the record`;
    return { field: undefined, open };
  }
  return {
    field: fact(
      synonym,
      "medium",
      `'${synonym}' is the only field whose name stands for an identifier, as '${name}' does`,
    ),
  };
}

function listOf(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}
