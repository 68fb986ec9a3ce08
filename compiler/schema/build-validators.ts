import standalone from "ajv/dist/standalone/index.js";
import { InternalError } from "../../dsl/text/internal-error.js";
import type { ApiModel } from "../openapi/api-model.js";
import { createAjv } from "./ajv-engine.js";
import { requestSchema } from "./request-schema.js";
import { ValidatorSchemas } from "./validator-schema.js";

export interface GeneratedValidators {
  /** An ECMAScript module that imports nothing. One exported function per operation, with `errors` after a refusal. */
  readonly js: string;
  /** Its declarations. */
  readonly dts: string;
  /** Name of the export by operation id: the id itself wherever it can be one. */
  readonly names: ReadonlyMap<string, string>;
}

/** One broken rule; the members of ajv's errors that callers may rely on. */
export interface RequestError {
  /** JSON pointer into the request. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: { readonly [name: string]: unknown };
}

/** Judges a canonical request. Works on any value and never throws. */
export interface RequestValidator {
  (request: unknown): boolean;
  errors?: readonly RequestError[] | null;
}

const DEFINITIONS = "definitions";

/**
 * Prints validators of the canonical requests of operations. The same model and ids give the same bytes.
 *
 * @throws InternalError for an id that the model does not have.
 */
export function buildValidators(model: ApiModel, operationIds: readonly string[]): GeneratedValidators {
  const names = exportNames(operationIds);
  const { ajv, ids } = engine(model, operationIds, true);
  const exports = Object.fromEntries([...names].map(([id, name]) => [name, ids.get(id) ?? ""]));
  // The module is CommonJS whose export is the function itself; its types speak of a default export.
  const print = standalone as unknown as (instance: typeof ajv, refs: Record<string, string>) => string;
  const printed = print(ajv, exports);
  const code = withLocalHelpers(printed);
  const lines = [...names.values()].map((name) => `export declare const ${name}: RequestValidator;`);
  return { js: code, dts: `${DECLARATIONS}\n${lines.join("\n")}\n`, names };
}

/** The same validators as functions of this process. */
export function compileValidators(
  model: ApiModel,
  operationIds: readonly string[],
): ReadonlyMap<string, RequestValidator> {
  const { ajv, ids } = engine(model, operationIds, false);
  const out = new Map<string, RequestValidator>();
  for (const [id, key] of ids) {
    const validator = ajv.getSchema(key);
    if (validator === undefined) throw new InternalError(`No validator for ${id}`);
    out.set(id, validator as RequestValidator);
  }
  return out;
}

function engine(model: ApiModel, operationIds: readonly string[], source: boolean) {
  const ajv = createAjv(source);
  const schemas = new ValidatorSchemas(model, "request", `${DEFINITIONS}#`);
  const ids = new Map<string, string>();
  for (const id of operationIds) {
    const operation = model.operations.get(id);
    if (operation === undefined) throw new InternalError(`The API has no operation ${id}`);
    const key = `request${ids.size}`;
    ids.set(id, key);
    ajv.addSchema({ ...schemas.prepare(requestSchema(operation)), $id: key });
  }
  ajv.addSchema({ $id: DEFINITIONS, $defs: schemas.definitions() });
  return { ajv, ids };
}

/**
 * ajv's two helpers, printed into the module so that it stands alone. Their requires cannot occur in a literal:
 * quotes in literals are escaped.
 */
function withLocalHelpers(code: string): string {
  const body = code
    .replace(/^"use strict";\n?/, "")
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', "countCharacters")
    .replaceAll('require("ajv/dist/runtime/equal").default', "sameJson");
  if (/= require\(/.test(body)) throw new InternalError("A validator needs a helper that is not known");
  return `${HELPERS}\n${body.trim()}\n`;
}

const HELPERS = `/** Number of characters, a pair of surrogates counted once. */
function countCharacters(text) {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Equality of JSON values. */
function sameJson(left, right) {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]));
}
`;

const DECLARATIONS = `/** One broken rule of the API's schema. */
export interface RequestError {
  /** JSON pointer into the request. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: { readonly [name: string]: unknown };
}

/** Judges a canonical request \`{path, query, header, body}\`; \`errors\` tells what the last one broke. */
export interface RequestValidator {
  (request: unknown): boolean;
  errors?: readonly RequestError[] | null;
}
`;

/** Words that cannot be the name of an export's variable, and names that the module uses itself. */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue countCharacters debugger default delete do else enum " +
    "eval export extends false finally for function if implements import in instanceof interface let new null " +
    "package private protected public return sameJson static super switch this throw true try typeof undefined " +
    "var void while with yield Array Object RegExp Number Math isFinite"
  ).split(" "),
);

function exportNames(operationIds: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const id of operationIds) {
    // ajv calls its own variables by a word and a number.
    const clean =
      /^[A-Za-z_]\w*$/.test(id) &&
      !/^(validate|schema|func|pattern|formats?|wrapper|root|default)\d+$/.test(id);
    const base = clean && !RESERVED.has(id) ? id : `operation_${id.replace(/\W+/g, "_")}`;
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
    taken.add(name);
    names.set(id, name);
  }
  return names;
}
