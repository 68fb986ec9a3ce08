import type { Definition } from "../../compiler/bind/references.js";
import type { BoundScenario } from "../../compiler/bind/scenario.js";
import type { BoundTool } from "../../compiler/bind/tool.js";
import type { BoundWorld } from "../../compiler/bind/world.js";
import type { ApiModel, Operation } from "../../compiler/openapi/api-model.js";
import type { BoundProgram } from "../../compiler/pipeline/bind-program.js";
import type { ScenarioDeclaration, Span } from "../../dsl/index.js";
import type { Token } from "../../dsl/syntax/scan.js";
import { programsOf, type Snapshot } from "./snapshot.js";

/**
 * What is known around a cursor, found by the names at the heads of the blocks: those stay the same while a line is
 * being written, when places in the text do not.
 */
export interface View {
  readonly snapshot: Snapshot;
  readonly scenario: ScenarioView | undefined;
  readonly world: BoundWorld | undefined;
  /** Operation of the `on` block or of the tool. */
  readonly operation: { readonly model: ApiModel; readonly operation: Operation } | undefined;
  /** Tool of the block, or of the call that is being written. */
  readonly tool: BoundTool | undefined;
  /** Parameters of the fragment around the cursor. */
  readonly parameters: readonly string[];
}

export interface ScenarioView {
  readonly declaration: ScenarioDeclaration | undefined;
  readonly bound: BoundScenario | undefined;
  readonly definitions: readonly Definition[];
}

export function viewOf(snapshot: Snapshot, blocks: readonly (readonly Token[])[]): View {
  const texts = blocks.map((block) => block.map((token) => token.text));
  const outer = texts[0] ?? [];
  const scenario = outer[0] === "scenario" ? scenarioOf(snapshot, outer[1] ?? "") : undefined;
  const world = outer[0] === "world" ? worldOf(snapshot, outer[1] ?? "") : scenarioWorld(snapshot, scenario);
  const last = texts.findLast((head) => head.includes(".") || TOOL_BLOCKS.has(head[0] ?? "")) ?? [];
  const dot = last.indexOf(".");
  const reference =
    last[0] === "on" || last[1] === "=" ? [last[dot - 1] ?? "", last[dot + 1] ?? ""] : undefined;
  return {
    snapshot,
    scenario,
    world,
    operation: reference && operationOf(snapshot, reference[0] ?? "", reference[1] ?? ""),
    tool: TOOL_BLOCKS.has(last[0] ?? "") ? toolOf(scenario, last[1] ?? "") : undefined,
    parameters: outer[0] === "fragment" ? outer.slice(2).filter((word) => /^\w/.test(word)) : [],
  };
}

/** Blocks whose lines are arguments of the tool that their head names. */
const TOOL_BLOCKS: ReadonlySet<string> = new Set(["gold", "slots"]);

export function toolOf(scenario: ScenarioView | undefined, name: string): BoundTool | undefined {
  return scenario?.bound?.tools.find((tool) => tool.ir.name === name);
}

function scenarioOf(snapshot: Snapshot, name: string): ScenarioView {
  const { file } = snapshot;
  const named = (program: BoundProgram) =>
    program.scenarios.find((scenario) => scenario.ir.name === name && scenario.file === file);
  const declarationIn = (program: BoundProgram) =>
    program.tree(file)?.scenarios.find((scenario) => scenario.name.text === name);
  const programs = programsOf(snapshot);
  // The newest program knows the names best; one in which the scenario could be bound knows what they mean.
  const newest = programs.find((program) => declarationIn(program) !== undefined);
  const complete = programs.find((program) => named(program) !== undefined);
  const definitions = new Map<string, Definition>();
  for (const program of [complete, newest]) {
    const span = program && declarationIn(program)?.span;
    if (program === undefined || span === undefined) continue;
    for (const definition of declaredIn(program, file, span)) {
      const key = `${definition.kind} ${definition.name}`;
      if (definition.type?.kind !== "poison" || !definitions.has(key)) definitions.set(key, definition);
    }
  }
  return {
    declaration: newest && declarationIn(newest),
    bound: complete && named(complete),
    definitions: [...definitions.values()],
  };
}

/** Declarations of a file within a span. */
export function declaredIn(program: BoundProgram, file: string, within: Span): readonly Definition[] {
  return (program.references.get(file)?.uses ?? []).flatMap(({ span, definition }) =>
    definition.file === file &&
    definition.span.start === span.start &&
    definition.span.end === span.end &&
    within.start <= span.start &&
    span.end <= within.end
      ? [definition]
      : [],
  );
}

function scenarioWorld(snapshot: Snapshot, scenario: ScenarioView | undefined): BoundWorld | undefined {
  const name = scenario?.declaration?.world?.text;
  if (name !== undefined && name !== "") {
    const found = worldOf(snapshot, name);
    if (found !== undefined) return found;
  }
  return scenario?.bound?.worlds[0];
}

function worldOf(snapshot: Snapshot, name: string): BoundWorld | undefined {
  for (const program of programsOf(snapshot)) {
    const found = [...program.worlds, ...program.scenarios.flatMap((scenario) => scenario.worlds)].find(
      (world) => world.ir.name === name,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function operationOf(snapshot: Snapshot, api: string, name: string): View["operation"] {
  for (const program of programsOf(snapshot)) {
    const model = program.apis(snapshot.file).get(api);
    const operation = model?.operations.get(name);
    if (model !== undefined && operation !== undefined) return { model, operation };
  }
  return undefined;
}
