import { printExpression } from "../../dsl/print/expression.js";
import type { Expression, Name } from "../../dsl/tree/expression.js";
import type { Effect, OnDeclaration, Statement } from "../../dsl/tree/world.js";
import { names } from "../diagnostics/names.js";
import { listNames } from "../diagnostics/reporter.js";
import { types } from "../diagnostics/types.js";
import { world as worldDiagnostics } from "../diagnostics/world.js";
import type { EffectIr, OperationIr, StatementIr } from "../ir/world.js";
import type { ApiModel, Operation } from "../openapi/api-model.js";
import { constantNumber } from "./constant.js";
import type { ExpressionContext } from "./context.js";
import { declaredTwice } from "./declared-twice.js";
import { bindExpression } from "./expression.js";
import { localBinding, Scope } from "./scope.js";
import { ANY, POISON, type StaticType } from "./static-type.js";

const STATUS = { least: 100, most: 599, integer: true } as const;

/** Binds one `on` block: refusals, the schema check, effects, and the answer, in this order. */
export function bindOperation(
  context: ExpressionContext,
  model: ApiModel,
  operation: Operation,
  declaration: OnDeclaration,
): OperationIr {
  const binder = new OperationBinder(context, requestScope(model, operation));
  const statements = binder.bindAll(declaration);
  return {
    api: declaration.operation.api.text,
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    mutates: statements.some(isEffect),
    statements,
  };
}

function isEffect(statement: StatementIr): boolean {
  return !["let", "require", "validate", "respond"].includes(statement.kind);
}

/** The words path, query, header and body, typed by the operation. */
function requestScope(model: ApiModel, operation: Operation): Scope {
  const scope = new Scope();
  for (const part of ["path", "query", "header"] as const) {
    const declared = operation.parameters.filter((parameter) => parameter.in === part);
    const schema = {
      type: "object",
      properties: Object.fromEntries(declared.map((parameter) => [parameter.name, parameter.schema])),
      additionalProperties: false,
    };
    scope.declare(part, { ir: { kind: "request", part }, type: { kind: "schema", model, schema } });
  }
  const body: StaticType =
    operation.body === undefined ? ANY : { kind: "schema", model, schema: operation.body.schema };
  scope.declare("body", { ir: { kind: "request", part: "body" }, type: body });
  return scope;
}

class OperationBinder {
  private afterEffect = false;
  private validated = false;

  constructor(
    private readonly context: ExpressionContext,
    private readonly scope: Scope,
  ) {}

  bindAll(declaration: OnDeclaration): StatementIr[] {
    const { reporter } = this.context;
    const bound: StatementIr[] = [];
    const explicit = declaration.statements.some((statement) => statement.kind === "validate");
    for (const [index, statement] of declaration.statements.entries()) {
      // Without a written `validate` the schema is checked after the last refusal of the world's own.
      const laterRefusal = declaration.statements.slice(index).some((later) => later.kind === "require");
      if (!explicit && !this.validated && !laterRefusal) {
        bound.push({ kind: "validate" });
        this.validated = true;
      }
      bound.push(...this.statement(statement));
    }
    const last = declaration.statements.at(-1);
    const responds = declaration.statements.filter((statement) => statement.kind === "respond");
    if (last?.kind !== "respond" || responds.length !== 1) {
      const operation = `${declaration.operation.api.text}.${declaration.operation.member.text}`;
      reporter.add(
        worldDiagnostics.report("RVR4001", reporter.at(declaration.operation.span), { operation }),
      );
    }
    return bound;
  }

  private statement(statement: Statement): StatementIr[] {
    switch (statement.kind) {
      case "let": {
        const value = bindExpression(this.context, this.scope, statement.value);
        this.declare(this.scope, statement.name, value.type);
        return [{ kind: "let", local: statement.name.text, value: value.ir }];
      }
      case "require": {
        this.refuseAfterEffect("require", statement.span);
        const condition = bindExpression(this.context, this.scope, statement.condition).ir;
        const body = statement.body && bindExpression(this.context, this.scope, statement.body).ir;
        const status = constantNumber(this.context.reporter, statement.status, "a status", STATUS) ?? 400;
        return [{ kind: "require", condition, status, body }];
      }
      case "validate":
        this.refuseAfterEffect("validate", statement.span);
        this.validated = true;
        return [{ kind: "validate" }];
      case "respond": {
        const body = statement.body && bindExpression(this.context, this.scope, statement.body).ir;
        const status = constantNumber(this.context.reporter, statement.status, "a status", STATUS) ?? 200;
        return [{ kind: "respond", status, body }];
      }
      default:
        this.afterEffect = true;
        return this.effect(statement, this.scope);
    }
  }

  private refuseAfterEffect(found: string, span: Statement["span"]): void {
    if (!this.afterEffect) return;
    const { reporter } = this.context;
    reporter.add(worldDiagnostics.report("RVR4002", reporter.at(span), { found }));
  }

  private effect(effect: Effect, scope: Scope): EffectIr[] {
    const { reporter, world } = this.context;
    switch (effect.kind) {
      case "create": {
        const record = bindExpression(this.context, scope, effect.record).ir;
        if (!world.resources.has(effect.resource.text)) {
          const known = [...world.resources.keys()];
          const extras = reporter.suggest(effect.resource.text, effect.resource.span, known);
          const values = { name: effect.resource.text, known: listNames(known) };
          reporter.add(names.report("RVR2004", reporter.at(effect.resource.span), values, extras));
          if (effect.as) this.declare(scope, effect.as, POISON);
          return [];
        }
        const resource = effect.resource.text;
        if (effect.as) this.declare(scope, effect.as, { kind: "record", resource });
        return [{ kind: "create", resource, record, as: effect.as?.text }];
      }
      case "update": {
        const target = this.record(effect.record, scope);
        const entries = effect.entries.map((entry) => ({
          path: entry.path.segments.map((segment) => segment.text),
          value: bindExpression(this.context, scope, entry.value).ir,
        }));
        return target === undefined ? [] : [{ kind: "update", ...target, entries }];
      }
      case "delete": {
        const target = this.record(effect.record, scope);
        return target === undefined ? [] : [{ kind: "delete", ...target }];
      }
      case "each": {
        const list = bindExpression(this.context, scope, effect.list);
        const inner = scope.nest();
        const item: StaticType =
          list.type.kind === "records" ? { kind: "record", resource: list.type.resource } : ANY;
        this.declare(inner, effect.name, item);
        const effects = effect.effects.flatMap((nested) => this.effect(nested, inner));
        return [{ kind: "each", local: effect.name.text, list: list.ir, effects }];
      }
      case "when": {
        const condition = bindExpression(this.context, scope, effect.condition).ir;
        const inner = scope.nest();
        return [
          {
            kind: "when",
            condition,
            effects: effect.effects.flatMap((nested) => this.effect(nested, inner)),
          },
        ];
      }
    }
  }

  private record(expression: Expression, scope: Scope) {
    const { ir, type } = bindExpression(this.context, scope, expression);
    if (type.kind === "record") return { resource: type.resource, record: ir };
    if (type.kind !== "poison") {
      const { reporter } = this.context;
      const what = printExpression(expression, undefined);
      reporter.add(types.report("RVR3005", reporter.at(expression.span), { what }));
    }
    return undefined;
  }

  private declare(scope: Scope, name: Name, type: StaticType): void {
    if (name.text === "" || scope.declare(name.text, localBinding(name, type))) return;
    const { reporter } = this.context;
    reporter.add(declaredTwice(reporter, "name", name, scope.find(name.text)?.span));
  }
}
