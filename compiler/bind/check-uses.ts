import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import type { UseDeclaration } from "../../dsl/tree/file.js";
import { names } from "../diagnostics/names.js";
import { listNames, Reporter } from "../diagnostics/reporter.js";
import { locateFragment } from "./fragment.js";
import { plainText } from "./plain-text.js";
import type { Sources } from "./sources.js";
import { locateWorld, worldsInReach } from "./world.js";

/** Reports every `use` of a file whose target was read and has nothing of that name. */
export function checkUses(sources: Sources, file: string): readonly Diagnostic[] {
  const reporter = new Reporter(file);
  for (const use of sources.tree(file)?.uses ?? []) {
    const target = targetOf(sources, file, use);
    if (target === undefined || use.name.text === "") continue;
    const { text, span } = use.name;
    if (use.what === "world" && locateWorld(sources, target, text) === undefined) {
      const extras = reporter.suggest(text, span, worldsInReach(sources, target));
      reporter.add(names.report("RVR2008", reporter.at(span), { name: text }, extras));
    }
    if (use.what === "fragment" && locateFragment(sources, target, text) === undefined) {
      const known = sources.tree(target)?.fragments.map(({ name }) => name.text) ?? [];
      const values = { name: text, known: listNames(known) };
      reporter.add(names.report("RVR2018", reporter.at(span), values, reporter.suggest(text, span, known)));
    }
  }
  return reporter.diagnostics;
}

/** The file that a `use` names, when it could be read. */
function targetOf(sources: Sources, file: string, use: UseDeclaration): string | undefined {
  const path = plainText(use.file);
  const target = path === undefined ? undefined : sources.resolve(file, path);
  return target !== undefined && sources.tree(target) !== undefined ? target : undefined;
}
