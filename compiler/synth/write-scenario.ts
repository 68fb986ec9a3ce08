import { formatText } from "../../dsl/format/format-text.js";
import { nameText, stringText, valueText } from "../../dsl/print/value.js";
import { SourceFile } from "../../dsl/text/source-file.js";
import type { Json } from "../../runtime/abi/json.js";
import { createRandom } from "../../runtime/random/random.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import type { ApiModel, Operation } from "../openapi/api-model.js";
import { sampleValue } from "../sample/sample-value.js";
import { type Hole, identifier, type PlannedArgument, type PlannedVariable, wordsOf } from "./plan.js";

/** A scenario that was written for one operation. */
export interface WrittenScenario {
  /** Name of the scenario and of its files. */
  readonly name: string;
  readonly text: string;
  /** Values of its variables, as a YAML document. */
  readonly values: string;
}

export interface WriteOptions {
  readonly model: ApiModel;
  readonly operation: Operation;
  readonly arguments: readonly PlannedArgument[];
  readonly name: string;
  /** How the file names the API document and its values. */
  readonly document: string;
  readonly valuesFile: string;
  readonly seed: number;
}

/** Tasks in a split at most. */
const TASKS = 8;

/** A variable with the argument that it is a part of. */
interface Variable extends PlannedVariable {
  readonly argument: PlannedArgument;
  readonly inList: boolean;
}

/** A scenario as a person would write it for the operation: one call, with everything that it needs in the prompt. */
export function writeScenario(options: WriteOptions): WrittenScenario {
  const { operation, name } = options;
  const api = "api";
  const tool = toolName(operation);
  const variables = options.arguments.flatMap((argument) =>
    argument.holes.map(({ path, variable }): Variable => {
      const inList = path.some((step) => /^\d+$/u.test(step));
      return { ...variable, argument, inList };
    }),
  );
  const lines = [
    `# Made by rvrc synth from ${oneLine(options.document)}: ${operation.method} ${oneLine(operation.path)}. Yours to edit.`,
    `api ${api} from ${stringText(options.document)}`,
    "",
    ...worldLines(options, api),
    "",
    `scenario ${name} ${stringText(titleOf(operation))} {`,
    `world ${name}_service`,
    "",
    "tools {",
    `${tool} = ${api}.${nameText(operation.id)} {`,
    `take ${options.arguments.map(takeText).join(", ")}`,
    "}",
    "}",
    "",
    `system ${stringText(`You work with the service ${oneLine(options.model.title)}. Do what you are asked with one call, and nothing else.`)}`,
    "",
    ...taskLines(options, tool, variables),
    "",
    "reward sound {",
    "derive slots",
    "derive penalties",
    // With a list of everything, a call has all but one argument right: that must stay little.
    ...(variables.some(({ inList }) => inList) ? ["partial 0.3"] : []),
    "budget 3",
    "}",
    "",
    ...testLines(options, tool, variables),
    "}",
    "",
  ];
  const draft = lines.join("\n");
  const formatted = formatText(new SourceFile(`${name}.rvr`, draft));
  return {
    name,
    text: formatted.kind === "formatted" ? formatted.text : draft,
    values: valuesText(variables),
  };
}

export function toolName(operation: Operation): string {
  return identifier(operation.id);
}

/** A service that keeps every request it accepts, so that what was sent decides whether a task is solved. */
function worldLines({ model, operation, name, seed }: WriteOptions, api: string): readonly string[] {
  const parts = ["path", "query", "header"].filter((part) =>
    operation.parameters.some((one) => one.in === part),
  );
  const kept = [...parts, ...(operation.body === undefined ? [] : ["body"])];
  const [status, body] = answerOf(model, operation, seed);
  return [
    `world ${name}_service {`,
    "resource Call { key id computed id }",
    "",
    `invalid ${api} else 400 { message: "{violation.path} {violation.message}" }`,
    "",
    `on ${api}.${nameText(operation.id)} {`,
    `create Call { id: next_key(Call), ${kept.map((part) => `${part}: ${part}`).join(", ")} }`,
    `respond ${status}${body === undefined ? "" : ` ${valueText(body)}`}`,
    "}",
    "}",
  ];
}

/** The status and body of an accepted call: a sample of what the document promises. */
function answerOf(
  model: ApiModel,
  operation: Operation,
  seed: number,
): readonly [status: number, body: Json | undefined] {
  const accepted = operation.responses.find(({ status }) => /^2\d\d$/u.test(status));
  const status = accepted === undefined ? 200 : Number(accepted.status);
  const schema = accepted?.schema;
  if (schema === undefined) return [status, undefined];
  const random = createRandom(`${seed}/${operation.id}/answer`);
  return [status, sampleValue({ model, direction: "response", random }, schema)];
}

function takeText({ steps, view }: PlannedArgument): string {
  const [place, ...path] = steps;
  const written = [place, ...path.map(nameText)].join(".");
  return path.join(".") === view.join(".") ? written : `${written} as ${view.join(".")}`;
}

