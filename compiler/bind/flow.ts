import type { TemplateString } from "../../dsl/tree/expression.js";
import type { FlowDeclaration } from "../../dsl/tree/world.js";
import type { Json } from "../../runtime/abi/json.js";
import { get } from "../../runtime/value/access.js";
import { names } from "../diagnostics/names.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { types } from "../diagnostics/types.js";
import { world } from "../diagnostics/world.js";
import type { ExpressionIr } from "../ir/expression.js";
import type { EffectIr, FlowIr, OperationIr, ResourceIr, StepsIr } from "../ir/world.js";
import type { ApiModel, Schema } from "../openapi/api-model.js";
import { checkConstant } from "../schema/check-constant.js";
import { schemaAt } from "../schema/schema-at.js";
import { declaredTwice } from "./declared-twice.js";
import { plainText } from "./plain-text.js";

/** A state machine with the first place of each state. */
export interface BoundFlow {
  readonly ir: FlowIr;
  readonly states: ReadonlyMap<string, TemplateString>;
  /** False where the schema has no such path: nothing is then known of what sets a state. */
  readonly known: boolean;
}

/** Binds the state machine of a resource: its path must be in the schema, and its states must be allowed there. */
export function bindFlow(
  reporter: Reporter,
  resource: string,
  described: { readonly model: ApiModel; readonly schema: Schema } | undefined,
  declaration: FlowDeclaration,
): BoundFlow {
  const path = declaration.path.segments.map((segment) => segment.text);
  const place = described && schemaAt(described.model, described.schema, path);
  const schema = place?.kind === "found" ? place.schema : undefined;
  if (place?.kind === "unknown") reportPath(reporter, declaration, place);
  const states = new Map<string, TemplateString>();
  const stateOf = (written: TemplateString): string | undefined => {
    const text = plainText(written);
    if (text === undefined) {
      reporter.add(types.report("RVR3003", reporter.at(written.span), { what: "a state" }));
    } else if (!states.has(text)) {
      states.set(text, written);
      const check = described && schema ? checkConstant(described.model, schema, text) : undefined;
      if (check?.ok === false) {
        const values = { resource, state: text, reason: check.reason };
        reporter.add(world.report("RVR4009", reporter.at(written.span), values));
      }
    }
    return text;
  };
  const edges = new Map<string, string[]>();
  for (const line of declaration.edges) {
    const from = stateOf(line.from);
    const known = from === undefined ? undefined : edges.get(from);
    const same = declaration.edges.filter((edge) => plainText(edge.from) === from);
    if (known !== undefined && from !== undefined) {
      const { span } = line.from;
      reporter.add(declaredTwice(reporter, "state", { text: from, span }, same[0]?.from.span));
    }
    const targets = known ?? [];
    for (const target of line.to) {
      const to = stateOf(target);
      if (to === undefined) continue;
      if (targets.includes(to)) {
        const edge = { text: `${from ?? ""} -> ${to}`, span: target.span };
        const first = same.flatMap((other) => other.to).find((other) => plainText(other) === to);
        reporter.add(declaredTwice(reporter, "edge", edge, first?.span));
      } else targets.push(to);
    }
    if (from !== undefined) edges.set(from, targets);
  }
  return {
    ir: { path, edges: [...edges].map(([from, to]) => ({ from, to })) },
    states,
    known: place?.kind !== "unknown",
  };
}

function reportPath(
  reporter: Reporter,
  { path }: FlowDeclaration,
  place: { readonly at: number; readonly candidates: readonly string[] },
): void {
  const segment = path.segments[place.at];
  if (segment === undefined || segment.text === "") return;
  const extras = reporter.suggest(segment.text, segment.span, place.candidates);
  reporter.add(names.report("RVR2005", reporter.at(segment.span), { field: segment.text }, extras));
}

