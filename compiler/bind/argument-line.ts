import type { Expression, Path } from "../../dsl/tree/expression.js";
import type { ArgumentLine } from "../../dsl/tree/scenario.js";
import type { Json } from "../../runtime/abi/json.js";
import { match } from "../../runtime/matching/match.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { types } from "../diagnostics/types.js";
import type { ArgumentLineIr } from "../ir/scenario.js";
import type { MatcherIr, StepsIr } from "../ir/world.js";
import type { Schema } from "../openapi/api-model.js";
import { checkConstant } from "../schema/check-constant.js";
import { requestSchema } from "../schema/request-schema.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { type JsonType, typesOf } from "../schema/types-of.js";
import { operationPlace, schemaPlace } from "./api-place.js";
import { literalPart, literalValue } from "./constant.js";
import { constantFix } from "./constant-fix.js";
import type { ExpressionContext } from "./context.js";
import { bindExpression } from "./expression.js";
import { jsonTypes } from "./json-types.js";
import { bindLineMatcher } from "./matcher.js";
import { stepsOf } from "./resource.js";
import type { Scope } from "./scope.js";
import type { BoundTool } from "./tool.js";

/** What a path of a tool's arguments leads to. */
type ArgumentPlace =
  | { readonly kind: "found"; readonly schema: Schema; readonly target: StepsIr }
  | {
      readonly kind: "unknown";
      readonly candidates: readonly string[];
      readonly at: number;
      /** What the step before the unknown one leads to; undefined for the first step. */
      readonly owner: Schema | undefined;
    };

/** Whether the API itself wants an argument in each request; a tool may ask for more. */
export function isRequired(tool: BoundTool, argument: string): boolean {
  const target = tool.ir.arguments.find(({ name }) => name === argument)?.target;
  if (target === undefined) return false;
  const place = schemaAt(tool.model, requestSchema(tool.operation), target);
  return place.kind === "found" && place.required;
}

/** Notes what is known of each step of an argument's path. */
export function noteArgumentPath({ references }: Reporter, tool: BoundTool, path: Path): void {
  const first = path.segments[0];
  const schema = first && tool.argumentSchemas.get(first.text);
  if (first === undefined || schema === undefined) return;
  references.typed(first.span, { kind: "schema", model: tool.model, schema }, isRequired(tool, first.text));
  references.path(path, tool.model, schema, 1);
}

/** Looks a path of the flat view up in the API's own schema. */
export function argumentPlace(tool: BoundTool, steps: StepsIr): ArgumentPlace {
  const [first = "", ...rest] = steps;
  const declared = tool.ir.arguments.find((argument) => argument.name === first);
  const schema = tool.argumentSchemas.get(first);
  if (declared === undefined || schema === undefined) {
    return {
      kind: "unknown",
      candidates: tool.ir.arguments.map((argument) => argument.name),
      at: 0,
      owner: undefined,
    };
  }
  if (rest.length === 0) return { kind: "found", schema, target: declared.target };
  const place = schemaAt(tool.model, schema, rest);
  switch (place.kind) {
    case "found":
      return { kind: "found", schema: place.schema, target: [...declared.target, ...rest] };
    // A path that the schema merely does not refuse is described by nobody: no gold should rest on it.
    case "unknown":
    case "open": {
      const parent = schemaAt(tool.model, schema, rest.slice(0, place.at));
      const owner = parent.kind === "found" ? parent.schema : schema;
      return { kind: "unknown", candidates: place.candidates, at: place.at + 1, owner };
    }
  }
}

/**
 * Binds one line of gold or of a reward's slots, and checks that the value can stand there at all: the path exists
 * in the schema, and the value's type, enum and format do not contradict it.
 */
