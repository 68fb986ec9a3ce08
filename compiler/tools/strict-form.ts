import type { Json, JsonObject } from "../../runtime/abi/json.js";
import { emptyRecord } from "../openapi/node.js";
import { isSchema, schemaList } from "../openapi/schema-children.js";
import { typeOfValue } from "../schema/types-of.js";
import { ABSENT, type Codec, type CodecMember } from "./codec.js";

/** What one strict tool may hold. Levels count objects and lists within each other, the parameters being the first. */
export const STRICT_LIMITS = { depth: 10, properties: 5000, values: 1000, text: 120_000 } as const;

export interface StrictForm {
  readonly parameters: JsonObject;
  /** How arguments of the strict form and of the plain one become each other. */
  readonly codec: Codec;
  /** Lists of values that are not shown, since all of them together would be too many. */
  readonly droppedLists: number;
  /** Places below which the limits left no room for a schema. */
  readonly cutPlaces: number;
}

interface Written {
  readonly schema: JsonObject;
  readonly codec: Codec;
}

interface Budget {
  properties: number;
  values: number;
  text: number;
  droppedLists: number;
  cutPlaces: number;
}

const SAME: Codec = { kind: "same" };
const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];

/**
 * The strict form of plain parameters: every property is required and every object closed, alternatives stand in
 * anyOf, and limits are told in descriptions. A property that may be left out takes null for that, or the text
 * `__absent__` where null is one of its values. What has no closed schema (any value, maps, objects that are cut)
 * travels as JSON text.
 */
export function strictForm(parameters: JsonObject): StrictForm {
  const { properties, values, text } = STRICT_LIMITS;
  const budget = { properties, values, text, droppedLists: 0, cutPlaces: 0 };
  const root = writeObject(parameters, "", 1, budget);
  return {
    parameters: root.schema,
    codec: root.codec,
    droppedLists: budget.droppedLists,
    cutPlaces: budget.cutPlaces,
  };
}

