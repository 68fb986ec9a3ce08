import type { ScenarioIr } from "../ir/scenario.js";
import { docComment } from "./comment.js";
import type { EmittedFile, Origin } from "./file.js";
import { header, moduleFile } from "./header.js";
import { block, codeKey, codeLine } from "./literal.js";
import { scenarioFolder } from "./scenario-input.js";

/** `splits.js` and its types: the rows of every split, a row a line. Data, so it is printed as it runs, like seeds. */
export function emitSplits(ir: ScenarioIr, origin: Origin): EmittedFile[] {
  const path = `${scenarioFolder(ir.name)}/splits`;
  const about = header(origin, `Rows of the tasks of scenario ${ir.name}.`);
  const note = docComment("Records by key, other variables as they are.");
  const splits = ir.splits.map(({ name, tasks }) => {
    const rows = tasks.map(({ id, given, wording }) => codeLine({ id, given, wording }));
    return block(`${codeKey(name)}: [`, rows, "]");
  });
  const type = "{ readonly [split: string]: readonly TaskRow[] }";
  return [
    moduleFile(`${path}.js`, about, `${note}\n${block("export const splits = {", splits, "};")}`),
    moduleFile(
      `${path}.d.ts`,
      about,
      'import type { TaskRow } from "rvrc/runtime";',
      `${note}\nexport declare const splits: ${type};`,
    ),
  ];
}
