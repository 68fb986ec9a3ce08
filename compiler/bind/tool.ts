import type { Path } from "../../dsl/tree/expression.js";
import type { ToolDeclaration } from "../../dsl/tree/scenario.js";
import type { Json, JsonObject } from "../../runtime/abi/json.js";
import { names } from "../diagnostics/names.js";
import { listNames, type Reporter } from "../diagnostics/reporter.js";
import { types } from "../diagnostics/types.js";
import { world as worldDiagnostics } from "../diagnostics/world.js";
import type { ArgumentIr, ToolIr } from "../ir/scenario.js";
import type { StepsIr } from "../ir/world.js";
import type { ApiModel, Operation, Schema } from "../openapi/api-model.js";
import { checkConstant } from "../schema/check-constant.js";
import { projectSchema } from "../schema/project-schema.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";
import { operationPlace, schemaPlace } from "./api-place.js";
import { constant, literalPart, literalValue } from "./constant.js";
import { constantFix } from "./constant-fix.js";
import { plainText } from "./plain-text.js";
import { stepsOf } from "./resource.js";
import { type BoundWorld, findOperation } from "./world.js";

/** A tool with what later checks need to know of its arguments. */
export interface BoundTool {
  readonly ir: ToolIr;
  readonly model: ApiModel;
  readonly operation: Operation;
  /** Schema of each top-level argument, as the API document has it. */
  readonly argumentSchemas: ReadonlyMap<string, Schema>;
  /** False when a `take` could not be resolved: what it meant to take is then unknown, and nobody's mistake. */
  readonly complete: boolean;
}

/** An argument under construction: `leaves` are the taken paths within it; a path of no steps takes all of it. */
interface Argument {
  readonly name: string;
  readonly target: StepsIr;
  readonly schema: Schema;
  readonly required: boolean;
  readonly leaves: StepsIr[];
}

interface Place {
  readonly target: StepsIr;
  readonly schema: Schema;
  readonly required: boolean;
}

export function bindTool(
  reporter: Reporter,
  world: BoundWorld,
  declaration: ToolDeclaration,
): BoundTool | undefined {
  const found = findOperation(reporter, world, declaration.operation);
  if (found === undefined) return undefined;
  const { model, operation } = found;
  const id = `${declaration.operation.api.text}.${operation.id}`;
  const tool = declaration.name.text;
  if (!world.ir.operations.some((known) => `${known.api}.${known.operation}` === id)) {
    const reason = world.underived.get(id) ?? "the world has no such operation";
    const values = { world: world.ir.name, operation: id, tool, reason };
    reporter.add(worldDiagnostics.report("RVR4003", reporter.at(declaration.operation.span), values));
  }
  const binder = new ToolBinder(reporter, model, operation, id);
  const args = binder.arguments(declaration);
  const description = declaration.items.find((item) => item.kind === "description");
  const text = (description && plainText(description.text)) ?? operation.summary ?? operation.id;
  const ir: ToolIr = {
    name: tool,
    api: declaration.operation.api.text,
    operation: operation.id,
    definition: {
      type: "function",
      function: { name: tool, description: text, parameters: shownParameters(model, args) },
    },
    arguments: args.map((argument): ArgumentIr => {
      const inBody = argument.target[0] === "body";
      return {
        name: argument.name,
        target: argument.target,
        wire: inBody ? undefined : wire(model, operation, argument),
      };
    }),
    rest: hasObjectBody(model, operation) ? "body" : operation.body === undefined ? "query" : undefined,
    fixed: binder.fixed(declaration),
    show: binder.shown(declaration),
  };
  return {
    ir,
    model,
    operation,
    complete: binder.complete,
    argumentSchemas: new Map(args.map(({ name, schema }) => [name, schema])),
  };
}

