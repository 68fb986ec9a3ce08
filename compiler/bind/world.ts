import { compareText } from "../../dsl/text/compare.js";
import type { SourceTree, UseDeclaration } from "../../dsl/tree/file.js";
import type { ApiReference, OnDeclaration, WorldDeclaration, WorldItem } from "../../dsl/tree/world.js";
import { deriveOperation } from "../derive/derive-operation.js";
import { type DerivableResource, matchOperation } from "../derive/match-operation.js";
import { names } from "../diagnostics/names.js";
import { listNames, type Reporter } from "../diagnostics/reporter.js";
import { world as worldDiagnostics } from "../diagnostics/world.js";
import type { InvalidIr, OperationIr, ResourceIr, ShapeIr, WorldIr } from "../ir/world.js";
import type { ApiModel, Operation } from "../openapi/api-model.js";
import { type ApiPlace, apiPlacesOf } from "./api-places.js";
import { constantNumber } from "./constant.js";
import type { ExpressionContext, ResourceInfo } from "./context.js";
import { declaredTwice } from "./declared-twice.js";
import { bindExpression } from "./expression.js";
import { warnUnreachable } from "./flow.js";
import { bindOperation } from "./operation.js";
import { plainText } from "./plain-text.js";
import type { Definition } from "./references.js";
import { bindResource, resourceInfo, stepsOf } from "./resource.js";
import { localBinding, Scope } from "./scope.js";
import type { Sources } from "./sources.js";
import { ANY } from "./static-type.js";
import { storedFields } from "./stored-fields.js";
import { unreadableApi } from "./unreadable-api.js";

/** A bound world with the tables that scenarios look names up in. */
export interface BoundWorld {
  readonly ir: WorldIr;
  /** File that declares it. */
  readonly file: string;
  readonly declaration: WorldDeclaration;
  readonly resources: ReadonlyMap<string, ResourceInfo>;
  readonly shapes: ReadonlyMap<string, number>;
  readonly stored: () => ReadonlySet<string>;
  readonly apis: ReadonlyMap<string, ApiModel>;
  /** Operations that the world neither writes nor can derive, `<api>.<operationId>`, with the reason in words. */
  readonly underived: ReadonlyMap<string, string>;
  /** Resources of which some seeds could not be used, which was reported. */
  readonly unseeded: ReadonlySet<string>;
  /** Declarations of resources and shapes, as `resource Name` and `shape name`. */
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly apiPlaces: ReadonlyMap<string, ApiPlace>;
}

/** Where the reports about a file go. */
export type Reporters = (file: string) => Reporter;

/** APIs that a file may name: its own, and those of the files that it uses worlds from. */
export function apisOf(sources: Sources, file: string, seen = new Set<string>()): Map<string, ApiModel> {
  const found = new Map<string, ApiModel>();
  const tree = sources.tree(file);
  if (tree === undefined || seen.has(file)) return found;
  seen.add(file);
  for (const use of worldUses(tree)) {
    const path = plainText(use.file);
    if (path === undefined) continue;
    for (const [name, model] of apisOf(sources, sources.resolve(file, path), seen)) found.set(name, model);
  }
  for (const api of tree.apis) {
    const path = plainText(api.file);
    const overlays = api.overlays.flatMap((overlay) => {
      const named = plainText(overlay);
      return named === undefined ? [] : [sources.resolve(file, named)];
    });
    const model = path === undefined ? undefined : sources.api(sources.resolve(file, path), overlays);
    if (api.name.text !== "") found.set(api.name.text, model ?? unreadableApi);
  }
  return found;
}

function worldUses(tree: SourceTree): readonly UseDeclaration[] {
  return tree.uses.filter((use) => use.what === "world");
}

/** The declaration of a world that was found, for a name that means it. */
export function worldDefinition({ file, declaration: { name } }: Located): Definition {
  return { kind: "world", name: name.text, file, span: name.span };
}

export interface Located {
  readonly file: string;
  readonly declaration: WorldDeclaration;
}

