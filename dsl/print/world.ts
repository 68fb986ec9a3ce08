import { assertNever } from "../text/internal-error.js";
import type {
  ApiReference,
  Effect,
  ResourceItem,
  Statement,
  WorldDeclaration,
  WorldItem,
} from "../tree/world.js";
import { block } from "./block.js";
import {
  printExpression,
  printMatcher,
  printPath,
  printPostfix,
  printPrimary,
  printSegment,
  printString,
} from "./expression.js";

export function printWorld(world: WorldDeclaration): string {
  const base = world.extends === undefined ? "" : ` extends ${world.extends.text}`;
  return block(
    `world ${world.name.text}${base}`,
    world.items.map((item) => printWorldItem(item, "  ")),
    "",
  );
}

export function printApiReference(reference: ApiReference): string {
  return `${reference.api.text}.${printSegment(reference.member)}`;
}

function printWorldItem(item: WorldItem, indent: string): string {
  switch (item.kind) {
    case "resource": {
      const schema = item.schema === undefined ? "" : `: ${printApiReference(item.schema)}`;
      const parts = item.items.map((part) => printResourceItem(part, `${indent}  `));
      return block(`resource ${item.name.text}${schema}`, parts, indent);
    }
    case "shape": {
      const parameters = item.parameters.map((parameter) => parameter.text).join(", ");
      return `shape ${item.name.text}(${parameters}) = ${printExpression(item.body, indent)}`;
    }
    case "invalid": {
      const status = printPrimary(item.status, indent);
      return `invalid ${item.api.text} else ${status} ${printExpression(item.body, indent)}`;
    }
    case "on": {
      const statements = item.statements.map((statement) => printStatement(statement, `${indent}  `));
      return block(`on ${printApiReference(item.operation)}`, statements, indent);
    }
    default:
      return assertNever(item);
  }
}

function printResourceItem(item: ResourceItem, indent: string): string {
  switch (item.kind) {
    case "key": {
      const aliases = item.aliases.length === 0 ? "" : ` alias ${item.aliases.map(printPath).join(", ")}`;
      return `key ${printPath(item.path)}${aliases}`;
    }
    case "seed":
      return `seed ${printString(item.file, undefined)}`;
    case "computed":
      return `computed ${item.paths.map(printPath).join(", ")}`;
    case "match":
      return `match ${printPath(item.path)} ${printMatcher(item.matcher)}`;
    case "flow": {
      const edges = item.edges.map(({ from, to }) => {
        const targets = to.map((target) => printString(target, undefined));
        return `${printString(from, undefined)} -> ${targets.join(", ")}`;
      });
      return block(`flow ${printPath(item.path)}`, edges, indent);
    }
    default:
      return assertNever(item);
  }
}

function printStatement(statement: Statement, indent: string): string {
  switch (statement.kind) {
    case "let":
      return `let ${statement.name.text} = ${printExpression(statement.value, indent)}`;
    case "require": {
      const body = statement.body === undefined ? "" : ` ${printExpression(statement.body, indent)}`;
      const status = printPrimary(statement.status, indent);
      return `require ${printExpression(statement.condition, indent)} else ${status}${body}`;
    }
    case "validate":
      return "validate";
    case "respond": {
      const body = statement.body === undefined ? "" : ` ${printExpression(statement.body, indent)}`;
      // A status that is no plain number stands in parentheses, so that the body does not join it.
      const status =
        statement.body === undefined
          ? printExpression(statement.status, indent)
          : printPrimary(statement.status, indent);
      return `respond ${status}${body}`;
    }
    default:
      return printEffect(statement, indent);
  }
}

function printEffect(effect: Effect, indent: string): string {
  const effects = (list: readonly Effect[]): readonly string[] =>
    list.map((inner) => printEffect(inner, `${indent}  `));
  switch (effect.kind) {
    case "create": {
      const as = effect.as === undefined ? "" : ` as ${effect.as.text}`;
      return `create ${effect.resource.text} ${printExpression(effect.record, indent)}${as}`;
    }
    case "update": {
      const entries = effect.entries.map(
        (entry) => `${printPath(entry.path)}: ${printExpression(entry.value, `${indent}  `)}`,
      );
      return block(`update ${printPostfix(effect.record, indent)}`, entries, indent);
    }
    case "delete":
      return `delete ${printPostfix(effect.record, indent)}`;
    case "move": {
      const body = effect.body === undefined ? "" : ` ${printExpression(effect.body, indent)}`;
      const to = printExpression(effect.to, indent);
      const status = printPrimary(effect.status, indent);
      return `move ${printPostfix(effect.record, indent)} to ${to} else ${status}${body}`;
    }
    case "each": {
      const list = printExpression(effect.list, indent);
      return block(`each ${effect.name.text} in ${list}`, effects(effect.effects), indent);
    }
    case "when":
      return block(`when ${printExpression(effect.condition, indent)}`, effects(effect.effects), indent);
    default:
      return assertNever(effect);
  }
}
