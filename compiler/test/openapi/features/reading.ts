import type { Json } from "../../../../runtime/abi/json.js";
import type { ApiModel } from "../../../openapi/api-model.js";
import { compileValidators } from "../../../schema/build-validators.js";
import { checkConstant } from "../../../schema/check-constant.js";
import type { Direction } from "../../../schema/direction.js";
import { inlineSchema } from "../../../schema/inline-schema.js";
import { printOperationTypes } from "../../../schema/print-operation-types.js";
import { type Data, load, plain } from "../fixture.js";

/** One row of the table of features in docs/openapi.md. */
export interface Feature {
  readonly row: number;
  readonly name: string;
  readonly check: () => Promise<void>;
}

/** Every text of types that a check asked for: together they must be what TypeScript takes. */
export const printedTypes: string[] = [];

/** A document as the rest of the compiler sees it. */
export interface Reading {
  readonly model: ApiModel;
  readonly codes: readonly string[];
  readonly messages: readonly string[];
  /** Judged by the validator of the operation; locations that are left out are empty. */
  accepts(id: string, request: Data): boolean;
  /** Whether a value fits a named schema. */
  fits(name: string, value: unknown, direction?: Direction): boolean;
  /** What a tool shows of the body of an operation. */
  shown(id: string): Data;
  /** What a tool shows of a named schema. */
  shownSchema(name: string, direction?: Direction): Data;
  schema(name: string): Data;
  /** Generated types of all operations, white space made one. */
  types(): string;
}

/** `openapi` and `info` stand before the text, unless the text has them. */
export async function read(
  text: string,
  openapi = "3.0.3",
  more: Readonly<Record<string, string>> = {},
): Promise<Reading> {
  const has = (member: string) => new RegExp(`^[\\s{]*"?${member}"?:`, "mu").test(text);
  const isWhole = has("openapi") || has("swagger");
  const head = isWhole ? [] : [`openapi: ${openapi}`, 'info: { title: T, version: "1" }'];
  const paths = isWhole || has("paths") ? [] : ["paths: {}"];
  const { model, diagnostics } = await load([...head, ...paths, text].join("\n"), more);
  if (model === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const ids = [...model.operations.keys()];
  const validators = compileValidators(model, ids);
  const operation = (id: string) => model.operations.get(id) ?? fail(id);
  const named = (name: string) => model.schemas.get(name) ?? fail(name);
  return {
    model,
    codes: diagnostics.map(({ code }) => code),
    messages: diagnostics.map(({ message }) => message),
    accepts: (id, request) =>
      (validators.get(id) ?? fail(id))({ path: {}, query: {}, header: {}, ...request }),
    fits: (name, value, direction = "request") =>
      checkConstant(model, named(name), value as Json, direction).ok,
    shown: (id) => plain(inlineSchema(model, operation(id).body?.schema ?? fail(id))) as Data,
    shownSchema: (name, direction = "request") => plain(inlineSchema(model, named(name), direction)) as Data,
    schema: (name) => plain(named(name)) as Data,
    types: () => {
      const text = printOperationTypes(model, ids);
      printedTypes.push(text);
      return text.replace(/\s+/gu, " ");
    },
  };
}

function fail(name: string): never {
  throw new Error(`the document has no ${name}`);
}

/** Paths with one operation `send`, whose body is the schema; written in the flow style of YAML. */
export function sending(schema: string, type = "application/json"): string {
  return `paths:
  /a:
    post:
      operationId: send
      requestBody: { required: true, content: { ${type}: { schema: ${schema} } } }
      responses: { "204": { description: done } }
`;
}
