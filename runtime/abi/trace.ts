import type { Json, JsonObject } from "./json.js";

/** What a policy emitted: a parsed argument object, or the raw text when that did not parse to one. */
export interface EmittedCall {
  readonly tool: string;
  readonly arguments?: JsonObject;
  readonly raw?: string;
}

/**
 * How a call fared.
 * - `ok`: the world answered 2xx.
 * - `refused`: the world answered 4xx/5xx.
 * - `unparsed`: the arguments were no JSON object; the API never saw the call.
 * - `unknown-tool`: no such tool; the API never saw the call.
 */
export type CallOutcome = "ok" | "refused" | "unparsed" | "unknown-tool";

/** A rule of the tool's schema that the arguments break. `path` is in the tool's own (flat) view, dotted. */
export interface SchemaViolation {
  readonly path: string;
  /** JSON Schema keyword: type, enum, required, format, additionalProperties, pattern, ... */
  readonly keyword: string;
  readonly message: string;
}

/** One tool call with its answer. Unparseable and unknown calls are part of the trace too. */
export interface TraceCall {
  readonly index: number;
  readonly tool: string;
  readonly arguments: JsonObject | undefined;
  readonly raw: string | undefined;
  readonly outcome: CallOutcome;
  /** HTTP status; 0 when the API never saw the call. */
  readonly status: number;
  /** Whole response body; null for an empty one. */
  readonly body: Json;
  readonly violations: readonly SchemaViolation[];
}

export interface Trace {
  readonly calls: readonly TraceCall[];
  /** The final message of the policy; undefined when the episode ended without one. */
  readonly final: string | undefined;
}

/** What the policy gets to see of an answer. `text` is what is appended to the dialogue. */
export interface ToolResult {
  readonly status: number;
  readonly outcome: CallOutcome;
  readonly body: Json;
  readonly text: string;
}
