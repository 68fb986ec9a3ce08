import { assertNever } from "../text/internal-error.js";
import type { TemplateString } from "../tree/expression.js";
import type {
  Expectation,
  ScenarioDeclaration,
  SplitDeclaration,
  SplitItem,
  TaskDeclaration,
  TestDeclaration,
  TestStep,
  ToolDeclaration,
  ToolItem,
} from "../tree/scenario.js";
import { block } from "./block.js";
import { printExpression, printMatcher, printPath, printPrimary, printString } from "./expression.js";
import { printArgumentLine, printArguments, printReward } from "./reward.js";
import { printApiReference } from "./world.js";

/** The parts of a scenario are printed by kind: world, tools, systems, tasks, rewards, train, tests. */
export function printScenario(scenario: ScenarioDeclaration): string {
  const title = scenario.title === undefined ? "" : ` ${printString(scenario.title, undefined)}`;
  const parts: string[] = [];
  if (scenario.world !== undefined) parts.push(`world ${scenario.world.text}`);
  if (scenario.tools.length > 0) parts.push(block("tools", scenario.tools.map(printTool), "  "));
  for (const system of scenario.systems) {
    const variant = system.variant === undefined ? "" : ` ${system.variant.text}`;
    parts.push(`system${variant} ${printString(system.text, "    ")}`);
  }
  parts.push(
    ...scenario.tasks.map(printTask),
    ...scenario.rewards.map((reward) => printReward(reward, "  ")),
  );
  for (const train of scenario.trains) {
    const settings = train.settings.map(
      (item) => `${item.name.text} = ${printExpression(item.value, "    ")}`,
    );
    parts.push(block("train", settings, "  "));
  }
  parts.push(...scenario.tests.map(printTest));
  return block(`scenario ${scenario.name.text}${title}`, parts, "");
}

function printTool(tool: ToolDeclaration): string {
  const header = `${tool.name.text} = ${printApiReference(tool.operation)}`;
  return tool.items.length === 0 ? header : block(header, tool.items.map(printToolItem), "    ");
}

function printToolItem(item: ToolItem): string {
  switch (item.kind) {
    case "description":
      return printString(item.text, "        ");
    case "take":
      return `take ${printPath(item.path)}${item.as === undefined ? "" : ` as ${item.as.text}`}`;
    case "fix":
      return `fix ${printPath(item.path)} = ${printExpression(item.value, "      ")}`;
    case "show":
      return `show ${item.paths.map(printPath).join(", ")}`;
    default:
      return assertNever(item);
  }
}

function printTask(task: TaskDeclaration): string {
  return block(`task ${task.name.text}`, task.items.map(printTaskItem), "  ");
}

function printTaskItem(item: TaskDeclaration["items"][number]): string {
  switch (item.kind) {
    case "given": {
      const where = item.where === undefined ? "" : ` where ${printExpression(item.where, "    ")}`;
      return `given ${item.name.text}: ${item.type.text}${where}`;
    }
    case "task-let":
      return `let ${item.name.text} = ${printExpression(item.value, "    ")}`;
    case "prompt": {
      const name = item.name === undefined ? "" : ` ${item.name.text}`;
      return `prompt${name} ${printString(item.text, "      ")}`;
    }
    case "gold": {
      const lines = [
        ...item.lines.map((line) => printArgumentLine(line, "      ")),
        ...item.allows.map((allow) => `allow ${allow.paths.map(printPath).join(", ")}`),
      ];
      return block(`gold ${item.tool.text}`, lines, "    ");
    }
    case "answer": {
      const matcher = item.matcher === undefined ? "" : ` ${printMatcher(item.matcher)}`;
      return `answer ${printExpression(item.value, "    ")}${matcher}`;
    }
    case "ask":
      return `ask for ${printStrings(item.missing)}`;
    case "decline":
      return item.reasons.length === 0 ? "decline" : `decline ${printStrings(item.reasons)}`;
    case "report":
      return `report ${item.tool.text}`;
    case "split":
      return printSplit(item);
    default:
      return assertNever(item);
  }
}

function printStrings(list: readonly TemplateString[]): string {
  return list.map((text) => printString(text, undefined)).join(", ");
}

function printSplit(split: SplitDeclaration): string {
  const parts = [`split ${split.name.text}`];
  if (split.rows !== undefined) parts.push(`from ${printString(split.rows, undefined)}`);
  if (split.size !== undefined) parts.push(printExpression(split.size, "    "));
  if (split.seed !== undefined) parts.push(`seed ${printExpression(split.seed, "    ")}`);
  const header = parts.join(" ");
  return split.items.length === 0 ? header : block(header, split.items.map(printSplitItem), "    ");
}

function printSplitItem(item: SplitItem): string {
  switch (item.kind) {
    case "domain": {
      const { source } = item;
      if (source.kind === "expression")
        return `${item.name.text} in ${printExpression(source.value, "      ")}`;
      const list = source.list === undefined ? "" : ` ${source.list.text}`;
      return `${item.name.text} in ${printString(source.file, undefined)}${list}`;
    }
    case "disjoint":
    case "wording":
      return `${item.kind} ${item.names.map((name) => name.text).join(", ")}`;
    default:
      return assertNever(item);
  }
}

function printTest(test: TestDeclaration): string {
  const parts = [`test ${printString(test.title, undefined)}`];
  if (test.task !== undefined) parts.push(`task ${printString(test.task, undefined)}`);
  if (test.given !== undefined) parts.push(`given ${printExpression(test.given, "  ")}`);
  if (test.reward !== undefined) parts.push(`reward ${test.reward.text}`);
  parts.push(`expect ${test.expectations.map(printExpectation).join(", ")}`);
  return block(parts.join(" "), test.steps.map(printStep), "  ");
}

function printExpectation(expectation: Expectation): string {
  switch (expectation.kind) {
    case "success":
    case "failure":
      return expectation.kind;
    case "reward":
      return `reward ${expectation.comparison} ${printExpression(expectation.value, "  ")}`;
    case "term": {
      const id = printString(expectation.id, undefined);
      return `term ${id} ${expectation.comparison} ${printExpression(expectation.value, "  ")}`;
    }
    default:
      return assertNever(expectation);
  }
}

function printStep(step: TestStep): string {
  switch (step.kind) {
    case "step-gold":
      return "gold";
    case "step-final":
      return `final ${printString(step.text, undefined)}`;
    case "step-raw":
      return `raw ${step.tool.text} ${printString(step.text, undefined)}`;
    case "step-call": {
      const call = `${step.tool.text}(${printArguments(step.arguments, "    ")})`;
      if (step.status === undefined) return call;
      const body = step.body === undefined ? "" : ` ${printExpression(step.body, "    ")}`;
      return `${call} -> ${printPrimary(step.status, "    ")}${body}`;
    }
    default:
      return assertNever(step);
  }
}
