import type { ToolIr } from "../ir/scenario.js";
import { NamePool, pascal } from "./names.js";

/** The names under which one tool appears in typed code. */
export interface ToolNames {
  readonly tool: ToolIr;
  /** Method of the environment. */
  readonly method: string;
  readonly argumentsType: string;
  readonly answerType: string;
}

/** Members that an environment has beside its tools, or that JavaScript gives a meaning of their own. */
const MEMBERS = [
  "constructor",
  "prototype",
  "reset",
  "finish",
  "task",
  "trace",
  "done",
  "then",
  ...Object.getOwnPropertyNames(Object.prototype),
];

/** Types that the module of types declares besides those of the tools. */
const TYPES = ["ToolName", "RewardName", "TaskId", "TaskGiven", "TaskVariables", "TaskSelection"];

/**
 * Names for all tools, free of clashes: a tool called `reset` has the method `reset2`. `taken` are names of types
 * that the modules of types declare for the documents.
 */
export function toolNames(tools: readonly ToolIr[], taken: readonly string[]): readonly ToolNames[] {
  const methods = new NamePool(MEMBERS);
  const types = new NamePool([...TYPES, ...taken]);
  return tools.map((tool) => {
    const stem = pascal(tool.name);
    return {
      tool,
      // An environment has a `finish` of its own, which scores.
      method: methods.claim(tool.api === "" && tool.name === "finish" ? "finish_with" : tool.name),
      argumentsType: types.claim(`${stem}Arguments`),
      answerType: types.claim(`${stem}Answer`),
    };
  });
}
