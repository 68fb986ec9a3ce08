import { canonical } from "../../runtime/value/compare.js";
import type { ApiModel, Schema } from "../openapi/api-model.js";
import { referencedSchema } from "../openapi/schema-reference.js";
import { enumAt } from "../schema/describe-schema.js";
import { type Direction, requiredOf } from "../schema/direction.js";
import { partsOf } from "../schema/parts.js";
import { describedNames, schemaAt } from "../schema/schema-at.js";
import { typesOf } from "../schema/types-of.js";
import type { Severity } from "./change.js";

/** Objects and lists within each other that are compared. */
const DEPTH = 8;

/** Keywords that limit a value and are compared by what they say. */
const LIMITS = [
  "pattern",
  "format",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
];

/** A schema with the document that it belongs to. */
export interface Side {
  readonly model: ApiModel;
  readonly schema: Schema;
}

export interface SchemaChange {
  readonly severity: Severity;
  readonly path: readonly string[];
  readonly message: string;
  /** What to point at: a schema of the new document, or of the old one for what is gone. */
  readonly side: Side;
}

/**
 * What differs between two schemas, property by property. In a request, what is asked for in addition and what is no
 * longer taken breaks calls; in a response, what is no longer given breaks readers.
 */
export function compareSchemas(before: Side, after: Side, direction: Direction): readonly SchemaChange[] {
  return compare(before, after, direction, [], new Map());
}

/** Pairs of schemas that were compared: what they say is said once, and circles end. */
type Seen = Map<Schema, Set<Schema>>;

function compare(
  before: Side,
  after: Side,
  direction: Direction,
  path: readonly string[],
  seen: Seen,
): readonly SchemaChange[] {
  if (path.length > DEPTH || wasCompared(before, after, seen)) return [];
  const own = [
    ...compareTypes(before, after, direction, path),
    ...compareValues(before, after, direction, path),
  ];
  // Where the type is another one, nothing below it can be compared.
  if (own.some(({ severity }) => severity === "breaking")) return own;
  const [old, now] = [describedNames(before.model, before.schema), describedNames(after.model, after.schema)];
  const wasRequired = new Set(requiredOf(before.model, before.schema, direction));
  const isRequired = new Set(requiredOf(after.model, after.schema, direction));
  const changes: SchemaChange[] = [...own];
  for (const name of old) {
    const inner = [...path, name];
    if (!now.includes(name)) {
      changes.push({ severity: "breaking", path: inner, message: "is no longer described", side: before });
      continue;
    }
    if (direction === "request" && !wasRequired.has(name) && isRequired.has(name)) {
      changes.push({ severity: "breaking", path: inner, message: "is required now", side: after });
    }
    if (direction === "response" && wasRequired.has(name) && !isRequired.has(name)) {
      changes.push({ severity: "possible", path: inner, message: "may be missing now", side: after });
    }
    const [left, right] = [sideAt(before, name), sideAt(after, name)];
    if (left !== undefined && right !== undefined)
      changes.push(...compare(left, right, direction, inner, seen));
  }
  for (const name of now) {
    if (old.includes(name)) continue;
    const needed = direction === "request" && isRequired.has(name);
    const message = needed ? "is new, and required" : "is new";
    changes.push({
      severity: needed ? "breaking" : "compatible",
      path: [...path, name],
      message,
      side: after,
    });
  }
  const [leftItem, rightItem] = [sideAt(before, "0"), sideAt(after, "0")];
  if (
    typesOf(before.model, before.schema).has("array") &&
    leftItem !== undefined &&
    rightItem !== undefined
  ) {
    changes.push(...compare(leftItem, rightItem, direction, [...path, "0"], seen));
  }
  return changes;
}

function wasCompared(before: Side, after: Side, seen: Seen): boolean {
  const [left, right] = [targetOf(before), targetOf(after)];
  const others = seen.get(left) ?? new Set<Schema>();
  seen.set(left, others);
  if (others.has(right)) return true;
  others.add(right);
  return false;
}

/** What a reference means; any other schema is itself. */
function targetOf({ model, schema }: Side): Schema {
  return referencedSchema(model, schema) ?? schema;
}

function sideAt({ model, schema }: Side, step: string): Side | undefined {
  const place = schemaAt(model, schema, [step]);
  return place.kind === "found" ? { model, schema: place.schema } : undefined;
}

function compareTypes(
  before: Side,
  after: Side,
  direction: Direction,
  path: readonly string[],
): readonly SchemaChange[] {
  const [old, now] = [typesOf(before.model, before.schema), typesOf(after.model, after.schema)];
  const covers = (wide: ReadonlySet<string>, one: string) =>
    wide.has(one) || (one === "integer" && wide.has("number"));
  const gone = [...old].filter((type) => !covers(now, type));
  const added = [...now].filter((type) => !covers(old, type));
  if (gone.length + added.length === 0) return [];
  const narrower = direction === "request" ? gone : added;
  const message = `was ${[...old].join(" or ")} and is ${[...now].join(" or ")}`;
  return [{ severity: narrower.length > 0 ? "breaking" : "compatible", path, message, side: after }];
}

function compareValues(
  before: Side,
  after: Side,
  direction: Direction,
  path: readonly string[],
): readonly SchemaChange[] {
  const changes: SchemaChange[] = [];
  const [old, now] = [enumAt(before.model, before.schema), enumAt(after.model, after.schema)];
  const texts = (values: typeof old) => (values ?? []).map(canonical);
  const gone =
    old === undefined ? [] : texts(old).filter((value) => now !== undefined && !texts(now).includes(value));
  const added =
    now === undefined ? [] : texts(now).filter((value) => old !== undefined && !texts(old).includes(value));
  if (old === undefined && now !== undefined) {
    const severity = direction === "request" ? "breaking" : "compatible";
    changes.push({ severity, path, message: `takes only ${texts(now).join(", ")} now`, side: after });
  }
  if (old !== undefined && now === undefined) {
    const severity = direction === "request" ? "compatible" : "possible";
    changes.push({ severity, path, message: "is no longer limited to listed values", side: after });
  }
  if (gone.length > 0) {
    const severity = direction === "request" ? "breaking" : "compatible";
    changes.push({ severity, path, message: `no longer has ${gone.join(", ")}`, side: after });
  }
  if (added.length > 0) {
    const severity = direction === "request" ? "compatible" : "possible";
    changes.push({ severity, path, message: `has ${added.join(", ")} in addition`, side: after });
  }
  const [left, right] = [limitsOf(before), limitsOf(after)];
  for (const keyword of LIMITS) {
    if (left.get(keyword) === right.get(keyword)) continue;
    const message = `${keyword} was ${left.get(keyword) ?? "not given"} and is ${right.get(keyword) ?? "not given"}`;
    const looser = right.get(keyword) === undefined && direction === "request";
    changes.push({ severity: looser ? "compatible" : "possible", path, message, side: after });
  }
  return changes;
}

function limitsOf({ model, schema }: Side): ReadonlyMap<string, string> {
  const limits = new Map<string, string>();
  for (const { schema: part, certain } of partsOf(model, schema)) {
    if (!certain) continue;
    for (const keyword of LIMITS) {
      const value = part[keyword];
      if (value !== undefined) limits.set(keyword, canonical(value));
    }
  }
  return limits;
}
