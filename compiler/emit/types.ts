import type { ToolIr, VariableIr } from "../ir/scenario.js";
import { printInterfaceBody, printType } from "../schema/print-type.js";
import { typeName } from "../schema/type-names.js";
import { answerModule, apisOfTools, emitAnswerTypes, type RecordVariable } from "./answer-types.js";
import { closingToolIr, closingToolsOf } from "./closing.js";
import { docComment, documented } from "./comment.js";
import type { EmittedFile } from "./file.js";
import { header, moduleFile } from "./header.js";
import { bracketed, codeKey, stringLiteral } from "./literal.js";
import { NamePool, pascal } from "./names.js";
import { type ScenarioInput, scenarioFolder } from "./scenario-input.js";
import { type ToolNames, toolNames } from "./tool-names.js";

/** `types.ts` and, for each API, `types-<api>.ts`: the names, variables, arguments and answers of a scenario. */
export function emitTypes(input: ScenarioInput): EmittedFile[] {
  const { ir, origin } = input;
  const tools = namesOfTools(input);
  const records = recordVariables(input, tools);
  const apis = [...new Set([...apisOfTools(ir.tools), ...records.map(({ api }) => api)])];
  const modules = apis.map((api) => ({
    api,
    tools: tools.filter(({ tool }) => tool.api === api),
    records: records.filter((record) => record.api === api),
  }));
  const exported = modules.map(({ api, tools: own, records: held }) => ({
    api,
    names: [...own.map(({ answerType }) => answerType), ...held.map(({ type }) => type)].sort(),
  }));
  const types = moduleFile(
    `${scenarioFolder(ir.name)}/types.ts`,
    header(origin, `Types of scenario ${ir.name}.`),
    [
      'import type * as rt from "rvrc/runtime";',
      ...exported
        .map(({ api, names }) => ({
          api,
          names: names.filter((name) => records.some(({ type }) => type === name)),
        }))
        .filter(({ names }) => names.length > 0)
        .map(({ api, names }) => passOn("import", api, names)),
      ...exported.map(({ api, names }) => passOn("export", api, names)),
    ].join("\n"),
    union(
      "ToolName",
      "Tools by name.",
      tools.map(({ tool }) => tool.name),
    ),
    union(
      "RewardName",
      "Rewards by name.",
      ir.rewards.map(({ name }) => name),
    ),
    taskId(ir.splits.map(({ name }) => name)),
    variables(ir.variables, records),
    given(ir.variables),
    [
      docComment("A task: by its id, as the scenario lists it, or by its variables."),
      "export type TaskSelection = TaskId | rt.Task | { readonly task?: TaskId; readonly given?: TaskGiven };",
    ].join("\n"),
    ...tools.map(printArguments),
    ...tools.flatMap(({ tool, answerType }) => (tool.api === "" ? [closingAnswer(tool, answerType)] : [])),
  );
  return [
    types,
    ...modules.map((module) => emitAnswerTypes(input, module.api, module.tools, module.records)),
  ];
}

/** Names of the tools that are no name of a schema in their documents. */
export function namesOfTools({ ir, apis }: ScenarioInput): readonly ToolNames[] {
  const taken = [...apis.values()].flatMap((model) =>
    [...model.schemas.keys()].map((name) => typeName(model, name, "response")),
  );
  return toolNames([...ir.tools, ...closingToolsOf(ir).map(closingToolIr)], taken);
}

function closingAnswer(tool: ToolIr, answerType: string): string {
  return documented(
    `Answer of ${tool.name}, which ends the episode where its status is 200.`,
    `export type ${answerType} = { readonly status: 200 | 400 | 0 | 413; readonly body: rt.Json; readonly text: string };`,
  );
}

function recordVariables(input: ScenarioInput, tools: readonly ToolNames[]): readonly RecordVariable[] {
  const { ir, worlds, apis } = input;
  const names = new NamePool(tools.flatMap(({ argumentsType, answerType }) => [argumentsType, answerType]));
  const resources = worlds.get(ir.world)?.resources ?? [];
  return ir.variables.flatMap((variable): RecordVariable[] => {
    if (variable.kind !== "record") return [];
    const written = resources.find(({ name }) => name === variable.resource)?.schema;
    const dot = written?.indexOf(".") ?? -1;
    if (written === undefined || dot < 0) return [];
    const [api, schema] = [written.slice(0, dot), written.slice(dot + 1)];
    if (!apis.has(api)) return [];
    let type = names.claim(`${pascal(variable.name)}Record`);
    while (hasType(input, api, type)) type = names.claim(type);
    return [{ name: variable.name, type, api, schema }];
  });
}

function hasType({ apis }: ScenarioInput, api: string, type: string): boolean {
  const model = apis.get(api);
  if (model === undefined) return false;
  return [...model.schemas.keys()].some((name) => typeName(model, name, "response") === type);
}

function passOn(word: "import" | "export", api: string, names: readonly string[]): string {
  return `${bracketed(`${word} type {`, names, "}", " ")} from "./${answerModule(api)}.js";`;
}

function union(name: string, about: string, members: readonly string[]): string {
  const texts = members.map(stringLiteral);
  const line = `export type ${name} = ${texts.length === 0 ? "never" : texts.join(" | ")};`;
  const long = `export type ${name} =\n${texts.map((text) => `  | ${text}`).join("\n")};`;
  return documented(about, line.length <= 100 ? line : long);
}

function taskId(splits: readonly string[]): string {
  const about = docComment("Id of a listed task: its split and its place there, counted from 0.");
  const names = splits.map(stringLiteral).join(" | ");
  return `${about}\nexport type TaskId = ${splits.length === 0 ? "never" : `\`\${${names}}/\${number}\``};`;
}

function variables(all: readonly VariableIr[], records: readonly RecordVariable[]): string {
  const lines = all.map((variable) => {
    const record = records.find(({ name }) => name === variable.name);
    return `  readonly ${codeKey(variable.name)}: ${record?.type ?? typeOf(variable)};`;
  });
  return [
    docComment("The variables of a task with their values."),
    lines.length === 0
      ? "export type TaskVariables = Readonly<Record<string, never>>;"
      : `export interface TaskVariables {\n${lines.join("\n")}\n}`,
  ].join("\n");
}

function typeOf(variable: VariableIr): string {
  switch (variable.kind) {
    case "record":
      return "rt.JsonObject";
    case "text":
      return "string";
    case "integer":
      return "number";
    case "let":
      return "rt.Value";
  }
}

function given(all: readonly VariableIr[]): string {
  const lines = all.flatMap((variable) => {
    if (variable.kind === "let") return [];
    const type = variable.kind === "record" ? "string | number" : typeOf(variable);
    return [`  readonly ${codeKey(variable.name)}?: ${type};`];
  });
  return [
    docComment("What determines a task: records by key or alias, other variables as they are."),
    lines.length === 0
      ? "export type TaskGiven = Readonly<Record<string, never>>;"
      : `export type TaskGiven = {\n${lines.join("\n")}\n};`,
  ].join("\n");
}

/** Arguments as the model sees them, from the same schema. */
function printArguments({ tool, argumentsType }: ToolNames): string {
  const { parameters } = tool.definition.function;
  const source = { schemas: new Map() };
  const about = docComment(`Arguments of ${tool.name}.`);
  const body = printInterfaceBody(source, parameters, "request");
  if (body === "{}") return `${about}\nexport type ${argumentsType} = Readonly<Record<string, never>>;`;
  if (body !== undefined) return `${about}\nexport interface ${argumentsType} ${body}`;
  return `${about}\nexport type ${argumentsType} = ${printType(source, parameters, "request")};`;
}
