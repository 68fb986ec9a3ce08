import { assertNever } from "../../dsl/text/internal-error.js";
import type { ExpressionIr } from "../ir/expression.js";
import type { EffectIr, OperationIr, StatementIr } from "../ir/world.js";
import { condition, operand, parenthesised, value } from "./expression.js";
import { bracketed, codeLine, indent, stringLiteral } from "./literal.js";
import { identifier } from "./names.js";
import type { FunctionScope } from "./scope.js";
import { anyPart } from "./walk.js";

/**
 * The function that answers one operation. Statements are printed from the last to the first, so that a `let` whose
 * name nothing uses is known and left out: expressions have no effects.
 */
export function printHandler(name: string, operation: OperationIr, scope: FunctionScope): string {
  const body: string[] = [];
  // A second check of the same request could not find anything new.
  const check = operation.statements.findIndex((statement) => statement.kind === "validate");
  const needed = operation.statements.filter((statement, n) => statement.kind !== "validate" || n === check);
  for (const statement of needed.reverse()) {
    const text = printStatement(statement, scope);
    if (text !== undefined) body.unshift(text);
  }
  const parameters = scope.parameterList([
    ["world", "rt.WorldView"],
    ["request", "rt.ApiRequest"],
    ["validate", "() => rt.ApiAnswer | undefined"],
  ]);
  return [
    `${bracketed(`function ${name}(`, parameters, ")")}: rt.ApiAnswer {`,
    indent(body.join("\n")),
    "}",
  ].join("\n");
}

/** `{ status, body }`, with null for an empty body. */
export function answer(status: number, body: ExpressionIr | undefined, scope: FunctionScope): string {
  return bracketed("{", [`status: ${status}`, `body: ${json(body, scope)}`], "}", " ");
}

/** An expression where JSON must stand: absent becomes null. */
function json(body: ExpressionIr | undefined, scope: FunctionScope): string {
  if (body === undefined) return "null";
  // These are never absent, and TypeScript calls a `??` after them a mistake.
  const present = ["literal", "template", "array", "object", "is", "matches", "not"].includes(body.kind);
  return present ? value(body, scope) : `${operand(body, scope)} ?? null`;
}

function printStatement(statement: StatementIr, scope: FunctionScope): string | undefined {
  switch (statement.kind) {
    case "let": {
      const name = identifier(statement.local);
      return scope.uses(name) ? `const ${name} = ${value(statement.value, scope)};` : undefined;
    }
    case "require": {
      const refusal = `return ${answer(statement.status, statement.body, scope)};`;
      return printIf(negation(statement.condition, scope), [refusal]);
    }
    case "validate":
      return `const refusal = ${scope.use("validate")}();\nif (refusal !== undefined) return refusal;`;
    case "respond":
      return `return ${answer(statement.status, statement.body, scope)};`;
    default:
      return printEffect(statement, scope);
  }
}

function printIf(test: string, body: readonly string[]): string {
  const only = body.length === 1 ? body[0] : undefined;
  const line = `if (${test}) ${only}`;
  if (only !== undefined && line.length <= 110 && !line.includes("\n")) return line;
  return `if ${parenthesised(test)} {\n${indent(body.join("\n"))}\n}`;
}

function negation(test: ExpressionIr, scope: FunctionScope): string {
  if (test.kind === "not") return condition(test.operand, scope);
  return condition({ kind: "not", operand: test }, scope).replace(/^!!/, "");
}

function printEffects(effects: readonly EffectIr[], scope: FunctionScope): string[] {
  const printed: string[] = [];
  for (const effect of [...effects].reverse()) printed.unshift(printEffect(effect, scope));
  return printed;
}

function printEffect(effect: EffectIr, scope: FunctionScope): string {
  switch (effect.kind) {
    case "create": {
      const create = bracketed(
        `${scope.offer("world")}.create(`,
        [stringLiteral(effect.resource), value(effect.record, scope)],
        ");",
      );
      const name = effect.as === undefined ? undefined : identifier(effect.as);
      return name !== undefined && scope.uses(name) ? `const ${name} = ${create}` : create;
    }
    case "update":
      return printUpdate(effect, scope);
    case "delete":
      return bracketed(
        `${scope.offer("world")}.remove(`,
        [stringLiteral(effect.resource), value(effect.record, scope)],
        ");",
      );
    case "move":
      return printMove(effect, scope);
    case "each": {
      const name = identifier(effect.local);
      const list = value(effect.list, scope);
      const inner = scope.within(name, () => printEffects(effect.effects, scope).join("\n"));
      return `for (const ${inner.used ? name : `_${name}`} of rt.list(${list})) {\n${indent(inner.text)}\n}`;
    }
    case "when": {
      const effects = printEffects(effect.effects, scope);
      return printIf(condition(effect.condition, scope), [effects.join("\n")]);
    }
    default:
      return assertNever(effect);
  }
}

/** A shape may read the world too. */
function readsWorld({ kind }: ExpressionIr): boolean {
  return ["records", "lookup", "serial", "next-key", "shape"].includes(kind);
}

/** The entries' values are read before the first change, so that they all see the record as it was. */
function printUpdate(effect: Extract<EffectIr, { kind: "update" }>, scope: FunctionScope): string {
  const world = scope.offer("world");
  const update = (record: string, path: readonly string[], text: string) =>
    bracketed(`${world}.update(`, [stringLiteral(effect.resource), record, codeLine(path), text], ");");
  const { entries, record } = effect;
  const fixed = entries.every((entry) => !anyPart(entry.value, readsWorld));
  if (entries.length === 1 || (record.kind === "local" && fixed)) {
    const lines = entries.map((entry) => update(value(record, scope), entry.path, value(entry.value, scope)));
    return lines.join("\n");
  }
  const values = entries.map((entry, n) => `const value${n + 1} = ${value(entry.value, scope)};`);
  const updates = entries.map((entry, n) => update("record", entry.path, `value${n + 1}`));
  const lines = [`const record = ${value(record, scope)};`, ...values, ...updates];
  return `{\n${indent(lines.join("\n"))}\n}`;
}

/** The state is read once; without an edge to it the call is refused. */
function printMove(effect: Extract<EffectIr, { kind: "move" }>, scope: FunctionScope): string {
  const world = scope.offer("world");
  const { edges, path } = effect.flow;
  const table = codeLine(edges.map(({ from, to }) => [from, to]));
  const lines = [
    `const moved = ${value(effect.record, scope)};`,
    `const next = ${value(effect.to, scope)};`,
    printIf(
      `!rt.mayFollow(${table}, ${bracketed("rt.get(", ["moved", ...path.map(stringLiteral)], ")")}, next)`,
      [`return ${answer(effect.status, effect.body, scope)};`],
    ),
    bracketed(`${world}.update(`, [stringLiteral(effect.resource), "moved", codeLine(path), "next"], ");"),
  ];
  return `{\n${indent(lines.join("\n"))}\n}`;
}
