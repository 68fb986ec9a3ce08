import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { ToolDefinition, TrainBlock } from "../../runtime/abi/scenario.js";
import type { ExpressionIr } from "./expression.js";
import type { RewardIr } from "./reward.js";
import type { MatcherIr, StepsIr } from "./world.js";

export interface ArgumentIr {
  readonly name: string;
  readonly target: StepsIr;
  readonly wire:
    | "string"
    | "integer"
    | "number"
    | "boolean"
    | "array"
    | "array-by-spaces"
    | "array-by-pipes"
    | undefined;
}

export interface ToolIr {
  readonly name: string;
  readonly api: string;
  readonly operation: string;
  readonly definition: ToolDefinition;
  readonly arguments: readonly ArgumentIr[];
  readonly rest: "body" | "query" | undefined;
  readonly fixed: readonly { readonly target: StepsIr; readonly value: Json }[];
  readonly show: readonly StepsIr[] | undefined;
}

export type VariableIr =
  | {
      readonly kind: "record";
      readonly name: string;
      readonly resource: string;
      readonly where: ExpressionIr | undefined;
    }
  | { readonly kind: "text" | "integer"; readonly name: string; readonly where: ExpressionIr | undefined }
  | { readonly kind: "let"; readonly name: string; readonly value: ExpressionIr };

export interface ArgumentLineIr {
  /** In the tool's flat view. */
  readonly path: StepsIr;
  readonly value: ExpressionIr;
  readonly matcher: MatcherIr;
  /** Marked as a comparison that is wrong on purpose; left out where it is not. */
  readonly unchecked?: true;
}

export interface GoldIr {
  readonly tool: string;
  readonly lines: readonly ArgumentLineIr[];
  /** Arguments, in the tool's flat view, that a call may add; left out where there are none. */
  readonly allows?: readonly StepsIr[];
}

/** How an episode must end. */
export type ClosingIr = {
  /** JSON Schema of the answer that `finish` takes. */
  readonly answer: JsonObject;
} & (
  | { readonly kind: "answer"; readonly value: ExpressionIr; readonly matcher: MatcherIr }
  | { readonly kind: "ask"; readonly missing: readonly string[] }
  | { readonly kind: "decline"; readonly reasons: readonly string[] }
  | { readonly kind: "report"; readonly tool: string }
);

export interface TaskIr {
  readonly id: string;
  readonly given: JsonObject;
  readonly wording: string;
}

export interface ExpectationIr {
  readonly kind: "reward" | "success" | "failure" | "term";
  readonly term: string | undefined;
  readonly comparison: "==" | "!=" | "<" | "<=" | ">" | ">=";
  readonly value: number;
}

export type TestStepIr =
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly arguments: JsonObject;
      readonly status: number | undefined;
      readonly body: Json | undefined;
    }
  | { readonly kind: "raw"; readonly tool: string; readonly text: string }
  | { readonly kind: "final"; readonly text: string }
  | { readonly kind: "gold" };

export interface TestIr {
  readonly title: string;
  readonly task: string | undefined;
  readonly given: JsonObject | undefined;
  readonly reward: string | undefined;
  readonly expectations: readonly ExpectationIr[];
  readonly steps: readonly TestStepIr[];
}

export interface ScenarioIr {
  readonly name: string;
  readonly title: string;
  /** World of the tasks, and every world that a reward names. */
  readonly world: string;
  readonly worlds: readonly string[];
  readonly system: { readonly bare: string; readonly hinted: string };
  readonly tools: readonly ToolIr[];
  readonly variables: readonly VariableIr[];
  /** In order; the first is the default wording. */
  readonly prompts: readonly { readonly name: string; readonly text: ExpressionIr }[];
  readonly gold: readonly GoldIr[];
  /** Left out where an episode just ends. */
  readonly closing?: ClosingIr;
  readonly splits: readonly { readonly name: string; readonly tasks: readonly TaskIr[] }[];
  readonly rewards: readonly RewardIr[];
  readonly defaultReward: string;
  readonly train: TrainBlock;
  readonly tests: readonly TestIr[];
}
