import { assertNever } from "../../dsl/text/internal-error.js";
import type { ArgumentLineIr, GoldIr, VariableIr } from "../ir/scenario.js";
import { printClosing } from "./closing.js";
import { documented, lineComment } from "./comment.js";
import { describe, describeMatcher, describePath } from "./describe.js";
import { condition, value } from "./expression.js";
import type { EmittedFile } from "./file.js";
import { header, moduleFile } from "./header.js";
import { arrow, block, bracketed, codeKey, codeLine, stringLiteral } from "./literal.js";
import { MatcherConstants } from "./matchers.js";
import { type ScenarioInput, scenarioFolder } from "./scenario-input.js";
import { ScenarioModule } from "./scenario-scope.js";
import type { FunctionScope } from "./scope.js";

/** `tasks.ts`: how variables are bound, what is asked, and what solves it. */
export function emitTasks(input: ScenarioInput): EmittedFile {
  const { ir, origin } = input;
  const module = new ScenarioModule(input.worlds);
  const variables = ir.variables.map((variable) => printVariable(variable, ir.world, module));
  const prompts = ir.prompts.map(({ name, text }) => {
    const scope = module.scope(ir.world, "variables");
    const body = value(text, scope);
    const typed = text.kind === "template" || text.kind === "literal" ? body : `rt.text(${body})`;
    return arrow(`${codeKey(name)}: (${scope.parameters("variables")}) =>`, typed);
  });
  const matchers = new MatcherConstants();
  const gold = ir.gold.map((call) => printGold(call, ir.world, module, matchers));
  const closing = ir.closing && printClosing(ir.closing, ir.world, module, matchers);
  const prompt = "{ readonly [wording: string]: (variables: rt.Variables) => string }";
  return moduleFile(
    `${scenarioFolder(ir.name)}/tasks.ts`,
    header(origin, `Tasks of scenario ${ir.name}.`),
    module.imports(),
    [...matchers.declarations(), ...module.module.patternDeclarations()].join("\n"),
    documented(
      "In the order in which they are bound; each may use those before it.",
      block("export const variables: readonly rt.VariableProgram[] = [", variables, "];"),
    ),
    documented(
      "By wording; the first is the default.",
      block(`export const prompts: ${prompt} = {`, prompts, "};"),
    ),
    documented(
      "The calls that solve a task, in order.",
      block("export const gold: readonly rt.GoldProgram[] = [", gold, "];"),
    ),
    closing ?? "",
  );
}

function printVariable(variable: VariableIr, world: string, module: ScenarioModule): string {
  const entries = [`kind: ${stringLiteral(variable.kind)}`, `name: ${stringLiteral(variable.name)}`];
  const scope = module.scope(world, "world", "variables");
  const parameters = () => scope.parameters("world", "variables");
  switch (variable.kind) {
    case "let": {
      const body = value(variable.value, scope);
      entries.push(arrow(`value: (${parameters()}) =>`, body));
      break;
    }
    case "record":
      entries.push(`resource: ${stringLiteral(variable.resource)}`);
      break;
    case "text":
    case "integer":
      break;
    default:
      return assertNever(variable);
  }
  if (variable.kind !== "let" && variable.where !== undefined) {
    const test = condition(variable.where, scope);
    entries.push(arrow(`where: (${parameters()}) =>`, test));
  }
  return bracketed("{", entries, "}", " ");
}

function printGold(
  { tool, lines, allows = [] }: GoldIr,
  world: string,
  module: ScenarioModule,
  matchers: MatcherConstants,
): string {
  const scope = module.scope(world, "variables");
  const pairs = lines.map((line) => {
    const about = `${describePath(line.path)} = ${describe(line.value)}${describeMatcher(line.matcher)}`;
    return `${lineComment(about)}\n${bracketed("[", [codeLine(line.path), value(line.value, scope)], "]")}`;
  });
  const build = block("rt.assemble([", pairs, "])");
  const parameters = scope.parameters("variables");
  const entries = [`tool: ${stringLiteral(tool)}`, `arguments: (${parameters}) => ${build}`];
  if (allows.length > 0 || lines.some(isFlexible)) {
    const fitting = lines.map((line) => printGoldLine(line, module.scope(world, "variables"), matchers));
    entries.push(block("lines: [", fitting, "]"));
  }
  if (allows.length > 0) entries.push(bracketed("allows: [", allows.map(codeLine), "]"));
  return bracketed("{", entries, "}", " ");
}

function printGoldLine(line: ArgumentLineIr, scope: FunctionScope, matchers: MatcherConstants): string {
  const test = matchers.test(line.matcher, scope.use("sent"), value(line.value, scope), scope);
  const entries = [
    `path: ${codeLine(line.path)}`,
    `flexible: ${isFlexible(line)}`,
    arrow(`fits: (${scope.parameters("sent", "variables")}) =>`, test),
  ];
  return bracketed("{", entries, "}", " ");
}

/** Another value than gold's own may be right. One identifier in two forms is one value. */
function isFlexible({ matcher }: ArgumentLineIr): boolean {
  return matcher.kind !== "exact" && matcher.kind !== "id";
}
