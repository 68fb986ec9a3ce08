import type { ExpressionContext } from "../../compiler/bind/context.js";
import { bindExpression, itemType } from "../../compiler/bind/expression.js";
import { requestScope } from "../../compiler/bind/operation.js";
import type { Definition } from "../../compiler/bind/references.js";
import { Scope } from "../../compiler/bind/scope.js";
import { ANY, type StaticType } from "../../compiler/bind/static-type.js";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { parseExpression, SourceFile } from "../../dsl/index.js";
import type { Token } from "../../dsl/syntax/scan.js";
import { programsOf } from "./snapshot.js";
import { declaredIn, type View } from "./view.js";

/** A name that an expression may use at a place. */
export interface VisibleName {
  readonly name: string;
  readonly kind: Definition["kind"] | "request";
  readonly type: StaticType;
}

/** Names in scope; `item` are the tokens around the cursor that may declare the items of lists. */
export function visibleNames(view: View, item: readonly Token[]): readonly VisibleName[] {
  const found = new Map<string, VisibleName>();
  const add = (name: string, kind: VisibleName["kind"], type: StaticType) => {
    if (name !== "" && !found.has(name)) found.set(name, { name, kind, type });
  };
  for (const { kind, name, type = ANY } of view.scenario?.definitions ?? []) {
    if (kind === "variable" || kind === "tool") add(name, kind, type);
  }
  for (const { kind, name, type = ANY } of localsOf(view)) add(name, kind, type);
  for (const name of view.parameters) add(name, "tool", ANY);
  if (view.operation !== undefined && view.scenario === undefined) {
    const scope = requestScope(view.operation.model, view.operation.operation);
    for (const name of scope.visible()) add(name, "request", scope.find(name)?.type ?? ANY);
  }
  for (const { name, list } of itemsOf(item)) {
    const scope = scopeOf([...found.values()]);
    add(name, "local", itemType(typeOfText(view, scope, list)));
  }
  return [...found.values()];
}

/** Local names of the `on` block around the cursor, as they were last bound. */
function localsOf(view: View): readonly Definition[] {
  const { operation } = view.operation ?? {};
  const world = view.world?.ir.name;
  if (operation === undefined || view.scenario !== undefined) return [];
  for (const program of programsOf(view.snapshot)) {
    const { file } = view.snapshot;
    const declaration = program
      .tree(file)
      ?.worlds.find((one) => one.name.text === world)
      ?.items.find((one) => one.kind === "on" && one.operation.member.text === operation.id);
    if (declaration !== undefined) return declaredIn(program, file, declaration.span);
  }
  return [];
}

/** `x in list` of comprehensions and quantifiers among some tokens, with the text of the list. */
function itemsOf(tokens: readonly Token[]): readonly { readonly name: string; readonly list: string }[] {
  const found: { name: string; list: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]?.text ?? "";
    if (token.text !== "in" || !/^[A-Za-z_]\w*$/.test(before)) continue;
    if (!["for", "(", "each"].includes(tokens[index - 2]?.text ?? "")) continue;
    let depth = 0;
    const list: string[] = [];
    for (const next of tokens.slice(index + 1)) {
      if ("([{".includes(next.text)) depth++;
      if (")]}".includes(next.text)) depth--;
      if (depth < 0 || (depth === 0 && [":", "if", "{"].includes(next.text))) break;
      list.push(next.text);
    }
    found.push({ name: before, list: list.join(" ") });
  }
  return found;
}

function scopeOf(names: readonly VisibleName[]): Scope {
  const scope = new Scope();
  for (const { name, type } of names) scope.declare(name, { ir: { kind: "local", name }, type });
  return scope;
}

/** Type of an expression that is written at a place, given as tokens. */
export function typeOfTokens(
  view: View,
  names: readonly VisibleName[],
  tokens: readonly Token[],
): StaticType {
  return typeOfText(view, scopeOf(names), tokens.map((token) => token.text).join(" "));
}

function typeOfText(view: View, scope: Scope, text: string): StaticType {
  const { expression } = parseExpression(new SourceFile("", text));
  const { world } = view;
  const none = {
    resources: new Map(),
    shapes: new Map(),
    definitions: new Map(),
    stored: () => new Set<string>(),
  };
  // What is wrong with the text is reported elsewhere.
  const context: ExpressionContext = { reporter: new Reporter(""), world: world ?? none, reads: "operation" };
  return bindExpression(context, scope, expression).type;
}

/** The tokens of the value before the last dot: back to the start of its name, call or bracket. */
export function valueBeforeDot(tokens: readonly Token[]): readonly Token[] {
  let at = tokens.length - 1;
  if (tokens[at]?.text !== ".") return [];
  let depth = 0;
  for (at--; at >= 0; at--) {
    const { text, kind } = tokens[at]!;
    if (")]}".includes(text)) depth++;
    else if ("([{".includes(text)) depth--;
    if (depth < 0) break;
    if (depth > 0) continue;
    const before = tokens[at - 1]?.text;
    if ("([{".includes(text)) {
      // `name(...)` and `name[...]` belong together.
      if (kind === "mark" && before !== undefined && /[\w\])"]$/.test(before) && text !== "{") continue;
      return tokens.slice(at, -1);
    }
    if (text === "." || before === ".") continue;
    return tokens.slice(at, -1);
  }
  return tokens.slice(at + 1, -1);
}
