import { printExpression } from "../../dsl/print/expression.js";
import type { Expression, Name, ObjectEntry } from "../../dsl/tree/expression.js";
import type { Effect, OnDeclaration, Statement, UpdateEntry } from "../../dsl/tree/world.js";
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
import { checkState } from "./flow.js";
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
export function requestScope(model: ApiModel, operation: Operation): Scope {
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
  /** Number of `each` around the effect at hand. */
  private loops = 0;

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
    if (effect.kind === "move") return this.move(effect, scope);
    if (effect.kind !== "when") this.afterEffect = true;
    switch (effect.kind) {
      case "create": {
        this.checkCreated(effect);
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
        reporter.references.use(effect.resource.span, world.definitions.get(`resource ${resource}`));
        if (effect.as) this.declare(scope, effect.as, { kind: "record", resource });
        return [{ kind: "create", resource, record, as: effect.as?.text }];
      }
      case "update": {
        const target = this.record(effect.record, scope);
        this.notePaths(effect.entries, target?.resource);
        if (target !== undefined) this.checkUpdated(target.resource, effect.entries);
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
        this.loops++;
        const effects = effect.effects.flatMap((nested) => this.effect(nested, inner));
        this.loops--;
        return [{ kind: "each", local: effect.name.text, list: list.ir, effects }];
      }
      case "when": {
        const condition = bindExpression(this.context, scope, effect.condition).ir;
        const inner = scope.nest();
        const effects = effect.effects.flatMap((nested) => this.effect(nested, inner));
        this.afterEffect = true;
        return [{ kind: "when", condition, effects }];
      }
    }
  }

  private notePaths(entries: readonly UpdateEntry[], resource: string | undefined): void {
    const info = resource === undefined ? undefined : this.context.world.resources.get(resource);
    if (info?.model === undefined || info.schema === undefined) return;
    for (const { path } of entries) this.context.reporter.references.path(path, info.model, info.schema);
  }

  /** A change along the edges of a flow. It may refuse, so nothing can have changed before. */
  private move(effect: Extract<Effect, { kind: "move" }>, scope: Scope): EffectIr[] {
    const { reporter, world } = this.context;
    if (this.loops > 0) reporter.add(worldDiagnostics.report("RVR4014", reporter.at(effect.span), {}));
    else this.refuseAfterEffect("move", effect.span);
    this.afterEffect = true;
    const target = this.record(effect.record, scope);
    const to = bindExpression(this.context, scope, effect.to).ir;
    const body = effect.body && bindExpression(this.context, scope, effect.body).ir;
    const status = constantNumber(reporter, effect.status, "a status", STATUS) ?? 409;
    if (target === undefined) return [];
    const flow = world.resources.get(target.resource)?.flow;
    if (flow === undefined) {
      const values = { resource: target.resource };
      reporter.add(worldDiagnostics.report("RVR4013", reporter.at(effect.record.span), values));
      return [];
    }
    if (effect.to.kind === "string") checkState(reporter, target.resource, flow, effect.to, true);
    return [{ kind: "move", ...target, flow: flow.ir, to, status, body }];
  }

  /** A state that a new record is given as it stands must be one. */
  private checkCreated({ resource, record }: Extract<Effect, { kind: "create" }>): void {
    const flow = this.context.world.resources.get(resource.text)?.flow;
    let value: Expression | undefined = record;
    for (const step of flow?.ir.path ?? []) {
      const entries: readonly ObjectEntry[] = value?.kind === "object" ? value.entries : [];
      const entry = entries.findLast((each) => each.kind === "entry" && each.key.text === step);
      value = entry?.kind === "entry" ? entry.value : undefined;
    }
    if (flow === undefined || value?.kind !== "string") return;
    checkState(this.context.reporter, resource.text, flow, value, false);
  }

  private checkUpdated(resource: string, entries: readonly UpdateEntry[]): void {
    const flow = this.context.world.resources.get(resource)?.flow;
    if (flow === undefined) return;
    const path = flow.ir.path.join(".");
    for (const { path: entry, value } of entries) {
      if (value.kind !== "string" || entry.segments.map(({ text }) => text).join(".") !== path) continue;
      checkState(this.context.reporter, resource, flow, value, false);
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
    if (
      name.text === "" ||
      scope.declare(name.text, localBinding(name, type, this.context.reporter.references))
    )
      return;
    const { reporter } = this.context;
    reporter.add(declaredTwice(reporter, "name", name, scope.find(name.text)?.definition));
  }
}
