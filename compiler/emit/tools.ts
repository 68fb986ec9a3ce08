import type { JsonObject } from "../../runtime/abi/json.js";
import type { ArgumentIr, ToolIr } from "../ir/scenario.js";
import { closingToolsOf } from "./closing.js";
import { documented } from "./comment.js";
import type { EmittedFile } from "./file.js";
import { header, moduleFile } from "./header.js";
import { block, bracketed, codeLine, codeLiteral, jsonText, stringLiteral } from "./literal.js";
import { type ScenarioInput, scenarioFolder } from "./scenario-input.js";

/** `tools.ts`, how each tool's call becomes a request, and `tools.json`, the list in the OpenAI form. */
export function emitTools({ ir, origin }: ScenarioInput): EmittedFile[] {
  const folder = scenarioFolder(ir.name);
  const definitions = [...ir.tools.map((tool) => tool.definition), ...closingToolsOf(ir)];
  return [
    moduleFile(
      `${folder}/tools.ts`,
      header(
        origin,
        `Tools of scenario ${ir.name}: what a model is told, and the request that a call becomes.`,
      ),
      'import type * as rt from "rvrc/runtime";',
      documented(
        "In the order of the file.",
        block("export const tools: readonly rt.ToolProgram[] = [", ir.tools.map(printTool), "];"),
      ),
    ),
    {
      path: `${folder}/tools.json`,
      text: `${jsonText(definitions.map((definition) => ({ ...definition })))}\n`,
    },
  ];
}

function printTool(tool: ToolIr): string {
  const { function: definition } = tool.definition;
  const parameters: JsonObject = definition.parameters;
  const shown = tool.show === undefined ? "undefined" : bracketed("[", tool.show.map(codeLine), "]");
  const fixed = tool.fixed.map(
    ({ target, value }) => `{ target: ${codeLine(target)}, value: ${codeLine(value)} }`,
  );
  const entries = [
    `definition: ${codeLiteral({
      type: "function",
      function: { name: definition.name, description: definition.description, parameters },
    })}`,
    `operation: ${stringLiteral(`${tool.api}.${tool.operation}`)}`,
    bracketed("arguments: [", tool.arguments.map(printArgument), "]"),
    `rest: ${tool.rest === undefined ? "undefined" : stringLiteral(tool.rest)}`,
    bracketed("fixed: [", fixed, "]"),
    `show: ${shown}`,
  ];
  return block("{", entries, "}");
}

function printArgument({ name, target, wire }: ArgumentIr): string {
  const entries = [`name: ${stringLiteral(name)}`, `target: ${codeLine(target)}`];
  if (wire !== undefined) entries.push(`wire: ${stringLiteral(wire)}`);
  return bracketed("{", entries, "}", " ");
}
