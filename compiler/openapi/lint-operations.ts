import type { ApiModel, Operation, Parameter, Schema } from "./api-model.js";
import { below, type DocumentSet, type Place } from "./document-set.js";
import { member } from "./node.js";
import { isDefined, type Shape } from "./parameter-style.js";
import { certainParts, ownProperty, propertyNames } from "./schema-children.js";

type Model = Pick<ApiModel, "operations" | "schemas">;
type PlaceOf = (operation: Operation) => Place;

/** What models take as the name of a tool. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/u;

/** Reports what operations say that a reader of the document should know of. */
export function lintOperations(
  model: Model,
  documents: DocumentSet,
  placeOf: PlaceOf,
  schemaPlace: (schema: Schema) => Place | undefined,
): void {
  const operations = [...model.operations.values()];
  const { value, place: start } = documents.document();
  if (member(value, "paths") === undefined) documents.report("RVR7019", start);
  lintNames(operations, documents, placeOf);
  const identifiers = new Set<string>();
  const styles = new Set<string>();
  for (const operation of operations) {
    const place = placeOf(operation);
    lintClashes(model, operation, place, documents);
    for (const { name, one, other, where } of disagreements(model, operation)) {
      const key = `${name} ${one} ${other} ${where}`;
      if (!identifiers.has(key)) documents.report("RVR7049", place, { name, one, other, where });
      identifiers.add(key);
    }
    for (const parameter of operation.parameters) {
      const what = undefinedForm(model, parameter);
      if (what === undefined || styles.has(`${what} ${parameter.style}`)) continue;
      // One document writes its parameters in one way; the first place tells it.
      styles.add(`${what} ${parameter.style}`);
      documents.report("RVR7018", schemaPlace(parameter.schema) ?? place, { what, style: parameter.style });
    }
  }
}

function lintNames(operations: readonly Operation[], documents: DocumentSet, placeOf: PlaceOf): void {
  const unfit = operations.filter(({ id }) => !TOOL_NAME.test(id));
  const [first] = unfit;
  if (first === undefined) return;
  documents.report("RVR7038", below(placeOf(first), "operationId"), { count: unfit.length, id: first.id });
}

/** Headers are no arguments of a tool unless a scenario takes them, so their names clash with nothing. */
function lintClashes(model: Model, operation: Operation, place: Place, documents: DocumentSet): void {
  const places = new Map<string, string[]>();
  const add = (name: string, where: string) => places.set(name, [...(places.get(name) ?? []), where]);
  for (const { name, in: where } of operation.parameters) if (where !== "header") add(name, where);
  for (const name of bodyNames(model, operation)) add(name, "body");
  for (const [name, all] of places) {
    if (all.length === 1) continue;
    documents.report("RVR7015", place, { name, id: operation.id, places: all.join(" and ") });
    return;
  }
}

function bodyNames(model: Model, operation: Operation): ReadonlySet<string> {
  const { body } = operation;
  return new Set(body === undefined ? [] : certainParts(model, body.schema).flatMap(propertyNames));
}

interface Disagreement {
  readonly name: string;
  readonly one: string;
  readonly other: string;
  readonly where: string;
}

/**
 * Identifiers of the path that a body or an answer types otherwise: a property of the same name, and of an answer `id` for
 * the placeholder that ends the path.
 */
function disagreements(model: Model, operation: Operation): readonly Disagreement[] {
  const out: Disagreement[] = [];
  const answer = operation.responses.find(({ status }) => status.startsWith("2"))?.schema;
  for (const { name, in: where, schema } of operation.parameters) {
    if (where !== "path" || !/(?:^id|Id|ID|_id|-id)$/u.test(name)) continue;
    const one = numberOrText(model, schema);
    const compare = (other: Schema | undefined, place: string): void => {
      const type = other === undefined ? undefined : numberOrText(model, other);
      if (one !== undefined && type !== undefined && one !== type)
        out.push({ name, one, other: type, where: place });
    };
    compare(propertyOf(model, operation.body?.schema, name), "body");
    const own = propertyOf(model, answer, name);
    compare(
      own ?? (operation.path.endsWith(`{${name}}`) ? propertyOf(model, answer, "id") : undefined),
      "answer",
    );
  }
  return out;
}

function propertyOf(model: Model, schema: Schema | undefined, name: string): Schema | undefined {
  if (schema === undefined) return undefined;
  return certainParts(model, schema)
    .map((part) => ownProperty(part, name))
    .find((property) => property !== undefined);
}

function numberOrText(model: Model, schema: Schema): string | undefined {
  const types = typesOf(model, schema);
  const numeric = types.includes("integer") || types.includes("number");
  if (numeric === types.includes("string")) return undefined;
  return numeric ? "integer" : "string";
}

function typesOf(model: Model, schema: Schema): readonly string[] {
  const type = certainParts(model, schema)
    .map((part) => part["type"])
    .find((found) => found !== undefined);
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
}

/** What the style of a parameter does not say how to write, in words. */
function undefinedForm(model: Model, parameter: Parameter): string | undefined {
  const { style, explode, schema } = parameter;
  const shape = shapeOfSchema(model, schema);
  if (shape === undefined || style === "json") return undefined;
  if (!isDefined(style, explode, shape)) {
    const named = shape === "primitive" ? "a plain value" : shape === "array" ? "a list" : "an object";
    return explode && shape !== "primitive" ? `${named} that explodes` : named;
  }
  const inside = certainParts(model, schema).flatMap((part) =>
    shape === "object"
      ? propertyNames(part).map((name) => ownProperty(part, name) ?? {})
      : shape === "array" && typeof part["items"] === "object"
        ? [part["items"] as Schema]
        : [],
  );
  const nested = inside
    .map((one) => shapeOfSchema(model, one))
    .find((one) => one === "array" || one === "object");
  return nested === undefined
    ? undefined
    : `a list or object inside ${shape === "array" ? "a list" : "an object"}`;
}

/** Undefined when the schema does not say one of the three. */
function shapeOfSchema(model: Model, schema: Schema): Shape | undefined {
  const types = typesOf(model, schema).filter((type) => type !== "null");
  const shapes = new Set(
    types.map((type): Shape => (type === "array" || type === "object" ? type : "primitive")),
  );
  const [only] = shapes;
  return shapes.size === 1 ? only : undefined;
}
