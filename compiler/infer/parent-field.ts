import type { Segment } from "./paths.js";
import { isSameName, singular, wordsIn } from "./words.js";

/** `pageId` for `{page-id}`, and for `{id}` after `/pages`. */
export function parentField(
  parameter: string,
  before: Segment | undefined,
  fields: readonly string[],
): string | undefined {
  const container = before?.kind === "word" ? wordsIn(before.text) : [];
  const words = wordsIn(parameter);
  const singulars = container.map((word, index) => (index === container.length - 1 ? singular(word) : word));
  const full = words.length === 1 ? [...singulars, ...words] : words;
  return fields.find((field) => isSameName(field, full.join(" ")));
}
