import type { Json, JsonObject } from "../abi/json.js";
import type { Value } from "../abi/value.js";
import type { ArgumentProgram, ToolProgram } from "../program/scenario.js";
import type { ApiRequest } from "../program/world.js";
import { isArray, isObject, setPath } from "../value/access.js";
import { number } from "../value/text.js";

/**
 * The canonical request that a tool's arguments stand for. Undeclared arguments go where the tool's `rest` says and
 * are dropped without one; declared arguments go to their targets; fixed values come last and win.
 */
export function buildRequest(tool: ToolProgram, args: JsonObject): ApiRequest {
  const declared = new Map(tool.arguments.map((argument) => [argument.name, argument]));
  let request: Value = { path: {}, query: {}, header: {} };
  for (const [name, value] of Object.entries(args)) {
    if (!declared.has(name) && tool.rest !== undefined) request = setPath(request, [tool.rest, name], value);
  }
  for (const [name, argument] of declared) {
    if (Object.hasOwn(args, name)) {
      request = setPath(request, argument.target, fromWire(argument.wire, args[name] as Json));
    }
  }
  for (const { target, value } of tool.fixed) request = setPath(request, target, value);
  const { path, query, header, body } = request as JsonObject;
  return { path: part(path), query: part(query), header: part(header), body };
}

function part(value: Value): JsonObject {
  return isObject(value) ? value : {};
}

/**
 * A path, query or header value as its declared type. On the wire all of them are text, so "789" is the integer 789
 * and the number 789 is the string "789"; what would lose something ("0789", "7.50", 2 to the power of 60) stays.
 */
export function fromWire(wire: ArgumentProgram["wire"], value: Json): Json {
  switch (wire) {
    case undefined:
      return value;
    case "string":
      if (typeof value === "number" && isExact(value)) return String(value);
      return typeof value === "boolean" ? String(value) : value;
    case "integer":
    case "number": {
      const parsed = number(value);
      return typeof parsed === "number" && String(parsed) === value && isExact(parsed) ? parsed : value;
    }
    case "boolean":
      return value === "true" || value === "false" ? value === "true" : value;
    case "array":
      if (typeof value === "string") return value.split(",");
      return isArray(value) || isObject(value) || value === null ? value : [String(value)];
  }
}

function isExact(value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}
