import type { Name } from "../../dsl/tree/expression.js";
import { names } from "../diagnostics/names.js";
import { listNames, type Reporter } from "../diagnostics/reporter.js";
import type { BoundTool } from "./tool.js";

/** Tools by name; undefined for one that is declared but could not be bound, about which enough was said. */
export type ToolTable = ReadonlyMap<string, BoundTool | undefined>;

/** A tool of the scenario by name, or a report. */
export function findTool(reporter: Reporter, tools: ToolTable, name: Name): BoundTool | undefined {
  const found = tools.get(name.text);
  reporter.references.named("tool", name);
  if (!tools.has(name.text) && name.text !== "") {
    const extras = reporter.suggest(name.text, name.span, [...tools.keys()]);
    const values = { name: name.text, known: listNames(tools.keys()) };
    reporter.add(names.report("RVR2006", reporter.at(name.span), values, extras));
  }
  return found;
}
