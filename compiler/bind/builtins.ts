import type { BuiltinName } from "../ir/expression.js";
import { ANY, ARRAY, NUMBER, OBJECT, STRING, type StaticType } from "./static-type.js";

export interface BuiltinSignature {
  readonly name: BuiltinName;
  readonly least: number;
  readonly most: number;
  /** "argument": same type as the first argument, which keeps lists of records known as such. */
  readonly result: StaticType | "argument";
}

/** The functions of the language. All are total: a wrong argument gives absent or an empty list, never an error. */
export const BUILTINS: ReadonlyMap<string, BuiltinSignature> = new Map(
  (
    [
      ["count", 1, 1, NUMBER],
      ["union", 2, 2, ARRAY],
      ["except", 2, 2, "argument"],
      ["unique", 1, 1, "argument"],
      ["pick", 2, 2, OBJECT],
      ["text", 1, 1, STRING],
      ["number", 1, 1, NUMBER],
      ["lower", 1, 1, STRING],
      ["join", 2, 2, STRING],
      ["split", 2, 2, ARRAY],
      ["plain", 1, 1, STRING],
      ["adf", 1, 1, OBJECT],
      ["slice", 3, 3, "argument"],
      ["sort", 2, 2, "argument"],
      ["keys", 1, 1, ARRAY],
      ["query", 3, 3, ANY],
    ] as const
  ).map(([name, least, most, result]) => [name, { name, least, most, result }]),
);
