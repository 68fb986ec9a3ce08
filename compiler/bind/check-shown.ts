import type { PromptDeclaration } from "../../dsl/tree/scenario.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { tasks } from "../diagnostics/tasks.js";
import type { ClosingIr, GoldIr, ScenarioIr, VariableIr } from "../ir/scenario.js";

/**
 * Warns of a wording that does not show a text or number which gold sends: the policy could only guess it. A record may
 * be found by reading, and what a task asks for is left out on purpose; nothing is said of those.
 */
export function checkShown(
  reporter: Reporter,
  declarations: readonly PromptDeclaration[],
  task: {
    readonly variables: readonly VariableIr[];
    readonly prompts: ScenarioIr["prompts"];
    readonly gold: readonly GoldIr[];
    readonly closing: ClosingIr | undefined;
  },
): void {
  const { variables, prompts, gold, closing } = task;
  if (closing?.kind === "ask") return;
  const needed = reached(variables, [...gold.flatMap((call) => call.lines), closing]);
  for (const declaration of declarations) {
    const name = declaration.name?.text ?? "main";
    const prompt = prompts.find((one) => one.name === name);
    if (prompt === undefined) continue;
    const shown = reached(variables, prompt.text);
    for (const variable of variables) {
      const plain = variable.kind === "text" || variable.kind === "integer";
      if (!plain || !needed.has(variable.name) || shown.has(variable.name)) continue;
      const values = { wording: name, variable: variable.name };
      reporter.add(tasks.report("RVR5014", reporter.at(declaration.text.span), values));
    }
  }
}

/** Variables that a part of the IR reads, directly or through a `let`. */
function reached(variables: readonly VariableIr[], part: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("kind" in node && node.kind === "variable" && "name" in node && typeof node.name === "string") {
      if (found.has(node.name)) return;
      found.add(node.name);
      const own = variables.find(({ name }) => name === node.name);
      if (own?.kind === "let") visit(own.value);
      return;
    }
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(part);
  return found;
}
