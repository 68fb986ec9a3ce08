import type { JsonObject } from "../../runtime/abi/json.js";
import type { ExpressionIr } from "./expression.js";

export type StepsIr = readonly string[];

/** A matcher without anything to compute, as resources have it. */
export type PlainMatcherIr =
  | { readonly kind: "exact" | "id" | "text" | "richtext" | "set" | "superset" }
  | { readonly kind: "number"; readonly tolerance: number }
  /** Source of a regular expression, vetted by the binder, compiled with the `u` flag. */
  | { readonly kind: "pattern"; readonly pattern: string };

export type MatcherIr =
  | PlainMatcherIr
  /** Values that count as right beside the expected one. */
  | { readonly kind: "one_of"; readonly values: ExpressionIr };

/** A state machine: the states at a path, and where each may go. */
export interface FlowIr {
  readonly path: StepsIr;
  readonly edges: readonly { readonly from: string; readonly to: readonly string[] }[];
}

export interface ResourceIr {
  readonly name: string;
  /** `<api>.<Schema>` */
  readonly schema: string | undefined;
  readonly key: StepsIr;
  readonly aliases: readonly StepsIr[];
  readonly seed: readonly JsonObject[];
  readonly computed: readonly StepsIr[];
  readonly matchers: readonly { readonly path: StepsIr; readonly matcher: PlainMatcherIr }[];
  /** Left out where any state may follow any other. */
  readonly flow?: FlowIr;
}

export interface ShapeIr {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: ExpressionIr;
}

export type EffectIr =
  | {
      readonly kind: "create";
      readonly resource: string;
      readonly record: ExpressionIr;
      /** Local that holds the created record. */
      readonly as: string | undefined;
    }
  | {
      readonly kind: "update";
      readonly resource: string;
      readonly record: ExpressionIr;
      readonly entries: readonly { readonly path: StepsIr; readonly value: ExpressionIr }[];
    }
  | { readonly kind: "delete"; readonly resource: string; readonly record: ExpressionIr }
  /** Refused where the flow of the resource has no such edge; never after a change. */
  | {
      readonly kind: "move";
      readonly resource: string;
      readonly record: ExpressionIr;
      readonly flow: FlowIr;
      readonly to: ExpressionIr;
      readonly status: number;
      readonly body: ExpressionIr | undefined;
    }
  | {
      readonly kind: "each";
      readonly local: string;
      readonly list: ExpressionIr;
      readonly effects: readonly EffectIr[];
    }
  | { readonly kind: "when"; readonly condition: ExpressionIr; readonly effects: readonly EffectIr[] };

export type StatementIr =
  | { readonly kind: "let"; readonly local: string; readonly value: ExpressionIr }
  | {
      readonly kind: "require";
      readonly condition: ExpressionIr;
      readonly status: number;
      readonly body: ExpressionIr | undefined;
    }
  | { readonly kind: "validate" }
  | EffectIr
  | { readonly kind: "respond"; readonly status: number; readonly body: ExpressionIr | undefined };

export interface OperationIr {
  readonly api: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly mutates: boolean;
  /** `validate` stands explicitly; the last statement is a `respond`. */
  readonly statements: readonly StatementIr[];
}

/** Answer to a request that breaks an API's schema. The local `violation` is `{path, keyword, message}`. */
export interface InvalidIr {
  readonly api: string;
  readonly status: number;
  readonly body: ExpressionIr;
}

/** A world with everything it inherits; nothing refers to another world. */
export interface WorldIr {
  readonly name: string;
  readonly resources: readonly ResourceIr[];
  readonly shapes: readonly ShapeIr[];
  readonly invalid: readonly InvalidIr[];
  readonly operations: readonly OperationIr[];
}
