import type { ErrorObject, ValidateFunction } from "ajv";
import type { Json } from "../../runtime/abi/json.js";
import type { ApiModel, Schema } from "../openapi/api-model.js";
import { createAjv } from "./ajv-engine.js";
import { describeSchema, enumAt, listValues, patternInWords, typeInWords } from "./describe-schema.js";
import type { Direction } from "./direction.js";
import type { SchemaSource } from "./parts.js";
import { schemaAt } from "./schema-at.js";
import { typeOfValue, typesOf } from "./types-of.js";
import { ValidatorSchemas, withPrototypes } from "./validator-schema.js";

export type ConstantCheck =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** Where inside the value; empty for the value itself. */
      readonly path: readonly string[];
      /** Keyword of JSON Schema that is broken. */
      readonly keyword: string;
      /** The schema that is broken: of the value itself or of a part of it. */
      readonly schema: Schema;
      /** What is accepted there, in words. */
      readonly expected: string;
      /** A sentence part without a subject: `expects a string of digits, not an integer`. */
      readonly reason: string;
    };

/** Whether a value that stands in a source text fits a schema; of several faults the one that says most. */
export function checkConstant(
  model: Pick<ApiModel, "schemas">,
  schema: Schema,
  value: Json,
  direction: Direction = "request",
): ConstantCheck {
  const errors = violations(model, schema, value, direction);
  if (errors.length === 0) return { ok: true };
  if (!fitsType(model, schema, value)) return wrongType(model, schema, value, []);
  const error = mostTelling(errors);
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const place = schemaAt(model, schema, path, direction);
  const inner = place.kind === "found" ? place.schema : {};
  const found = valueAt(value, path);
  if (!fitsType(model, inner, found)) return wrongType(model, inner, found, path);
  const at = placeInWords(path);
  const { expected, reason } = explain(model, inner, found, error);
  return { ok: false, path, keyword: error.keyword, schema: inner, expected, reason: at + reason };
}

interface Compiled {
  readonly schemas: SchemaSource["schemas"];
  readonly direction: Direction;
  readonly validate: ValidateFunction;
}

/** The last validator made from a schema object: constants for one place of a schema come in numbers. */
const compiled = new WeakMap<Schema, Compiled>();

function violations(
  model: SchemaSource,
  schema: Schema,
  value: Json,
  direction: Direction,
): readonly ErrorObject[] {
  let known = compiled.get(schema);
  if (known?.schemas !== model.schemas || known.direction !== direction) {
    const schemas = new ValidatorSchemas(model, direction, "#");
    const prepared = schemas.prepare(schema);
    const validate = createAjv(false).compile({ ...prepared, $defs: schemas.definitions() });
    known = { schemas: model.schemas, direction, validate };
    compiled.set(schema, known);
  }
  return known.validate(withPrototypes(value)) ? [] : (known.validate.errors ?? []);
}

function fitsType(model: SchemaSource, schema: Schema, value: Json): boolean {
  return typesOf(model, schema).has(typeOfValue(value));
}

function wrongType(model: SchemaSource, schema: Schema, value: Json, path: readonly string[]): ConstantCheck {
  const values = enumAt(model, schema);
  const expected = describeSchema(model, schema);
  const found = values === undefined ? typeInWords(typeOfValue(value)) : JSON.stringify(value);
  const at = placeInWords(path);
  const keyword = values === undefined ? "type" : "enum";
  return { ok: false, path, keyword, schema, expected, reason: `${at}expects ${expected}, not ${found}` };
}

/** Where in a value: elements of lists are counted from 1, as people do. */
function placeInWords(path: readonly string[]): string {
  const words = path.map((step) => (/^\d+$/u.test(step) ? `element ${Number(step) + 1}` : step));
  return words.length === 0 ? "" : `${words.join(", ")} `;
}

const COMBINATIONS = new Set(["anyOf", "oneOf", "allOf", "not", "if"]);

/** The error deepest in the value; at one depth, one that is no summary of others. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject {
  const depth = (error: ErrorObject) => error.instancePath.split("/").length;
  const rank = (error: ErrorObject) => depth(error) * 2 + (COMBINATIONS.has(error.keyword) ? 0 : 1);
  return errors.reduce((best, error) => (rank(error) > rank(best) ? error : best));
}

function explain(
  model: SchemaSource,
  schema: Schema,
  value: Json,
  error: ErrorObject,
): { readonly expected: string; readonly reason: string } {
  const shown = JSON.stringify(value);
  const expects = (expected: string) => ({ expected, reason: `expects ${expected}, not ${shown}` });
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (error.keyword) {
    case "enum":
    case "const": {
      const values =
        enumAt(model, schema) ?? (Array.isArray(params["allowedValues"]) ? params["allowedValues"] : []);
      return expects(listValues(values as readonly Json[]));
    }
    case "pattern":
      return expects(`a string${patternInWords(String(params["pattern"]))}`);
    case "format":
      return expects(`a string in the format ${String(params["format"])}`);
    case "required":
      return {
        expected: `an object with "${String(params["missingProperty"])}"`,
        reason: `lacks "${String(params["missingProperty"])}"`,
      };
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = String(params["additionalProperty"] ?? params["unevaluatedProperty"]);
      return { expected: "an object of the described properties", reason: `has no property "${name}"` };
    }
    default:
      return {
        expected:
          error.message === undefined ? describeSchema(model, schema) : `a value that ${error.message}`,
        reason: error.message ?? "does not fit",
      };
  }
}

function valueAt(value: Json, path: readonly string[]): Json {
  let at: Json = value;
  for (const step of path) {
    if (typeof at !== "object" || at === null) return null;
    const inner: Json | undefined = Array.isArray(at)
      ? at[Number(step)]
      : Object.entries(at).find(([key]) => key === step)?.[1];
    at = inner ?? null;
  }
  return at;
}