function shownParameters(model: ApiModel, args: readonly Argument[]): JsonObject {
  const properties = args.map((argument): [string, Json] => {
    const whole = argument.leaves.some((leaf) => leaf.length === 0);
    return [argument.name, projectSchema(model, argument.schema, whole ? [[]] : argument.leaves)];
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: args.filter((argument) => argument.required).map((argument) => argument.name),
    additionalProperties: false,
  };
}

function wire(
  model: ApiModel,
  operation: Operation,
  { schema, target }: Pick<Argument, "schema" | "target">,
): ArgumentIr["wire"] {
  const kinds = typesOf(model, schema);
  const [where, name] = target;
  const parameter = operation.parameters.find((one) => one.in === where && one.name === name);
  for (const kind of ["string", "integer", "number", "boolean"] as const) if (kinds.has(kind)) return kind;
  if (!kinds.has("array")) return undefined;
  switch (parameter?.style) {
    case "spaceDelimited":
      return "array-by-spaces";
    case "pipeDelimited":
      return "array-by-pipes";
    default:
      return "array";
  }
}

function hasObjectBody(model: ApiModel, operation: Operation): boolean {
  return operation.body !== undefined && typesOf(model, operation.body.schema).has("object");
}

class ToolBinder {
  complete = true;

  constructor(
    private readonly reporter: Reporter,
    private readonly model: ApiModel,
    private readonly operation: Operation,
    private readonly id: string,
  ) {}

  arguments(declaration: ToolDeclaration): Argument[] {
    const taken = new Map<string, Argument>();
    const takes = declaration.items.filter((item) => item.kind === "take");
    if (takes.length === 0) return this.everything();
    for (const take of takes) {
      const place = this.place(take.path);
      if (place === undefined) {
        this.complete = false;
        continue;
      }
      // A renamed path is an argument of its own; else the body's or parameter's first name is the argument.
      const depth = take.as !== undefined ? place.target.length : Math.min(place.target.length, 2);
      const target = place.target.slice(0, depth);
      const name = take.as?.text ?? target[1] ?? "body";
      const leaf = place.target.slice(depth);
      const known = taken.get(name);
      if (known !== undefined && known.target.join("\n") === target.join("\n")) {
        known.leaves.push(leaf);
        continue;
      }
      if (known !== undefined) {
        const span = take.as?.span ?? take.path.span;
        this.reporter.add(names.report("RVR2007", this.reporter.at(span), { what: "argument", name }));
        continue;
      }
      const schema = depth === place.target.length ? place.schema : this.schemaOf(target);
      taken.set(name, { name, target, schema, required: true, leaves: [leaf] });
    }
    return [...taken.values()];
  }

  /** All parameters and body fields; names that clash get the place as a suffix, every member of the clash. */
  private everything(): Argument[] {
    const all: Argument[] = this.operation.parameters
      .filter((parameter) => parameter.in !== "header")
      .map((parameter) => ({
        name: parameter.name,
        target: [parameter.in, parameter.name],
        schema: parameter.schema,
        required: parameter.required,
        leaves: [[]],
      }));
    const body = this.operation.body;
    if (body !== undefined) {
      const fields = describedNames(this.model, body.schema);
      if (fields.length === 0) {
        all.push({
          name: "body",
          target: ["body"],
          schema: body.schema,
          required: body.required,
          leaves: [[]],
        });
      }
      for (const name of fields) {
        const place = schemaAt(this.model, body.schema, [name]);
        if (place.kind !== "found") continue;
        const { schema, required } = place;
        all.push({ name, target: ["body", name], schema, required, leaves: [[]] });
      }
    }
    const uses = new Map<string, number>();
    for (const { name } of all) uses.set(name, (uses.get(name) ?? 0) + 1);
    return all.map((argument) =>
      (uses.get(argument.name) ?? 0) > 1
        ? { ...argument, name: `${argument.name}_${argument.target[0]}` }
        : argument,
    );
  }

  fixed(declaration: ToolDeclaration): ToolIr["fixed"] {
    const fixed: { target: StepsIr; value: Json }[] = [];
    for (const item of declaration.items) {
      if (item.kind !== "fix") continue;
      const place = this.place(item.path);
      const value = constant(this.reporter, item.value, "a fixed argument");
      if (place === undefined || value === undefined) continue;
      const check = checkConstant(this.model, place.schema, value);
      if (!check.ok) {
        const values = {
          path: place.target.join("."),
          tool: declaration.name.text,
          found: JSON.stringify(value),
          reason: check.reason,
          expected: check.expected,
        };
        const part = literalPart(item.value, check.path);
        const says = `the schema says ${check.expected}`;
        const extras = {
          related: schemaPlace(this.model, check.schema, check.keyword, says),
          fixes: constantFix(this.reporter.file, this.model, check.schema, part, literalValue(part) ?? null),
          // Only lines of gold and rewards can be marked `unchecked`.
          remedy: `Write ${check.expected}.`,
        };
        this.reporter.add(types.report("RVR3001", this.reporter.at(part.span), values, extras));
        continue;
      }
      fixed.push({ target: place.target, value });
    }
    return fixed;
  }

  shown(declaration: ToolDeclaration): ToolIr["show"] {
    const items = declaration.items.filter((item) => item.kind === "show");
    if (items.length === 0) return undefined;
    const success = this.operation.responses.find((response) => /^2/u.test(response.status));
    return items.flatMap((item) =>
      item.paths.map((path) => {
        if (success?.schema !== undefined) this.checkShown(path, success.schema);
        return stepsOf(path);
      }),
    );
  }

  private checkShown(path: Path, schema: Schema): void {
    const { references } = this.reporter;
    let current = schema;
    for (const segment of path.segments) {
      while (typesOf(this.model, current).has("array") && !typesOf(this.model, current).has("object")) {
        const items = schemaAt(this.model, current, ["0"]);
        if (items.kind !== "found") return;
        current = items.schema;
      }
      const place = schemaAt(this.model, current, [segment.text]);
      if (place.kind === "open") return;
      if (place.kind === "unknown") {
        const extras = this.reporter.suggest(segment.text, segment.span, place.candidates);
        const related = schemaPlace(this.model, current, "properties", "the properties that there are");
        this.reporter.add(
          names.report(
            "RVR2005",
            this.reporter.at(segment.span),
            { field: segment.text },
            { ...extras, related },
          ),
        );
        return;
      }
      current = place.schema;
      references.typed(segment.span, { kind: "schema", model: this.model, schema: current });
    }
  }

  /** Resolves a path of `take` or `fix`: with its location written, else parameters first, then the body. */
  private place(path: Path): Place | undefined {
    const steps = stepsOf(path);
    const first = steps[0] ?? "";
    const parameter = this.operation.parameters.find((known) => known.name === first);
    const location = ["path", "query", "header", "body"].includes(first) && parameter === undefined;
    if (location && first === "body") return this.bodyPlace(path, steps.slice(1));
    const named = location
      ? this.operation.parameters.find((known) => known.in === first && known.name === steps[1])
      : parameter;
    if (named !== undefined) {
      const target = [named.in, named.name];
      const type = { kind: "schema", model: this.model, schema: named.schema } as const;
      this.reporter.references.typed(path.segments[location ? 1 : 0]!.span, type, named.required);
      return { target, schema: named.schema, required: named.required };
    }
    if (!location) return this.bodyPlace(path, steps);
    this.reportUnknown(path);
    return undefined;
  }

  private bodyPlace(path: Path, steps: StepsIr): Place | undefined {
    const body = this.operation.body;
    if (body === undefined) {
      this.reportUnknown(path);
      return undefined;
    }
    if (steps.length === 0) return { target: ["body"], schema: body.schema, required: body.required };
    const place = schemaAt(this.model, body.schema, steps);
    this.reporter.references.path(path, this.model, body.schema, path.segments.length - steps.length);
    if (place.kind === "found")
      return { target: ["body", ...steps], schema: place.schema, required: place.required };
    this.reportUnknown(path);
    return undefined;
  }

  private schemaOf(target: StepsIr): Schema {
    const [location, ...steps] = target;
    if (location !== "body") {
      const parameter = this.operation.parameters.find(
        (known) => known.in === location && known.name === steps[0],
      );
      return parameter?.schema ?? {};
    }
    const place = schemaAt(this.model, this.operation.body?.schema ?? {}, steps);
    return place.kind === "found" ? place.schema : {};
  }

  private reportUnknown(path: Path): void {
    const written = stepsOf(path).join(".");
    const known = [
      ...this.operation.parameters.map((parameter) => parameter.name),
      ...(this.operation.body === undefined ? [] : describedNames(this.model, this.operation.body.schema)),
    ];
    const extras = this.reporter.suggest(written, path.span, known);
    const values = { operation: this.id, path: written, known: listNames(known) };
    const related = operationPlace(this.model, this.operation.id, "the operation is described here");
    this.reporter.add(names.report("RVR2010", this.reporter.at(path.span), values, { ...extras, related }));
  }
}
