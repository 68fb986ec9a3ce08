import { assertNever } from "../../dsl/text/internal-error.js";
import type { Expression, Name, PathSegment, TemplateString } from "../../dsl/tree/expression.js";
import { names } from "../diagnostics/names.js";
import { types } from "../diagnostics/types.js";
import type { ExpressionIr, ObjectEntryIr } from "../ir/expression.js";
import { schemaAt } from "../schema/schema-at.js";
import type { JsonType } from "../schema/types-of.js";
import { schemaPlace } from "./api-place.js";
import { BUILTINS } from "./builtins.js";
import { checkCondition, checkOperands } from "./check-operands.js";
import type { ExpressionContext } from "./context.js";
import { declaredTwice } from "./declared-twice.js";
import { plainText } from "./plain-text.js";
import { type Binding, localBinding, type Scope } from "./scope.js";
import { ANY, ARRAY, BOOLEAN, NUMBER, OBJECT, POISON, STRING, type StaticType } from "./static-type.js";
import { vettedPattern } from "./vetted-pattern.js";

const ABSENT: ExpressionIr = { kind: "literal", value: null };
const poison: Binding = { ir: ABSENT, type: POISON };

/**
 * Resolves the names of an expression and types it as far as schemas allow. Reports what is unknown once and
 * answers with poison, about which nobody speaks again.
 */
export function bindExpression(context: ExpressionContext, scope: Scope, expression: Expression): Binding {
  const { reporter } = context;
  const bind = (inner: Expression, within = scope) => bindExpression(context, within, inner);
  const condition = (inner: Expression, within = scope): ExpressionIr => {
    const { ir, type } = bind(inner, within);
    checkCondition(context, { expression: inner, type });
    return ir;
  };
  switch (expression.kind) {
    case "poison":
      return poison;
    case "null":
      return { ir: { kind: "literal", value: null }, type: json("null") };
    case "boolean":
      return { ir: { kind: "literal", value: expression.value }, type: BOOLEAN };
    case "number":
      return {
        ir: { kind: "literal", value: expression.value },
        type: json(Number.isInteger(expression.value) ? "integer" : "number"),
      };
    case "string":
      return { ir: bindTemplate(context, scope, expression), type: STRING };
    case "reference":
      return bindReference(context, scope, expression.name);
    case "member": {
      const object = bind(expression.object);
      const type = memberType(context, object.type, expression.segment);
      return { ir: { kind: "get", object: object.ir, key: expression.segment.text }, type };
    }
    case "index": {
      const object = bind(expression.object);
      const index = bind(expression.index);
      const type: StaticType =
        object.type.kind === "records" ? { kind: "record", resource: object.type.resource } : ANY;
      return { ir: { kind: "index", object: object.ir, index: index.ir }, type };
    }
    case "call":
      return bindCall(context, scope, expression.callee, expression.arguments);
    case "not":
      return { ir: { kind: "not", operand: condition(expression.operand) }, type: BOOLEAN };
    case "binary": {
      const left = bind(expression.left);
      const right = bind(expression.right);
      checkOperands(
        context,
        expression.operator,
        { expression: expression.left, type: left.type },
        { expression: expression.right, type: right.type },
      );
      const arithmetic = expression.operator === "+" || expression.operator === "-";
      return {
        ir: { kind: "binary", operator: expression.operator, left: left.ir, right: right.ir },
        type: arithmetic ? NUMBER : BOOLEAN,
      };
    }
    case "is": {
      const { negated, test } = expression;
      return { ir: { kind: "is", operand: bind(expression.operand).ir, negated, test }, type: BOOLEAN };
    }
    case "matches": {
      const operand = bind(expression.operand);
      const pattern = vettedPattern(reporter, expression.pattern, plainText(expression.pattern));
      if (pattern === undefined) return poison;
      return { ir: { kind: "matches", operand: operand.ir, pattern }, type: BOOLEAN };
    }
    case "if": {
      const test = condition(expression.condition);
      const yes = bind(expression.then);
      const no = bind(expression.else);
      return {
        ir: { kind: "if", condition: test, yes: yes.ir, no: no.ir },
        type: sameType(yes.type, no.type) ? yes.type : ANY,
      };
    }
    case "array":
      return { ir: { kind: "array", items: expression.items.map((item) => bind(item).ir) }, type: ARRAY };
    case "comprehension": {
      const list = bind(expression.list);
      const inner = declareItem(context, scope, expression.name, list.type);
      const item = bind(expression.item, inner);
      const test = expression.condition && condition(expression.condition, inner);
      const local = expression.name.text;
      return {
        ir: { kind: "comprehension", item: item.ir, local, list: list.ir, condition: test },
        type: item.type.kind === "record" ? { kind: "records", resource: item.type.resource } : ARRAY,
      };
    }
    case "quantifier": {
      const list = bind(expression.list);
      const inner = declareItem(context, scope, expression.name, list.type);
      const test = expression.condition && condition(expression.condition, inner);
      const { quantifier } = expression;
      return {
        ir: { kind: "quantifier", quantifier, local: expression.name.text, list: list.ir, condition: test },
        type: quantifier === "first" ? itemType(list.type) : BOOLEAN,
      };
    }
    case "object":
      return { ir: { kind: "object", entries: bindEntries(context, scope, expression) }, type: OBJECT };
  }
}

