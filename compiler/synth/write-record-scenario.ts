import { formatText } from "../../dsl/format/format-text.js";
import { nameText, stringText, valueText } from "../../dsl/print/value.js";
import { SourceFile } from "../../dsl/text/source-file.js";
import type { ApiModel, Operation } from "../openapi/api-model.js";
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
import { identifier, type PlannedArgument, type PlannedVariable, wordsOf } from "./plan.js";
import type { ReadArgument, RecordPlan } from "./plan-record.js";
import { TASKS, type WrittenScenario } from "./write-scenario.js";

export interface RecordScenarioOptions {
  readonly model: ApiModel;
  readonly operation: Operation;
  readonly plan: RecordPlan;
  readonly name: string;
  readonly tool: string;
  /** How the file names the document, its world and its values. */
  readonly document: string;
  readonly world: string;
  readonly worldFile: string;
  readonly valuesFile: string;
}

/** A scenario about a record of an inferred world: it is looked at, written, and looked at again. */
export function writeRecordScenario(options: RecordScenarioOptions): WrittenScenario {
  const { operation, name, plan, tool, world } = options;
  const { read } = plan;
  const variables = variablesOf(plan);
  const readTool = freeTool(identifier(read.id), tool);
  const reads = [plan.before, plan.after].filter((one) => one !== undefined).length;
  const lines = [
    `# Made by rvrc synth from ${oneLine(options.document)}: ${operation.method} ${oneLine(operation.path)}. Yours to edit.`,
    `use world ${world} from ${stringText(options.worldFile)}`,
    "",
    `scenario ${name} ${stringText(titleOf(operation))} {`,
    `world ${world}`,
    "",
    "tools {",
    toolLine(tool, operation, plan.arguments.map(takeText)),
    toolLine(readTool, read, readParameters(plan).map(takeRead)),
    "}",
    "",
    `system ${stringText(systemText(options))}`,
    "",
    ...taskLines(options, variables),
    "",
    "reward sound {",
    "derive slots",
    "derive penalties",
    ...(plan.before === undefined ? [] : [`step ${callText(readTool, plan.before)} before ${tool}`]),
    ...(plan.after === undefined ? [] : [`step ${callText(readTool, plan.after)} after ${tool}`]),
    ...(hasLists(plan.arguments) ? ["partial 0.3"] : []),
    `budget ${reads + 2}`,
    "}",
    "",
    ...testLines(options, readTool, variables),
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

/** Every variable once, the record first. */
function variablesOf({ record, arguments: all }: RecordPlan): readonly PlannedVariable[] {
  const variables = new Map<string, PlannedVariable>();
  if (record !== undefined) variables.set(record.name, record);
  for (const { holes } of all) for (const { variable } of holes) variables.set(variable.name, variable);
  return [...variables.values()];
}

function freeTool(name: string, other: string): string {
  return name === other ? `${name}_read` : name;
}

function toolLine(name: string, operation: Operation, taken: readonly string[]): string {
  const take = taken.length === 0 ? "" : ` { take ${taken.join(", ")} }`;
  return `${name} = api.${nameText(operation.id)}${take}`;
}

function readParameters({ before, after }: RecordPlan): readonly ReadArgument[] {
  return before ?? after ?? [];
}

function takeRead({ parameter }: ReadArgument): string {
  const written = `${parameter.in}.${nameText(parameter.name)}`;
  const view = readName(parameter.name);
  return view === parameter.name ? written : `${written} as ${view}`;
}

function readName(name: string): string {
  return /^[A-Za-z_]\w*$/u.test(name) ? name : identifier(name);
}

function callText(tool: string, call: readonly ReadArgument[]): string {
  return `${tool}(${call.map(({ parameter, expression }) => `${readName(parameter.name)}: ${expression}`).join(", ")})`;
}

function systemText({ model, plan }: RecordScenarioOptions): string {
  const look =
    plan.before !== undefined && plan.after !== undefined
      ? "Look at a record before you change it and afterwards."
      : plan.before !== undefined
        ? "Look at a record before you remove it."
        : plan.after !== undefined
          ? "Look at a new record after you have made it."
          : "Do what you are asked, and nothing else.";
  return `You work with the service ${oneLine(model.title)}. ${look}`;
}

function hasLists(all: readonly PlannedArgument[]): boolean {
  return all.some(({ holes }) => holes.some(({ path }) => path.some((step) => /^\d+$/u.test(step))));
}

/** Which record, in words: `page 10003 of space 7`, by what the path asks for. */
function whichText({ arguments: all, record, recordOf }: RecordPlan): string | undefined {
  if (record === undefined || recordOf === undefined) return undefined;
  const parts = all.flatMap(({ steps, holes, label }) =>
    steps[0] === "path"
      ? holes.flatMap(({ part }) => (part === undefined ? [] : [{ label, shown: part.shown }]))
      : [],
  );
  const noun = wordsOf(recordOf.resource.name);
  const [own, ...above] = [...parts].reverse();
  if (own === undefined) return undefined;
  const names = above.map(({ label, shown }) => `${escaped(label)} {${shown}}`);
  return `${escaped(noun)} {${own.shown}}${names.length === 0 ? "" : ` (${names.join(", ")})`}`;
}

function taskLines(options: RecordScenarioOptions, variables: readonly PlannedVariable[]): readonly string[] {
  const { plan, tool, valuesFile } = options;
  const most = (split: "train" | "heldout") =>
    Math.min(TASKS, ...variables.map(({ values }) => values[split].length));
  const names = variables.map(({ name }) => name);
  const domains = (split: string) =>
    names.map((name) => `${name} in ${stringText(valuesFile)} ${name}_${split}`);
  return [
    `task ${tool}_task {`,
    ...variables.map(({ name, type }) => `given ${name}: ${type}`),
    `prompt "${promptText(options, false)}"`,
    `prompt plain "${promptText(options, true)}"`,
    `gold ${tool} {`,
    ...plan.arguments.map((argument) => `${viewText(argument)} = ${filled(argument, expressionOf)}`),
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

function promptText({ operation, plan }: RecordScenarioOptions, plain: boolean): string {
  const which = whichText(plan);
  const rest = plan.arguments.filter(
    ({ steps, holes }) => steps[0] !== "path" || holes.every(({ part }) => part === undefined),
  );
  const sent = shownArguments(rest);
  const title = titleOf(operation);
  const makes = plan.role === "create" || plan.role === "upsert";
  const about = which === undefined ? "" : makes ? `It goes to ${which}.` : `It is ${which}.`;
  if (!plain) {
    const parts = [escaped(sentence(title)), about, rest.length === 0 ? "" : `Send ${sent}.`];
    return parts.filter((part) => part !== "").join(" ");
  }
  const opening = escaped(`Please ${lowerFirst(title)}`);
  const whose = which === undefined ? "" : ` (${makes ? "for " : ""}${which})`;
  return `${opening}${whose}${rest.length === 0 ? "" : `, with ${sent}`}.`;
}

function testLines(
  { plan, tool }: RecordScenarioOptions,
  readTool: string,
  variables: readonly PlannedVariable[],
): readonly string[] {
  const [first] = variables;
  if (first === undefined) return [];
  const given = `given { ${variables.map(({ name, values }) => `${name}: ${valueText(values.train[0] ?? "")}`).join(", ")} }`;
  const call = (other: string | undefined): string => {
    const sent = plan.arguments.map((argument) => {
      const value = filled(argument, (hole) =>
        literalOf(hole, hole.variable.name === other ? "heldout" : "train"),
      );
      return `${viewText(argument)}: ${value}`;
    });
    return `${tool}(${sent.join(", ")})`;
  };
  const look = (all: readonly ReadArgument[] | undefined): readonly string[] =>
    all === undefined
      ? []
      : [
          `${readTool}(${all.map(({ parameter, values }) => `${readName(parameter.name)}: ${valueText(values.train[0] ?? "")}`).join(", ")})`,
        ];
  return [
    `test "the whole procedure" ${given} expect reward == 1, success {`,
    ...look(plan.before),
    call(undefined),
    ...look(plan.after),
    "}",
    `test "the call that solves it, and nothing else" ${given} expect reward >= 0.8, success {`,
    call(undefined),
    "}",
    `test "no call" ${given} expect reward == 0, failure {`,
    "}",
    `test ${stringText(`another ${wordsOf(first.name)}`)} ${given} expect reward <= 0.5, failure {`,
    call(first.name),
    "}",
  ];
}
