import type { Json, JsonObject } from "../../runtime/abi/json.js";
import type { EmittedCall } from "../../runtime/abi/trace.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import { canonical } from "../../runtime/value/compare.js";
import type { ScenarioIr, ToolIr } from "../ir/scenario.js";
import type { AuditTask, Letter } from "./letter.js";
import { INVENTED_TOOL, sampleArguments } from "./read-letters.js";
import type { Round } from "./reward-audit.js";

/** A policy that does not look at its task, or copies it: no reward may pay much for it. */
export interface DegeneratePolicy {
  readonly name: string;
  play(task: AuditTask, round: Round): readonly EmittedCall[];
}

/** The degenerate policies of S6 for a scenario. `budget` is how often a call is repeated. */
export function degeneratePolicies(
  ir: ScenarioIr,
  tasks: readonly AuditTask[],
  budget: number,
): readonly DegeneratePolicy[] {
  const golds = new Set(ir.gold.map((gold) => gold.tool));
  const plain = (tool: ToolIr): EmittedCall => ({ tool: tool.name, arguments: sampleArguments(tool) });
  const concrete = (letters: readonly Letter[], task: AuditTask) =>
    letters.map((letter) => letter.call(task, []));
  const firstOf = (round: Round, tool: string) =>
    round.arena.alphabet.letters.find((one) => one.tool === tool);
  const [example] = tasks;
  return [
    { name: "says nothing", play: () => [] },
    {
      name: "only reads",
      play: (task, round) =>
        concrete(
          round.ideal.filter((letter) => !golds.has(letter.tool) && letter.ends !== true),
          task,
        ),
    },
    ...ir.tools.map((tool): DegeneratePolicy => {
      return {
        name: `repeats ${tool.name}`,
        play: (task, round) => {
          const letter = golds.has(tool.name) ? undefined : firstOf(round, tool.name);
          const call = letter?.call(task, []) ?? plain(tool);
          return Array.from({ length: budget }, () => call);
        },
      };
    }),
    { name: "calls every tool once", play: () => ir.tools.map(plain) },
    {
      name: "invents tools",
      play: () => Array.from({ length: budget }, () => ({ tool: INVENTED_TOOL, arguments: {} })),
    },
    {
      name: "echoes the prompt into every text",
      play: (task) =>
        ir.tools.map((tool) => ({
          tool: tool.name,
          arguments: asObject(replaceTexts(filled(tool), task.task.prompt)),
        })),
    },
    {
      name: "writes everything that any task asks for",
      play: (task, round) => {
        const letters = round.arena.alphabet.candidates.filter((letter) =>
          letter.id.endsWith("everything that any task asks for)"),
        );
        // Where all tasks ask for the same, this is no more than the right call.
        const right = concrete(round.ideal, task).map((call) => canonical(call.arguments));
        return concrete(letters.slice(0, 1), task).filter(
          (call) => !right.includes(canonical(call.arguments)),
        );
      },
    },
    { name: "takes the first value of every enum", play: () => ir.tools.map(plain) },
    {
      name: "copies the calls of another task",
      play: (task, round) => {
        const other = task === example ? tasks[1] : example;
        return other === undefined
          ? []
          : concrete(
              round.ideal.filter((letter) => golds.has(letter.tool)),
              other,
            );
      },
    },
  ];
}

/** Arguments with every property that the schema names, not only the required ones. */
function filled(tool: ToolIr): Json {
  const fill = (schema: Json | undefined, depth: number): Json => {
    if (!isObject(schema) || depth > 6) return "x";
    const properties = schema["properties"];
    if (schema["type"] === "array") return [fill(schema["items"], depth + 1)];
    if (isObject(properties)) {
      return Object.fromEntries(
        Object.entries(properties).map(([name, inner]): [string, Json] => [name, fill(inner, depth + 1)]),
      );
    }
    return schema["type"] === "integer" || schema["type"] === "number"
      ? 1
      : schema["type"] === "boolean"
        ? true
        : "x";
  };
  return fill(tool.definition.function.parameters, 0);
}

function replaceTexts(value: Json, text: string): Json {
  if (typeof value === "string") return text;
  if (isArray(value)) return value.map((item) => replaceTexts(item, text));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceTexts(inner, text)]));
}

function asObject(value: Json): JsonObject {
  return isObject(value) ? value : {};
}
