import type { GivenDeclaration, PromptDeclaration, TaskDeclaration } from "../../dsl/tree/scenario.js";
import type { Span } from "../../dsl/tree/span.js";
import { names } from "../diagnostics/names.js";
import { listNames, type Reporter } from "../diagnostics/reporter.js";
import type { ClosingIr, GoldIr, ScenarioIr, VariableIr } from "../ir/scenario.js";
import { checkShown } from "./check-shown.js";
import { bindClosing } from "./closing.js";
import type { ExpressionContext } from "./context.js";
import { declaredTwice } from "./declared-twice.js";
import { bindExpression, bindTemplate } from "./expression.js";
import type { ToolTable } from "./find-tool.js";
import { bindGold, type PatternCheck } from "./gold.js";
import { Scope } from "./scope.js";
import { ANY, type StaticType } from "./static-type.js";
import type { BoundTool } from "./tool.js";
import type { BoundWorld } from "./world.js";

/** What other languages call the two plain types. */
const USUAL_TYPES: ReadonlyMap<string, string> = new Map([
  ...["string", "str", "varchar"].map((name): [string, string] => [name, "text"]),
  ...["int", "number", "num", "long"].map((name): [string, string] => [name, "integer"]),
]);

export interface BoundTask {
  readonly variables: readonly VariableIr[];
  readonly prompts: ScenarioIr["prompts"];
  readonly gold: readonly GoldIr[];
  readonly closing: ClosingIr | undefined;
  /** Values that must match a pattern in every task. */
  readonly patterns: readonly PatternCheck[];
  /** False when a gold block names a tool that could not be bound, or when a call that is reported is missing. */
  readonly goldComplete: boolean;
  /** All variables, for rewards and splits. */
  readonly scope: Scope;
}

export function bindTask(
  reporter: Reporter,
  world: BoundWorld,
  tools: ToolTable,
  task: TaskDeclaration,
): BoundTask {
  const context: ExpressionContext = { reporter, world, reads: "records" };
  const scope = new Scope();
  const variables: VariableIr[] = [];
  for (const item of task.items) {
    if (item.kind === "given") variables.push(...bindGiven(context, scope, item));
    if (item.kind === "task-let") {
      const value = bindExpression(context, scope, item.value);
      declareVariable(reporter, scope, item.name, value.type);
      variables.push({ kind: "let", name: item.name.text, value: value.ir });
    }
  }
  const prompts = task.items.filter((item) => item.kind === "prompt");
  const gold = task.items.filter((item) => item.kind === "gold");
  const valuesOnly: ExpressionContext = { reporter, world, reads: "values" };
  const bound = gold.flatMap((declaration) => bindGold(valuesOnly, scope, tools, declaration) ?? []);
  const closing = bindClosing(valuesOnly, scope, tools, task);
  const texts = bindPrompts(valuesOnly, scope, prompts);
  const calls = bound.map(({ ir }) => ir);
  checkShown(reporter, prompts, { variables, prompts: texts, gold: calls, closing: closing?.ir });
  return {
    variables,
    prompts: texts,
    gold: calls,
    closing: closing?.ir,
    patterns: [...bound, ...(closing === undefined ? [] : [closing])].flatMap(({ patterns }) => patterns),
    goldComplete: bound.length === gold.length && closing?.goldComplete !== false,
    scope,
  };
}

function bindGiven(context: ExpressionContext, scope: Scope, given: GivenDeclaration): VariableIr[] {
  const { reporter, world } = context;
  const name = given.name.text;
  const type = given.type.text;
  const plain = type === "text" || type === "integer";
  if (!plain) reporter.references.use(given.type.span, world.definitions.get(`resource ${type}`));
  if (!plain && !world.resources.has(type)) {
    if (type !== "") {
      const known = [...world.resources.keys(), "text", "integer"];
      const usual = USUAL_TYPES.get(type.toLowerCase());
      const extras =
        usual === undefined
          ? reporter.suggest(type, given.type.span, known)
          : {
              remedy: `Did you mean '${usual}'?`,
              fixes: [
                {
                  title: `Write ${usual}`,
                  edits: [{ file: reporter.file, span: given.type.span, text: usual }],
                },
              ],
            };
      const values = { name: type, known: listNames(known) };
      reporter.add(names.report("RVR2004", reporter.at(given.type.span), values, extras));
    }
    declareVariable(reporter, scope, given.name, { kind: "poison" });
    return [];
  }
  const valueType: StaticType = plain
    ? { kind: "json", types: [type === "text" ? "string" : "integer"] }
    : { kind: "record", resource: type };
  declareVariable(reporter, scope, given.name, valueType);
  const where = given.where && bindExpression(context, scope, given.where).ir;
  return plain ? [{ kind: type, name, where }] : [{ kind: "record", name, resource: type, where }];
}

function declareVariable(
  reporter: Reporter,
  scope: Scope,
  name: GivenDeclaration["name"],
  type: StaticType,
): void {
  const { text } = name;
  const definition = reporter.references.define("variable", name, type);
  if (text === "" || scope.declare(text, { ir: { kind: "variable", name: text }, type, definition })) return;
  reporter.add(declaredTwice(reporter, "variable", name, scope.find(text)?.definition));
}

function bindPrompts(
  context: ExpressionContext,
  scope: Scope,
  prompts: readonly PromptDeclaration[],
): ScenarioIr["prompts"] {
  const seen = new Map<string, Span>();
  return prompts.flatMap((prompt) => {
    const name = prompt.name?.text ?? "main";
    const span = prompt.name?.span ?? prompt.span;
    if (seen.has(name)) {
      const { reporter } = context;
      reporter.add(declaredTwice(reporter, "wording", { text: name, span }, seen.get(name)));
      return [];
    }
    seen.set(name, span);
    return [{ name, text: bindTemplate(context, scope, prompt.text) }];
  });
}

/** The scope of rewards: task variables, and each tool's name for the body of its first accepted answer. */
export function rewardScope({ references }: Reporter, task: BoundTask, tools: ToolTable): Scope {
  const scope = task.scope.nest();
  for (const [name, tool] of tools) {
    const definition = references.part("tool", name);
    const ir = { kind: "response", tool: name } as const;
    scope.declare(name, { ir, type: answerType(tool), ...(definition === undefined ? {} : { definition }) });
  }
  return scope;
}

/** Type of what an accepted call of a tool is answered with, where all its 2xx answers have one schema. */
function answerType(tool: BoundTool | undefined): StaticType {
  if (tool === undefined) return { kind: "poison" };
  const { model, operation } = tool;
  const accepted = operation.responses.filter(({ status }) => /^2/u.test(status));
  const schemas = new Set(accepted.map(({ schema }) => schema));
  const [schema] = schemas;
  return schema === undefined || schemas.size > 1 ? ANY : { kind: "schema", model, schema, of: "answer" };
}
