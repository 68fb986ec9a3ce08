import type { Json } from "../../runtime/abi/json.js";
import type { Schema } from "./api-model.js";
import {
  certainParts,
  isSchema,
  ownProperty,
  propertyNames,
  requiredNames,
  schemaList,
} from "./schema-children.js";

type Schemas = { readonly schemas: ReadonlyMap<string, Schema> };

/** Levels of a value that are looked at. */
const MAX_DEPTH = 12;
/** Schemas that one value is held against: alternatives inside alternatives multiply. */
const MAX_STEPS = 5000;
/** Items of a list that are looked at. */
const MAX_ITEMS = 20;

/**
 * Why a value surely does not fit a schema, in words behind "it does not fit": types, listed values, required and
 * closed names. Undefined when no such reason is found; limits of texts and numbers are not looked at, so that is no
 * proof that it fits.
 */
export function misfit(model: Schemas, schema: Schema, value: Json): string | undefined {
  return against({ ...model, budget: { steps: MAX_STEPS } }, schema, value, 0);
}

interface Walk extends Schemas {
  readonly budget: { steps: number };
}

function against(model: Walk, schema: Schema, value: Json, depth: number): string | undefined {
  if (depth > MAX_DEPTH || model.budget.steps-- <= 0) return undefined;
  const parts = certainParts(model, schema);
  for (const part of parts) {
    const reason = ownMisfit(part, value) ?? insideMisfit(model, part, value, depth);
    if (reason !== undefined) return reason;
    for (const keyword of ["anyOf", "oneOf"]) {
      const reasons = schemaList(part, keyword).map((branch) => against(model, branch, value, depth + 1));
      if (reasons.length > 0 && reasons.every((one) => one !== undefined)) return reasons[0];
    }
  }
  return isPlainObject(value) ? missing(model, parts, value) : undefined;
}

function ownMisfit(part: Schema, value: Json): string | undefined {
  const type = part["type"];
  const types: readonly Json[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const found = typeName(value);
  const numeric = types.includes("integer") || types.includes("number");
  const fits =
    types.includes(found) ||
    (found === "integer" && numeric) ||
    // Integers that are no exact numbers are kept as texts.
    (typeof value === "string" && numeric && /^-?\d{16,}$/u.test(value));
  if (types.length > 0 && !fits)
    return `${shown(value)} is of no type that the schema takes (${types.join(", ")})`;
  const values = part["const"] !== undefined ? [part["const"]] : part["enum"];
  const text = JSON.stringify(value);
  if (Array.isArray(values) && !values.some((one: Json) => JSON.stringify(one) === text))
    return `${shown(value)} is no value that the schema lists`;
  if (!isPlainObject(value) || part["additionalProperties"] !== false) return undefined;
  if (part["patternProperties"] !== undefined) return undefined;
  const stranger = Object.keys(value).find((name) => ownProperty(part, name) === undefined);
  return stranger === undefined ? undefined : `there is no property "${stranger}"`;
}

function insideMisfit(model: Walk, part: Schema, value: Json, depth: number): string | undefined {
  if (Array.isArray(value)) {
    const items = part["items"];
    if (!isSchema(items) || part["prefixItems"] !== undefined) return undefined;
    return first(value.slice(0, MAX_ITEMS), (item: Json) => against(model, items, item, depth + 1));
  }
  if (!isPlainObject(value)) return undefined;
  return first(propertyNames(part), (name) => {
    const property = ownProperty(part, name);
    const inner = Object.hasOwn(value, name) ? value[name] : undefined;
    if (property === undefined || inner === undefined) return undefined;
    const reason = against(model, property, inner, depth + 1);
    return reason === undefined || reason.startsWith('"') ? reason : `"${name}": ${reason}`;
  });
}

/** Required names that the value lacks, but for those that travel in one direction only. */
function missing(
  model: Schemas,
  parts: readonly Schema[],
  value: { readonly [name: string]: Json },
): string | undefined {
  const oneWay = (name: string): boolean =>
    parts
      .flatMap((part) => certainParts(model, ownProperty(part, name) ?? {}))
      .some((part) => part["readOnly"] === true || part["writeOnly"] === true);
  const name = parts
    .flatMap(requiredNames)
    .find((required) => !Object.hasOwn(value, required) && !oneWay(required));
  return name === undefined ? undefined : `it lacks "${name}"`;
}

function first<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isPlainObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