function write(schema: JsonObject, depth: number, budget: Budget): Written {
  const text = told(schema);
  const branches = schemaList(schema, "anyOf");
  if (branches.length > 0) return choice(branches, text, depth, budget);
  const values = Array.isArray(schema["enum"]) ? (schema["enum"] as readonly Json[]) : undefined;
  const types = typesIn(schema, values);
  const complex = types.some((type) => type === "object" || type === "array");
  if (types.length === 0 || (complex && values !== undefined)) return jsonText(text);
  if (!complex) return writeScalar(types, values, text, budget);
  if (types.length > 1) {
    const each = types.map((type) => (type === "null" ? { type } : { ...withoutText(schema), type }));
    return choice(each, text, depth, budget);
  }
  if (depth >= STRICT_LIMITS.depth) {
    budget.cutPlaces++;
    return jsonText(text);
  }
  // Strict lists have one schema for all their items.
  if (schema["prefixItems"] !== undefined) return jsonText(text);
  if (types[0] === "array") return writeList(schema, text, depth + 1, budget);
  const names = isSchema(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  if (schema["additionalProperties"] !== false) return jsonText(text);
  if (names.length > budget.properties || names.join("").length > budget.text) {
    budget.cutPlaces++;
    return jsonText(text);
  }
  return writeObject(schema, text, depth + 1, budget);
}

function writeScalar(
  types: readonly string[],
  values: readonly Json[] | undefined,
  text: string,
  budget: Budget,
): Written {
  const type = types.length === 1 ? (types[0] ?? "null") : types;
  const length = (values ?? []).map(String).join("").length;
  if (values !== undefined && (values.length > budget.values || length > budget.text)) {
    budget.droppedLists++;
    const counted = joined(text, `One of ${values.length} values.`);
    return { schema: { type, description: counted }, codec: SAME };
  }
  budget.values -= values?.length ?? 0;
  budget.text -= length;
  return {
    schema: { type, ...described(text), ...(values === undefined ? {} : { enum: values }) },
    codec: SAME,
  };
}

function writeList(schema: JsonObject, text: string, depth: number, budget: Budget): Written {
  const items = isSchema(schema["items"]) ? write(schema["items"], depth, budget) : jsonText("");
  return {
    schema: { type: "array", ...described(text), items: items.schema },
    codec: { kind: "list", items: items.codec },
  };
}

function writeObject(schema: JsonObject, text: string, depth: number, budget: Budget): Written {
  const inner = isSchema(schema["properties"]) ? schema["properties"] : emptyRecord<Json>();
  const needed = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const names = Object.keys(inner);
  budget.properties -= names.length;
  budget.text -= names.join("").length;
  const properties = emptyRecord<Json>();
  const members: CodecMember[] = [];
  for (const name of names) {
    const property = inner[name];
    const written = write(isSchema(property) ? property : {}, depth, budget);
    const absent = needed.has(name) ? "never" : acceptsNull(written.schema) ? "mark" : "null";
    properties[name] = absent === "never" ? written.schema : optional(written.schema, absent);
    members.push({ name, codec: written.codec, absent });
  }
  return {
    schema: {
      type: "object",
      ...described(text),
      properties,
      required: names,
      additionalProperties: false,
    },
    codec: { kind: "object", members },
  };
}

function choice(branches: readonly JsonObject[], text: string, depth: number, budget: Budget): Written {
  const before = { ...budget };
  const written = branches.map((branch) => write(branch, depth, budget));
  // Beside other branches, a text could be read in two ways.
  if (written.some(({ codec }) => codec.kind === "json")) {
    Object.assign(budget, before);
    return jsonText(text);
  }
  return {
    schema: { ...described(text), anyOf: written.map(({ schema }) => schema) },
    codec: written.every(({ codec }) => codec.kind === "same") ? SAME : { kind: "choice", branches: written },
  };
}

function jsonText(text: string): Written {
  return { schema: { type: "string", description: joined(text, "JSON text.") }, codec: { kind: "json" } };
}

/** The schema with one more value, which stands for the property being left out. */
function optional(schema: JsonObject, absent: "null" | "mark"): JsonObject {
  const { description, ...rest } = schema;
  const text = joined(typeof description === "string" ? description : "", leftOut(absent));
  const mark: JsonObject = absent === "null" ? { type: "null" } : { type: "string", enum: [ABSENT] };
  const branches = schemaList(schema, "anyOf");
  if (branches.length > 0) return { description: text, anyOf: [...branches, mark] };
  const { type, enum: values } = rest as JsonObject;
  if (absent === "mark" || type === "object" || type === "array")
    return { description: text, anyOf: [rest as JsonObject, mark] };
  return {
    ...(rest as JsonObject),
    type: [...(Array.isArray(type) ? type : [type as Json]), "null"],
    description: text,
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

function leftOut(absent: "null" | "mark"): string {
  return absent === "null" ? "null: left out." : `${ABSENT}: left out; null is a value.`;
}

function acceptsNull(schema: JsonObject): boolean {
  const branches = schemaList(schema, "anyOf");
  if (branches.length > 0) return branches.some(acceptsNull);
  const type = schema["type"];
  return type === "null" || (Array.isArray(type) && type.includes("null"));
}

function typesIn(schema: JsonObject, values: readonly Json[] | undefined): readonly string[] {
  const type = schema["type"];
  const listed = type === undefined ? (values ?? []).map(typeOfValue) : Array.isArray(type) ? type : [type];
  const names = new Set(listed.map(String));
  if (names.has("number")) names.delete("integer");
  return TYPES.filter((name) => names.has(name));
}

const TELLING: readonly (readonly [keyword: string, words: string])[] = [
  ["format", "Format"],
  ["pattern", "Pattern"],
  ["minLength", "Least length"],
  ["maxLength", "Greatest length"],
  ["minimum", "At least"],
  ["exclusiveMinimum", "More than"],
  ["maximum", "At most"],
  ["exclusiveMaximum", "Less than"],
  ["multipleOf", "Multiple of"],
  ["minItems", "Least number of items"],
  ["maxItems", "Greatest number of items"],
  ["uniqueItems", "No item twice"],
  ["minProperties", "Least number of fields"],
  ["maxProperties", "Greatest number of fields"],
];

/** The description with the limits that the strict form cannot state as keywords. */
function told(schema: JsonObject): string {
  const limits = TELLING.flatMap(([keyword, words]) => {
    const value = schema[keyword];
    if (value === undefined || value === false) return [];
    return value === true ? [`${words}.`] : [`${words}: ${String(value)}.`];
  });
  const { description } = schema;
  return joined(typeof description === "string" ? description : "", limits.join(" "));
}

/** A schema without what `told` has told already. */
function withoutText(schema: JsonObject): JsonObject {
  const hidden = new Set(["description", ...TELLING.map(([keyword]) => keyword)]);
  const out = emptyRecord<Json>();
  for (const key of Object.keys(schema)) if (!hidden.has(key)) out[key] = schema[key] as Json;
  return out;
}

function described(text: string): JsonObject {
  return text === "" ? {} : { description: text };
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" ");
}