/** A template as an IR expression: a plain literal when it has no holes. */
export function bindTemplate(
  context: ExpressionContext,
  scope: Scope,
  template: TemplateString,
): ExpressionIr {
  const text = plainText(template);
  if (text !== undefined) return { kind: "literal", value: text };
  return {
    kind: "template",
    parts: template.parts.map((part) =>
      part.kind === "text" ? part.text : bindHole(context, scope, part.expression),
    ),
  };
}

function bindHole(context: ExpressionContext, scope: Scope, expression: Expression): ExpressionIr {
  const { ir, type } = bindExpression(context, scope, expression);
  if (type.kind === "record") {
    const values = { found: `a whole ${type.resource}` };
    context.reporter.add(types.report("RVR3014", context.reporter.at(expression.span), values));
  }
  return ir;
}

function bindEntries(
  context: ExpressionContext,
  scope: Scope,
  object: Extract<Expression, { kind: "object" }>,
): ObjectEntryIr[] {
  return object.entries.map((entry): ObjectEntryIr => {
    const value = bindExpression(context, scope, entry.value).ir;
    switch (entry.kind) {
      case "entry":
        return { kind: "entry", key: entry.key.text, value };
      case "computed-entry":
        return { kind: "computed-entry", key: bindExpression(context, scope, entry.key).ir, value };
      case "spread":
        return { kind: "spread", value };
      default:
        return assertNever(entry);
    }
  });
}

function bindReference(context: ExpressionContext, scope: Scope, name: Name): Binding {
  if (name.text === "") return poison;
  const found = scope.find(name.text);
  const { references } = context.reporter;
  if (found !== undefined) {
    references.use(name.span, found.definition);
    references.typed(name.span, found.type);
    return found;
  }
  if (context.world.resources.has(name.text)) {
    references.use(name.span, context.world.definitions.get(`resource ${name.text}`));
    if (!canReadRecords(context, name)) return poison;
    return { ir: { kind: "records", resource: name.text }, type: { kind: "records", resource: name.text } };
  }
  if (name.text === "now" && context.reads === "operation") return { ir: { kind: "now" }, type: STRING };
  // Where records cannot be read, a resource is no name that could have been meant.
  const resources = context.reads === "values" ? [] : context.world.resources.keys();
  const known = [...scope.visible(), ...resources];
  reportUnknown(context, name, known);
  return poison;
}

function bindCall(
  context: ExpressionContext,
  scope: Scope,
  callee: Name,
  args: readonly Expression[],
): Binding {
  const { reporter } = context;
  const bound = args.map((argument) => bindExpression(context, scope, argument));
  const irs = bound.map((argument) => argument.ir);
  const arity = (least: number, most: number): boolean => {
    if (args.length >= least && args.length <= most) return true;
    const wanted = least === most ? `${least}` : `${least} to ${most}`;
    reporter.add(
      names.report("RVR2009", reporter.at(callee.span), { name: callee.text, wanted, found: args.length }),
    );
    return false;
  };
  if (callee.text === "serial" || callee.text === "next_key") {
    const only = args[0];
    if (!arity(1, 1)) return poison;
    if (
      only?.kind === "reference" &&
      context.world.resources.has(only.name.text) &&
      context.reads === "operation"
    ) {
      const kind = callee.text === "serial" ? "serial" : "next-key";
      return { ir: { kind, resource: only.name.text }, type: json("integer") };
    }
    reporter.add(names.report("RVR2011", reporter.at(callee.span), { name: callee.text }));
    return poison;
  }
  if (context.world.resources.has(callee.text)) {
    reporter.references.use(callee.span, context.world.definitions.get(`resource ${callee.text}`));
    if (!arity(1, 1) || !canReadRecords(context, callee)) return poison;
    const key = irs[0] ?? ABSENT;
    return {
      ir: { kind: "lookup", resource: callee.text, key },
      type: { kind: "record", resource: callee.text },
    };
  }
  const parameters = context.world.shapes.get(callee.text);
  if (parameters !== undefined) {
    reporter.references.use(callee.span, context.world.definitions.get(`shape ${callee.text}`));
    if (!arity(parameters, parameters)) return poison;
    return { ir: { kind: "shape", name: callee.text, arguments: irs }, type: ANY };
  }
  const builtin = BUILTINS.get(callee.text);
  if (builtin !== undefined) {
    if (!arity(builtin.least, builtin.most)) return poison;
    const type = builtin.result === "argument" ? (bound[0]?.type ?? ANY) : builtin.result;
    return { ir: { kind: "builtin", name: builtin.name, arguments: irs }, type };
  }
  const known = [
    ...BUILTINS.keys(),
    "serial",
    "next_key",
    ...context.world.resources.keys(),
    ...context.world.shapes.keys(),
  ];
  reportUnknown(context, callee, known);
  return poison;
}

