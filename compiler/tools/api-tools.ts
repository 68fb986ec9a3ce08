import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.js";
import type { ToolDefinition } from "../../runtime/abi/scenario.js";
import type { ApiModel, Operation } from "../openapi/api-model.js";
import { toolDiagnostics } from "./diagnostics.js";
import { type ArgumentOmission, cutDescription, DESCRIPTION_LIMIT, plainForm } from "./plain-form.js";
import { type StrictForm, strictForm } from "./strict-form.js";
import { toolNamesOf } from "./tool-name.js";
import { type ToolView, toolView, type View } from "./tool-view.js";

export type Flavour = "plain" | "strict";

/** An operation as a tool: what a model is told, and the way back from its arguments to the canonical call. */
export interface ApiTool {
  readonly operation: Operation;
  readonly view: ToolView;
  readonly definition: ToolDefinition;
  /** In the strict flavour only. */
  readonly strict: StrictForm | undefined;
}

export interface ApiTools {
  readonly tools: readonly ApiTool[];
  /** What of the document the tools say otherwise, or not at all. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ToolOptions {
  readonly view: View;
  readonly flavour: Flavour;
  readonly wanted?: (operation: Operation) => boolean;
  /** Path of the document, for findings about operations whose place is not known. */
  readonly document?: string;
}

/** Tools for the wanted operations, in the order of the document. Names do not depend on what is wanted. */
export function apiTools(model: ApiModel, options: ToolOptions): ApiTools {
  const { view, flavour, wanted = () => true, document = "" } = options;
  const names = toolNamesOf(model.operations.values());
  const diagnostics: Diagnostic[] = [];
  const tools = [...model.operations.values()].filter(wanted).map((operation): ApiTool => {
    const name = names.get(operation.id) ?? operation.id;
    const shown = toolView(model, operation, view);
    const { parameters, omissions } = plainForm(model, shown);
    const strict = flavour === "strict" ? strictForm(parameters) : undefined;
    const text = operation.summary || `${operation.method} ${operation.path}`;
    const description = cutDescription(text);
    const place = model.places?.operation(operation.id) ?? { file: document, span: { start: 0, end: 0 } };
    diagnostics.push(...toldOf({ operation, name, view: shown, text, omissions, strict }, place));
    return {
      operation,
      view: shown,
      strict,
      definition: {
        type: "function",
        function: { name, description, parameters: strict?.parameters ?? parameters },
      },
    };
  });
  return { tools, diagnostics };
}

interface Made {
  readonly operation: Operation;
  readonly name: string;
  readonly view: ToolView;
  readonly text: string;
  readonly omissions: readonly ArgumentOmission[];
  readonly strict: StrictForm | undefined;
}

type Place = Parameters<typeof toolDiagnostics.report>[1];

function toldOf(
  { operation, name, view, text, omissions, strict }: Made,
  place: Place,
): readonly Diagnostic[] {
  const out: Diagnostic[] = [];
  if (name !== operation.id)
    out.push(toolDiagnostics.report("RVR7054", place, { operation: operation.id, name }));
  if (view.view === "flat") {
    for (const clash of view.clashes)
      out.push(toolDiagnostics.report("RVR7053", place, { name: clash, operation: operation.id }));
  }
  if (text.length > DESCRIPTION_LIMIT) {
    const values = { tool: name, length: text.length, limit: DESCRIPTION_LIMIT };
    out.push(toolDiagnostics.report("RVR7055", place, values));
  }
  out.push(...omissionsOf(name, omissions, place));
  const cut = (strict?.droppedLists ?? 0) + (strict?.cutPlaces ?? 0);
  if (cut > 0) out.push(toolDiagnostics.report("RVR7057", place, { tool: name, count: cut }));
  return out;
}

/** One finding for each argument and kind; a schema is named once for each argument. */
function omissionsOf(
  tool: string,
  omissions: readonly ArgumentOmission[],
  place: Place,
): readonly Diagnostic[] {
  const out = new Map<string, Diagnostic>();
  const sizes = new Map<string, number>();
  for (const { argument, omission } of omissions) {
    switch (omission.kind) {
      case "recursion": {
        const values = { tool, schema: omission.name, argument };
        out.set(`${argument} ${omission.name}`, toolDiagnostics.report("RVR7050", place, values));
        break;
      }
      case "size":
        sizes.set(argument, (sizes.get(argument) ?? 0) + 1);
        break;
      case "values": {
        const values = { tool, count: omission.count, argument };
        out.set(`${argument} ${omission.count}`, toolDiagnostics.report("RVR7052", place, values));
        break;
      }
    }
  }
  const sized = [...sizes].map(([argument, count]) =>
    toolDiagnostics.report("RVR7051", place, { tool, argument, count }),
  );
  return [...out.values(), ...sized];
}
