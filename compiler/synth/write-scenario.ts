import { formatText } from "../../dsl/format/format-text.js";
import { nameText, stringText, valueText } from "../../dsl/print/value.js";
import { SourceFile } from "../../dsl/text/source-file.js";
import type { Json } from "../../runtime/abi/json.js";
import { createRandom } from "../../runtime/random/random.js";
import type { ApiModel, Operation } from "../openapi/api-model.js";
import { sampleValue } from "../sample/sample-value.js";
import {
  escaped,
  expressionOf,
  filled,
  literalOf,
  shownArguments,
  takeText,
  valuesText,
  viewText,
} from "./argument-text.js";
import { lowerFirst, oneLine, sentence, titleOf } from "./phrases.js";
import { identifier, type PlannedArgument, type PlannedVariable } from "./plan.js";

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
export const TASKS = 8;

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
    `prompt "${escaped(`${sentence(titleOf(operation))} Send`)} ${shownArguments(all)}."`,
    `prompt plain "${escaped(`Please ${lowerFirst(titleOf(operation))}, with`)} ${shownArguments(all)}."`,
    `gold ${tool} {`,
    ...all.map((argument) => `${viewText(argument)} = ${filled(argument, expressionOf)}`),
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

function testLines(
  { arguments: all }: WriteOptions,
  tool: string,
  variables: readonly Variable[],
): readonly string[] {
  const [first] = variables;
  if (first === undefined) return [];
  const given = variables.map(({ name, values }) => `${name}: ${valueText(values.train[0] ?? "")}`);
  const sent = all.map((argument) => {
    const value = filled(argument, (hole) =>
      literalOf(hole, hole.variable.name === first.name ? "heldout" : "train"),
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
