import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { TraceCall } from "../../runtime/abi/trace.js";
import { get, isArray, isObject, setPath } from "../../runtime/value/access.js";
import { evaluate } from "../evaluate/expression.js";
import type { ExpressionIr } from "../ir/expression.js";
import type { CallIr } from "../ir/reward.js";
import type { ScenarioIr, ToolIr } from "../ir/scenario.js";
import { membersOf } from "./facts.js";
import type { AuditTask, Letter } from "./letter.js";
import { anotherValue } from "./wrong-values.js";

/** Calls of one tool taken from the tests of a scenario at most. */
const FROM_TESTS = 2;

/** A name that no scenario gives to a tool. */
export const INVENTED_TOOL = "tool_that_does_not_exist";

/**
 * Calls beside the writes of gold: what the steps of all rewards ask for, right and wrong, what tests send, one plain
 * call of each tool that nothing speaks of, arguments that do not parse, and a tool that does not exist.
 */
export function readLetters(ir: ScenarioIr, others: readonly AuditTask[]): Letter[] {
  const written = new Set(ir.gold.map((gold) => gold.tool));
  const letters: Letter[] = [];
  for (const step of ir.rewards.flatMap((reward) => reward.steps.flatMap(membersOf))) {
    if (step.arguments.length > 0) letters.push(stepLetter(step), wrongStepLetter(step, others));
    else if (isCallableBare(ir, step.tool)) letters.push(stepLetter(step));
  }
  for (const tool of ir.tools) {
    const sent = ir.tests.flatMap((test) =>
      test.steps.flatMap((step) => (step.kind === "call" && step.tool === tool.name ? [step.arguments] : [])),
    );
    if (!written.has(tool.name)) {
      for (const args of sent.slice(0, FROM_TESTS)) letters.push(fixedLetter(tool.name, args));
      if (!letters.some((letter) => letter.tool === tool.name)) {
        letters.push(fixedLetter(tool.name, sampleArguments(tool)));
      }
    }
    letters.push({
      id: `${tool.name}(text that is no JSON)`,
      tool: tool.name,
      oddity: 9,
      portable: true,
      call: () => ({ tool: tool.name, raw: "no JSON" }),
    });
  }
  letters.push({
    id: "a tool that does not exist",
    tool: INVENTED_TOOL,
    oddity: 9,
    portable: true,
    call: () => ({ tool: INVENTED_TOOL, arguments: {} }),
  });
  const unique = new Map(letters.map((letter) => [letter.id, letter]));
  return [...unique.values()];
}

/** Whether a tool that gold does not write with can be called without arguments: then a step may mean just that. */
function isCallableBare(ir: ScenarioIr, name: string): boolean {
  if (ir.gold.some((gold) => gold.tool === name)) return false;
  const tool = ir.tools.find((one) => one.name === name);
  return tool !== undefined && Object.keys(sampleArguments(tool)).length === 0;
}

function stepLetter(step: CallIr): Letter {
  const names = step.arguments.map(({ path, value }) => `${path.join(".")}: ${describe(value)}`);
  return {
    id: `${step.tool}(${names.join(", ")})`,
    tool: step.tool,
    oddity: 0,
    portable: true,
    call: (task, before) => ({ tool: step.tool, arguments: stepArguments(step, task, before) }),
  };
}

function wrongStepLetter(step: CallIr, others: readonly AuditTask[]): Letter {
  return {
    id: `${step.tool}(other ${step.arguments.map(({ path }) => path.join(".")).join(", ")})`,
    tool: step.tool,
    oddity: 2,
    portable: true,
    call: (task) => {
      const right = stepArguments(step, task, []);
      const rivals = others.filter((other) => other.task.id !== task.task.id);
      return {
        tool: step.tool,
        arguments: step.arguments.reduce<JsonObject>((args, { path }) => {
          const value = get(right, ...path) ?? "nothing";
          const candidates = rivals.map((other) => get(stepArguments(step, other, []), ...path));
          return asObject(setPath(args, path, anotherValue(value, candidates)));
        }, {}),
      };
    },
  };
}

/** What a step asks for. A value from an answer that has not come yet is a text that names nothing. */
export function stepArguments(step: CallIr, task: AuditTask, before: readonly TraceCall[]): JsonObject {
  const environment = {
    ...task.environment,
    response: (tool: string) => before.find((call) => call.tool === tool && call.outcome === "ok")?.body,
  };
  return step.arguments.reduce<JsonObject>((args, { path, value }) => {
    return asObject(setPath(args, path, evaluate(value, environment) ?? "nothing"));
  }, {});
}

function fixedLetter(tool: string, args: JsonObject): Letter {
  return {
    id: `${tool}(${JSON.stringify(args)})`,
    tool,
    oddity: 1,
    portable: false,
    call: () => ({ tool, arguments: args }),
  };
}

/** The plainest arguments that the tool's schema lets through, as far as its keywords say it. */
export function sampleArguments(tool: ToolIr): JsonObject {
  return asObject(sample(tool.definition.function.parameters, 0));
}

function sample(schema: Json | undefined, depth: number): Json {
  if (!isObject(schema) || depth > 6) return "x";
  const options = schema["enum"];
  if (isArray(options)) return options[0] ?? null;
  switch (schema["type"]) {
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [sample(schema["items"] ?? undefined, depth + 1)];
    case "string":
      return "x";
    default: {
      const required = schema["required"];
      if (!isArray(required)) return {};
      return Object.fromEntries(
        required.flatMap((name): [string, Json][] =>
          typeof name === "string"
            ? [[name, sample(get(schema, "properties", name) ?? undefined, depth + 1)]]
            : [],
        ),
      );
    }
  }
}

function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function describe(value: ExpressionIr): string {
  switch (value.kind) {
    case "get":
      return `${describe(value.object)}.${value.key}`;
    case "variable":
      return value.name;
    case "response":
      return value.tool;
    case "literal":
      return JSON.stringify(value.value);
    default:
      return value.kind;
  }
}
