import type { Json } from "../../runtime/abi/json.js";

/** JSON types, presence and emptiness, as after `is`. */
export type TestIr =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "array"
  | "object"
  | "null"
  | "present"
  | "absent"
  | "empty";

export type BuiltinName =
  | "count"
  | "union"
  | "except"
  | "unique"
  | "pick"
  | "text"
  | "number"
  | "lower"
  | "join"
  | "split"
  | "plain"
  | "adf"
  | "slice"
  | "sort"
  | "keys"
  | "query";

/**
 * A resolved, total expression. Every name has become what it stands for; no spans, so that the canonical JSON
 * of an IR depends on meaning alone.
 */
export type ExpressionIr =
  | { readonly kind: "literal"; readonly value: Json }
  | { readonly kind: "template"; readonly parts: readonly (string | ExpressionIr)[] }
  /** A local of an `on` block, a comprehension or a shape parameter. Unique within its block. */
  | { readonly kind: "local"; readonly name: string }
  /** A task variable (given or let). */
  | { readonly kind: "variable"; readonly name: string }
  /** Part of the request in an `on` block. */
  | { readonly kind: "request"; readonly part: "path" | "query" | "header" | "body" }
  /** Body of the first accepted call of a tool, in rewards. */
  | { readonly kind: "response"; readonly tool: string }
  | { readonly kind: "now" }
  | { readonly kind: "records"; readonly resource: string }
  | { readonly kind: "lookup"; readonly resource: string; readonly key: ExpressionIr }
  | { readonly kind: "serial"; readonly resource: string }
  /** One more than the largest whole number that was ever a primary key of the resource. */
  | { readonly kind: "next-key"; readonly resource: string }
  | { readonly kind: "builtin"; readonly name: BuiltinName; readonly arguments: readonly ExpressionIr[] }
  | { readonly kind: "shape"; readonly name: string; readonly arguments: readonly ExpressionIr[] }
  | { readonly kind: "get"; readonly object: ExpressionIr; readonly key: string }
  | { readonly kind: "index"; readonly object: ExpressionIr; readonly index: ExpressionIr }
  | { readonly kind: "not"; readonly operand: ExpressionIr }
  | {
      readonly kind: "binary";
      readonly operator: "or" | "and" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "+" | "-";
      readonly left: ExpressionIr;
      readonly right: ExpressionIr;
    }
  | { readonly kind: "is"; readonly operand: ExpressionIr; readonly negated: boolean; readonly test: TestIr }
  /** Source of a regular expression, vetted by the binder, compiled with the `u` flag. */
  | { readonly kind: "matches"; readonly operand: ExpressionIr; readonly pattern: string }
  | {
      readonly kind: "if";
      readonly condition: ExpressionIr;
      readonly yes: ExpressionIr;
      readonly no: ExpressionIr;
    }
  | { readonly kind: "array"; readonly items: readonly ExpressionIr[] }
  | {
      readonly kind: "comprehension";
      readonly item: ExpressionIr;
      readonly local: string;
      readonly list: ExpressionIr;
      readonly condition: ExpressionIr | undefined;
    }
  | {
      readonly kind: "quantifier";
      readonly quantifier: "all" | "any" | "first";
      readonly local: string;
      readonly list: ExpressionIr;
      readonly condition: ExpressionIr | undefined;
    }
  | { readonly kind: "object"; readonly entries: readonly ObjectEntryIr[] };

export type ObjectEntryIr =
  | { readonly kind: "entry"; readonly key: string; readonly value: ExpressionIr }
  | { readonly kind: "computed-entry"; readonly key: ExpressionIr; readonly value: ExpressionIr }
  | { readonly kind: "spread"; readonly value: ExpressionIr };
