export type { Json, JsonObject } from "./abi/json.js";
export type { MatcherProgram } from "./abi/matcher.js";
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
export type { Steps, Value, Variables } from "./abi/value.js";
export { ABI } from "./abi/version.js";
export { match } from "./matching/match.js";
export type {
  AdditiveReward,
  ChargeProgram,
  EventProgram,
  RecallProgram,
  Responses,
  RewardProgram,
  SlotProgram,
  SlotSetProgram,
  SoundReward,
  StepCallProgram,
  StepProgram,
  WriteProgram,
} from "./program/reward.js";
export type {
  ArgumentProgram,
  ClosingProgram,
  GoldLineProgram,
  GoldProgram,
  ScenarioProgram,
  TaskRow,
  ToolProgram,
  VariableProgram,
} from "./program/scenario.js";
export type {
  ApiAnswer,
  ApiRequest,
  Handler,
  OperationProgram,
  ResourceProgram,
  Validator,
  ValidatorError,
  WorldProgram,
  WorldView,
} from "./program/world.js";
export { defineScenario } from "./scenario/define-scenario.js";
export { gather, get, getPath, list, setPath } from "./value/access.js";
export { array, assemble, type ObjectPart, object, type Spread, spread } from "./value/build.js";
export {
  all,
  any,
  collect,
  count,
  except,
  first,
  keys,
  pick,
  slice,
  sort,
  union,
  unique,
} from "./value/collection.js";
export {
  canonical,
  compare,
  contains,
  equal,
  is,
  less,
  lessOrEqual,
  matches,
  type TestWord,
  truthy,
} from "./value/compare.js";
export { type FlowEdges, mayFollow } from "./value/flow.js";
export { query } from "./value/query.js";
export { adf, plain } from "./value/rich-text.js";
export { add, join, lower, number, split, subtract, text } from "./value/text.js";
export { WorldBase } from "./world/base.js";
export { type Difference, difference, type ResourceDifference } from "./world/difference.js";
export { WorldFork } from "./world/fork.js";
export { sameDifference } from "./world/goal.js";
