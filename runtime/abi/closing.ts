import type { JsonObject } from "./json.js";
import type { ToolDefinition } from "./scenario.js";

/** Tools that end an episode. A scenario has all of them or none. */
export const CLOSING_TOOLS = ["finish", "ask_user", "decline", "report_failure"] as const;

export type ClosingTool = (typeof CLOSING_TOOLS)[number];

export function isClosingTool(name: string): name is ClosingTool {
  return (CLOSING_TOOLS as readonly string[]).includes(name);
}

/** The closing tools as a model sees them. `answer` is the schema of an answer, `tools` are the scenario's own. */
export function closingDefinitions(answer: JsonObject, tools: readonly string[]): readonly ToolDefinition[] {
  const reason = { type: "string", description: "Why, in a few words." };
  return [
    definition("finish", "End with the answer to the request.", { answer }),
    definition("ask_user", "End by asking the user for what the request leaves open.", {
      missing: { type: "array", items: { type: "string" }, description: "What is missing, one entry each." },
    }),
    definition("decline", "End without doing what is asked, because it must not be done.", { reason }),
    definition("report_failure", "End by reporting that a tool could not do what is asked.", {
      tool: { type: "string", enum: tools },
      reason,
    }),
  ];
}

function definition(name: ClosingTool, description: string, properties: JsonObject): ToolDefinition {
  const parameters = {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return { type: "function", function: { name, description, parameters } };
}
