/**
 * How a value is compared with the expected one.
 * - `exact`: canonical JSON equality, typed ("1" is not 1, null is not absent).
 * - `id`: equality of the decimal or text form ("789" is 789); for identifiers only.
 * - `text`: strings equal after NFC, white space runs as one space, trimmed.
 * - `richtext`: plain text of an ADF document or of storage XHTML, then as `text`.
 * - `set`: arrays equal as sets of canonical JSON values.
 * - `superset`: every expected item occurs in the array.
 * - `number`: numbers within `tolerance`.
 * - `pattern`: strings in which the regular expression (flag `u`) occurs; the expected one is among them.
 * - `one_of`: the expected value is a list, and the value is one of its members.
 */
export type MatcherProgram =
  | { readonly kind: "exact" | "id" | "text" | "richtext" | "set" | "superset" | "one_of" }
  | { readonly kind: "number"; readonly tolerance: number }
  | { readonly kind: "pattern"; readonly pattern: string };
