import type { Expectation, NamedArgument, TestDeclaration, TestStep } from "../../dsl/tree/scenario.js";
import type { Json, JsonObject } from "../../runtime/abi/json.js";
import { isObject, setPath } from "../../runtime/value/access.js";
import { names } from "../diagnostics/names.js";
import { listNames, type Reporter } from "../diagnostics/reporter.js";
import { rewards as rewardDiagnostics } from "../diagnostics/rewards.js";
import { tests } from "../diagnostics/tests.js";
import type { ExpectationIr, TestIr, TestStepIr } from "../ir/scenario.js";
import { constant, constantNumber } from "./constant.js";
import { plainText } from "./plain-text.js";
import { stepsOf } from "./resource.js";

export interface TestContext {
  readonly reporter: Reporter;
  /** Names of the task's `given` variables. */
  readonly variables: readonly string[];
  readonly rewards: readonly string[];
  readonly tools: readonly string[];
}

/** Binds a test. A call of a tool that the scenario lacks is allowed: rewards speak about such calls. */
export function bindTest(context: TestContext, test: TestDeclaration): TestIr {
  const { reporter } = context;
  if (test.reward !== undefined) reporter.references.named("reward", test.reward);
  noteSplit(reporter, test);
  if (test.reward !== undefined && test.reward.text !== "" && !context.rewards.includes(test.reward.text)) {
    const extras = reporter.suggest(test.reward.text, test.reward.span, context.rewards);
    const values = { name: test.reward.text, known: listNames(context.rewards) };
    reporter.add(rewardDiagnostics.report("RVR6003", reporter.at(test.reward.span), values, extras));
  }
  const end = test.steps.findIndex((step) => step.kind === "step-final");
  const after = end < 0 ? undefined : test.steps[end + 1];
  if (after !== undefined) reporter.add(tests.report("RVR8003", reporter.at(after.span), {}));
  return {
    title: plainText(test.title) ?? "",
    task: test.task && plainText(test.task),
    given: bindGiven(context, test),
    reward: test.reward?.text,
    expectations: test.expectations.flatMap((expectation) => bindExpectation(reporter, expectation) ?? []),
    steps: test.steps.map((step) => bindTestStep(reporter, step)),
  };
}

/** `task "train/0"` names a split within its text. */
function noteSplit({ references }: Reporter, test: TestDeclaration): void {
  const [part] = test.task?.parts ?? [];
  const [text = ""] = part?.kind === "text" ? part.text.split("/") : [];
  const start = part?.span.start ?? 0;
  references.named("split", { text, span: { start, end: start + text.length } });
}

function bindGiven(context: TestContext, test: TestDeclaration): JsonObject | undefined {
  const { reporter, variables } = context;
  if (test.given === undefined) return undefined;
  const value = constant(reporter, test.given, "the variables of a test");
  if (!isObject(value) || test.given.kind !== "object") return undefined;
  for (const entry of test.given.entries) {
    if (entry.kind === "entry") reporter.references.named("variable", entry.key);
    if (entry.kind !== "entry" || variables.includes(entry.key.text)) continue;
    const extras = reporter.suggest(entry.key.text, entry.key.span, variables);
    const values = { name: entry.key.text, known: listNames(variables) };
    reporter.add(names.report("RVR2015", reporter.at(entry.key.span), values, extras));
  }
  return value;
}

function bindExpectation(reporter: Reporter, expectation: Expectation): ExpectationIr | undefined {
  switch (expectation.kind) {
    case "success":
    case "failure":
      return { kind: expectation.kind, term: undefined, comparison: "==", value: 1 };
    case "reward":
    case "term": {
      const value = constantNumber(reporter, expectation.value, "an expected value");
      if (value === undefined) return undefined;
      const term = expectation.kind === "term" ? plainText(expectation.id) : undefined;
      return { kind: expectation.kind, term, comparison: expectation.comparison, value };
    }
  }
}

function bindTestStep(reporter: Reporter, step: TestStep): TestStepIr {
  if (step.kind !== "step-gold" && step.kind !== "step-final") reporter.references.named("tool", step.tool);
  switch (step.kind) {
    case "step-gold":
      return { kind: "gold" };
    case "step-final":
      return { kind: "final", text: plainText(step.text) ?? "" };
    case "step-raw":
      return { kind: "raw", tool: step.tool.text, text: plainText(step.text) ?? "" };
    case "step-call":
      return {
        kind: "call",
        tool: step.tool.text,
        arguments: constantArguments(reporter, step.arguments),
        status:
          step.status &&
          constantNumber(reporter, step.status, "a status", { least: 0, most: 599, integer: true }),
        body: step.body && constant(reporter, step.body, "an expected body"),
      };
  }
}

function constantArguments(reporter: Reporter, args: readonly NamedArgument[]): JsonObject {
  let object: Json = {};
  for (const argument of args) {
    const value = constant(reporter, argument.value, "an argument of a test");
    if (value === undefined) continue;
    object = setPath(object, stepsOf(argument.path), value) ?? object;
  }
  return isObject(object) ? object : {};
}