function canReadRecords(context: ExpressionContext, name: Name): boolean {
  if (context.reads !== "values") return true;
  const { reporter } = context;
  reporter.add(names.report("RVR2017", reporter.at(name.span), { name: name.text }));
  return false;
}

function reportUnknown(context: ExpressionContext, name: Name, known: readonly string[]): void {
  if (name.text === "") return;
  const { reporter } = context;
  const extras = reporter.suggest(name.text, name.span, known);
  reporter.add(names.report("RVR2001", reporter.at(name.span), { name: name.text }, extras));
}

function declareItem(context: ExpressionContext, scope: Scope, name: Name, list: StaticType): Scope {
  const inner = scope.nest();
  if (!inner.declare(name.text, localBinding(name, itemType(list), context.reporter.references))) {
    const { reporter } = context;
    reporter.add(declaredTwice(reporter, "name", name, inner.find(name.text)?.definition));
  }
  return inner;
}

export function itemType(list: StaticType): StaticType {
  if (list.kind === "records") return { kind: "record", resource: list.resource };
  if (list.kind === "schema") {
    const items = schemaAt(list.model, list.schema, ["0"]);
    return items.kind === "found" ? { ...list, schema: items.schema } : ANY;
  }
  return list.kind === "poison" ? POISON : ANY;
}

/** Type of one member; reports a member that a closed schema does not have. */
function memberType(context: ExpressionContext, object: StaticType, segment: PathSegment): StaticType {
  const owner =
    object.kind === "record"
      ? context.world.resources.get(object.resource)
      : object.kind === "schema"
        ? object
        : undefined;
  if (object.kind === "poison") return POISON;
  if (owner?.model === undefined || owner.schema === undefined) return ANY;
  const of =
    object.kind === "record" ? ("record" as const) : object.kind === "schema" ? object.of : undefined;
  const part = of === undefined ? {} : { of };
  const place = schemaAt(owner.model, owner.schema, [segment.text]);
  switch (place.kind) {
    case "found": {
      const type: StaticType = { kind: "schema", model: owner.model, schema: place.schema, ...part };
      context.reporter.references.typed(segment.span, type);
      return type;
    }
    case "open":
      if (part.of !== undefined && !place.declared && place.candidates.length > 0) {
        reportUndescribed(context, segment, place.candidates);
      }
      return ANY;
    case "unknown": {
      const { reporter } = context;
      const extras = reporter.suggest(segment.text, segment.span, place.candidates);
      const related = schemaPlace(owner.model, owner.schema, "properties", "the properties that there are");
      const values = { field: segment.text };
      reporter.add(names.report("RVR2005", reporter.at(segment.span), values, { ...extras, related }));
      return POISON;
    }
  }
}

/** A property that a schema does not describe though it describes others: nothing may ever give it a value. */
function reportUndescribed(
  { reporter, world }: ExpressionContext,
  segment: PathSegment,
  candidates: readonly string[],
): void {
  if (segment.text === "") return;
  if (world.stored().has(segment.text)) return;
  const extras = reporter.suggest(segment.text, segment.span, candidates);
  reporter.add(names.report("RVR2020", reporter.at(segment.span), { field: segment.text }, extras));
}

function json(type: JsonType): StaticType {
  return { kind: "json", types: [type] };
}

function sameType(a: StaticType, b: StaticType): boolean {
  return (
    (a.kind === "record" && b.kind === "record" && a.resource === b.resource) ||
    (a.kind === "records" && b.kind === "records" && a.resource === b.resource)
  );
}
