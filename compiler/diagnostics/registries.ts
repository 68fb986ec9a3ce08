import type { DiagnosticCatalog } from "../../dsl/diagnostics/define.js";
import { syntaxDiagnostics } from "../../dsl/syntax/codes.js";
import { apiDiagnostics } from "../openapi/diagnostics.js";
import { toolDiagnostics } from "../tools/diagnostics.js";
import { names } from "./names.js";
import { rewards } from "./rewards.js";
import { tasks } from "./tasks.js";
import { tests } from "./tests.js";
import { types } from "./types.js";
import { world } from "./world.js";

/** Every code that the compiler can report, by stage in the order in which the stages run. */
export const registries: readonly DiagnosticCatalog[] = [
  syntaxDiagnostics,
  names,
  types,
  world,
  tasks,
  rewards,
  // The tools are made of the document, so their codes stand in its chapter.
  { stage: "api", entries: [...apiDiagnostics.entries, ...toolDiagnostics.entries] },
  tests,
];
