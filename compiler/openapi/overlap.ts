import type { Json } from "../../runtime/abi/json.js";
import type { Schema } from "./api-model.js";
import { certainParts, ownProperty, propertyNames, requiredNames } from "./schema-children.js";

type Schemas = { readonly schemas: ReadonlyMap<string, Schema> };

/** Depth to which properties are compared; deeper differences are not looked for. */
const MAX_DEPTH = 4;

/**
 * Whether two schemas surely accept no value in common, surely could, or cannot be told apart by looking
 * (two patterns, two ranges ...).
 */
export type Overlap = "disjoint" | "overlapping" | "unknown";

export function overlapOf(model: Schemas, left: Schema, right: Schema, depth = MAX_DEPTH): Overlap {
  const a = facts(model, left);
  const b = facts(model, right);
  const types = [...a.types].filter((type) => b.types.has(type));
  // Every integer is a number.
  if (a.types.has("integer") && b.types.has("number")) types.push("integer");
  if (b.types.has("integer") && a.types.has("number")) types.push("integer");
  if (types.length === 0) return "disjoint";
  if (a.values !== undefined && b.values !== undefined) {
    const other = new Set(b.values);
    return a.values.some((value) => other.has(value)) ? "overlapping" : "disjoint";
  }
  if (types.some((type) => type !== "object")) {
    return a.values === undefined && b.values === undefined && !a.restricted && !b.restricted
      ? "overlapping"
      : "unknown";
  }
  for (const name of a.required) if (b.closed && !b.properties.has(name)) return "disjoint";
  for (const name of b.required) if (a.closed && !a.properties.has(name)) return "disjoint";
  if (depth === 0) return "unknown";
  for (const name of a.required) {
    if (!b.required.has(name)) continue;
    const [one, two] = [a.properties.get(name), b.properties.get(name)];
    if (one === undefined || two === undefined) continue;
    const inner = overlapOf(model, one, two, depth - 1);
    if (inner !== "overlapping") return inner;
  }
  return a.restricted || b.restricted ? "unknown" : "overlapping";
}

interface Facts {
  readonly types: Set<string>;
  /** Allowed values as JSON text. */
  values: readonly string[] | undefined;
  readonly required: Set<string>;
  readonly properties: Map<string, Schema>;
  closed: boolean;
  /** There are further conditions that are not looked at. */
  restricted: boolean;
}

const ALL_TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"];
const RESTRICTING = [
  ...[
    "pattern",
    "format",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
  ],
  ...[
    "multipleOf",
    "items",
    "prefixItems",
    "contains",
    "minItems",
    "maxItems",
    "not",
    "if",
    "anyOf",
    "oneOf",
  ],
  ...["minProperties", "maxProperties", "propertyNames", "patternProperties", "dependentRequired"],
];

/** What a schema says with its references and allOf taken together. */
function facts(model: Schemas, schema: Schema): Facts {
  const out: Facts = {
    types: new Set(ALL_TYPES),
    values: undefined,
    required: new Set(),
    properties: new Map(),
    closed: false,
    restricted: false,
  };
  for (const part of certainParts(model, schema)) {
    const listed = part["type"];
    if (listed !== undefined) {
      const types = new Set<Json>(Array.isArray(listed) ? listed : [listed]);
      if (types.has("number")) types.add("integer");
      for (const type of ALL_TYPES) if (!types.has(type)) out.types.delete(type);
    }
    const values = part["const"] !== undefined ? [part["const"]] : part["enum"];
    if (Array.isArray(values)) out.values = values.map((value: Json) => JSON.stringify(value));
    for (const name of requiredNames(part)) out.required.add(name);
    for (const name of propertyNames(part)) out.properties.set(name, ownProperty(part, name) ?? {});
    if (part["additionalProperties"] === false || part["unevaluatedProperties"] === false) out.closed = true;
    if (RESTRICTING.some((keyword) => part[keyword] !== undefined)) out.restricted = true;
  }
  return out;
}
