import { assertNever } from "../../dsl/text/internal-error.js";
import { closingDefinitions } from "../../runtime/abi/closing.js";
import type { ToolDefinition } from "../../runtime/abi/scenario.js";
import type { ClosingIr, ScenarioIr, ToolIr } from "../ir/scenario.js";
import { documented } from "./comment.js";
import { value } from "./expression.js";
import { arrow, block, codeLine, stringLiteral } from "./literal.js";
import type { MatcherConstants } from "./matchers.js";
import type { ScenarioModule } from "./scenario-scope.js";

/** The tools that a scenario has for ending an episode, as a model sees them. */
export function closingToolsOf({ closing, tools }: ScenarioIr): readonly ToolDefinition[] {
  if (closing === undefined) return [];
  return closingDefinitions(
    closing.answer,
    tools.map(({ name }) => name),
  );
}

/** A closing tool in the form of the others, for typed code: it belongs to no API. */
export function closingToolIr(definition: ToolDefinition): ToolIr {
  const { name } = definition.function;
  return {
    name,
    api: "",
    operation: name,
    definition,
    arguments: [],
    rest: undefined,
    fixed: [],
    show: undefined,
  };
}

/** `export const closing`: how an episode must end. */
export function printClosing(
  closing: ClosingIr,
  world: string,
  module: ScenarioModule,
  matchers: MatcherConstants,
): string {
  const entries = [`kind: ${stringLiteral(closing.kind)}`, `answer: ${codeLine(closing.answer)}`];
  switch (closing.kind) {
    case "answer": {
      const scope = module.scope(world, "variables");
      const own = value(closing.value, scope);
      entries.push(arrow(`value: (${scope.parameters("variables")}) =>`, own));
      const judge = module.scope(world, "variables");
      const test = matchers.test(closing.matcher, judge.use("answer"), value(closing.value, judge), judge);
      entries.push(arrow(`right: (${judge.parameters("answer", "variables")}) =>`, test));
      break;
    }
    case "ask":
      entries.push(`missing: ${codeLine(closing.missing)}`);
      break;
    case "decline":
      entries.push(`reasons: ${codeLine(closing.reasons)}`);
      break;
    case "report":
      entries.push(`tool: ${stringLiteral(closing.tool)}`);
      break;
    default:
      return assertNever(closing);
  }
  return documented(
    "How an episode must end.",
    `${block("export const closing: rt.ClosingProgram = {", entries, "}")};`,
  );
}
