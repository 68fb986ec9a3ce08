import type { Span } from "./span.js";

/** A name with its place. `text` is empty where recovery had to invent it. */
export interface Name {
  readonly kind: "name";
  readonly text: string;
  readonly span: Span;
}

/** One step of a path: `.fields`, `."body-format"`. */
export interface PathSegment {
  readonly text: string;
  readonly span: Span;
}

/** A dotted path such as `fields.project.key`; the first segment is a name. Never empty. */
export interface Path {
  readonly kind: "path";
  readonly segments: readonly PathSegment[];
  readonly span: Span;
}

/** A piece of a string: literal text, or an expression between braces. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string; readonly span: Span }
  | { readonly kind: "hole"; readonly expression: Expression; readonly span: Span };

export interface TemplateString {
  readonly kind: "string";
  /** Adjacent text parts are merged; an empty string has no parts. */
  readonly parts: readonly TemplatePart[];
  readonly span: Span;
}

export type BinaryOperator = "or" | "and" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "+" | "-";

/** Words after `is`: JSON types, presence, emptiness. */
export type TestWord =
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

export type ObjectEntry =
  | { readonly kind: "entry"; readonly key: PathSegment; readonly value: Expression; readonly span: Span }
  /** `[expr]: value`, a key known at run time only. */
  | {
      readonly kind: "computed-entry";
      readonly key: Expression;
      readonly value: Expression;
      readonly span: Span;
    }
  | { readonly kind: "spread"; readonly value: Expression; readonly span: Span };

export type Expression =
  | { readonly kind: "null"; readonly span: Span }
  | { readonly kind: "boolean"; readonly value: boolean; readonly span: Span }
  | { readonly kind: "number"; readonly value: number; readonly text: string; readonly span: Span }
  | TemplateString
  /** A variable, a resource (all its records) or a word that the binder knows, such as `now`. */
  | { readonly kind: "reference"; readonly name: Name; readonly span: Span }
  | {
      readonly kind: "member";
      readonly object: Expression;
      readonly segment: PathSegment;
      readonly span: Span;
    }
  | { readonly kind: "index"; readonly object: Expression; readonly index: Expression; readonly span: Span }
  /** `Issue(key)` looks a record up; `count(list)` calls a built-in. The binder tells them apart. */
  | {
      readonly kind: "call";
      readonly callee: Name;
      readonly arguments: readonly Expression[];
      readonly span: Span;
    }
  | { readonly kind: "not"; readonly operand: Expression; readonly span: Span }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: "is";
      readonly operand: Expression;
      readonly negated: boolean;
      readonly test: TestWord;
      readonly span: Span;
    }
  /** The pattern is a literal, so it is compiled and vetted once. */
  | {
      readonly kind: "matches";
      readonly operand: Expression;
      readonly pattern: TemplateString;
      readonly span: Span;
    }
  | {
      readonly kind: "if";
      readonly condition: Expression;
      readonly then: Expression;
      readonly else: Expression;
      readonly span: Span;
    }
  | { readonly kind: "array"; readonly items: readonly Expression[]; readonly span: Span }
  /** `[item for name in list if condition]` */
  | {
      readonly kind: "comprehension";
      readonly item: Expression;
      readonly name: Name;
      readonly list: Expression;
      readonly condition: Expression | undefined;
      readonly span: Span;
    }
  /** `all(x in list: condition)`, `any(...)`, `first(...)`; `first` may lack the condition. */
  | {
      readonly kind: "quantifier";
      readonly quantifier: "all" | "any" | "first";
      readonly name: Name;
      readonly list: Expression;
      readonly condition: Expression | undefined;
      readonly span: Span;
    }
  | { readonly kind: "object"; readonly entries: readonly ObjectEntry[]; readonly span: Span }
  /** Stands where an expression could not be read. Later stages stay silent about it. */
  | { readonly kind: "poison"; readonly span: Span };