function viewText({ view }: PlannedArgument): string {
  return view.map(nameText).join(".");
}

function taskLines(
  { operation, arguments: all, valuesFile }: WriteOptions,
  tool: string,
  variables: readonly Variable[],
): readonly string[] {
  const most = (split: "train" | "heldout") =>
    Math.min(TASKS, ...variables.map(({ values }) => values[split].length));
  const names = variables.map(({ name }) => name);
  const domains = (split: string) =>
    names.map((name) => `${name} in ${stringText(valuesFile)} ${name}_${split}`);
  return [
    `task ${tool}_task {`,
    ...variables.map(({ name, type }) => `given ${name}: ${type}`),
    `prompt ${promptText(`${sentence(titleOf(operation))} Send`, all)}`,
    `prompt plain ${promptText(`Please ${lowerFirst(titleOf(operation))}, with`, all)}`,
    `gold ${tool} {`,
    ...all.map((argument) => `${viewText(argument)} = ${filled(argument, ({ name }) => name)}`),
    "}",
    `split train ${most("train")} seed 1 {`,
    ...domains("train"),
    `disjoint ${names.join(", ")}`,
    "}",
    `split heldout ${most("heldout")} seed 2 {`,
    ...domains("heldout"),
    "wording main, plain",
    `disjoint ${names.join(", ")}`,
    "}",
    "}",
  ];
}

/** The value of an argument as an expression, with a text of its own for each variable in it. */
function filled({ value, holes }: PlannedArgument, textOf: (variable: PlannedVariable) => string): string {
  const write = (part: Json, path: readonly string[]): string => {
    const hole = holes.find((one) => one.path.join("\n") === path.join("\n"));
    if (hole !== undefined) return textOf(hole.variable);
    if (isArray(part))
      return `[${part.map((item, index) => write(item, [...path, String(index)])).join(", ")}]`;
    if (!isObject(part)) return valueText(part);
    const entries = Object.entries(part).map(
      ([key, inner]) => `${nameText(key)}: ${write(inner, [...path, key])}`,
    );
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  };
  return write(value, []);
}

/** Every value stands in the prompt: what it does not show could only be guessed. */
function promptText(opening: string, all: readonly PlannedArgument[]): string {
  const shown = all.map(({ label, value, holes }) => `${escaped(label)} ${inPrompt(value, holes, [])}`);
  return `"${escaped(opening)} ${shown.join(", ")}."`;
}

/** A value as JSON within a template: variables are holes, all else is plain text. */
function inPrompt(part: Json, holes: readonly Hole[], path: readonly string[]): string {
  const hole = holes.find((one) => one.path.join("\n") === path.join("\n"));
  if (hole !== undefined) {
    const { name, type } = hole.variable;
    return type === "text" ? `\\"{${name}}\\"` : `{${name}}`;
  }
  if (isArray(part))
    return `[${part.map((item, index) => inPrompt(item, holes, [...path, String(index)])).join(", ")}]`;
  if (!isObject(part)) return escaped(JSON.stringify(part));
  const entries = Object.entries(part).map(
    ([key, inner]) => `${escaped(JSON.stringify(key))}: ${inPrompt(inner, holes, [...path, key])}`,
  );
  return `\\{${entries.join(", ")}\\}`;
}

/** Text as it stands within quotes. */
function escaped(text: string): string {
  return stringText(text).slice(1, -1);
}

function testLines(
  { arguments: all }: WriteOptions,
  tool: string,
  variables: readonly Variable[],
): readonly string[] {
  const [first] = variables;
  if (first === undefined) return [];
  const given = variables.map(({ name, values }) => `${name}: ${valueText(values.train[0] ?? "")}`);
  const sent = all.map((argument) => {
    const value = filled(argument, ({ name, values }) =>
      valueText((name === first.name ? values.heldout : values.train)[0] ?? ""),
    );
    return `${viewText(argument)}: ${value}`;
  });
  return [
    `test "the call that solves it" task "train/0" expect reward == 1, success {`,
    "gold",
    "}",
    `test "no call" task "train/0" expect reward == 0, failure {`,
    "}",
    `test ${stringText(`another ${first.argument.label}`)} given { ${given.join(", ")} } expect reward <= 0.5, failure {`,
    `${tool}(${sent.join(", ")})`,
    "}",
  ];
}

/** One list for each variable and split, in JSON, which YAML takes. */
function valuesText(variables: readonly Variable[]): string {
  const lists = variables.flatMap(({ name, values }) => [
    `${name}_train: ${JSON.stringify(values.train)}`,
    `${name}_heldout: ${JSON.stringify(values.heldout)}`,
  ]);
  return `${lists.join("\n")}\n`;
}

function titleOf(operation: Operation): string {
  const summary = oneLine(operation.summary).replace(/[.!?]+$/u, "");
  return summary === "" || summary.length > 80 ? capitalised(wordsOf(operation.id)) : summary;
}

function oneLine(text: string): string {
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069]/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

function sentence(text: string): string {
  return `${capitalised(text)}.`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
