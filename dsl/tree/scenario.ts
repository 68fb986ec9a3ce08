import type { Expression, Name, Path, TemplateString } from "./expression.js";
import type { RewardDeclaration } from "./reward.js";
import type { Span } from "./span.js";
import type { ApiReference, Matcher } from "./world.js";

export type ToolItem =
  | { readonly kind: "description"; readonly text: TemplateString; readonly span: Span }
  /** `take fields.summary as title`: an argument of the tool. Path may start with path, query, header or body. */
  | { readonly kind: "take"; readonly path: Path; readonly as: Name | undefined; readonly span: Span }
  /** `fix query.fields = [...]`: always sent, never shown. */
  | { readonly kind: "fix"; readonly path: Path; readonly value: Expression; readonly span: Span }
  /** `show id, fields.summary`: the part of a 2xx answer that the model sees. */
  | { readonly kind: "show"; readonly paths: readonly Path[]; readonly span: Span };

export interface ToolDeclaration {
  readonly kind: "tool";
  readonly name: Name;
  readonly operation: ApiReference;
  readonly items: readonly ToolItem[];
  readonly span: Span;
}

/** `given parent: Issue where ...`; `type` names a resource, or is `text` or `integer`. */
export interface GivenDeclaration {
  readonly kind: "given";
  readonly name: Name;
  readonly type: Name;
  readonly where: Expression | undefined;
  readonly span: Span;
}

export interface TaskLet {
  readonly kind: "task-let";
  readonly name: Name;
  readonly value: Expression;
  readonly span: Span;
}

/** `prompt "..."` or `prompt second "..."`. The unnamed wording is called `main`. */
export interface PromptDeclaration {
  readonly kind: "prompt";
  readonly name: Name | undefined;
  readonly text: TemplateString;
  readonly span: Span;
}

/** `fields.summary = title as text`. A leaf of a gold write, or a slot of a reward. */
export interface ArgumentLine {
  readonly path: Path;
  readonly value: Expression;
  readonly matcher: Matcher | undefined;
  /** Relative to the other lines of a slots block; undefined means 1. */
  readonly weight: Expression | undefined;
  /** Not checked against the schema: a known-bad comparison that is kept on purpose. */
  readonly unchecked: boolean;
  readonly span: Span;
}

/** `allow PATH, PATH`: arguments that a call may add without a side effect. */
export interface AllowedPaths {
  readonly kind: "allow";
  readonly paths: readonly Path[];
  readonly span: Span;
}

export interface GoldDeclaration {
  readonly kind: "gold";
  readonly tool: Name;
  readonly lines: readonly ArgumentLine[];
  /** `allow fields.labels`: arguments that a call may have besides; each keyword opens one list. */
  readonly allows: readonly AllowedPaths[];
  readonly span: Span;
}

/** How an episode of the task must end; a task without one ends when the policy stops calling tools. */
export type ClosingDeclaration =
  /** `answer count(open) as number(0)`: the final message, or the argument of `finish`. */
  | {
      readonly kind: "answer";
      readonly value: Expression;
      readonly matcher: Matcher | undefined;
      readonly span: Span;
    }
  /** `ask for "title", "assignee"`: what `ask_user` must ask for. */
  | { readonly kind: "ask"; readonly missing: readonly TemplateString[]; readonly span: Span }
  /** `decline "read_only"`: the reasons that count; any, where none is listed. */
  | { readonly kind: "decline"; readonly reasons: readonly TemplateString[]; readonly span: Span }
  /** `report move_issue`: the tool whose refusal is to be reported. */
  | { readonly kind: "report"; readonly tool: Name; readonly span: Span };

/** Values of one variable within a split: an expression, or a YAML file and the list in it. */
export type SplitSource =
  | { readonly kind: "expression"; readonly value: Expression }
  | { readonly kind: "file"; readonly file: TemplateString; readonly list: Name | undefined };