export function bindArgumentLine(
  context: ExpressionContext,
  scope: Scope,
  tool: BoundTool,
  line: ArgumentLine,
): ArgumentLineIr | undefined {
  const { reporter } = context;
  const path = stepsOf(line.path);
  const value = bindExpression(context, scope, line.value);
  noteArgumentPath(reporter, tool, line.path);
  const place = argumentPlace(tool, path);
  if (place.kind === "unknown") {
    if (!line.unchecked) reportUnknownPath(context, tool, line.path, place);
    const matcher =
      line.matcher === undefined ? { kind: "exact" as const } : bindLineMatcher(context, scope, line.matcher);
    return line.unchecked ? { path, value: value.ir, matcher, unchecked: true } : undefined;
  }
  const constant = literalValue(line.value);
  const fault =
    constant !== undefined
      ? constantFault(tool, place.schema, constant)
      : value.type.kind === "poison"
        ? undefined
        : typeFault(tool, place.schema, jsonTypes(value.type));
  if (fault !== undefined) reportFault(reporter, tool, line, line.value, fault);
  else checkBranches(reporter, tool, line, line.value, place.schema);
  const matcher = lineMatcher(context, scope, tool, line, place);
  if (fault === undefined) checkOwnPattern(context, line, matcher, constant);
  return { path, value: value.ir, matcher, ...(line.unchecked ? { unchecked: true } : {}) };
}

/** Constants between which the value of a line is chosen. */
function checkBranches(
  reporter: ExpressionContext["reporter"],
  tool: BoundTool,
  line: ArgumentLine,
  value: Expression,
  schema: Schema,
): void {
  if (value.kind !== "if") return;
  for (const branch of [value.then, value.else]) {
    const constant = literalValue(branch);
    const fault = constant === undefined ? undefined : constantFault(tool, schema, constant);
    if (fault !== undefined) reportFault(reporter, tool, line, branch, fault);
    checkBranches(reporter, tool, line, branch, schema);
  }
}

/** Says at the part of a value that is wrong what the schema wants there. */
function reportFault(
  reporter: ExpressionContext["reporter"],
  tool: BoundTool,
  { path, unchecked }: ArgumentLine,
  written: Expression,
  fault: Fault,
): void {
  const { found, reason, expected } = fault;
  const values = { path: stepsOf(path).join("."), tool: tool.ir.name, found, reason };
  const part = literalPart(written, fault.path);
  const at = reporter.at(part.span);
  const related = schemaPlace(tool.model, fault.schema, fault.keyword, `the schema says ${fault.says}`);
  if (unchecked) {
    reporter.add(types.report("RVR3007", at, values, { related }));
    return;
  }
  const value = literalValue(part);
  const fixes = value === undefined ? [] : constantFix(reporter.file, tool.model, fault.schema, part, value);
  reporter.add(types.report("RVR3001", at, { ...values, expected }, { related, fixes }));
}

/** A literal value that its own pattern refuses; other values are checked task by task. */
function checkOwnPattern(
  { reporter }: ExpressionContext,
  line: ArgumentLine,
  matcher: MatcherIr,
  value: Json | undefined,
): void {
  if (matcher.kind !== "pattern" || typeof value !== "string" || match(matcher, value, value)) return;
  const { pattern } = matcher;
  const values = { value: JSON.stringify(value), path: stepsOf(line.path).join("."), pattern };
  reporter.add(types.report("RVR3010", reporter.at(line.value.span), values));
}

function lineMatcher(
  context: ExpressionContext,
  scope: Scope,
  tool: BoundTool,
  line: ArgumentLine,
  place: Extract<ArgumentPlace, { kind: "found" }>,
): MatcherIr {
  // Identifiers in a URL have no type on the wire: 789 and "789" are the same request.
  if (line.matcher === undefined) return place.target[0] === "body" ? { kind: "exact" } : { kind: "id" };
  const { reporter } = context;
  const matcher = bindLineMatcher(context, scope, line.matcher);
  if (line.matcher.name === "one_of") checkMembers(context, tool, line, place.schema);
  const wanted = matcherTypes(matcher);
  const allowed = [...typesOf(tool.model, place.schema)];
  if (wanted !== undefined && allowed.length > 0 && !allowed.some((type) => wanted.includes(type))) {
    const values = {
      matcher: matcher.kind,
      path: stepsOf(line.path).join("."),
      reason: `it compares ${wanted.join(" or ")} values, and the schema says ${allowed.join(" or ")}`,
    };
    const related = schemaPlace(tool.model, place.schema, "type", `the schema says ${allowed.join(" or ")}`);
    reporter.add(types.report("RVR3006", reporter.at(line.matcher.span), values, { related }));
  }
  return matcher;
}

