import { nameText, stringText, valueText } from "../../dsl/print/value.js";
import type { Json } from "../../runtime/abi/json.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import type { Hole, PlannedArgument, PlannedVariable } from "./plan.js";

/** How a tool lists an argument: its path, and the name for the model where that is another one. */
export function takeText({ steps, view }: PlannedArgument): string {
  const [place, ...path] = steps;
  const written = [place, ...path.map(nameText)].join(".");
  return path.join(".") === view.join(".") ? written : `${written} as ${view.join(".")}`;
}

/** Where an argument stands in the tool's view. */
export function viewText({ view }: PlannedArgument): string {
  return view.map(nameText).join(".");
}

/** The value of an argument as an expression, with a text of its own for each hole in it. */
export function filled({ value, holes }: PlannedArgument, textOf: (hole: Hole) => string): string {
  const write = (part: Json, path: readonly string[]): string => {
    const hole = holes.find((one) => one.path.join("\n") === path.join("\n"));
    if (hole !== undefined) return textOf(hole);
    if (isArray(part))
      return `[${part.map((item, index) => write(item, [...path, String(index)])).join(", ")}]`;
    if (!isObject(part)) return valueText(part);
    const entries = Object.entries(part).map(
      ([key, inner]) => `${nameText(key)}: ${write(inner, [...path, key])}`,
    );
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  };
  return write(value, []);
}

/** What stands for a hole in an expression: the variable, or a part of the record that it names. */
export function expressionOf({ variable, part }: Hole): string {
  return part?.expression ?? variable.name;
}

/** The value of a hole on the first task of a split. */
export function literalOf({ variable, part }: Hole, split: "train" | "heldout"): string {
  return valueText((part?.values ?? variable.values)[split][0] ?? "");
}

/** `title "{title}", size 12`, as it stands within quotes: what is not shown could only be guessed. */
export function shownArguments(all: readonly PlannedArgument[]): string {
  return all.map(({ label, value, holes }) => `${escaped(label)} ${inPrompt(value, holes, [])}`).join(", ");
}

/** A value as JSON within a template: variables are holes, all else is plain text. */
function inPrompt(part: Json, holes: readonly Hole[], path: readonly string[]): string {
  const hole = holes.find((one) => one.path.join("\n") === path.join("\n"));
  if (hole !== undefined) {
    const { name, type } = hole.variable;
    if (hole.part !== undefined) return `{${hole.part.shown}}`;
    return type === "text" ? `\\"{${name}}\\"` : `{${name}}`;
  }
  if (isArray(part))
    return `[${part.map((item, index) => inPrompt(item, holes, [...path, String(index)])).join(", ")}]`;
  if (!isObject(part)) return escaped(JSON.stringify(part));
  const entries = Object.entries(part).map(
    ([key, inner]) => `${escaped(JSON.stringify(key))}: ${inPrompt(inner, holes, [...path, key])}`,
  );
  return `\\{${entries.join(", ")}\\}`;
}

/** Text as it stands within quotes. */
export function escaped(text: string): string {
  return stringText(text).slice(1, -1);
}

/** One list for each variable and split, in JSON, which YAML takes. */
export function valuesText(variables: readonly Pick<PlannedVariable, "name" | "values">[]): string {
  const lists = variables.flatMap(({ name, values }) => [
    `${name}_train: ${JSON.stringify(values.train)}`,
    `${name}_heldout: ${JSON.stringify(values.heldout)}`,
  ]);
  return `${lists.join("\n")}\n`;
}