/** Finds a world that a file declares or uses. */
export function locateWorld(sources: Sources, file: string, name: string, depth = 0): Located | undefined {
  const tree = sources.tree(file);
  if (tree === undefined || depth > 16) return undefined;
  const own = tree.worlds.find((declaration) => declaration.name.text === name);
  if (own !== undefined) return { file, declaration: own };
  for (const use of worldUses(tree)) {
    const path = plainText(use.file);
    if (path === undefined) continue;
    const found = locateWorld(sources, sources.resolve(file, path), name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Does a file use a world of this name from a file that could not be read, or that has none? Then enough was said. */
export function isUnreadableWorld(sources: Sources, file: string, name: string): boolean {
  const tree = sources.tree(file);
  return (tree === undefined ? [] : worldUses(tree)).some((use) => {
    const path = plainText(use.file);
    return (
      use.name.text === name &&
      (path === undefined || locateWorld(sources, sources.resolve(file, path), name) === undefined)
    );
  });
}

/** Names of all worlds within reach of a file, for suggestions. */
export function worldsInReach(sources: Sources, file: string, seen = new Set<string>()): string[] {
  const tree: SourceTree | undefined = sources.tree(file);
  if (tree === undefined || seen.has(file)) return [];
  seen.add(file);
  const used = worldUses(tree).flatMap((use) => {
    const path = plainText(use.file);
    return path === undefined ? [] : worldsInReach(sources, sources.resolve(file, path), seen);
  });
  return [...tree.worlds.map((declaration) => declaration.name.text), ...used];
}

/** Binds a world with everything it inherits. What it cannot bind it reports and leaves out. */
export function bindWorld(sources: Sources, reporters: Reporters, located: Located): BoundWorld {
  return new WorldBinder(sources, reporters).bind(located);
}

interface Item<T> {
  readonly file: string;
  readonly declaration: T;
}

class WorldBinder {
  private readonly resources = new Map<string, Item<Extract<WorldItem, { kind: "resource" }>>>();
  private readonly shapes = new Map<string, Item<Extract<WorldItem, { kind: "shape" }>>>();
  private readonly invalid = new Map<string, Item<Extract<WorldItem, { kind: "invalid" }>>>();
  private readonly operations = new Map<string, Item<OnDeclaration>>();
  readonly apis = new Map<string, ApiModel>();
  readonly apiPlaces = new Map<string, ApiPlace>();
  private readonly unseeded = new Set<string>();

  constructor(
    private readonly sources: Sources,
    private readonly reporters: Reporters,
  ) {}

  bind(located: Located): BoundWorld {
    this.collect(located, []);
    const infos = new Map<string, ResourceInfo>();
    for (const [name, { file, declaration }] of this.resources) {
      infos.set(name, resourceInfo(declaration, this.apis, this.reporters(file), this.apiPlaces));
    }
    const shapes = new Map(
      [...this.shapes].map(([name, { declaration }]) => [
        name,
        new Set(declaration.parameters.map((parameter) => parameter.text)).size,
      ]),
    );
    const names = { resources: infos, shapes, definitions: this.define(), stored: this.stored() };
    const written = this.bindOperations(names);
    const { derived, underived } = this.deriveOperations(infos);
    const operations = [...written, ...derived];
    const used = new Set(operations.map((operation) => operation.api));
    const ir: WorldIr = {
      name: located.declaration.name.text,
      resources: this.bindResources(infos, operations),
      shapes: this.bindShapes(names),
      invalid: this.bindInvalid(names, used, located),
      operations,
    };
    return {
      ir,
      ...located,
      ...names,
      apis: this.apis,
      apiPlaces: this.apiPlaces,
      underived,
      unseeded: this.unseeded,
    };
  }

  /** What records may have beside what schemas describe; read out when the first is asked for. */
  private stored(): () => ReadonlySet<string> {
    const seeds = [...this.resources.values()].flatMap(({ file, declaration }) =>
      declaration.items.map((item) => {
        const path = item.kind === "seed" ? plainText(item.file) : undefined;
        return path === undefined ? undefined : this.sources.data(this.sources.resolve(file, path));
      }),
    );
    const behaviour = [...this.operations.values()].map(({ declaration }) => declaration);
    let fields: ReadonlySet<string> | undefined;
    return () => {
      fields ??= storedFields(seeds, behaviour, this.apis.values());
      return fields;
    };
  }

  /** Notes what the world declares. */
  private define(): ReadonlyMap<string, Definition> {
    const all = [...this.resources.values(), ...this.shapes.values()];
    return new Map(
      all.map(({ file, declaration: { kind, name } }) => [
        `${kind} ${name.text}`,
        this.reporters(file).references.define(kind, name),
      ]),
    );
  }

  /** Gathers items from the root world down, so that a later one replaces what it inherits. */
  private collect(located: Located, path: readonly Located[]): void {
    const { declaration, file } = located;
    const reporter = this.reporters(file);
    reporter.references.define("world", declaration.name);
    if (declaration.extends !== undefined && declaration.extends.text !== "") {
      const parent = declaration.extends;
      const found = locateWorld(this.sources, file, parent.text);
      const line = [...path, located];
      const start = line.findIndex((member) => member.declaration === found?.declaration);
      if (start >= 0) {
        this.reportCircle(line.slice(start));
      } else if (isUnreadableWorld(this.sources, file, parent.text)) {
        return;
      } else if (found === undefined) {
        const others = worldsInReach(this.sources, file).filter((name) => name !== declaration.name.text);
        const extras = reporter.suggest(parent.text, parent.span, others);
        reporter.add(names.report("RVR2008", reporter.at(parent.span), { name: parent.text }, extras));
      } else {
        reporter.references.use(parent.span, worldDefinition(found));
        this.collect(found, line);
      }
    }
    for (const [name, model] of apisOf(this.sources, file)) this.apis.set(name, model);
    for (const [name, place] of apiPlacesOf(this.sources, file)) this.apiPlaces.set(name, place);
    const own = new Map<string, ApiReference["span"]>();
    const claim = (kind: string, name: string, span: ApiReference["span"]): boolean => {
      if (name === "") return false;
      const first = own.get(`${kind} ${name}`);
      if (first === undefined) {
        own.set(`${kind} ${name}`, span);
        return true;
      }
      reporter.add(declaredTwice(reporter, kind, { text: name, span }, first));
      return false;
    };
    for (const item of declaration.items) {
      switch (item.kind) {
        case "resource":
          if (claim("resource", item.name.text, item.name.span)) {
            this.resources.set(item.name.text, { file, declaration: item });
          }
          break;
        case "shape":
          if (claim("shape", item.name.text, item.name.span)) {
            this.shapes.set(item.name.text, { file, declaration: item });
          }
          break;
        case "invalid":
          if (claim("refusal of the API", item.api.text, item.api.span)) {
            this.invalid.set(item.api.text, { file, declaration: item });
          }
          break;
        case "on": {
          const id = `${item.operation.api.text}.${item.operation.member.text}`;
          if (claim("behaviour of", id, item.operation.span))
            this.operations.set(id, { file, declaration: item });
          break;
        }
      }
    }
  }

  /** Always at the same member, so that a circle is one finding whichever world leads into it. */
  private reportCircle(members: readonly Located[]): void {
    const [first, ...others] = [...members].sort((left, right) =>
      compareText(left.declaration.name.text, right.declaration.name.text),
    );
    if (first?.declaration.extends === undefined) return;
    const place = { file: first.file, span: first.declaration.extends.span };
    const related = others.flatMap(({ file, declaration }) =>
      declaration.extends === undefined
        ? []
        : [{ file, span: declaration.extends.span, message: "which leads back" }],
    );
    const values = { name: first.declaration.name.text };
    this.reporters(first.file).add(worldDiagnostics.report("RVR4007", place, values, { related }));
  }

  private bindResources(
    infos: ReadonlyMap<string, ResourceInfo>,
    operations: readonly OperationIr[],
  ): ResourceIr[] {
    const bound: ResourceIr[] = [];
    for (const { file, declaration } of this.resources.values()) {
      const reporter = this.reporters(file);
      const info = infos.get(declaration.name.text);
      const none = { flow: undefined, model: undefined, schema: undefined };
      const resource = bindResource(this.sources, reporter, declaration, info ?? none);
      if (resource?.seeded !== true) this.unseeded.add(declaration.name.text);
      if (resource === undefined) continue;
      bound.push(resource.ir);
      if (info?.flow !== undefined) warnUnreachable(reporter, resource.ir, info.flow, operations);
    }
    return bound;
  }

  private bindShapes(world: ExpressionContext["world"]): ShapeIr[] {
    return [...this.shapes.values()].map(({ file, declaration }) => {
      const reporter = this.reporters(file);
      const scope = new Scope();
      for (const parameter of declaration.parameters) {
        if (!scope.declare(parameter.text, localBinding(parameter, ANY, reporter.references))) {
          const first = scope.find(parameter.text)?.definition;
          reporter.add(declaredTwice(reporter, "parameter", parameter, first));
        }
      }
      const body = bindExpression({ reporter, world, reads: "values" }, scope, declaration.body).ir;
      return {
        name: declaration.name.text,
        parameters: declaration.parameters.map((parameter) => parameter.text),
        body,
      };
    });
  }

  private bindInvalid(world: ExpressionContext["world"], used: Set<string>, located: Located): InvalidIr[] {
    const bound: InvalidIr[] = [];
    for (const { file, declaration } of this.invalid.values()) {
      const reporter = this.reporters(file);
      const scope = new Scope();
      reporter.references.use(declaration.api.span, this.apiPlaces.get(declaration.api.text)?.definition);
      scope.declare("violation", { ir: { kind: "local", name: "violation" }, type: ANY });
      const range = { least: 400, most: 499, integer: true };
      const status = constantNumber(reporter, declaration.status, "a status", range) ?? 400;
      const body = bindExpression({ reporter, world, reads: "values" }, scope, declaration.body).ir;
      bound.push({ api: declaration.api.text, status, body });
    }
    let unknown = false;
    for (const { file, declaration } of this.invalid.values()) {
      const { text, span } = declaration.api;
      if (this.apis.has(text)) continue;
      unknown = true;
      const reporter = this.reporters(file);
      const known = [...this.apis.keys()];
      const values = { name: text, known: listNames(known) };
      const extras = reporter.suggest(text, span, known);
      reporter.add(names.report("RVR2002", reporter.at(span), values, extras));
    }
    for (const api of used) {
      // What answers for an unknown API was surely meant for a known one.
      if (this.invalid.has(api) || unknown) continue;
      const reporter = this.reporters(located.file);
      reporter.add(worldDiagnostics.report("RVR4004", reporter.at(located.declaration.name.span), { api }));
    }
    return bound;
  }

  private bindOperations(world: ExpressionContext["world"]): OperationIr[] {
    const bound: OperationIr[] = [];
    for (const { file, declaration } of this.operations.values()) {
      const reporter = this.reporters(file);
      const found = findOperation(reporter, this, declaration.operation);
      if (found === undefined) continue;
      const context: ExpressionContext = { reporter, world, reads: "operation" };
      bound.push(bindOperation(context, found.model, found.operation, declaration));
    }
    return bound;
  }

  /** What the API's other operations do with the resources of this world, as far as method, path and schema say it. */
  private deriveOperations(infos: ReadonlyMap<string, ResourceInfo>): {
    readonly derived: readonly OperationIr[];
    readonly underived: ReadonlyMap<string, string>;
  } {
    const resources: DerivableResource[] = [];
    for (const [name, { declaration }] of this.resources) {
      const info = infos.get(name);
      const key = declaration.items.find((item) => item.kind === "key");
      if (info?.schema === undefined || declaration.schema === undefined || key === undefined) continue;
      resources.push({
        info,
        schemaName: declaration.schema.member.text,
        key: stepsOf(key.path),
        aliases: key.aliases.map(stepsOf),
        flow: info.flow?.ir.path,
      });
    }
    const derived: OperationIr[] = [];
    const underived = new Map<string, string>();
    for (const [api, model] of this.apis) {
      for (const operation of model.operations.values()) {
        const id = `${api}.${operation.id}`;
        if (this.operations.has(id)) continue;
        const match = matchOperation(model, operation, resources);
        if (match.kind === "derived") derived.push(deriveOperation(api, model, operation, match.behaviour));
        else underived.set(id, match.reason);
      }
    }
    return { derived, underived };
  }
}

/** Looks an operation up, or reports which part of the reference is wrong. */
export function findOperation(
  reporter: Reporter,
  { apis, apiPlaces }: Pick<BoundWorld, "apis" | "apiPlaces">,
  reference: ApiReference,
): { model: ApiModel; operation: Operation } | undefined {
  const { api, member } = reference;
  if (api.text === "" || member.text === "") return undefined;
  const model = apis.get(api.text);
  if (model === unreadableApi) return undefined;
  if (model === undefined) {
    const extras = reporter.suggest(api.text, api.span, [...apis.keys()]);
    const values = { name: api.text, known: listNames(apis.keys()) };
    reporter.add(names.report("RVR2002", reporter.at(api.span), values, extras));
    return undefined;
  }
  const operation = model.operations.get(member.text);
  if (operation === undefined) {
    const extras = reporter.suggest(member.text, member.span, [...model.operations.keys()]);
    const values = { api: api.text, operation: member.text };
    reporter.add(names.report("RVR2003", reporter.at(member.span), values, extras));
    return undefined;
  }
  reporter.references.member(reference, apiPlaces.get(api.text), "operation");
  return { model, operation };
}
