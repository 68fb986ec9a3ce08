import type { Place } from "../../dsl/diagnostics/define.js";
import type { ApiModel, Operation, Parameter, Response } from "../openapi/api-model.js";
import type { Direction } from "../schema/direction.js";
import type { Change, Severity } from "./change.js";
import { type Comparisons, compareSchemas } from "./compare-schemas.js";
import type { SchemaChange, Side } from "./schema-change.js";

/** Two versions of a document, and what was compared of them so far. */
export interface Versions {
  readonly before: ApiModel;
  readonly after: ApiModel;
  readonly known: Comparisons;
}

type Say = (severity: Severity, at: string, message: string) => void;

/** What differs between two versions of one operation. Changes of one schema in several places are one change. */
export function compareOperations(versions: Versions, old: Operation, now: Operation): readonly Change[] {
  const { before, after } = versions;
  const place = after.places?.operation(now.id);
  const changes: Change[] = [];
  const told = new Map<string, { readonly change: Change; readonly also: string[] }>();
  const say: Say = (severity, at, message) =>
    changes.push({ severity, operation: old.id, at, message, place, also: [] });
  const schemas = (left: Side["schema"], right: Side["schema"], direction: Direction, at: string): void => {
    const sides = [
      { model: before, schema: left },
      { model: after, schema: right },
    ] as const;
    for (const one of compareSchemas(sides[0], sides[1], direction, versions.known)) {
      const where = [at, ...one.path].join(".");
      const spot = placeOf(one);
      const key = JSON.stringify([direction, one.severity, one.message, one.path.at(-1) ?? "", spot]);
      const known = spot === undefined ? undefined : told.get(key);
      if (known !== undefined) {
        known.also.push(where);
        continue;
      }
      const also: string[] = [];
      const change = {
        severity: one.severity,
        operation: old.id,
        at: where,
        message: one.message,
        place: spot ?? place,
        also,
      };
      told.set(key, { change, also });
      changes.push(change);
    }
  };
  if (old.method !== now.method || shapeOf(old.path) !== shapeOf(now.path))
    say("possible", "", `was ${old.method} ${old.path} and is ${now.method} ${now.path}`);
  compareParameters(old, now, say, schemas);
  compareBodies(old, now, say, schemas);
  compareResponses(old, now, say, schemas);
  return changes;
}

type CompareAt = (left: Side["schema"], right: Side["schema"], direction: Direction, at: string) => void;

function compareParameters(old: Operation, now: Operation, say: Say, schemas: CompareAt): void {
  const known = new Map(now.parameters.map((parameter) => [keyOf(parameter), parameter]));
  const had = new Map(old.parameters.map((parameter) => [keyOf(parameter), parameter]));
  const moved = new Set<string>();
  for (const parameter of old.parameters) {
    const at = keyOf(parameter);
    const found = known.get(at);
    if (found !== undefined) {
      if (!parameter.required && found.required) say("breaking", at, "is required now");
      if (parameter.required && !found.required) say("compatible", at, "may be left out now");
      if (parameter.style !== found.style || parameter.explode !== found.explode)
        say("breaking", at, `was written as ${styleText(parameter)} and is written as ${styleText(found)}`);
      schemas(parameter.schema, found.schema, "request", at);
      continue;
    }
    const other = now.parameters.find((one) => one.name === parameter.name && !had.has(keyOf(one)));
    if (other === undefined) say("breaking", at, "is gone");
    else {
      moved.add(keyOf(other));
      say("breaking", at, `is ${keyOf(other)} now`);
      schemas(parameter.schema, other.schema, "request", keyOf(other));
    }
  }
  for (const parameter of now.parameters) {
    const at = keyOf(parameter);
    if (had.has(at) || moved.has(at)) continue;
    say(
      parameter.required ? "breaking" : "compatible",
      at,
      parameter.required ? "is new, and required" : "is new",
    );
  }
}

function styleText({ style, explode }: Parameter): string {
  return explode ? `${style}, exploded` : style;
}

function compareBodies(
  { body: old }: Operation,
  { body: now }: Operation,
  say: Say,
  schemas: CompareAt,
): void {
  if (old === undefined || now === undefined) {
    if (old !== undefined) say("breaking", "body", "is gone");
    else if (now?.required === true) say("breaking", "body", "is new, and required");
    else if (now !== undefined) say("compatible", "body", "is new");
    return;
  }
  if (!old.required && now.required) say("breaking", "body", "is required now");
  if (old.required && !now.required) say("compatible", "body", "may be left out now");
  if (old.contentType !== now.contentType)
    say("breaking", "body", `was ${old.contentType} and is ${now.contentType}`);
  schemas(old.schema, now.schema, "request", "body");
}

function compareResponses(old: Operation, now: Operation, say: Say, schemas: CompareAt): void {
  const answers = new Map(now.responses.map((response) => [response.status, response]));
  const success = now.responses.find(isSuccess);
  for (const response of old.responses) {
    const { status, schema } = response;
    // A success under another status is compared with it, for those who read the answer and not the number.
    const found = answers.get(status) ?? (isSuccess(response) ? success : undefined);
    if (found === undefined) {
      say(isSuccess(response) ? "breaking" : "compatible", status, "is no longer described");
      continue;
    }
    if (found.status !== status) say("possible", status, `is ${found.status} now`);
    if (schema !== undefined && found.schema === undefined)
      say("breaking", status, "no longer describes a body");
    if (schema !== undefined && found.schema !== undefined)
      schemas(schema, found.schema, "response", found.status);
  }
}

function isSuccess({ status }: Response): boolean {
  return status.startsWith("2");
}

function placeOf({ side }: SchemaChange): Place | undefined {
  return side.model.places?.schema(side.schema);
}

function keyOf({ in: place, name }: Parameter): string {
  return `${place}.${name}`;
}

/** A path without the names of its placeholders, which mean nothing. */
export function shapeOf(path: string): string {
  return path.replace(/\{[^}]*\}/gu, "{}");
}
