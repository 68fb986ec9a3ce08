import type { Place } from "../../dsl/diagnostics/define.js";
import { didYouMean } from "../../dsl/diagnostics/did-you-mean.js";
import { compareText } from "../../dsl/text/compare.js";
import type { ApiModel, Operation, Parameter } from "../openapi/api-model.js";
import type { Change } from "./change.js";
import { compareSchemas, type SchemaChange, type Side } from "./compare-schemas.js";

/** What a new version of a document changes for those who call it, operation by operation. */
export function compareModels(before: ApiModel, after: ApiModel): readonly Change[] {
  const changes = [...before.operations.values()].flatMap((operation) => {
    const now = after.operations.get(operation.id);
    return now === undefined
      ? [gone(before, after, operation)]
      : compareOperations(before, after, operation, now);
  });
  for (const operation of after.operations.values()) {
    if (before.operations.has(operation.id)) continue;
    const place = after.places?.operation(operation.id);
    changes.push({ severity: "compatible", operation: operation.id, at: "", message: "is new", place });
  }
  return changes.sort(
    (left, right) => compareText(left.operation, right.operation) || compareText(left.at, right.at),
  );
}

function gone(before: ApiModel, after: ApiModel, { id, method, path }: Operation): Change {
  const same = [...after.operations.values()].find((one) => one.method === method && one.path === path);
  const near = same?.id ?? didYouMean(id, [...after.operations.keys()]);
  const message = near === undefined ? "is gone" : `is gone; ${near} may be meant`;
  return { severity: "breaking", operation: id, at: "", message, place: before.places?.operation(id) };
}

function compareOperations(
  before: ApiModel,
  after: ApiModel,
  old: Operation,
  now: Operation,
): readonly Change[] {
  const place = after.places?.operation(now.id);
  const changes: Change[] = [];
  const add = (severity: Change["severity"], at: string, message: string, where: Place | undefined = place) =>
    changes.push({ severity, operation: old.id, at, message, place: where });
  if (old.method !== now.method || shapeOf(old.path) !== shapeOf(now.path)) {
    add("possible", "", `was ${old.method} ${old.path} and is ${now.method} ${now.path}`);
  }
  const schemas = (left: Side, right: Side, direction: "request" | "response", at: string) => {
    for (const change of compareSchemas(left, right, direction)) {
      add(change.severity, [at, ...change.path].join("."), change.message, placeOf(change));
    }
  };
  const known = new Map(now.parameters.map((parameter) => [keyOf(parameter), parameter]));
  for (const parameter of old.parameters) {
    const at = keyOf(parameter);
    const found = known.get(at);
    if (found === undefined) {
      add("breaking", at, "is gone");
      continue;
    }
    if (!parameter.required && found.required) add("breaking", at, "is required now");
    schemas(
      { model: before, schema: parameter.schema },
      { model: after, schema: found.schema },
      "request",
      at,
    );
  }
  const had = new Set(old.parameters.map(keyOf));
  for (const parameter of now.parameters) {
    if (had.has(keyOf(parameter))) continue;
    add(
      parameter.required ? "breaking" : "compatible",
      keyOf(parameter),
      parameter.required ? "is new, and required" : "is new",
    );
  }
  if (old.body !== undefined && now.body === undefined) add("breaking", "body", "is gone");
  if (old.body === undefined && now.body !== undefined) {
    add(
      now.body.required ? "breaking" : "compatible",
      "body",
      now.body.required ? "is new, and required" : "is new",
    );
  }
  if (old.body !== undefined && now.body !== undefined) {
    if (!old.body.required && now.body.required) add("breaking", "body", "is required now");
    if (old.body.contentType !== now.body.contentType) {
      add("possible", "body", `was ${old.body.contentType} and is ${now.body.contentType}`);
    }
    schemas(
      { model: before, schema: old.body.schema },
      { model: after, schema: now.body.schema },
      "request",
      "body",
    );
  }
  const answers = new Map(now.responses.map((response) => [response.status, response]));
  for (const { status, schema } of old.responses) {
    const found = answers.get(status);
    if (found === undefined) {
      add(status.startsWith("2") ? "possible" : "compatible", status, "is no longer described");
      continue;
    }
    if (schema !== undefined && found.schema === undefined)
      add("possible", status, "no longer describes a body");
    if (schema !== undefined && found.schema !== undefined) {
      schemas({ model: before, schema }, { model: after, schema: found.schema }, "response", status);
    }
  }
  return changes;
}

function placeOf({ side }: SchemaChange): Place | undefined {
  return side.model.places?.schema(side.schema);
}

function keyOf({ in: place, name }: Parameter): string {
  return `${place}.${name}`;
}

/** A path without the names of its placeholders, which mean nothing. */
function shapeOf(path: string): string {
  return path.replace(/\{[^}]*\}/gu, "{}");
}