export type SplitItem =
  /** `title in "data/titles.yaml" heldout` or `parent in [ ... ]` */
  | { readonly kind: "domain"; readonly name: Name; readonly source: SplitSource; readonly span: Span }
  /** Variables whose values no other split of this task may use. */
  | { readonly kind: "disjoint"; readonly names: readonly Name[]; readonly span: Span }
  /** Wordings used, in turn. Absent: the first wording. */
  | { readonly kind: "wording"; readonly names: readonly Name[]; readonly span: Span };

export interface SplitDeclaration {
  readonly kind: "split";
  readonly name: Name;
  /** `split train from "rows.yaml"`: one row a task. */
  readonly rows: TemplateString | undefined;
  /** `split heldout 200 seed 7`: drawn from the domains. */
  readonly size: Expression | undefined;
  readonly seed: Expression | undefined;
  readonly items: readonly SplitItem[];
  readonly span: Span;
}

export interface TaskDeclaration {
  readonly kind: "task";
  readonly name: Name;
  readonly items: readonly (
    | GivenDeclaration
    | TaskLet
    | PromptDeclaration
    | GoldDeclaration
    | ClosingDeclaration
    | SplitDeclaration
  )[];
  readonly span: Span;
}

/** `system "..."`, `system hinted "..."`. */
export interface SystemDeclaration {
  readonly kind: "system";
  readonly variant: Name | undefined;
  readonly text: TemplateString;
  readonly span: Span;
}

/** `group 8`, `learning_rate 0.0003`. */
export interface TrainSetting {
  readonly name: Name;
  readonly value: Expression;
  readonly span: Span;
}

export interface TrainDeclaration {
  readonly kind: "train";
  readonly settings: readonly TrainSetting[];
  readonly span: Span;
}

export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type Expectation =
  | {
      readonly kind: "reward";
      readonly comparison: Comparison;
      readonly value: Expression;
      readonly span: Span;
    }
  | { readonly kind: "success"; readonly span: Span }
  | { readonly kind: "failure"; readonly span: Span }
  | {
      readonly kind: "term";
      readonly id: TemplateString;
      readonly comparison: Comparison;
      readonly value: Expression;
      readonly span: Span;
    };

export type TestStep =
  /** `tool(a: 1, b: {}) -> 400 { ... }`; status and body are optional expectations on the answer. */
  | {
      readonly kind: "step-call";
      readonly tool: Name;
      readonly arguments: readonly NamedArgument[];
      readonly status: Expression | undefined;
      readonly body: Expression | undefined;
      readonly span: Span;
    }
  /** `raw tool "text"`: arguments that need not parse. */
  | { readonly kind: "step-raw"; readonly tool: Name; readonly text: TemplateString; readonly span: Span }
  /** `final "text"`: the message that ends the episode. */
  | { readonly kind: "step-final"; readonly text: TemplateString; readonly span: Span }
  /** `gold`: the task's gold calls. */
  | { readonly kind: "step-gold"; readonly span: Span };

export interface NamedArgument {
  readonly path: Path;
  readonly value: Expression;
  readonly span: Span;
}

/** `test "name" task "train/0" reward paper expect reward == 1, success { ... }` */
export interface TestDeclaration {
  readonly kind: "test";
  readonly title: TemplateString;
  readonly task: TemplateString | undefined;
  /** `given { parent: "ABC-1" }` */
  readonly given: Expression | undefined;
  readonly reward: Name | undefined;
  readonly expectations: readonly Expectation[];
  readonly steps: readonly TestStep[];
  readonly span: Span;
}

export interface ScenarioDeclaration {
  readonly kind: "scenario";
  readonly name: Name;
  readonly title: TemplateString | undefined;
  readonly world: Name | undefined;
  readonly tools: readonly ToolDeclaration[];
  readonly systems: readonly SystemDeclaration[];
  readonly tasks: readonly TaskDeclaration[];
  readonly rewards: readonly RewardDeclaration[];
  readonly trains: readonly TrainDeclaration[];
  readonly tests: readonly TestDeclaration[];
  readonly span: Span;
}
