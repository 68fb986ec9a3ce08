import type { ApiDeclaration, SourceTree } from "../tree/file.js";
import { printString } from "./expression.js";
import { printFragment } from "./reward.js";
import { printScenario } from "./scenario.js";
import { printWorld } from "./world.js";

/**
 * Source text of a whole file in canonical form: imports, worlds, fragments, scenarios, in this order within
 * the file. Reading the text again gives the same tree, spans and comments aside; comments are not
 * printed. The tree should be free of syntax errors.
 */
export function printTree(tree: SourceTree): string {
  const imports = [
    ...tree.apis.map(printApi),
    ...tree.uses.map((use) => `use ${use.what} ${use.name.text} from ${printString(use.file, undefined)}`),
  ];
  const sections = [
    ...(imports.length > 0 ? [imports.join("\n")] : []),
    ...tree.worlds.map(printWorld),
    ...tree.fragments.map(printFragment),
    ...tree.scenarios.map(printScenario),
  ];
  return sections.map((section) => `${section}\n`).join("\n");
}

function printApi({ name, file, overlays }: ApiDeclaration): string {
  const texts = overlays.map((overlay) => printString(overlay, undefined));
  const overlay = texts.length === 0 ? "" : ` overlay ${texts.join(", ")}`;
  return `api ${name.text} from ${printString(file, undefined)}${overlay}`;
}