/** Every constant member of a list of right values must be one that the schema lets a call send. */
function checkMembers(context: ExpressionContext, tool: BoundTool, line: ArgumentLine, schema: Schema): void {
  const list = line.matcher?.argument;
  if (list?.kind !== "array" || line.unchecked) return;
  for (const item of list.items) {
    const value = literalValue(item);
    const fault = value === undefined ? undefined : constantFault(tool, schema, value);
    if (fault !== undefined) reportFault(context.reporter, tool, line, item, fault);
  }
}

/** Types of the values that a matcher compares; undefined for any. */
export function matcherTypes(matcher: MatcherIr): readonly JsonType[] | undefined {
  switch (matcher.kind) {
    case "exact":
    case "one_of":
      return undefined;
    case "pattern":
      return ["string"];
    case "id":
    case "text":
      return ["string", "integer"];
    case "richtext":
      return ["string", "object"];
    case "set":
    case "superset":
      return ["array"];
    case "number":
      return ["number", "integer"];
  }
}

interface Fault {
  readonly found: string;
  readonly reason: string;
  readonly expected: string;
  /** What is contradicted: a keyword of a schema, and what it says. */
  readonly schema: Schema;
  readonly keyword: string;
  readonly says: string;
  /** Where in the value. */
  readonly path: readonly string[];
}

function constantFault(tool: BoundTool, schema: Schema, value: Json): Fault | undefined {
  const check = checkConstant(tool.model, schema, value);
  if (check.ok) return undefined;
  const { reason, expected, keyword, path } = check;
  const found = JSON.stringify(value);
  return { found, reason, expected, schema: check.schema, keyword, says: expected, path };
}

function typeFault(
  tool: BoundTool,
  schema: Schema,
  found: readonly JsonType[] | undefined,
): Fault | undefined {
  const allowed = [...typesOf(tool.model, schema)];
  if (found === undefined || allowed.length === 0) return undefined;
  const fits = found.some(
    (type) =>
      allowed.includes(type) ||
      // A whole number is a number, and a computed number may be whole.
      (type === "integer" && allowed.includes("number")) ||
      (type === "number" && allowed.includes("integer")),
  );
  if (fits) return undefined;
  const types = allowed.join(" or ");
  return {
    found: `a value of type ${found.join(" or ")}`,
    reason: `the schema says ${types}`,
    expected: `a value of type ${types}`,
    schema,
    keyword: "type",
    says: types,
    path: [],
  };
}

/** Reports a path that the schema of a tool lacks, with the nearest name. */
export function reportUnknownPath(
  context: ExpressionContext,
  tool: BoundTool,
  path: Path,
  place: Extract<ArgumentPlace, { kind: "unknown" }>,
): void {
  if (!tool.complete && place.at === 0) return;
  const { reporter } = context;
  const segment = path.segments[place.at] ?? path.segments.at(-1);
  const span = segment?.span ?? path.span;
  const extras = reporter.suggest(segment?.text ?? "", span, place.candidates);
  const values = { tool: tool.ir.name, path: stepsOf(path).join(".") };
  const nested = nestedSpelling(tool, path, place);
  const help =
    nested === undefined
      ? extras
      : {
          remedy: `The schema has '${nested}' instead.`,
          fixes: [
            { title: `Write ${nested}`, edits: [{ file: reporter.file, span: path.span, text: nested }] },
          ],
        };
  const related =
    place.owner === undefined
      ? operationPlace(tool.model, tool.operation.id, "the operation is described here")
      : schemaPlace(tool.model, place.owner, "properties", "the properties that there are");
  reporter.add(types.report("RVR3002", reporter.at(span), values, { ...help, related }));
}

/** `projectKey` is often meant as `project.key`: the path within the schema whose joined letters are the same. */
function nestedSpelling(
  tool: BoundTool,
  path: Path,
  place: Extract<ArgumentPlace, { kind: "unknown" }>,
): string | undefined {
  const steps = stepsOf(path);
  const written = (steps[place.at] ?? "").toLowerCase();
  for (const candidate of place.candidates) {
    const rest = written.slice(candidate.length);
    if (rest === "" || !written.startsWith(candidate.toLowerCase())) continue;
    const spelled = [...steps.slice(0, place.at), candidate];
    const inner = argumentPlace(tool, spelled);
    const fields = inner.kind === "found" ? describedNames(tool.model, inner.schema) : [];
    const field = fields.find((name) => name.toLowerCase() === rest);
    if (field !== undefined) return [...spelled, field].join(".");
  }
  return undefined;
}
