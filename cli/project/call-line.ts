import type { EmittedCall, Json, JsonObject } from "../../runtime/index.js";

/**
 * A tool call as a person types it: `get_issue {"issueIdOrKey":"ABC-123"}`, `get_issue(issueIdOrKey: "ABC-123")`, or
 * the name alone for a call without arguments. Text that is no object stays as it is, for the environment to answer.
 */
export function readCallLine(line: string): EmittedCall {
  const bracketed = /^([A-Za-z_]\w*)\s*\((.*)\)$/su.exec(line);
  if (bracketed !== null) {
    const [, tool = "", inner = ""] = bracketed;
    const text = quoteNames(inner.trim());
    return callOf(tool, text.startsWith("{") ? text : `{${text}}`);
  }
  const [tool = ""] = line.split(/[\s{]/u);
  const rest = line.slice(tool.length).trim();
  return callOf(tool, rest === "" ? "{}" : rest);
}

function callOf(tool: string, text: string): EmittedCall {
  const parsed = parse(text);
  return parsed === undefined ? { tool, raw: text } : { tool, arguments: parsed };
}

function parse(text: string): JsonObject | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** `a: 1, b: { c: "x: y" }` with its names in quotes. What stands in quotes already is passed over. */
function quoteNames(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*(?=\s*:)/gsu, (found) =>
    found.startsWith('"') ? found : JSON.stringify(found),
  );
}