/** Checks a state that is known when the world is compiled; `target` where it is moved to. */
export function checkState(
  reporter: Reporter,
  resource: string,
  flow: BoundFlow,
  written: TemplateString,
  target: boolean,
): void {
  const state = plainText(written);
  if (state === undefined) return;
  if (!flow.states.has(state)) {
    const extras = quoted(reporter.suggest(state, written.span, [...flow.states.keys()]));
    const values = {
      resource,
      state,
      known: [...flow.states.keys()].map((known) => `'${known}'`).join(", "),
    };
    reporter.add(world.report("RVR4010", reporter.at(written.span), values, extras));
  } else if (target && !flow.ir.edges.some((edge) => edge.to.includes(state))) {
    reporter.add(world.report("RVR4011", reporter.at(written.span), { resource, state }));
  }
}

/** A fix replaces the whole string, quotes included. */
function quoted(extras: ReturnType<Reporter["suggest"]>): ReturnType<Reporter["suggest"]> {
  const fixes = extras.fixes?.map((fix) => ({
    ...fix,
    edits: fix.edits.map((edit) => ({ ...edit, text: JSON.stringify(edit.text) })),
  }));
  return fixes === undefined ? extras : { ...extras, fixes };
}

/** What is wrong with the state of a seed record; nothing where it has none, since it may get one later. */
export function seedFault(flow: BoundFlow, record: Json): string | undefined {
  const state = get(record, ...flow.ir.path);
  if (state === undefined || (typeof state === "string" && flow.states.has(state))) return undefined;
  return `has ${JSON.stringify(state)} at '${flow.ir.path.join(".")}', which is no state of its flow`;
}

/** Warns of states in which no record can ever be: none starts there, and no edge leads there from one that is reached. */
export function warnUnreachable(
  reporter: Reporter,
  resource: ResourceIr,
  flow: BoundFlow,
  operations: readonly OperationIr[],
): void {
  if (!flow.known) return;
  const { path, edges } = flow.ir;
  const starts = new Set<string>();
  const note = (state: Json | undefined) => {
    if (typeof state === "string") starts.add(state);
  };
  for (const record of resource.seed) note(get(record, ...path));
  for (const effect of operations.flatMap((operation) => effectsOf(operation.statements))) {
    const value = stateSet(effect, resource.name, path);
    // A value that only a call knows may be any state.
    if (value === "unknown") return;
    note(value);
  }
  const reached = new Set<string>(starts);
  for (const state of reached) {
    for (const edge of edges) if (edge.from === state) for (const to of edge.to) reached.add(to);
  }
  for (const [state, written] of flow.states) {
    if (reached.has(state)) continue;
    const values = { resource: resource.name, state };
    reporter.add(world.report("RVR4012", reporter.at(written.span), values));
  }
}

function effectsOf(statements: OperationIr["statements"]): readonly EffectIr[] {
  return statements.flatMap((statement): readonly EffectIr[] => {
    switch (statement.kind) {
      case "let":
      case "require":
      case "validate":
      case "respond":
        return [];
      case "each":
      case "when":
        return effectsOf(statement.effects);
      default:
        return [statement];
    }
  });
}

/** The state that an effect gives a record besides the edges of the flow. */
function stateSet(effect: EffectIr, resource: string, path: StepsIr): Json | "unknown" | undefined {
  if (effect.kind === "create" && effect.resource === resource) return stateIn(effect.record, path);
  if (effect.kind !== "update" || effect.resource !== resource) return undefined;
  for (const entry of effect.entries) {
    const shared = Math.min(entry.path.length, path.length);
    if (!entry.path.slice(0, shared).every((step, i) => step === path[i])) continue;
    return entry.path.length > path.length ? "unknown" : stateIn(entry.value, path.slice(shared));
  }
  return undefined;
}

function stateIn(value: ExpressionIr, path: StepsIr): Json | "unknown" | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value.kind === "literal" ? value.value : "unknown";
  if (value.kind !== "object") return "unknown";
  // The last entry wins; what is spread or computed after it may hold anything.
  for (const entry of [...value.entries].reverse()) {
    if (entry.kind !== "entry") return "unknown";
    if (entry.key === step) return stateIn(entry.value, rest);
  }
  return undefined;
}
