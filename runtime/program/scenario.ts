import type { Json, JsonObject } from "../abi/json.js";
import type { ToolDefinition, TrainBlock } from "../abi/scenario.js";
import type { Steps, Value, Variables } from "../abi/value.js";
import type { RewardProgram } from "./reward.js";
import type { WorldProgram, WorldView } from "./world.js";

/** One top-level argument of a tool and where it goes in the canonical request. */
export interface ArgumentProgram {
  readonly name: string;
  /** Starts with path, query, header or body. `["body"]` is the whole body. */
  readonly target: Steps;
  /** Declared type of a path, query or header value; its text form is parsed when that loses nothing. */
  readonly wire?:
    | "string"
    | "integer"
    | "number"
    | "boolean"
    | "array"
    | "array-by-spaces"
    | "array-by-pipes";
}

export interface ToolProgram {
  readonly definition: ToolDefinition;
  /** `<api>.<operationId>` */
  readonly operation: string;
  readonly arguments: readonly ArgumentProgram[];
  /** Where arguments without a declaration go, so that the API can judge them. */
  readonly rest: "body" | "query" | undefined;
  readonly fixed: readonly { readonly target: Steps; readonly value: Json }[];
  /** Paths of a 2xx body that the model sees; undefined: all of it. A path runs through arrays item by item. */
  readonly show: readonly Steps[] | undefined;
}

export type VariableProgram =
  | {
      readonly kind: "record";
      readonly name: string;
      readonly resource: string;
      /** The record must satisfy it, given the variables bound before. */
      readonly where?: (world: WorldView, variables: Variables) => boolean;
    }
  | {
      readonly kind: "text" | "integer";
      readonly name: string;
      readonly where?: (world: WorldView, variables: Variables) => boolean;
    }
  | {
      readonly kind: "let";
      readonly name: string;
      readonly value: (world: WorldView, variables: Variables) => Value;
    };

/** A task as compiled: variables by key or text, wording by name. */
export interface TaskRow {
  readonly id: string;
  readonly given: JsonObject;
  readonly wording: string;
}

/** One argument of a gold call, and which values are right for it. */
export interface GoldLineProgram {
  /** In the tool's flat view. */
  readonly path: Steps;
  /** More than gold's own value is right. */
  readonly flexible: boolean;
  readonly fits: (sent: Value, variables: Variables) => boolean;
}

export interface GoldProgram {
  readonly tool: string;
  readonly arguments: (variables: Variables) => JsonObject;
  /** Left out where nothing but gold's own arguments is right. */
  readonly lines?: readonly GoldLineProgram[];
  /** Arguments that a call may add. */
  readonly allows?: readonly Steps[];
}

/** How an episode of every task must end. */
export type ClosingProgram = {
  /** JSON Schema of the answer that `finish` takes. */
  readonly answer: JsonObject;
} & (
  | {
      readonly kind: "answer";
      readonly value: (variables: Variables) => Value;
      readonly right: (answer: Value, variables: Variables) => boolean;
    }
  | { readonly kind: "ask"; readonly missing: readonly string[] }
  /** Any reason will do where none is listed. */
  | { readonly kind: "decline"; readonly reasons: readonly string[] }
  | { readonly kind: "report"; readonly tool: string }
);

/** What generated code hands to `defineScenario`. */
export interface ScenarioProgram {
  readonly abi: number;
  readonly name: string;
  readonly title: string;
  readonly system: { readonly bare: string; readonly hinted: string };
  readonly tools: readonly ToolProgram[];
  /** World of the tasks; rewards may name another of `worlds`. */
  readonly world: string;
  readonly worlds: readonly WorldProgram[];
  /** In order of binding. */
  readonly variables: readonly VariableProgram[];
  readonly prompts: { readonly [wording: string]: (variables: Variables) => string };
  readonly gold: readonly GoldProgram[];
  /** With it, the scenario has the closing tools; left out where an episode just ends. */
  readonly closing?: ClosingProgram;
  readonly splits: { readonly [split: string]: readonly TaskRow[] };
  readonly rewards: readonly RewardProgram[];
  readonly defaultReward: string;
  readonly train: TrainBlock;
}
