import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { Schema } from "../openapi/api-model.js";
import { emptyRecord } from "../openapi/node.js";
import { certainParts, isSchema, schemaList } from "../openapi/schema-children.js";
import { referencedName } from "../openapi/schema-reference.js";
import { enumAt } from "./describe-schema.js";
import { type Direction, isForeign, requiredOf } from "./direction.js";
import { type Part, partsOf, type SchemaSource } from "./parts.js";
import { describedNames, schemaAt } from "./schema-at.js";
import { shortText } from "./short-text.js";
import { type JsonType, typesOf } from "./types-of.js";

/** How often one named schema may stand inside itself; below that only its type is shown. */
const MAX_REPEATS = 1;
/** Levels below which only types are shown. */
const MAX_DEPTH = 12;
/** Schema objects that one result may have; beyond them only types are shown. */
const MAX_NODES = 600;
/** Longest list of values that is shown; a longer one is described by its type. */
const MAX_VALUES = 200;

const LIMITS = [
  ...[
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
  ],
  ...["multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
];

/** What is not shown as the document has it: the name of the schema that is cut, or the length of a list of values. */
export type Omission =
  | { readonly kind: "recursion"; readonly name: string }
  | { readonly kind: "size" }
  | { readonly kind: "values"; readonly count: number };

interface State {
  readonly model: SchemaSource;
  readonly direction: Direction;
  readonly onOmit: (omission: Omission) => void;
  /** Names of schemas being written, outermost first. */
  readonly open: readonly string[];
  readonly depth: number;
  readonly budget: { nodes: number };
}

/**
 * A schema written out without references: allOf is merged, oneOf shown as anyOf, properties of the other direction
 * are left out, objects that describe properties are closed, descriptions are short. Recursion is cut: what lies
 * deeper is shown as its bare type. `onOmit` is told of each place that shows less than the document says.
 */
export function inlineSchema(
  model: SchemaSource,
  schema: Schema,
  direction: Direction = "request",
  onOmit: (omission: Omission) => void = () => undefined,
): JsonObject {
  return write(schema, { model, direction, onOmit, open: [], depth: 0, budget: { nodes: MAX_NODES } });
}

function write(schema: Schema, state: State): JsonObject {
  const { model, budget } = state;
  const names = namesOnTheWay(model, schema);
  const repeated = names.find((name) => state.open.filter((other) => other === name).length > MAX_REPEATS);
  const description = descriptionOf(model, schema);
  if (repeated !== undefined || state.depth > MAX_DEPTH || budget.nodes <= 0) {
    state.onOmit(repeated === undefined ? { kind: "size" } : { kind: "recursion", name: repeated });
    return { ...typeMember(typesOf(model, schema)), ...description };
  }
  budget.nodes--;
  const inside: State = { ...state, open: [...state.open, ...names], depth: state.depth + 1 };
  const parts = partsOf(model, schema);
  const certain = parts.filter((part) => part.certain).map((part) => part.schema);
  const branches = certain.flatMap((part) => [...schemaList(part, "anyOf"), ...schemaList(part, "oneOf")]);
  const types = typesOf(model, schema);
  const describes = certain.some(
    (part) => isSchema(part["properties"]) && Object.keys(part["properties"]).length > 0,
  );
  if (branches.length > 0 && !describes) return { ...writeBranches(branches, types, inside), ...description };
  const values = enumAt(model, schema);
  if (values !== undefined && values.length > MAX_VALUES) {
    state.onOmit({ kind: "values", count: values.length });
  }
  return {
    ...typeMember(types),
    ...description,
    ...(values === undefined ? {} : writeValues(values, description)),
    ...limits(certain),
    ...(types.has("array") ? writeItems(certain, inside) : {}),
    ...(types.has("object") ? writeObject(schema, parts, types.size === 7, inside) : {}),
  };
}

/** One branch is shown as it is; null beside one branch becomes a type of it. */
function writeBranches(branches: readonly Schema[], types: ReadonlySet<JsonType>, state: State): JsonObject {
  const shown = branches.map((branch) => write(branch, state));
  const distinct = [...new Map(shown.map((branch) => [JSON.stringify(branch), branch])).values()];
  const isNull = (branch: JsonObject) => branch["type"] === "null";
  const rest = distinct.filter((branch) => !isNull(branch));
  const [only] = rest;
  if (rest.length !== 1 || only === undefined) return { anyOf: distinct };
  const type = only["type"];
  if (!types.has("null") || type === undefined) return only;
  const listed = (Array.isArray(type) ? type : [type]) as readonly Json[];
  const values = only["enum"];
  return {
    ...only,
    type: listed.includes("null") ? type : [...listed, "null"],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
}

/** Values as they are, or, where they are too many to show, a remark that there are some. */
function writeValues(values: readonly Json[], description: JsonObject): JsonObject {
  if (values.length <= MAX_VALUES) return { enum: values };
  const text = typeof description["description"] === "string" ? `${description["description"]} ` : "";
  return { description: `${text}One of ${values.length} values that are not listed here.` };
}

function writeItems(certain: readonly Schema[], state: State): JsonObject {
  const first = certain.map((part) => schemaList(part, "prefixItems")).find((list) => list.length > 0);
  const items = certain.map((part) => part["items"]).find((found) => found !== undefined);
  return {
    ...(first === undefined ? {} : { prefixItems: first.map((item) => write(item, state)) }),
    ...(isSchema(items) ? { items: write(items, state) } : items === false ? { items } : {}),
  };
}

function writeObject(schema: Schema, parts: readonly Part[], untyped: boolean, state: State): JsonObject {
  const { model, direction } = state;
  const properties = emptyRecord<Json>();
  for (const name of describedNames(model, schema)) {
    const place = schemaAt(model, schema, [name], direction);
    if (place.kind !== "found" || isForeign(model, place.schema, direction)) continue;
    // A property that takes no value is one that must not be there.
    if (typesOf(model, place.schema).size === 0) continue;
    properties[name] = write(place.schema, state);
  }
  const rest = parts.map((part) => part.schema["additionalProperties"]).find((value) => value !== undefined);
  if (Object.keys(properties).length === 0) {
    if (untyped) return {};
    return isSchema(rest) && Object.keys(rest).length > 0 ? { additionalProperties: write(rest, state) } : {};
  }
  const required = requiredOf(model, schema, direction).filter((name) => Object.hasOwn(properties, name));
  return { properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
}

function limits(certain: readonly Schema[]): JsonObject {
  const out = emptyRecord<Json>();
  for (const part of certain) {
    for (const keyword of LIMITS) {
      const value = part[keyword];
      if (value !== undefined && out[keyword] === undefined) out[keyword] = value;
    }
  }
  return out;
}

function typeMember(types: ReadonlySet<JsonType>): JsonObject {
  if (types.size === 7 || types.size === 0) return {};
  const listed = [...types].filter((type) => !(type === "integer" && types.has("number")));
  return { type: listed.length === 1 ? (listed[0] ?? "null") : listed };
}

function descriptionOf(model: SchemaSource, schema: Schema): JsonObject {
  const certain = partsOf(model, schema).filter((part) => part.certain);
  for (const { schema: part } of certain) {
    const description = part["description"];
    if (typeof description === "string") return { description: shortText(description) };
  }
  const isFile = certain.some(({ schema: part }) => part["format"] === "binary");
  return isFile ? { description: "A file, by its handle." } : {};
}

/** Names that references, and references behind them, go through from a schema. */
function namesOnTheWay(model: SchemaSource, schema: Schema): readonly string[] {
  const names = certainParts(model, schema).map(referencedName);
  return [...new Set(names.filter((name) => name !== undefined))];
}
