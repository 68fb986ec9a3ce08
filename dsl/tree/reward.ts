import type { Expression, Name, Path } from "./expression.js";
import type { ArgumentLine, NamedArgument } from "./scenario.js";
import type { Span } from "./span.js";

/** What one trace call must look like: tool, and arguments that must equal the given values. */
export interface CallPattern {
  readonly tool: Name;
  readonly arguments: readonly NamedArgument[];
  readonly span: Span;
}

/** Order of a step relative to a write. `any` counts refused writes too; else the first accepted one counts. */
export interface StepOrder {
  /** No other call stands between. */
  readonly immediately: boolean;
  readonly relation: "before" | "after";
  readonly any: boolean;
  readonly tool: Name;
  readonly span: Span;
}

/** A countable event of the trace. */
export type EventPattern =
  /** One event per call of the tool, whatever came of it. */
  | { readonly kind: "called"; readonly tool: Name; readonly span: Span }
  | { readonly kind: "accepted"; readonly tool: Name; readonly span: Span }
  /** Refused by the API, or not parseable. */
  | { readonly kind: "refused"; readonly tool: Name; readonly span: Span }
  /** Breaks the tool's schema, or not parseable. */
  | { readonly kind: "invalid"; readonly tool: Name; readonly span: Span }
  /** One event when the tool was never called. */
  | { readonly kind: "missing"; readonly tool: Name; readonly span: Span }
  /** One event per call of the tool after the first. */
  | { readonly kind: "duplicate"; readonly tool: Name; readonly span: Span }
  /** `unknown tool` */
  | { readonly kind: "unknown"; readonly span: Span }
  /** `call`: one event per call. `call over 6`: one per call beyond. */
  | { readonly kind: "call"; readonly over: Expression | undefined; readonly span: Span };

export type RewardItem =
  /** `use reads(get_issue, create_issue)`: the items of a fragment, with tools for its parameters. */
  | {
      readonly kind: "use-fragment";
      readonly name: Name;
      readonly arguments: readonly Name[];
      readonly span: Span;
    }
  /** `derive slots`, `derive slots weight 0.1`, `derive penalties`. */
  | {
      readonly kind: "derive";
      readonly what: "slots" | "penalties";
      readonly weight: Expression | undefined;
      readonly span: Span;
    }
  /** `slots create_issue mean weight 0.5 { ... }`: the aggregate runs over the calls of the tool. */
  | {
      readonly kind: "slots";
      readonly tool: Name;
      readonly aggregate: "mean" | "best";
      readonly weight: Expression;
      readonly groups: readonly SlotGroup[];
      readonly span: Span;
    }
  /** `recall 0.1 add_labels labels.name of wanted`: weight for every wanted value that accepted calls sent. */
  | {
      readonly kind: "recall";
      readonly weight: Expression;
      readonly tool: Name;
      readonly path: Path;
      readonly wanted: Expression;
      readonly span: Span;
    }
  /** `step 0.5 get_issue(issueIdOrKey: parent.key) before create_issue`; `require` makes it part of the goal. */
  | {
      readonly kind: "step";
      readonly required: boolean;
      readonly weight: Expression | undefined;
      readonly call: CallPattern;
      /** The calls after the first of a group, `all { a b c }`; their order means nothing. */
      readonly others: readonly CallPattern[];
      /** `exactly once`: a second call that matches undoes the step. */
      readonly once: boolean;
      readonly order: StepOrder | undefined;
      /** `when accepted create_issue and ...` */
      readonly when: readonly EventPattern[];
      readonly span: Span;
    }
  /** `bonus 0.15 once called a and called b`, `penalty 0.05 each call over 6`. */
  | {
      readonly kind: "bonus" | "penalty";
      readonly weight: Expression;
      readonly frequency: "once" | "each";
      /** With more than one event all must occur, and the frequency is `once`. */
      readonly events: readonly EventPattern[];
      readonly span: Span;
    }
  | { readonly kind: "budget"; readonly calls: Expression; readonly span: Span }
  | { readonly kind: "clamp"; readonly low: Expression; readonly high: Expression; readonly span: Span }
  /** `procedure 0.2` (q), `excess 0.04` (e), `partial 0.5` (c) of the sound form. */
  | {
      readonly kind: "parameter";
      readonly name: "procedure" | "excess" | "partial";
      readonly value: Expression;
      readonly span: Span;
    };

/**
 * One slot: one line, or several lines that must all be right (`slot body { ... }`). The paths of the
 * lines are complete: those of a block start with the segments of `name`.
 */
export interface SlotGroup {
  readonly name: Path;
  readonly lines: readonly ArgumentLine[];
  readonly span: Span;
}

/** `reward sound { ... }`, `reward paper additive in world variant { ... }`. */
export interface RewardDeclaration {
  readonly kind: "reward";
  readonly name: Name;
  readonly form: "sound" | "additive";
  readonly world: Name | undefined;
  readonly items: readonly RewardItem[];
  readonly span: Span;
}

/** `fragment reads(read, write) { ... }`: items that several rewards share; the parameters stand for tools. */
export interface FragmentDeclaration {
  readonly kind: "fragment";
  readonly name: Name;
  readonly parameters: readonly Name[];
  readonly items: readonly RewardItem[];
  readonly span: Span;
}
