import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { ToolDefinition } from "../../runtime/abi/scenario.js";
import { isSchema, propertyNames, requiredNames, schemaChildren } from "../openapi/schema-children.js";
import { type Aspect, PROVIDER_RULES, type Provider, type ProviderRule } from "./provider-rules.js";

/** A rule of a provider that a tool breaks. */
export interface Refusal {
  readonly tool: string;
  readonly rule: ProviderRule;
  /** Where, as property names from the parameters on, `[]` for items; empty for the tool itself. */
  readonly at: readonly string[];
  /** What was found there: a name, a number, a keyword. */
  readonly found: string;
}

/** The first place where each rule of the providers is broken, in the order of the rules. */
export function lintTool(
  { function: tool }: ToolDefinition,
  providers: readonly Provider[],
): readonly Refusal[] {
  const nodes = nodesOf(tool.parameters);
  return PROVIDER_RULES.filter(({ provider }) => providers.includes(provider)).flatMap((rule) => {
    const found = FINDERS[rule.aspect](rule, { tool, nodes });
    return found === undefined ? [] : [{ tool: tool.name, rule, ...found }];
  });
}

interface SchemaNode {
  readonly schema: JsonObject;
  readonly at: readonly string[];
  /** Objects and lists on the way, this one included. */
  readonly depth: number;
}

interface Subject {
  readonly tool: ToolDefinition["function"];
  readonly nodes: readonly SchemaNode[];
}

type Found = Pick<Refusal, "at" | "found"> | undefined;

const ALTERNATIVES = ["oneOf", "anyOf", "allOf", "not", "enum"];

const FINDERS: Readonly<Record<Aspect, (rule: ProviderRule, subject: Subject) => Found>> = {
  name: ({ limit }, { tool }) =>
    new RegExp(String(limit), "u").test(tool.name) ? undefined : { at: [], found: tool.name },
  description: ({ limit }, { tool }) => over(limit, tool.description.length),
  "root-type": (_, { tool }) =>
    tool.parameters["type"] === "object"
      ? undefined
      : { at: [], found: JSON.stringify(tool.parameters["type"] ?? null) },
  "root-alternatives": (_, { tool }) => {
    const keyword = ALTERNATIVES.find((each) => tool.parameters[each] !== undefined);
    return keyword === undefined ? undefined : { at: [], found: keyword };
  },
  "argument-name": ({ limit }, { tool }) => {
    const pattern = new RegExp(String(limit), "u");
    const name = propertyNames(tool.parameters).find((each) => !pattern.test(each));
    return name === undefined ? undefined : { at: [name], found: name };
  },
  "all-required": (_, { nodes }) =>
    first(nodes, ({ schema }) => {
      const required = new Set(requiredNames(schema));
      return propertyNames(schema).find((name) => !required.has(name));
    }),
  closed: (_, { nodes }) =>
    first(nodes, ({ schema }) =>
      isObject(schema) && schema["additionalProperties"] !== false ? "open" : undefined,
    ),
  keyword: ({ limit }, { nodes }) =>
    first(nodes, ({ schema }) =>
      Object.keys(schema).find((keyword) => Array.isArray(limit) && !limit.includes(keyword)),
    ),
  typed: (_, { nodes }) =>
    first(nodes, ({ schema }) =>
      ["type", "anyOf", "$ref"].some((keyword) => schema[keyword] !== undefined) ? undefined : "no type",
    ),
  items: (_, { nodes }) =>
    first(nodes, ({ schema }) =>
      typesOf(schema).includes("array") && !isSchema(schema["items"]) ? "no items" : undefined,
    ),
  "enum-text": (_, { nodes }) =>
    first(nodes, ({ schema }) => {
      const value = valuesOf(schema).find((each) => typeof each !== "string");
      if (value !== undefined) return JSON.stringify(value);
      return valuesOf(schema).length > 0 && typesOf(schema).join() !== "string"
        ? typesOf(schema).join(" or ") || "no type"
        : undefined;
    }),
  depth: ({ limit }, { nodes }) => {
    const deep = nodes.find(({ depth }) => depth > Number(limit));
    return deep === undefined ? undefined : { at: deep.at, found: String(deep.depth) };
  },
  properties: ({ limit }, { nodes }) =>
    over(
      limit,
      sum(nodes, ({ schema }) => propertyNames(schema).length),
    ),
  values: ({ limit }, { nodes }) =>
    over(
      limit,
      sum(nodes, ({ schema }) => valuesOf(schema).length),
    ),
  text: ({ limit }, { nodes }) =>
    over(
      limit,
      sum(nodes, ({ schema }) => [...propertyNames(schema), ...valuesOf(schema).map(String)].join("").length),
    ),
};

/** A schema and all schemas in it. Depth counts what lies within another object or list. */
function nodesOf(schema: JsonObject): readonly SchemaNode[] {
  const out: SchemaNode[] = [];
  const visit = (node: JsonObject, at: readonly string[], outer: number): void => {
    const depth = outer + (typesOf(node).some((type) => type === "object" || type === "array") ? 1 : 0);
    out.push({ schema: node, at, depth });
    for (const name of propertyNames(node)) {
      const properties = node["properties"];
      const property = isSchema(properties) ? properties[name] : undefined;
      if (isSchema(property)) visit(property, [...at, name], depth);
    }
    for (const child of schemaChildren(node)) {
      if (child.keyword === "properties") continue;
      const step = child.keyword === "items" ? ["[]"] : child.inPlace ? [] : [child.keyword];
      // A branch judges the value of its owner.
      visit(child.schema, [...at, ...step], child.inPlace ? outer : depth);
    }
  };
  visit(schema, [], 0);
  return out;
}

function isObject(schema: JsonObject): boolean {
  return typesOf(schema).includes("object") || isSchema(schema["properties"]);
}

function typesOf({ type }: JsonObject): readonly string[] {
  return Array.isArray(type) ? type.map(String) : type === undefined ? [] : [String(type)];
}

function valuesOf(schema: JsonObject): readonly Json[] {
  return Array.isArray(schema["enum"]) ? schema["enum"] : [];
}

function over(limit: ProviderRule["limit"], count: number): Found {
  return count > Number(limit) ? { at: [], found: String(count) } : undefined;
}

function sum(nodes: readonly SchemaNode[], count: (node: SchemaNode) => number): number {
  return nodes.reduce((total, node) => total + count(node), 0);
}

function first(nodes: readonly SchemaNode[], find: (node: SchemaNode) => string | undefined): Found {
  for (const node of nodes) {
    const found = find(node);
    if (found !== undefined) return { at: node.at, found };
  }
  return undefined;
}
