import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { ApiTool } from "./api-tools.js";
import { toolDiagnostics } from "./diagnostics.js";
import type { Refusal } from "./lint-tool.js";

/** The tool in the form of OpenAI's function calling; a strict one says so. */
export function functionTool({ definition, strict }: ApiTool): JsonObject {
  const { name, description, parameters } = definition.function;
  return {
    type: "function",
    function: { name, description, ...(strict === undefined ? {} : { strict: true }), parameters },
  };
}

/** The way back: where each argument belongs in the canonical call, and how values travel in the strict form. */
export function reverseMap({ definition, operation, view, strict }: ApiTool): JsonObject {
  return {
    tool: definition.function.name,
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    view: view.view,
    arguments: view.arguments.map(({ name, place }) => ({ name, place })),
    spread: view.spread ?? null,
    codec: (strict?.codec ?? null) as unknown as Json,
  };
}

/** A refusal as a finding at a place. */
export function refusalFinding(
  { tool, rule, at, found }: Refusal,
  place: Parameters<typeof toolDiagnostics.report>[1],
): ReturnType<typeof toolDiagnostics.report> {
  const where = at.length === 0 ? found : `${at.join(".")}: ${found}`;
  const values = { provider: rule.provider, tool, reason: rule.says, found: where, source: rule.from };
  return toolDiagnostics.report("RVR7056", place, values);
}
