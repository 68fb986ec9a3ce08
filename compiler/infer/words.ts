/** The words of a name, in small letters: `issueIdOrKey` and `issue-id-or-key` are `issue`, `id`, `or`, `key`. */
export function wordsIn(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/gu, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase()
    .split(" ")
    .filter((word) => word !== "");
}

/** Two names are the same when they differ in case and separators alone. */
export function isSameName(left: string, right: string): boolean {
  return wordsIn(left).join("") === wordsIn(right).join("");
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["people", "person"],
  ["children", "child"],
  ["indices", "index"],
  ["indexes", "index"],
  ["vertices", "vertex"],
  ["matrices", "matrix"],
  ["analyses", "analysis"],
  ["criteria", "criterion"],
  ["men", "man"],
  ["women", "woman"],
  ["mice", "mouse"],
  ["geese", "goose"],
  ["movies", "movie"],
  ["cookies", "cookie"],
  ["shelves", "shelf"],
  ["leaves", "leaf"],
  ["halves", "half"],
  ["lives", "life"],
  ["knives", "knife"],
  ["wives", "wife"],
  ["wolves", "wolf"],
]);

/** Words that are the same for one and for many, or end in an s without being many. */
const SAME: ReadonlySet<string> = new Set([
  "news",
  "series",
  "species",
  "data",
  "metadata",
  "media",
  "info",
  "status",
  "address",
  "access",
  "process",
  "progress",
  "business",
  "class",
  "bus",
  "alias",
  "canvas",
  "sms",
  "dns",
  "https",
  "settings",
  "analytics",
  "statistics",
]);

/** One of what the last word of an English name calls many: `properties` is `property`. */
export function singular(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (SAME.has(word)) return word;
  if (/[^aeiou]ies$/u.test(word)) return word.replace(/ies$/u, "y");
  if (/(?:statuses|aliases|buses|canvases)$/u.test(word)) return word.replace(/es$/u, "");
  if (/(?:sses|shes|ches|xes|zzes)$/u.test(word)) return word.replace(/es$/u, "");
  if (/(?:ss|us|is)$/u.test(word)) return word;
  return word.replace(/s$/u, "");
}

/** `custom-content` as `CustomContent`, its last word for one; letters and digits of the Latin alphabet only. */
export function typeName(segment: string): string {
  const words = wordsIn(segment);
  const last = words.at(-1);
  const all = last === undefined ? [] : [...words.slice(0, -1), singular(last)];
  return all
    .map((word) => word.normalize("NFKD").replace(/[^a-z0-9]/gu, ""))
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");
}

/** Text of a document as it may stand in a comment: one line, without control characters and marks of direction. */
export function commentText(text: string): string {
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069]/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
