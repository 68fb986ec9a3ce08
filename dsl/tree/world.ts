import type { Expression, Name, Path, TemplateString } from "./expression.js";
import type { Span } from "./span.js";

/** `api.operation` or `api.Schema`. */
export interface ApiReference {
  readonly kind: "api-reference";
  readonly api: Name;
  readonly member: Name;
  readonly span: Span;
}

export type MatcherName =
  | "exact"
  | "text"
  | "richtext"
  | "set"
  | "superset"
  | "number"
  | "pattern"
  | "one_of";

/** `as text`, `as number(0.5)`, `as pattern("^A")`, `as one_of([a, b])`. */
export interface Matcher {
  readonly name: MatcherName;
  readonly argument: Expression | undefined;
  readonly span: Span;
}

export type ResourceItem =
  /** `key fields.key alias id, name`: primary key path and further paths that a look-up accepts. */
  | { readonly kind: "key"; readonly path: Path; readonly aliases: readonly Path[]; readonly span: Span }
  | { readonly kind: "seed"; readonly file: TemplateString; readonly span: Span }
  /** Paths that the service fills; the goal ignores them. */
  | { readonly kind: "computed"; readonly paths: readonly Path[]; readonly span: Span }
  /** How the goal compares a path of this resource, where exact is not meant. */
  | { readonly kind: "match"; readonly path: Path; readonly matcher: Matcher; readonly span: Span }
  | FlowDeclaration;

/** `flow state { "open" -> "doing", "dropped" }`: the states at a path, and where each may go. */
export interface FlowDeclaration {
  readonly kind: "flow";
  readonly path: Path;
  readonly edges: readonly FlowEdges[];
  readonly span: Span;
}

/** `"open" -> "doing", "dropped"` */
export interface FlowEdges {
  readonly kind: "edges";
  readonly from: TemplateString;
  readonly to: readonly TemplateString[];
  readonly span: Span;
}

export interface ResourceDeclaration {
  readonly kind: "resource";
  readonly name: Name;
  /** Schema of a record; absent for records that no schema describes. */
  readonly schema: ApiReference | undefined;
  readonly items: readonly ResourceItem[];
  readonly span: Span;
}

/** `shape name(a, b) = { ... }`: a named body with holes, used for error envelopes. */
export interface ShapeDeclaration {
  readonly kind: "shape";
  readonly name: Name;
  readonly parameters: readonly Name[];
  readonly body: Expression;
  readonly span: Span;
}

/** `invalid api else 400 expr`: answer to arguments that break the schema; `violation` is bound. */
export interface InvalidDeclaration {
  readonly kind: "invalid";
  readonly api: Name;
  readonly status: Expression;
  readonly body: Expression;
  readonly span: Span;
}

export type Effect =
  | {
      readonly kind: "create";
      readonly resource: Name;
      readonly record: Expression;
      readonly as: Name | undefined;
      readonly span: Span;
    }
  /** `update record { path: value }`; each entry sets one path. Spread is not allowed here. */
  | {
      readonly kind: "update";
      readonly record: Expression;
      readonly entries: readonly UpdateEntry[];
      readonly span: Span;
    }
  | { readonly kind: "delete"; readonly record: Expression; readonly span: Span }
  /** `move issue to body.state else 409 { error: "no such step" }`: refused without an edge of the flow. */
  | {
      readonly kind: "move";
      readonly record: Expression;
      readonly to: Expression;
      readonly status: Expression;
      readonly body: Expression | undefined;
      readonly span: Span;
    }
  | {
      readonly kind: "each";
      readonly name: Name;
      readonly list: Expression;
      readonly effects: readonly Effect[];
      readonly span: Span;
    }
  | {
      readonly kind: "when";
      readonly condition: Expression;
      readonly effects: readonly Effect[];
      readonly span: Span;
    };

export interface UpdateEntry {
  readonly path: Path;
  readonly value: Expression;
  readonly span: Span;
}

export type Statement =
  | { readonly kind: "let"; readonly name: Name; readonly value: Expression; readonly span: Span }
  | {
      readonly kind: "require";
      readonly condition: Expression;
      readonly status: Expression;
      readonly body: Expression | undefined;
      readonly span: Span;
    }
  /** Where the schema check stands among the requires; after the last of them when not written. */
  | { readonly kind: "validate"; readonly span: Span }
  | Effect
  | {
      readonly kind: "respond";
      readonly status: Expression;
      readonly body: Expression | undefined;
      readonly span: Span;
    };

export interface OnDeclaration {
  readonly kind: "on";
  readonly operation: ApiReference;
  readonly statements: readonly Statement[];
  readonly span: Span;
}

export type WorldItem = ResourceDeclaration | ShapeDeclaration | InvalidDeclaration | OnDeclaration;

export interface WorldDeclaration {
  readonly kind: "world";
  readonly name: Name;
  readonly extends: Name | undefined;
  readonly items: readonly WorldItem[];
  readonly span: Span;
}
