import { compareText } from "../../dsl/text/compare.js";
import type { ApiModel, Location, Operation, Schema } from "../openapi/api-model.js";
import { schemaChildren } from "../openapi/schema-children.js";
import { referencedName } from "../openapi/schema-reference.js";
import type { Direction } from "./direction.js";
import { printDocumentation, printInterfaceBody, printKey, printType } from "./print-type.js";
import { requestSchema } from "./request-schema.js";
import { operationTypeNames, typeName } from "./type-names.js";

/**
 * Declarations for operations, as the text of a module that imports nothing: for `createIssue` a type
 * `CreateIssueRequest` (the canonical request) and a type `CreateIssueAnswer` (a union of `{status, body}`), and one
 * interface or type for each named schema that they need. A status range or `default` is `number`; an answer without
 * described content has a body of `null`.
 */
export function printOperationTypes(model: ApiModel, operationIds: readonly string[]): string {
  const operations = operationIds
    .map((id) => model.operations.get(id))
    .filter((found) => found !== undefined);
  const requests = operations.flatMap((operation) => requestSchemas(operation));
  const answers = operations.flatMap((operation) =>
    operation.responses.flatMap(({ schema }) => (schema ? [schema] : [])),
  );
  const names = operationTypeNames(model, operationIds);
  const nameOf = (operation: Operation) => names.get(operation.id) ?? operation.id;
  const blocks = [
    ...operations.map((operation) => printRequest(model, operation, nameOf(operation))),
    ...operations.map((operation) => printAnswer(model, operation, nameOf(operation))),
    ...printDeclarations(model, requests, "request"),
    ...printDeclarations(model, answers, "response"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Declarations of the named schemas that some schemas need, directly or not, in code unit order of their types. */
export function printDeclarations(
  model: ApiModel,
  roots: readonly Schema[],
  direction: Direction,
): readonly string[] {
  const names = new Set<string>();
  const visit = (schema: Schema): void => {
    const name = referencedName(schema);
    if (name !== undefined && !names.has(name) && model.schemas.has(name)) {
      names.add(name);
      visit(model.schemas.get(name) ?? {});
    }
    for (const child of schemaChildren(schema)) visit(child.schema);
  };
  for (const root of roots) visit(root);
  const named = [...names].map((name) => ({ name, type: typeName(model, name, direction) }));
  return named
    .sort((left, right) => compareText(left.type, right.type))
    .map(({ name, type }) => printDeclaration(model, type, model.schemas.get(name) ?? {}, direction));
}

function printDeclaration(model: ApiModel, type: string, schema: Schema, direction: Direction): string {
  const description = schema["description"];
  const comment = typeof description === "string" ? printDocumentation(description, "") : [];
  const body = printInterfaceBody(model, schema, direction);
  const text =
    body === undefined
      ? `export type ${type} = ${printType(model, schema, direction)};`
      : `export interface ${type} ${body}`;
  return [...comment, text].join("\n");
}

function requestSchemas(operation: Operation): readonly Schema[] {
  const parameters = operation.parameters.map((parameter) => parameter.schema);
  return operation.body === undefined ? parameters : [...parameters, operation.body.schema];
}

function printRequest(model: ApiModel, operation: Operation, name: string): string {
  const lines: string[] = [];
  const whole = requestSchema(operation);
  const required = Array.isArray(whole["required"]) ? whole["required"] : [];
  for (const location of ["path", "query", "header"] as const) {
    const parameters = operation.parameters.filter((parameter) => parameter.in === location);
    if (parameters.length === 0) continue;
    lines.push(
      `  readonly ${location}${required.includes(location) ? "" : "?"}: ${printLocation(model, operation, location)};`,
    );
  }
  if (operation.body !== undefined) {
    const type = printType(model, operation.body.schema, "request", "  ");
    lines.push(`  readonly body${operation.body.required ? "" : "?"}: ${type};`);
  }
  const comment = printDocumentation(operation.summary, "");
  const body = lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n}`;
  return [...comment, `export interface ${name}Request ${body}`].join("\n");
}

function printLocation(model: ApiModel, operation: Operation, location: Location): string {
  const lines: string[] = [];
  for (const parameter of operation.parameters) {
    if (parameter.in !== location) continue;
    lines.push(...printDocumentation(parameter.description, "    "));
    const type = printType(model, parameter.schema, "request", "    ");
    lines.push(`    readonly ${printKey(parameter.name)}${parameter.required ? "" : "?"}: ${type};`);
  }
  return `{\n${lines.join("\n")}\n  }`;
}

function printAnswer(model: ApiModel, operation: Operation, name: string): string {
  const lines = operation.responses.map(({ status, schema }) => {
    const body = schema === undefined ? "null" : printType(model, schema, "response", "    ");
    return `  | { readonly status: ${/^\d{3}$/.test(status) ? status : "number"}; readonly body: ${body} }`;
  });
  const union =
    lines.length === 0 ? "  { readonly status: number; readonly body: unknown }" : lines.join("\n");
  return `export type ${name}Answer =\n${union};`;
}
