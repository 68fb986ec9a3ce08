import { docComment } from "./comment.js";
import type { EmittedFile } from "./file.js";
import { header, moduleFile } from "./header.js";
import { bracketed, codeKey, indent, stringLiteral } from "./literal.js";
import { pascal } from "./names.js";
import { type ScenarioInput, scenarioFolder } from "./scenario-input.js";
import type { ToolNames } from "./tool-names.js";
import { namesOfTools } from "./types.js";

/** Name of the exported class. */
export function environmentName(scenario: string): string {
  return `${pascal(scenario)}Environment`;
}

/** `environment.ts`: a class with a method for each tool, its arguments and answers typed by the API document. */
export function emitEnvironment(input: ScenarioInput): EmittedFile {
  const { ir, origin } = input;
  const tools = namesOfTools(input);
  const types = tools.flatMap(({ argumentsType, answerType }) => [argumentsType, answerType]);
  const imported = [...types, "RewardName", "TaskSelection", "ToolName"].sort();
  const members = [
    "#episode: rt.Episode | undefined;",
    RESET,
    ...tools.map(printMethod),
    FINISH,
    GETTERS,
    PRIVATE,
  ];
  return moduleFile(
    `${scenarioFolder(ir.name)}/environment.ts`,
    header(origin, `Typed environment of scenario ${ir.name}.`),
    [
      'import * as rt from "rvrc/runtime";',
      'import { scenario } from "./scenario.js";',
      `${bracketed("import type {", imported, "}", " ")} from "./types.js";`,
    ].join("\n"),
    [
      docComment(
        `Episodes of scenario ${ir.name}, one at a time: reset to a task, call tools, finish for the score.`,
        "Every episode begins from the same world; two environments share nothing.",
      ),
      `export class ${environmentName(ir.name)} {`,
      indent(members.join("\n\n")),
      "}",
    ].join("\n"),
  );
}

function printMethod({ tool, method, argumentsType, answerType }: ToolNames): string {
  const about = tool.definition.function.description;
  const source = tool.api === "" ? tool.operation : `${tool.api}.${tool.operation}`;
  return [
    docComment(`${tool.name}: ${about === "" ? source : about}`),
    `${codeKey(method)}(args: ${argumentsType}): ${answerType} {`,
    `  return this.#call(${stringLiteral(tool.name)}, args) as ${answerType};`,
    "}",
  ].join("\n");
}

const RESET = [
  docComment(
    "Starts an episode and returns its task. A task is named by its id or by its variables; variables that are",
    "left out are taken from the first listed task that has the others. Throws UsageError for what does not exist.",
  ),
  "reset(task: TaskSelection, options: { readonly reward?: RewardName } = {}): rt.Task {",
  '  const selection = typeof task === "string" ? { task } : task;',
  '  const bound = "id" in selection ? selection : scenario.bind(selection as Parameters<typeof scenario.bind>[0]);',
  "  this.#episode = scenario.start(bound, options);",
  "  return bound;",
  "}",
].join("\n");

const FINISH = [
  docComment(
    "Ends the episode, with the final message if there is one, and scores it. Asking again changes nothing.",
  ),
  "finish(final?: string): rt.Score {",
  "  return this.#running().finish(final);",
  "}",
].join("\n");

const GETTERS = [
  docComment("The task of the running episode."),
  "get task(): rt.Task {",
  "  return this.#running().task;",
  "}",
  "",
  docComment("All calls so far, with their answers."),
  "get trace(): rt.Trace {",
  "  return this.#running().trace;",
  "}",
  "",
  docComment("True once the episode has been finished."),
  "get done(): boolean {",
  "  return this.#running().done;",
  "}",
].join("\n");

const PRIVATE = [
  "#call(tool: ToolName, args: object): unknown {",
  "  const episode = this.#running();",
  "  const { status, text } = episode.call({ tool, arguments: args as rt.JsonObject });",
  "  return { status, body: episode.trace.calls.at(-1)?.body ?? null, text };",
  "}",
  "",
  "#running(): rt.Episode {",
  "  if (this.#episode !== undefined) return this.#episode;",
  '  throw new rt.UsageError("No episode is running.", "Call reset with a task first.");',
  "}",
].join("\n");
