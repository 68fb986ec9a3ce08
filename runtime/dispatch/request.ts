import type { Json, JsonObject } from "../abi/json.js";
import type { Steps, Value } from "../abi/value.js";
import type { ArgumentProgram, ToolProgram } from "../program/scenario.js";
import type { ApiRequest } from "../program/world.js";
import { isArray, isObject, setPath } from "../value/access.js";
import { type Draft, put } from "../value/own.js";
import { number } from "../value/text.js";

/**
 * The canonical request that a tool's arguments stand for. Undeclared arguments go where the tool's `rest` says and
 * are dropped without one; declared arguments go to their targets, in the order of their declaration; fixed values
 * come last and win.
 */
export function buildRequest(tool: ToolProgram, args: JsonObject): ApiRequest {
  const request: Draft = { path: {}, query: {}, header: {} };
  if (tool.rest !== undefined) {
    for (const name of Object.keys(args)) {
      if (!isDeclared(tool, name)) place(request, [tool.rest, name], args[name] as Json);
    }
  }
  for (const { name, target, wire } of tool.arguments) {
    if (Object.hasOwn(args, name)) place(request, target, fromWire(wire, args[name] as Json));
  }
  for (const { target, value } of tool.fixed) place(request, target, value);
  const { path, query, header, body } = request as JsonObject;
  return { path: part(path), query: part(query), header: part(header), body };
}

function place(request: Draft, target: Steps, value: Json): void {
  const [top = "body", name] = target;
  const before = request[top];
  // Most values are a parameter, or a part of a body that begins with them: no copies on the way.
  if (target.length === 2 && name !== undefined && before === undefined) {
    const made: Draft = {};
    put(made, name, value);
    request[top] = made;
  } else {
    request[top] = setPath(before, target.slice(1), value) as Json;
  }
}

/** True for an argument that the tool declares. */
export function isDeclared(tool: ToolProgram, name: string): boolean {
  return tool.arguments.some((argument) => argument.name === name);
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
      return listOf(value, ",");
    case "array-by-spaces":
      return listOf(value, " ");
    case "array-by-pipes":
      return listOf(value, "|");
  }
}

function listOf(value: Json, separator: string): Json {
  if (typeof value === "string") return value.split(separator);
  return isArray(value) || isObject(value) || value === null ? value : [String(value)];
}

function isExact(value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}
