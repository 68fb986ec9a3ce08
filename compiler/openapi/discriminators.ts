import type { Json } from "../../runtime/abi/json.js";
import type { Schema } from "./api-model.js";
import { emptyRecord } from "./node.js";
import {
  certainParts,
  isSchema,
  mapSchemaChildren,
  ownProperty,
  requiredNames,
  schemaList,
  withMembers,
} from "./schema-children.js";
import { referencedName, referencedSchema } from "./schema-reference.js";

type Schemas = { readonly schemas: ReadonlyMap<string, Schema> };

export interface DiscriminatorReport {
  /** A branch describes its tag so that it refuses every value that the discriminator gives it. */
  conflict(owner: Schema, branch: string, value: string): void;
  /** A schema was made of another one. */
  changed(schema: Schema, original: Schema): void;
}

/**
 * The schema with the branches of its oneOf and anyOf told apart by their discriminators: each branch that is a
 * reference demands the tag with one of its values. Values are those of the mapping, or the name of the schema where
 * the mapping has none for it; a branch with alternatives of its own under the same tag takes theirs. A branch that
 * lists the values of its tag itself keeps them.
 */
export function applyDiscriminators(model: Schemas, schema: Schema, report: DiscriminatorReport): Schema {
  const inner = mapSchemaChildren(schema, (child) => applyDiscriminators(model, child, report));
  const tag = inner["x-discriminator"];
  const members = new Map<string, Json | undefined>([["x-mapping", undefined]]);
  for (const keyword of typeof tag === "string" ? (["oneOf", "anyOf"] as const) : []) {
    const branches = schemaList(inner, keyword).map((branch) => {
      const name = referencedName(branch);
      if (name === undefined) return branch;
      const conflict = (value: string) => report.conflict(schema, name, value);
      return tagged(model, branch, String(tag), valuesFor(model, inner, name, new Set()), conflict);
    });
    if (branches.length > 0) members.set(keyword, branches);
  }
  if (inner["x-mapping"] === undefined && members.size === 1) {
    if (inner !== schema) report.changed(inner, schema);
    return inner;
  }
  const out = withMembers(inner, members);
  report.changed(out, schema);
  return out;
}

/** Values of the tag that choose a branch. */
function valuesFor(
  model: Schemas,
  owner: Schema,
  name: string,
  open: ReadonlySet<string>,
): readonly string[] {
  const mapping = owner["x-mapping"];
  const mapped = isSchema(mapping) ? Object.keys(mapping).filter((value) => mapping[value] === name) : [];
  const own = mapped.length > 0 ? mapped : [name];
  const target = model.schemas.get(name) ?? {};
  const branches = [...schemaList(target, "oneOf"), ...schemaList(target, "anyOf")].map(referencedName);
  if (target["x-discriminator"] !== owner["x-discriminator"] || branches.length === 0 || open.has(name))
    return own;
  const inside = new Set(open).add(name);
  const nested = branches.flatMap((branch) =>
    branch === undefined ? [] : valuesFor(model, target, branch, inside),
  );
  return [...new Set([...mapped, ...nested])];
}

function tagged(
  model: Schemas,
  branch: Schema,
  tag: string,
  values: readonly string[],
  onConflict: (value: string) => void,
): Schema {
  const parts = certainParts(model, branch);
  const listed = parts.flatMap((part) => {
    const property = ownProperty(part, tag);
    return property === undefined ? [] : certainParts(model, property).map(valuesOf);
  });
  const own = listed.find((found) => found !== undefined);
  const refused = own !== undefined && !own.some((value) => values.some((one) => one === value));
  if (refused || parts.some((part) => cannotCarry(part, tag))) {
    onConflict(values[0] ?? "");
    return branch;
  }
  const demanded = parts.some((part) => requiredNames(part).includes(tag));
  const target = referencedSchema(model, branch) ?? {};
  const nested = target["x-discriminator"] === tag && (target["oneOf"] ?? target["anyOf"]) !== undefined;
  if ((own !== undefined && demanded) || nested) return branch;
  const out = emptyRecord<Json>();
  out["allOf"] = [branch, tagSchema(tag, own === undefined ? values : undefined)];
  return out;
}

/** Whether a schema object leaves no room for a text under a name. */
function cannotCarry(part: Schema, tag: string): boolean {
  const property = ownProperty(part, tag);
  if (property === undefined) return part["additionalProperties"] === false;
  const type = property["type"];
  return type !== undefined && !(Array.isArray(type) ? type : [type]).includes("string");
}

function tagSchema(tag: string, values: readonly string[] | undefined): Schema {
  const out = emptyRecord<Json>();
  out["type"] = "object";
  out["required"] = [tag];
  if (values !== undefined) {
    const properties = emptyRecord<Json>();
    properties[tag] = { type: "string", enum: values };
    out["properties"] = properties;
  }
  return out;
}

function valuesOf(schema: Schema): readonly Json[] | undefined {
  if (schema["const"] !== undefined) return [schema["const"]];
  const values = schema["enum"];
  return Array.isArray(values) ? (values as readonly Json[]) : undefined;
}
