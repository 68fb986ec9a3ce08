import type { Span } from "../../dsl/tree/span.js";
import type { Json, JsonObject } from "../../runtime/abi/json.js";
import { isArray, isObject } from "../../runtime/value/access.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { world } from "../diagnostics/world.js";
import type { ApiModel, Schema } from "../openapi/api-model.js";
import { enumAt, listValues } from "../schema/describe-schema.js";
import { schemaAt } from "../schema/schema-at.js";
import { type JsonType, typeOfValue, typesOf } from "../schema/types-of.js";
import { schemaPlace } from "./api-place.js";
import type { Sources } from "./sources.js";

/** Seeds of one resource, and where they are written. */
export interface Seeds {
  readonly resource: string;
  readonly file: string;
  readonly span: Span;
  readonly records: readonly Json[];
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

interface Rule {
  readonly schema: Schema;
  readonly types: ReadonlySet<JsonType>;
  readonly values: readonly Json[] | undefined;
}

/**
 * Warns of seed values of a type, or beside an enum, that the resource's schema does not have. Properties that no schema
 * describes are legal: worlds keep more than they show. One finding for each property, with the number of records.
 */
export function checkSeeds(
  sources: Sources,
  reporter: Reporter,
  seeds: Seeds,
  model: ApiModel,
  schema: Schema,
): void {
  const rules = new Map<string, Rule | undefined>();
  const ruleAt = (path: readonly string[]) => {
    const key = JSON.stringify(path.map((step) => (/^\d+$/u.test(step) ? "0" : step)));
    if (!rules.has(key)) rules.set(key, ruleOf(model, schema, path));
    return rules.get(key);
  };
  const faults = new Map<
    string,
    { index: number; leaf: Leaf; rule: Rule; reason: string; records: number }
  >();
  for (const [index, record] of seeds.records.entries()) {
    const own = new Set<string>();
    for (const leaf of leavesOf(record, [])) {
      const rule = ruleAt(leaf.path);
      const reason = rule && faultOf(rule, leaf.value);
      if (rule === undefined || reason === undefined) continue;
      const name = leaf.path.filter((step) => !/^\d+$/u.test(step)).join(".");
      if (own.has(name)) continue;
      own.add(name);
      const known = faults.get(name);
      if (known === undefined) faults.set(name, { index, leaf, rule, reason, records: 1 });
      else known.records += 1;
    }
  }
  for (const { index, leaf, rule, reason, records } of faults.values()) {
    const place = sources.dataPlace(seeds.file, [String(index), ...leaf.path]);
    const values = {
      index: index + 1,
      name: seeds.resource,
      value: JSON.stringify(leaf.value),
      path: leaf.path.join("."),
      reason,
      more: records === 1 ? "" : ` (${records} records in all)`,
    };
    const keyword = rule.values === undefined ? "type" : "enum";
    const related = [
      ...(place === undefined ? [] : [{ file: seeds.file, span: place, message: "this value" }]),
      ...schemaPlace(model, rule.schema, keyword, reason),
    ];
    reporter.add(world.report("RVR4015", reporter.at(seeds.span), values, { related }));
  }
}

function ruleOf(model: ApiModel, schema: Schema, path: readonly string[]): Rule | undefined {
  const found = schemaAt(model, schema, path, "response");
  if (found.kind !== "found") return undefined;
  return { schema: found.schema, types: typesOf(model, found.schema), values: enumAt(model, found.schema) };
}

/** Why a schema would not have this value, in words. Absent and null are the same to most services. */
function faultOf({ types, values }: Rule, value: Json): string | undefined {
  if (value === null) return undefined;
  if (values !== undefined && !values.includes(value)) return `the schema says ${listValues(values)}`;
  if (types.has(typeOfValue(value)) || (typeOfValue(value) === "integer" && types.has("number")))
    return undefined;
  return types.size === 0 ? undefined : `the schema says ${[...types].join(" or ")}`;
}

/** Values of a record that hold no others, and empty lists and objects; what stands where a list belongs, too. */
function leavesOf(value: Json, path: readonly string[]): readonly Leaf[] {
  const inner = isArray(value)
    ? value.map((item, index): [string, Json] => [String(index), item])
    : isObject(value)
      ? Object.entries(value as JsonObject)
      : [];
  if (inner.length === 0) return path.length === 0 ? [] : [{ path, value }];
  return inner.flatMap(([key, item]) => leavesOf(item, [...path, key]));
}
