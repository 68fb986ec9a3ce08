import type { Span } from "../../dsl/tree/span.js";
import type { Operation } from "./api-model.js";
import { isNode, member } from "./node.js";
import { parseText } from "./parse-text.js";
import { unescapeStep } from "./schema-reference.js";

/** Where something stands in the text of an API document; only places in this very file are known. */
export interface DocumentPlaces {
  operation(operation: Pick<Operation, "method" | "path">): Span;
  schema(name: string): Span | undefined;
  /** A property, by the steps that lead to it from a named schema. */
  schemaProperty(name: string, steps: readonly string[]): Span | undefined;
  /** An argument: a parameter by its name, or a property of the body. */
  argument(operation: Pick<Operation, "method" | "path">, target: readonly string[]): Span | undefined;
}

/** References that lead on to references, and parts within parts, are followed this deep. */
const MAX_DEPTH = 30;

type Steps = readonly string[];

export function documentPlaces(text: string): DocumentPlaces {
  const parsed = parseText(text);
  const at = ({ method, path }: Pick<Operation, "method" | "path">): Steps => [
    "paths",
    path,
    method.toLowerCase(),
  ];
  const property = (from: Steps, steps: Steps): Span | undefined => {
    let current: Steps | undefined = from;
    for (const step of steps) current = current && findProperty(parsed.value, current, step, 0);
    return current && parsed.locate(current);
  };
  const schemaSteps = (name: string): Steps => ["components", "schemas", name];
  return {
    operation: (operation) => parsed.locate([...at(operation), "operationId"]),
    schema: (name) =>
      valueAt(parsed.value, schemaSteps(name)) === undefined ? undefined : parsed.locate(schemaSteps(name)),
    schemaProperty: (name, steps) => property(schemaSteps(name), steps),
    argument(operation, [location, ...steps]) {
      const start = at(operation);
      if (location === "body") {
        const body = resolve(parsed.value, [...start, "requestBody"]);
        const content = valueAt(parsed.value, [...body, "content"]);
        const type = isNode(content) ? Object.keys(content)[0] : undefined;
        if (type === undefined) return undefined;
        return steps.length === 0
          ? parsed.locate(body)
          : property([...body, "content", type, "schema"], steps);
      }
      for (const from of [start, start.slice(0, -1)]) {
        const list = valueAt(parsed.value, [...from, "parameters"]);
        for (const index of Array.isArray(list) ? list.keys() : []) {
          const place = resolve(parsed.value, [...from, "parameters", String(index)]);
          const name = valueAt(parsed.value, [...place, "name"]);
          if (name === steps[0]) return parsed.locate([...place, "name"]);
        }
      }
      return undefined;
    },
  };
}

function valueAt(value: unknown, steps: Steps): unknown {
  let current = value;
  for (const step of steps) current = Array.isArray(current) ? current[Number(step)] : member(current, step);
  return current;
}

/** Follows references within the file. */
function resolve(document: unknown, steps: Steps): Steps {
  let current = steps;
  for (let hop = 0; hop < MAX_DEPTH; hop++) {
    const reference = member(valueAt(document, current), "$ref");
    if (typeof reference !== "string" || !reference.startsWith("#/")) return current;
    current = reference.slice(2).split("/").map(unescapeStep);
  }
  return current;
}

/** The steps to a property of a schema, in any of its parts; digits lead into the items of a list. */
function findProperty(document: unknown, from: Steps, name: string, depth: number): Steps | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const at = resolve(document, from);
  const schema = valueAt(document, at);
  const properties = member(schema, "properties");
  if (isNode(properties) && Object.hasOwn(properties, name)) return [...at, "properties", name];
  if (/^\d+$/.test(name) && member(schema, "items") !== undefined) return [...at, "items"];
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const parts = member(schema, keyword);
    for (const index of Array.isArray(parts) ? parts.keys() : []) {
      const found = findProperty(document, [...at, keyword, String(index)], name, depth + 1);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
