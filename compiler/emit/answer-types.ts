import type { ToolIr } from "../ir/scenario.js";
import type { ApiModel, Operation, Schema } from "../openapi/api-model.js";
import { referenceTo } from "../openapi/schema-reference.js";
import { printDeclarations } from "../schema/print-operation-types.js";
import { printType } from "../schema/print-type.js";
import { docComment } from "./comment.js";
import type { EmittedFile } from "./file.js";
import { header, moduleFile } from "./header.js";
import { type ScenarioInput, scenarioFolder } from "./scenario-input.js";
import { answerStatuses } from "./statuses.js";
import type { ToolNames } from "./tool-names.js";

/** A task variable that holds a record, and the named schema of that record. */
export interface RecordVariable {
  readonly name: string;
  /** Name of the printed type. */
  readonly type: string;
  readonly api: string;
  readonly schema: string;
}

/** Module that holds what the document of an API says, beside `types.ts`. */
export function answerModule(api: string): string {
  return `types-${api}`;
}

/**
 * `types-<api>.ts`: the answers of the tools of one API by status, the records of that API, and the schemas of the
 * document that they lead to. A module for each API, since two documents may use one name for two things.
 */
export function emitAnswerTypes(
  input: ScenarioInput,
  api: string,
  tools: readonly ToolNames[],
  records: readonly RecordVariable[],
): EmittedFile {
  const model = input.apis.get(api);
  const roots: Schema[] = [];
  const answers = tools.map(({ tool, answerType }) => {
    const operation = model?.operations.get(tool.operation);
    const members = answerStatuses(tool, input.worlds.values()).map((status) => {
      const body = bodyType(model, operation, status, roots);
      return member(`status: ${status}`, body);
    });
    const about = `Answers of ${tool.name}, one member for each status that the world gives.`;
    return declaration(answerType, about, [...members, member("status: 0 | 413", UNSERVED)]);
  });
  const aliases = records.map(({ name, type, schema }) => {
    const reference = { $ref: referenceTo(schema) };
    const known = model?.schemas.has(schema) === true;
    if (known) roots.push(reference);
    const text = known && model !== undefined ? printType(model, reference, "response") : "rt.JsonObject";
    return `${docComment(`Record that the variable ${name} stands for.`)}\nexport type ${type} = ${text};`;
  });
  return moduleFile(
    `${scenarioFolder(input.ir.name)}/${answerModule(api)}.ts`,
    header(input.origin, `What the document of ${api} says about the answers in scenario ${input.ir.name}.`),
    [...answers, ...aliases].some((text) => /\brt\./u.test(text))
      ? 'import type * as rt from "rvrc/runtime";'
      : "",
    ...answers,
    ...aliases,
    ...(model === undefined ? [] : printDeclarations(model, roots, "response")),
  );
}

/** Body of the refusal of a call that the API never sees: a tool that does not exist, arguments beyond all size. */
const UNSERVED = "{ readonly error: string }";

function member(status: string, body: string): string {
  return `{ readonly ${status}; readonly body: ${body}; readonly text: string }`;
}

function declaration(name: string, about: string, members: readonly string[]): string {
  const lines = members.map((text) => `  | ${text.replaceAll("\n", "\n    ")}`);
  return `${docComment(about)}\nexport type ${name} =\n${lines.join("\n")};`;
}

/** Type of the body that a document promises with a status; JSON where it promises nothing. */
function bodyType(
  model: ApiModel | undefined,
  operation: Operation | undefined,
  status: number,
  roots: Schema[],
): string {
  const digits = String(status);
  const range = `${digits.slice(0, 1)}XX`;
  const described =
    operation?.responses.find((response) => response.status === digits) ??
    operation?.responses.find((response) => response.status.toUpperCase() === range) ??
    operation?.responses.find((response) => response.status === "default");
  if (model === undefined || described === undefined) return "rt.Json";
  if (described.schema === undefined) return status < 300 ? "null" : "rt.Json";
  roots.push(described.schema);
  return printType(model, described.schema, "response");
}

/** APIs of the tools, in order of first use. */
export function apisOfTools(tools: readonly ToolIr[]): readonly string[] {
  return [...new Set(tools.map(({ api }) => api))];
}
