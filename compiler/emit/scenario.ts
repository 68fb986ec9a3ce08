import type { JsonObject } from "../../runtime/abi/json.js";
import { ABI } from "../../runtime/abi/version.js";
import { documented } from "./comment.js";
import type { EmittedFile } from "./file.js";
import { header, moduleFile } from "./header.js";
import { block, bracketed, codeLiteral, stringLiteral } from "./literal.js";
import { camel, NamePool } from "./names.js";
import { type ScenarioInput, scenarioFolder } from "./scenario-input.js";
import { worldFolder } from "./world.js";

/** `scenario.ts`: the whole program, handed to the runtime and exported as `scenario`. */
export function emitScenario({ ir, origin }: ScenarioInput): EmittedFile {
  const names = new NamePool([
    "rt",
    "closing",
    "tools",
    "rewards",
    "variables",
    "prompts",
    "gold",
    "splits",
    "scenario",
  ]);
  const worlds = ir.worlds.map((world) => ({ world, alias: names.claim(`${camel(world)}World`) }));
  const entries = [
    `abi: ${ABI}`,
    `name: ${stringLiteral(ir.name)}`,
    `title: ${stringLiteral(ir.title)}`,
    `system: ${block("{", systemTexts(ir.system), "}")}`,
    "tools",
    `world: ${stringLiteral(ir.world)}`,
    bracketed(
      "worlds: [",
      worlds.map(({ alias }) => alias),
      "]",
    ),
    "variables",
    "prompts",
    "gold",
    ...(ir.closing === undefined ? [] : ["closing"]),
    "splits",
    "rewards",
    `defaultReward: ${stringLiteral(ir.defaultReward)}`,
    `train: ${trainBlock(ir.train)}`,
  ];
  return moduleFile(
    `${scenarioFolder(ir.name)}/scenario.ts`,
    header(origin, `Scenario ${ir.name}: ${ir.title}`),
    [
      'import * as rt from "rvrc/runtime";',
      ...worlds.map(
        ({ world, alias }) => `import { world as ${alias} } from "../${worldFolder(world)}/world.js";`,
      ),
      'import { rewards } from "./checker.js";',
      'import { splits } from "./splits.js";',
      `import { ${ir.closing === undefined ? "" : "closing, "}gold, prompts, variables } from "./tasks.js";`,
      'import { tools } from "./tools.js";',
    ].join("\n"),
    documented(
      "The compiled scenario: tasks to draw, episodes to run and score.",
      block("export const scenario: rt.CompiledScenario = rt.defineScenario({", entries, "});"),
    ),
  );
}

/** The settings of a `train` block as source. */
export function trainBlock(train: object): string {
  const settings: JsonObject = JSON.parse(JSON.stringify(train));
  return codeLiteral(settings);
}

function systemTexts({ bare, hinted }: { readonly bare: string; readonly hinted: string }): string[] {
  return [`bare:${lines(bare)}`, `hinted:${lines(hinted)}`];
}

/** A text of several lines as a sum of its lines, so that a change of one line is one. */
function lines(text: string): string {
  const pieces = text.split(/(?<=\n)/u);
  if (pieces.length === 1) return ` ${stringLiteral(text)}`;
  return `\n  ${pieces.map(stringLiteral).join(" +\n  ")}`;
}
