export type { Json, JsonObject } from "./abi/json.js";
export type {
  CompiledScenario,
  Episode,
  RewardInfo,
  StartOptions,
  Task,
  ToolDefinition,
  TrainBlock,
} from "./abi/scenario.js";
export type { Score, Term, TermGroup } from "./abi/score.js";
export type { CallOutcome, EmittedCall, SchemaViolation, ToolResult, Trace, TraceCall } from "./abi/trace.js";
export { UsageError } from "./abi/usage-error.js";
export { ABI } from "./abi/version.js";
