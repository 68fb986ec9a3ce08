import type { Schema } from "../openapi/api-model.js";
import {
  certainParts,
  isSchema,
  ownProperty,
  propertyNames,
  schemaList,
} from "../openapi/schema-children.js";
import { type Direction, requiredOf } from "./direction.js";
import { alternatives, type Part, partsOf, type SchemaSource } from "./parts.js";
import { typesOf } from "./types-of.js";

/** What stands at a path of a schema. Names of candidates are in the order of the document. */
export type SchemaAt =
  | {
      readonly kind: "found";
      /** May be put together from several parts; references in it mean the same model. */
      readonly schema: Schema;
      /** A value without anything at this path is refused: each step is required in its object. */
      readonly required: boolean;
      /** Every object on the way refuses names that it does not describe. */
      readonly closedParents: boolean;
    }
  | {
      readonly kind: "unknown";
      /** Index of the first step that cannot be: its object is closed, or there is no object or list. */
      readonly at: number;
      /** Names that are described there; empty where the value is no object. */
      readonly candidates: readonly string[];
    }
  | {
      readonly kind: "open";
      /** Index of the first step that is not described but not refused either. */
      readonly at: number;
      readonly candidates: readonly string[];
      /** The object says that it takes further names (or describes none), rather than merely not refusing them. */
      readonly declared: boolean;
    };

/**
 * Follows property names through a schema, its references, allOf, anyOf, oneOf and conditions. Digits lead into the
 * items of a list. A property that several alternatives describe has the alternatives of its descriptions.
 */
export function schemaAt(
  model: SchemaSource,
  schema: Schema,
  segments: readonly string[],
  direction: Direction = "request",
): SchemaAt {
  let current = schema;
  let required = true;
  let closedParents = true;
  for (const [at, segment] of segments.entries()) {
    const parts = partsOf(model, current);
    const types = typesOf(model, current);
    const property = types.has("object") ? describedProperty(model, current, segment) : undefined;
    const next =
      property ??
      (types.has("array") && /^\d+$/.test(segment) ? itemSchema(parts, Number(segment)) : undefined);
    if (next === undefined) {
      const candidates = types.has("object") ? namesOf(parts) : [];
      const openness = types.has("object") ? opennessOf(parts) : "closed";
      if (openness === "closed") return { kind: "unknown", at, candidates };
      return { kind: "open", at, candidates, declared: openness === "declared" };
    }
    required &&= property !== undefined && requiredOf(model, current, direction).includes(segment);
    closedParents &&= property !== undefined && opennessOf(parts) === "closed";
    current = next;
  }
  return { kind: "found", schema: current, required, closedParents };
}

/** Names of the properties that a schema describes in any of its parts, in order of the document. */
export function describedNames(model: SchemaSource, schema: Schema): readonly string[] {
  return namesOf(partsOf(model, schema));
}

function namesOf(parts: readonly Part[]): readonly string[] {
  return [...new Set(parts.flatMap((part) => propertyNames(part.schema)))];
}

/** All that surely speaks of a property, or else one of what the alternatives say of it. */
function describedProperty(
  model: SchemaSource,
  schema: Schema,
  name: string,
  seen = new Set<Schema>(),
): Schema | undefined {
  // Alternatives that several ways lead to are looked at once.
  if (seen.has(schema)) return undefined;
  seen.add(schema);
  const certain = certainParts(model, schema);
  const own = combined(
    certain.flatMap((part) => describedBy(part, name)),
    "allOf",
  );
  if (own !== undefined) return own;
  const branches = certain.flatMap(alternatives).flatMap((branch) => {
    const found = describedProperty(model, branch, name, seen);
    return found === undefined ? [] : [found];
  });
  return combined(branches, "anyOf");
}

/** Descriptions of a property in one schema object; typed additional properties describe every name left over. */
function describedBy(schema: Schema, name: string): readonly Schema[] {
  const own = ownProperty(schema, name);
  const found = own === undefined ? [] : [own];
  const patterns = schema["patternProperties"];
  if (isSchema(patterns)) {
    for (const pattern of Object.keys(patterns)) {
      const value = patterns[pattern];
      if (isSchema(value) && new RegExp(pattern, "u").test(name)) found.push(value);
    }
  }
  const rest = schema["additionalProperties"];
  if (found.length === 0 && isSchema(rest) && saysSomething(rest)) found.push(rest);
  return found;
}

function itemSchema(parts: readonly Part[], index: number): Schema | undefined {
  const find = (certain: boolean) =>
    parts
      .filter((part) => part.certain === certain)
      .flatMap(({ schema }) => {
        const item = schemaList(schema, "prefixItems")[index] ?? schema["items"];
        return isSchema(item) ? [item] : [];
      });
  return combined(find(true), "allOf") ?? combined(find(false), "anyOf");
}

function combined(schemas: readonly Schema[], keyword: "allOf" | "anyOf"): Schema | undefined {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length <= 1 ? distinct[0] : { [keyword]: distinct };
}

/** Whether names that are not described are refused, welcome, or simply not spoken of. */
function opennessOf(parts: readonly Part[]): "closed" | "declared" | "silent" {
  const rests = parts.map(({ schema, certain }) => ({
    rest: schema["additionalProperties"] ?? schema["unevaluatedProperties"],
    certain,
  }));
  if (rests.some(({ rest, certain }) => certain && rest === false)) return "closed";
  const branches = parts.filter((part) => !part.certain && propertyNames(part.schema).length > 0);
  const closedBranches = branches.filter(({ schema }) => schema["additionalProperties"] === false);
  const certainNames = parts.some((part) => part.certain && propertyNames(part.schema).length > 0);
  if (branches.length > 0 && !certainNames && closedBranches.length === branches.length) return "closed";
  const described = parts.some((part) => propertyNames(part.schema).length > 0);
  return !described || rests.some(({ rest }) => rest === true || isSchema(rest)) ? "declared" : "silent";
}

/** Whether a schema tells more than that it accepts every value. */
function saysSomething(schema: Schema): boolean {
  return Object.keys(schema).some((key) => !["title", "description", "examples", "default"].includes(key));
}
